import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '#client/lib/format/list.ts';
import { AmountBars } from '#client/ui/charts/AmountBars.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { profitQuery } from '../../books.queries.ts';
import { unitText } from '../books.text.ts';
import { byProfit, profitOf } from './books.profit.ts';

const maxBars = 8;

interface ProfitByUnitProps {
  by: 'coin' | 'currency';
  query: { from?: string; to?: string };
}

/** The profit of each coin or currency as a bar, the largest first. */
export function ProfitByUnit({ by, query }: ProfitByUnitProps) {
  const { t } = useTranslation('books.admin');
  const id = useId();
  const profitRows = useQuery(profitQuery({ ...query, by }));
  return (
    <section aria-labelledby={id} className="flex min-h-40 min-w-0 flex-col gap-4 card p-4 sm:p-5">
      <h2 id={id} className="text-base">
        {t(by === 'coin' ? 'profit.byCoin' : 'profit.byCurrency')}
      </h2>
      <LoadedQuery query={profitRows} title={t('failed.load')} skeleton={['h-20 rounded-card']}>
        {(rows) => {
          const knownRows = byProfit(rows);
          const unknownRows = rows.filter((row) => profitOf(row) === null);
          return (
            <>
              <AmountBars
                longNames
                bars={knownRows.slice(0, maxBars).map(({ key, profit }) => ({ name: unitText(key), usd: profit }))}
              />
              {unknownRows.length > 0 && (
                <p className="text-xs text-pending">
                  {t('positions.unknown', { units: formatList(unknownRows.map(({ key }) => unitText(key))) })}
                </p>
              )}
            </>
          );
        }}
      </LoadedQuery>
    </section>
  );
}
