import type { Tx } from '#server/db/connection.ts';
import { addPeriods, holdOpen, newestClosedMonth } from './book.periods.queries.ts';

/** The UTC month of a moment, as 2026-11. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The month that follows. */
export function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return monthOf(next);
}

const maxTries = 5;

/**
 * The month in whose books what happened in each of these is entered: its own, or the first after the newest closed one.
 * Each is held open until the transaction ends: who closes it waits, or was waited for.
 */
export async function holdMonths(tx: Tx, months: readonly string[]): Promise<(month: string) => string> {
  const own = [...new Set(months)].toSorted();
  if ((await holdOpen(tx, own)).length === own.length) return (month) => month;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const closed = await newestClosedMonth(tx);
    const bookedIn = (month: string) => (closed !== undefined && month <= closed ? monthAfter(closed) : month);
    const wanted = [...new Set(own.map(bookedIn))].toSorted();
    await addPeriods(tx, wanted);
    // One that was closed while this waited is closed now: the next one then.
    if ((await holdOpen(tx, wanted)).length === wanted.length) return bookedIn;
  }
  throw new Error(`No open month was found for ${own.join(', ')}.`);
}
