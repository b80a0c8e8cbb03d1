import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { Crypto } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import type { Api } from '#shared/api.ts';
import { sumsQuery } from '../settlements.queries.ts';
import { symbolOf } from './UnmatchedCells.tsx';

type Sum = Api['GET /api/admin/unmatched/sums']['output'][number];

/**
 * Lists the coins that arrived, by coin, and where they are in the book now: the columns of a row add up to its total.
 */
export function UnmatchedSums() {
  const { t } = useTranslation('settlements.admin');
  const { data: sums } = useQuery(sumsQuery());
  const data = sums ?? [];
  const isRetained = data.some(({ kept }) => /[1-9]/.test(kept));
  const parts = (['arrived', 'claimed', 'waiting', 'unmatched', 'refunded', 'kept'] as const).filter(
    (part) => part !== 'kept' || isRetained,
  );
  if (sums?.length === 0) return null;
  const columns: Column<Sum>[] = [
    { id: 'coin', header: t('sum.coin'), cell: ({ cryptoId }) => symbolOf(cryptoId) },
    ...parts.map((part) => ({
      id: part,
      header: t(`sum.${part}`),
      end: true,
      cell: (sum: Sum) => <Crypto amount={sum[part]} symbol={symbolOf(sum.cryptoId)} />,
    })),
  ];
  return (
    <details className="group min-w-0">
      <summary className="flex min-h-9 w-fit cursor-pointer list-none items-center gap-1.5 text-sm text-muted hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <FoldMark />
        {t('sum.title')}
      </summary>
      <div className="pt-2">
        <Table
          dense
          wide
          caption={t('sum.title')}
          columns={columns}
          rows={data}
          rowKey={({ cryptoId }) => cryptoId}
          card={(sum) => <SumsCard coin={symbolOf(sum.cryptoId)} columns={columns.slice(1)} sum={sum} />}
        />
      </div>
    </details>
  );
}

/** The sums of one coin on a phone, below its name. */
function SumsCard({ coin, columns, sum }: { coin: string; columns: readonly Column<Sum>[]; sum: Sum }) {
  return (
    <>
      <p className="font-semibold">{coin}</p>
      <dl className="flex flex-col gap-1.5">
        {columns.map(({ id, header, cell }) => (
          <div key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-xs text-muted">{header}</dt>
            <dd className="ms-auto text-end">{cell(sum)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
