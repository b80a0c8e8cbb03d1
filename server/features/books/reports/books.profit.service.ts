import type { Db } from '#server/db/connection.ts';
import type { Platform } from '#server/platform.ts';
import type { listProfit } from '#shared/books/books.contract.ts';
import type { QueryOf, ResultOf } from '#shared/kernel/endpoint.ts';
import { dayAfter, dayOf } from '../books.months.ts';
import { baseText } from '../books.values.ts';
import { findFirstMonth } from '../periods/books.periods.queries.ts';
import { findStoredBefore, readStoredDays } from './books.days.queries.ts';
import { dayOfEntry, entriesFrom, profitKinds, readerUntil } from './books.days.service.ts';
import { addStored, GroupSums } from './books.groups.ts';

/** Fees, results and costs of a range of days by day, coin or currency. A late entry counts on the day it is on. */
export async function readProfit(
  { reports, now }: Pick<Platform, 'reports' | 'now'>,
  { from, to = dayOf(now()), by }: QueryOf<typeof listProfit>,
): Promise<ResultOf<typeof listProfit>> {
  const db = await reports.db();
  const firstMonth = await findFirstMonth(db);
  if (firstMonth === undefined) return [];
  const sums = await sumsOf(db, { first: from ?? `${firstMonth}-01`, last: to });
  return [...sums.of(by)]
    .toSorted(([key], [other]) => key.localeCompare(other))
    .map(([key, { fees, result, costs }]) => ({
      key,
      fees: baseText(fees),
      result: result === undefined ? null : baseText(result),
      sold: result !== undefined,
      costs: baseText(costs),
    }));
}

/** Sums the stored days, and the entries after the newest of them. */
async function sumsOf(db: Db, { first, last }: { first: string; last: string }): Promise<GroupSums> {
  const sums = new GroupSums();
  const storedDay = await findStoredBefore(db, { before: dayAfter(last) });
  if (storedDay && storedDay.day >= first)
    for (const { day, groups } of await readStoredDays(db, { first, last: storedDay.day }))
      addStored(sums, day, groups);
  const { reader, next } = await readerUntil(db, storedDay ? dayAfter(storedDay.day) : first);
  for await (const entries of entriesFrom(db, { first: next, last, kinds: profitKinds })) {
    for (const entry of entries) {
      const disposal = reader.pass(entry);
      const day = dayOfEntry(entry);
      if (day >= first) sums.addEntry(entry, day, disposal);
    }
  }
  return sums;
}
