import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { peakIndexOf } from '#client/ui/charts/chart-math.ts';
import { DayBars } from '#client/ui/charts/DayBars.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { Profit } from '../../books.queries.ts';
import { daysOf } from '../books.days.ts';
import { KnownUsd, Usd } from '../UnitAmount.tsx';
import { byProfit, profitOf, type DayPeriod } from './books.profit.ts';

interface ProfitByDayProps {
  /** Days with an entry, the oldest first. */
  rows: readonly Profit[];
  period: DayPeriod;
}

/** A chart of fewer days is mostly blank, and shows no more than the table. */
const leastCharted = 5;

/** The table of the days that have entries; from a few days on a bar for each day of the period is beside it. */
export function ProfitByDay({ rows, period }: ProfitByDayProps) {
  if (rows.length < leastCharted) return <Days rows={rows} />;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)]">
      <Bars rows={rows} period={period} />
      <Days rows={rows} />
    </div>
  );
}

function Bars({ rows, period: { from, to } }: ProfitByDayProps) {
  const { t } = useTranslation('books.admin');
  const knownRows = byProfit(rows);
  const profits = new Map(knownRows.map(({ key, profit }) => [key, profit]));
  const keys = rows.map(({ key }) => key);
  const days = daysOf([...keys, ...(from ? [from] : []), ...(to ? [to] : [])]);
  // Heights of bars, not amounts: those are printed from the text the server sent.
  const values = days.map((day) => Number(profits.get(day) ?? 0));
  const hasProfit = knownRows.some(({ profit }) => !profit.startsWith('-'));
  const namedRow = hasProfit ? knownRows[0] : knownRows.at(-1);
  const title = namedRow
    ? t(hasProfit ? 'profit.best' : 'profit.worst', {
        day: formatDay(namedRow.key),
        amount: formatMoneyText(namedRow.profit, 'USD'),
      })
    : t('profit.byDay');
  return (
    <section aria-labelledby="profit-days" className="flex min-h-80 min-w-0 flex-col gap-4 card p-4 sm:p-5">
      <div>
        <h2 id="profit-days" className="text-base text-balance">
          {title}
        </h2>
        <p className="text-xs text-muted">{t('profit.subtitle')}</p>
      </div>
      <DayBars label={`${title}. ${t('profit.subtitle')}`} days={days} values={values} peak={peakIndexOf(values)} />
    </section>
  );
}

/** The table is as tall as the bars beside it; the other days are a press away. */
const shownDays = 8;

/** The newest days first. */
function Days({ rows }: Pick<ProfitByDayProps, 'rows'>) {
  const { t } = useTranslation('books.admin');
  const [isWhole, setWhole] = useState(false);
  const newest = rows.toReversed();
  const hasResults = rows.some(({ sold }) => sold);
  const columns: Column<Profit>[] = [
    { id: 'key', header: t('profit.day'), cell: ({ key }) => dayText(key) },
    { id: 'fees', header: t('profit.fees'), end: true, cell: ({ fees }) => <Usd amount={fees} /> },
    ...(hasResults
      ? [
          {
            id: 'result',
            header: t('profit.result'),
            end: true,
            cell: ({ result, sold }: Profit) => <Result result={result} sold={sold} />,
          },
        ]
      : []),
    { id: 'costs', header: t('profit.costs'), end: true, cell: ({ costs }) => <Usd amount={costs} /> },
    { id: 'profit', header: t('tab.profit'), end: true, cell: (row) => <DayProfit row={row} /> },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Table
        dense
        caption={t('profit.byDay')}
        columns={columns}
        rows={isWhole ? newest : newest.slice(0, shownDays)}
        rowKey={({ key }) => key}
        card={(row) => <DayCard row={row} />}
      />
      {!isWhole && newest.length > shownDays && (
        <Button
          text={t('profit.allDays', { shown: formatNumber(newest.length) })}
          size="small"
          variant="ghost"
          className="self-start"
          onClick={() => setWhole(true)}
        />
      )}
    </div>
  );
}

function DayProfit({ row }: { row: Profit }) {
  const amount = profitOf(row);
  return <KnownUsd amount={amount} className={amount?.startsWith('-') ? 'text-rejected' : 'font-medium'} />;
}

/** A day on a narrow screen: its profit, and below it what that is made of. */
function DayCard({ row }: { row: Profit }) {
  const { t } = useTranslation('books.admin');
  return (
    <div className="flex flex-col">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span>{dayText(row.key)}</span>
        <DayProfit row={row} />
      </span>
      <span className="flex flex-wrap gap-x-4 text-xs text-muted">
        <span>
          {t('profit.fees')} <Usd amount={row.fees} />
        </span>
        {row.sold && (
          <span>
            {t('profit.result')} <Result result={row.result} sold={row.sold} />
          </span>
        )}
        <span>
          {t('profit.costs')} <Usd amount={row.costs} />
        </span>
      </span>
    </div>
  );
}

const dayText = (day: string) => formatDay(day, { year: 'numeric' });

/** A day without a sale shows a dash; an unknown result is named as unknown. */
function Result({ result, sold }: Pick<Profit, 'result' | 'sold'>) {
  if (!sold) return <span className="text-faint">–</span>;
  return <KnownUsd amount={result} className={result?.startsWith('-') ? 'text-rejected' : undefined} />;
}
