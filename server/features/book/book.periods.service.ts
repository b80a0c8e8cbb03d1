import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow, type SignedRow } from '#server/db/signing/signed-rows.ts';
import { remembered } from '#server/lib/remembered.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { addPeriods, holdOpen, lockPeriod, newestClosedMonth, updatePeriod } from './book.periods.queries.ts';

export { newestClosedMonth } from './book.periods.queries.ts';

/** The UTC month of a moment, as 2026-11. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** Returns the month after this one. */
export function monthAfter(month: string): string {
  const nextMonth = new Date(`${month}-01T00:00:00Z`);
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1);
  return monthOf(nextMonth);
}

const maxAttempts = 5;

/** The open months that a transaction holds until it ends. */
const heldPeriods = new WeakMap<Tx, Set<string>>();

/**
 * Returns, for each of these months, the month that its entries are booked in: the month itself, or the first one after
 * the newest closed month. Locks each month until the transaction ends, so that a closing waits for this transaction or
 * this one for the closing.
 */
export async function holdMonths(tx: Tx, months: readonly string[]): Promise<(month: string) => string> {
  const ownMonths = [...new Set(months)].toSorted();
  const lockedMonths = remembered(heldPeriods, tx, () => new Set<string>());
  if (ownMonths.every((month) => lockedMonths.has(month))) return (month) => month;
  if ((await holdOpen(tx, ownMonths)).length === ownMonths.length) {
    for (const month of ownMonths) lockedMonths.add(month);
    return (month) => month;
  }
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const closedMonth = await newestClosedMonth(tx);
    const bookedIn = (month: string) =>
      closedMonth !== undefined && month <= closedMonth ? monthAfter(closedMonth) : month;
    const bookedMonths = [...new Set(ownMonths.map(bookedIn))].toSorted();
    await addPeriods(tx, { months: bookedMonths });
    // A month that was closed while this transaction waited is closed now: the entries then go into the next one.
    if ((await holdOpen(tx, bookedMonths)).length === bookedMonths.length) return bookedIn;
  }
  throw new Error(`No open month was found for ${ownMonths.join(', ')}.`);
}

/** Locks a month against all who would enter something in it, until the transaction ends; says when it was closed. */
export async function lockMonth(tx: Tx, month: string): Promise<{ closedAt: Date | null }> {
  await addPeriods(tx, { months: [month] });
  return lockPeriod(tx, { month });
}

/** The sums, the member and the digest that a month is closed with. */
export type MonthClosing = {
  closedAt: Date;
  closedBy: Id<'user'>;
  entries: number;
  late: number;
  totals: unknown;
  holdings: unknown;
  sha256: string;
  reason: string | null;
};

/** Closes a month that lockMonth holds. */
export async function closeMonth(tx: Tx, month: string, closing: MonthClosing): Promise<void> {
  const signature = signRow(signedTables.bookPeriod, { month, ...closing });
  await updatePeriod(tx, month, { ...closing, signature });
}

/** Opens a closed month again. */
export async function openMonth(tx: Tx, month: string): Promise<void> {
  const openFields = { closedAt: null, closedBy: null, entries: null, late: null, totals: null, holdings: null };
  await updatePeriod(tx, month, { ...openFields, sha256: null, reason: null, signature: null });
}

/** True if the product itself closed a month with these sums. */
export const isOwnClosing = (row: SignedRow<typeof signedTables.bookPeriod>): boolean =>
  isSignedRow(signedTables.bookPeriod, row);
