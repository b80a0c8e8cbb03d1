import { useTranslation } from 'react-i18next';
import { formatDay, formatMoneyText } from '#client/lib/format/format.ts';
import { AmountBars } from '#client/ui/charts/AmountBars.tsx';
import { maxIndexOf } from '#client/ui/charts/chart-math.ts';
import { DayBars } from '#client/ui/charts/DayBars.tsx';
import type { profitBy } from '#shared/books/books.contract.ts';
import { decimal } from '#shared/kernel/money.ts';
import type { Profit } from '../books.queries.ts';
import { daysOf } from './books.days.ts';
import { unitText } from './books.text.ts';

const maxBars = 8;

interface ProfitChartProps {
  rows: readonly Profit[];
  by: (typeof profitBy)[number];
}

/** Earned fees as bars, if there is more than one to compare; the group with the highest fees is named. */
export function ProfitChart({ rows, by }: ProfitChartProps) {
  const { t } = useTranslation('books.admin');
  const earnedRows = rows
    .map(({ key, fees }) => ({ key, fees: fees ?? '0' }))
    .toSorted((a, b) => decimal(b.fees).cmp(decimal(a.fees)));
  const [largestRow] = earnedRows;
  if (!largestRow || rows.length < 2 || decimal(largestRow.fees).lte('0')) return null;
  const name = by === 'day' ? formatDay(largestRow.key) : unitText(largestRow.key);
  const title = t('profit.most', { name, amount: formatMoneyText(largestRow.fees, 'USD') });
  return (
    <section aria-labelledby="profit-chart" className="card flex min-w-0 flex-col gap-4 p-4 sm:p-5">
      <div>
        <h2 id="profit-chart" className="text-base text-balance">
          {title}
        </h2>
        <p className="text-xs text-muted">{t('profit.subtitle')}</p>
      </div>
      {by === 'day' ? (
        <FeesByDay rows={rows} label={`${title}. ${t('profit.subtitle')}`} />
      ) : (
        <AmountBars
          longNames
          bars={earnedRows.slice(0, maxBars).map(({ key, fees }) => ({ name: unitText(key), usd: fees }))}
        />
      )}
    </section>
  );
}

/** A bar for each day from the first to the last day with fees, days without fees included. */
function FeesByDay({ rows, label }: { rows: readonly Profit[]; label: string }) {
  const fees = new Map(rows.map((row) => [row.key, row.fees]));
  const days = daysOf([...fees.keys()]);
  // Heights of bars, not amounts: those are printed from the text the server sent.
  const values = days.map((day) => Number(fees.get(day) ?? 0));
  return <DayBars label={label} days={days} values={values} peak={maxIndexOf(values)} />;
}
