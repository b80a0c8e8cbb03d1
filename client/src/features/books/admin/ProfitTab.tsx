import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#client/lib/format/format.ts';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { DayRange } from '#client/ui/form/DateInput.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { profitBy } from '#shared/books/books.contract.ts';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { profitQuery, type Profit } from '../books.queries.ts';
import { today } from './books.days.ts';
import { unitText } from './books.text.ts';
import { LabelledCells } from './LabelledCells.tsx';
import { ProfitChart } from './ProfitChart.tsx';
import { Usd } from './UnitAmount.tsx';

/** Shows fees, results of disposals and costs; of this month, unless another range is chosen. */
export function ProfitTab() {
  const { t } = useTranslation('books.admin');
  const [range, setRange] = useState<{ from: string | undefined; to: string | undefined }>(() => ({
    from: `${today().slice(0, 7)}-01`,
    to: today(),
  }));
  const [grouping, setGrouping] = useState<(typeof profitBy)[number]>('day');
  const { from, to } = range;
  const profit = useQuery(profitQuery({ by: grouping, ...(from && { from }), ...(to && { to }) }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid w-full max-w-md grid-cols-2 gap-3">
          <DayRange
            labels={{ from: t('filter.from'), to: t('filter.to') }}
            {...range}
            onChange={(change) => setRange({ ...range, ...change })}
          />
        </div>
        <FilterChips
          single
          staying
          label={t('profit.by')}
          options={profitBy.map((value) => ({ value, text: t(`profit.${value}`) }))}
          chosen={[grouping]}
          onChange={([value]) => value && setGrouping(value)}
        />
      </div>
      <LoadedQuery query={profit} title={t('failed.load')} skeleton={['h-96 rounded-card']}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('profit.none')} />
          ) : (
            <>
              <Sums rows={rows} />
              <p className="text-xs text-muted">{t('profit.note')}</p>
              <ProfitChart rows={rows} by={grouping} />
              <ProfitTable rows={rows} by={grouping} />
            </>
          )
        }
      </LoadedQuery>
    </div>
  );
}

function Sums({ rows }: { rows: readonly Profit[] }) {
  const { t } = useTranslation('books.admin');
  const { fees, result, costs } = totalOf(rows);
  return (
    <SumCells>
      <SumCell label={t('tab.profit')}>
        <Result value={profitOf({ fees, result, costs })} className="text-lg font-semibold sm:text-xl" />
      </SumCell>
      <SumCell label={t('profit.fees')}>
        <Usd amount={fees} className="text-lg font-semibold" />
      </SumCell>
      <SumCell label={t('profit.result')}>
        <Result value={result} className="text-lg font-semibold" />
      </SumCell>
      <SumCell label={t('profit.costs')}>
        <Usd amount={costs} className="text-lg font-semibold" />
      </SumCell>
    </SumCells>
  );
}

function ProfitTable({ rows, by }: { rows: readonly Profit[]; by: (typeof profitBy)[number] }) {
  const { t } = useTranslation('books.admin');
  const keyText = (key: string) => (by === 'day' ? formatDay(key, { year: 'numeric' }) : unitText(key));
  const all = rows.length > 1 ? [...rows, totalOf(rows)] : rows;
  const columns: Column<Profit>[] = [
    {
      id: 'key',
      header: t(`profit.${by}`),
      cell: ({ key }) => (key === '' ? <b className="font-semibold">{t('profit.total')}</b> : keyText(key)),
    },
    { id: 'fees', header: t('profit.fees'), end: true, cell: ({ fees }) => <Usd amount={fees} /> },
    { id: 'result', header: t('profit.result'), end: true, cell: ({ result }) => <Result value={result} /> },
    { id: 'costs', header: t('profit.costs'), end: true, cell: ({ costs }) => <Usd amount={costs} /> },
  ];
  const card = (row: Profit) => <LabelledCells columns={columns} row={row} />;
  return <Table dense caption={t('tab.profit')} columns={columns} rows={all} rowKey={({ key }) => key} card={card} />;
}

/** The sum of all rows, under an empty key; its result is null only if no row has one. */
function totalOf(rows: readonly Profit[]): Profit {
  const sum = (values: readonly (string | null)[]) =>
    values.includes(null) ? null : toText(values.reduce((all, value) => all.plus(decimal(value ?? '0')), zero));
  const results = rows.flatMap(({ result }) => result ?? []);
  return {
    key: '',
    fees: sum(rows.map(({ fees }) => fees)),
    result: results.length > 0 ? sum(results) : null,
    costs: sum(rows.map(({ costs }) => costs)),
  };
}

/** Returns fees plus results minus costs; null if none of them is known. */
function profitOf({ fees, result, costs }: Omit<Profit, 'key'>): string | null {
  if (fees === null || costs === null) return null;
  return toText(
    decimal(fees)
      .plus(decimal(result ?? '0'))
      .minus(decimal(costs)),
  );
}

function Result({ value, className }: { value: string | null; className?: string }) {
  const { t } = useTranslation('books.admin');
  if (value === null) return <span className="text-muted">{t('profit.unknown')}</span>;
  return <Usd amount={value} className={clsx(className, value.startsWith('-') && 'text-rejected')} />;
}
