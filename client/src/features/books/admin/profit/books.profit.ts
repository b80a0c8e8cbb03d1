import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { Profit } from '../../books.queries.ts';
import { today } from '../books.days.ts';

type Sums = Omit<Profit, 'key'>;

/** The sum of all rows. Its result is null where nothing was sold, and where the result of one sale is unknown. */
export function totalOf(rows: readonly Sums[]): Sums {
  const sum = (values: readonly (string | null)[]) =>
    values.includes(null) ? null : toText(values.reduce((all, value) => all.plus(decimal(value ?? '0')), zero));
  const soldRows = rows.filter(({ sold }) => sold);
  return {
    fees: sum(rows.map(({ fees }) => fees)),
    result: soldRows.length > 0 ? sum(soldRows.map(({ result }) => result)) : null,
    sold: soldRows.length > 0,
    costs: sum(rows.map(({ costs }) => costs)),
  };
}

/** Fees and results less the costs; null where a rate is missing, or coins were sold for an unknown result. */
export function profitOf({ fees, result, sold, costs }: Sums): string | null {
  if (fees === null || costs === null || (sold && result === null)) return null;
  return toText(
    decimal(fees)
      .plus(decimal(result ?? '0'))
      .minus(decimal(costs)),
  );
}

/** Rows whose profit is known, from the largest to the smallest. */
export function byProfit(rows: readonly Profit[]): { key: string; profit: string }[] {
  return rows
    .flatMap((row) => {
      const profit = profitOf(row);
      return profit === null ? [] : [{ key: row.key, profit }];
    })
    .toSorted((a, b) => decimal(b.profit).cmp(decimal(a.profit)));
}

export interface DayPeriod {
  from: string | undefined;
  to: string | undefined;
}

/** The first day of the month that lies this many months before the present one. */
function monthStart(monthsBack: number): string {
  const [year = 0, month = 1] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 10);
}

const dayBefore = (day: string) => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/** The present month, the one before, and the present year, each until today at most. */
export function usualPeriods(): Record<'month' | 'lastMonth' | 'year', DayPeriod> {
  const month = monthStart(0);
  return {
    month: { from: month, to: today() },
    lastMonth: { from: monthStart(1), to: dayBefore(month) },
    year: { from: `${month.slice(0, 4)}-01-01`, to: today() },
  };
}
