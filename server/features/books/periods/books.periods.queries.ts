import { and, asc, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { textOrNull } from '#server/db/columns.ts';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { bookPeriods } from '#server/features/book/book.periods.tables.ts';
import { bookEntries } from '#server/features/book/book.tables.ts';
import { users } from '#server/features/users/users.tables.ts';

const month = sql.placeholder('month');

const fields = {
  month: bookPeriods.month,
  closedAt: bookPeriods.closedAt,
  closedBy: bookPeriods.closedBy,
  closedByName: sql`${users.firstName} || ' ' || ${users.lastName}`.mapWith(textOrNull),
  entries: bookPeriods.entries,
  late: bookPeriods.late,
  totals: bookPeriods.totals,
  holdings: bookPeriods.holdings,
  sha256: bookPeriods.sha256,
  signature: bookPeriods.signature,
};

const periods = (db: Reads) => db.select(fields).from(bookPeriods).leftJoin(users, eq(users.id, bookPeriods.closedBy));
export type PeriodRow = Awaited<ReturnType<ReturnType<typeof periods>['execute']>>[number];

const one = (db: Reads) => periods(db).where(eq(bookPeriods.month, month));
const closedBefore = (db: Reads) =>
  periods(db)
    .where(and(isNotNull(bookPeriods.closedAt), lt(bookPeriods.month, month)))
    .orderBy(desc(bookPeriods.month))
    .limit(1);
const closed = (db: Reads) => periods(db).where(isNotNull(bookPeriods.closedAt)).orderBy(asc(bookPeriods.month));

/** A month that has a row; undefined while nothing was entered in it. */
export async function findPeriod(db: Db, name: string): Promise<PeriodRow | undefined> {
  const [row] = await db.ask(one, { month: name });
  return row;
}

/** The newest closed month before this one. */
export async function findClosedBefore(db: Db, name: string): Promise<PeriodRow | undefined> {
  const [row] = await db.ask(closedBefore, { month: name });
  return row;
}

/** All closed months, oldest first. */
export const readClosed = (db: Db): Promise<PeriodRow[]> => db.ask(closed);

const first = (db: Reads) =>
  db
    .select({ month: bookEntries.bookedIn })
    .from(bookEntries)
    .orderBy(asc(bookEntries.bookedIn), asc(bookEntries.at), asc(bookEntries.id))
    .limit(1);

/** The month of the oldest entry; undefined while there is none. */
export async function findFirstMonth(db: Db): Promise<string | undefined> {
  const [row] = await db.ask(first);
  return row?.month;
}
