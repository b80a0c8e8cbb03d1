import type { Db, Tx } from '#server/db/connection.ts';
import { lockMonth, monthAfter, monthOf } from '#server/features/book/book.periods.service.ts';
import type { Platform } from '#server/platform.ts';
import { entryKinds, type EntryKind } from '#shared/book/book.accounts.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { bookedDay } from '../books.days.ts';
import { dayAfter, dayOf, startOf } from '../books.months.ts';
import { streamEntries, type ValuedEntry } from '../journal/books.entries.ts';
import { findClosedBefore, findFirstMonth } from '../periods/books.periods.queries.ts';
import { closedHoldings, parseHoldings } from '../periods/books.totals.ts';
import { readMoves, type SumRow } from './books.accounts.queries.ts';
import { addedUp, balancesFrom } from './books.balances.ts';
import { findStoredBefore, insertDay } from './books.days.queries.ts';
import { GroupSums, storedOf } from './books.groups.ts';
import { holdingKinds, HoldingsReader, storedHoldings } from './books.holdings.ts';

/** These entries only move coins and money of customers, and never a fee or a cost. */
const withoutProfit = new Set<EntryKind>([
  'transfer.arrived',
  'claim',
  'stated',
  'refund.due',
  'refund.cancelled',
  'attempt.made',
  'attempt.void',
  'attempt.sent',
  'order.ended',
  'kept',
]);
export const profitKinds = entryKinds.filter((kind) => !withoutProfit.has(kind));

/** Returns a reader of holdings that has read every entry before this month. */
export async function holdingsBefore(db: Db, month: string): Promise<HoldingsReader> {
  const closedPeriod = await findClosedBefore(db, { month });
  const reader = new HoldingsReader(closedPeriod && closedHoldings(closedPeriod));
  const firstMonth = closedPeriod ? monthAfter(closedPeriod.month) : await findFirstMonth(db);
  if (firstMonth === undefined || firstMonth >= month) return reader;
  for await (const entries of streamEntries(db, { first: firstMonth, before: month, kinds: holdingKinds }))
    for (const entry of entries) reader.pass(entry);
  return reader;
}

/**
 * Returns a reader that has read the entries before the last stored day that is no later than the given one, and that
 * day.
 */
export async function readerUntil(db: Db, day: string): Promise<{ reader: HoldingsReader; next: string }> {
  const storedDay = await findStoredBefore(db, { before: day });
  if (storedDay)
    return { reader: new HoldingsReader(parseHoldings(storedDay.holdings)), next: dayAfter(storedDay.day) };
  const month = monthOf(startOf(day));
  return { reader: await holdingsBefore(db, month), next: `${month}-01` };
}

/** Streams the entries from a day up to another day, a chunk at a time. */
export async function* entriesFrom(
  db: Db,
  { first, last, kinds }: { first: string; last: string; kinds: readonly EntryKind[] },
): AsyncGenerator<ValuedEntry[]> {
  // A late entry is on the first day of its month, and has an earlier time.
  const since = first.endsWith('-01') ? {} : { since: startOf(first) };
  const month = monthOf(startOf(first));
  const lastMonth = monthOf(startOf(last));
  for await (const entries of streamEntries(db, { first: month, ...since, before: monthAfter(lastMonth), kinds })) {
    const ownEntries = entries.filter((entry) => dayOfEntry(entry) <= last);
    yield ownEntries;
    if (ownEntries.length < entries.length) return;
  }
}

/** Returns the day on which an entry is booked. */
export const dayOfEntry = (entry: ValuedEntry): string => bookedDay({ ...entry, at: entry.at.toISOString() });

/** The balances at the end of a day: those of the newest stored day before it, and the moves since. */
async function balancesUntil(db: Db, day: string): Promise<SumRow[]> {
  const storedDay = await findStoredBefore(db, { before: day });
  const nextDay = dayAfter(day);
  const since = { fromDay: storedDay && dayAfter(storedDay.day), before: startOf(nextDay) };
  return addedUp([...(storedDay ? balancesFrom(storedDay.balances) : []), ...(await readMoves(db, since, nextDay))]);
}

/** Reads the balances by the entries that happened before a moment. */
export async function balancesBefore(db: Db, before: Date): Promise<SumRow[]> {
  const storedDay = await findStoredBefore(db, { before: dayOf(before) });
  const moves = await readMoves(db, { fromDay: storedDay && dayAfter(storedDay.day), before });
  return addedUp([...(storedDay ? balancesFrom(storedDay.balances) : []), ...moves]);
}

/** Sums and stores each past day that is not stored yet, oldest first. */
export async function storeDays({ db, inTx, now }: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
  // Blocks are read a little after their own time.
  const end = dayOf(new Date(now().getTime() - hourMs));
  const firstMonth = await findFirstMonth(db);
  if (firstMonth === undefined) return;
  const storedDay = await findStoredBefore(db, { before: end });
  for (let day = storedDay ? dayAfter(storedDay.day) : `${firstMonth}-01`; day < end; day = dayAfter(day))
    await inTx((tx) => storeDay(tx, day));
}

/** Adds up a day while nothing can be entered in its month; a day without entries is not stored. */
async function storeDay(tx: Tx, day: string): Promise<void> {
  await lockMonth(tx, monthOf(startOf(day)));
  const { reader, next } = await readerUntil(tx, day);
  const sums = new GroupSums();
  let isEmpty = true;
  for await (const entries of entriesFrom(tx, { first: next, last: day, kinds: profitKinds })) {
    for (const entry of entries) {
      const disposal = reader.pass(entry);
      if (dayOfEntry(entry) < day) continue;
      sums.addEntry(entry, day, disposal);
      isEmpty = false;
    }
  }
  if (isEmpty) return;
  const balances = await balancesUntil(tx, day);
  await insertDay(tx, { day, balances, holdings: storedHoldings(reader.holdings), groups: storedOf(sums) });
}
