import { and, asc, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { first, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { bookPeriods } from '#server/features/book/book.periods.tables.ts';
import { bookEntries } from '#server/features/book/book.tables.ts';
import { users } from '#server/features/users/users.tables.ts';

type MonthValue = Blanks<{ month: string }>;

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
export type PeriodRow = RowOf<typeof periods>;

/** A month that has a row; undefined while nothing was entered in it. */
export const findPeriod = first((db: Reads, { month }: MonthValue) => periods(db).where(eq(bookPeriods.month, month)));

/** The newest closed month before this one. */
export const findClosedBefore = first((db: Reads, { month }: MonthValue) =>
  periods(db)
    .where(and(isNotNull(bookPeriods.closedAt), lt(bookPeriods.month, month)))
    .orderBy(desc(bookPeriods.month))
    .limit(1),
);

/** All closed months, oldest first. */
export const readClosed = rows((db: Reads) =>
  periods(db).where(isNotNull(bookPeriods.closedAt)).orderBy(asc(bookPeriods.month)),
);

const findFirst = first((db: Reads) =>
  db
    .select({ month: bookEntries.bookedIn })
    .from(bookEntries)
    .orderBy(asc(bookEntries.bookedIn), asc(bookEntries.at), asc(bookEntries.id))
    .limit(1),
);

/** The month of the oldest entry; undefined while there is none. */
export const findFirstMonth = async (db: Db): Promise<string | undefined> => (await findFirst(db))?.month;
