import {
  dayOf,
  daysBefore,
  readAllTime,
  readBreakdown,
  readDays,
  readFees,
  readMedians,
  readSnapshot,
  type DayFee,
  type DayMedian,
  type DayOrderStat,
  type OrderStat,
  type ShareStat,
} from '#server/features/orders/stats/orders.stats.service.ts';
import type { Platform } from '#server/platform.ts';

/** All that the charts and cards of a span are computed from. */
export type SpanStats = {
  totals: readonly OrderStat[];
  byDay: readonly DayOrderStat[];
  breakdown: readonly ShareStat[];
  fees: readonly DayFee[];
  medians: readonly DayMedian[];
};

type CachedStats = { state: string; stats: SpanStats };

const caches = new WeakMap<object, Map<number, CachedStats>>();

/** The stats of the last days, from memory while nothing at all was written since they were read. */
export async function spanStatsOf({ db, now }: Pick<Platform, 'db' | 'now'>, days: number): Promise<SpanStats> {
  const at = now();
  const cache = caches.get(db) ?? new Map<number, CachedStats>();
  caches.set(db, cache);
  // Before the stats: what changes in between makes the state older than they are, never newer.
  const state = `${dayOf(at)} ${await readSnapshot(db)}`;
  const known = cache.get(days);
  if (known?.state === state) return known.stats;
  const from = daysBefore(at, days - 1);
  const [totals, byDay, breakdown, fees, medians] = await Promise.all([
    readAllTime(db),
    // The cards compare the span with the one before.
    readDays(db, daysBefore(at, 2 * days)),
    readBreakdown(db, from),
    readFees(db, from, dayOf(at)),
    readMedians(db, from, dayOf(at)),
  ]);
  const stats = { totals, byDay, breakdown, fees, medians };
  cache.set(days, { state, stats });
  return stats;
}
