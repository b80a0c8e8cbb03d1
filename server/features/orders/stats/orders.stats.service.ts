import type { Platform } from '#server/platform.ts';
import { dayMs, minuteMs } from '#shared/reference/units-of-time.ts';
import * as queries from './orders.stats.queries.ts';

export { readDue } from './orders.stats.queries.ts';
export type {
  DayFee,
  DayMedian,
  DueAmount,
  OrderStat,
  PaidDay,
  PeriodStat,
  ShareStat,
} from './orders.stats.queries.ts';

/** The longest span any chart shows. */
const chartDays = 90;
/** Decisions bear the time of the process that makes them, and are committed a moment later. */
const commitDelayMs = 10 * minuteMs;

/** The day of a moment, in UTC. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Returns the day that is this many times 24 hours before a moment. */
export const daysBefore = (at: Date, days: number) => dayOf(new Date(at.getTime() - days * dayMs));

/** Adds the order changes since the last run to the daily sums, and stores the medians of past days. */
export async function updateOrderStats({ inTx, now }: Pick<Platform, 'inTx' | 'now'>): Promise<void> {
  await inTx((tx) => queries.foldChanges(tx));
  const committedUntil = new Date(now().getTime() - commitDelayMs);
  await inTx((tx) =>
    queries.insertMedians(tx, { from: daysBefore(committedUntil, chartDays), to: daysBefore(committedUntil, 1) }),
  );
}

/** Reads the rows from which the charts and cards of the `days` that end with `at` are computed. */
export async function readSpan({ db }: Pick<Platform, 'db'>, at: Date, days: number) {
  const from = daysBefore(at, days - 1);
  const [periods, paidDays, breakdown, fees, medians] = await Promise.all([
    // The cards compare the span with the one before.
    queries.readPeriods(db, { from, beforeFrom: daysBefore(at, 2 * days - 1) }),
    queries.readPaidDays(db, { from }),
    queries.readBreakdown(db, { from }),
    queries.readFees(db, { from, to: dayOf(at) }),
    queries.readMedians(db, { from, to: dayOf(at) }),
  ]);
  return { periods, paid: paidDays, breakdown, fees, medians };
}
