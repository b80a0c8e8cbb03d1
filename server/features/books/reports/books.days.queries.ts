import { and, desc, gte, lt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Drizzle, Reads } from '#server/db/query.ts';
import { bookDays } from '../books.tables.ts';

export type DayRow = typeof bookDays.$inferSelect;

const newest = (db: Reads) =>
  db
    .select()
    .from(bookDays)
    .where(lt(bookDays.day, sql.placeholder('before')))
    .orderBy(desc(bookDays.day))
    .limit(1);

/** The newest kept day before a day; undefined without one. */
export async function findStoredBefore(db: Db, before: string): Promise<DayRow | undefined> {
  const [row] = await db.ask(newest, { before });
  return row;
}

const between = (db: Reads) =>
  db
    .select({ day: bookDays.day, groups: bookDays.groups })
    .from(bookDays)
    .where(and(gte(bookDays.day, sql.placeholder('first')), lte(bookDays.day, sql.placeholder('last'))));

/** The kept days of a range, both included. */
export const readStoredDays = (db: Db, first: string, last: string): Promise<Pick<DayRow, 'day' | 'groups'>[]> =>
  db.ask(between, { first, last });

/** Keeps what a day came to. */
export async function insertDay(tx: Tx, row: DayRow): Promise<void> {
  await tx.insert(bookDays).values(row);
}

const since = (db: Drizzle) => db.delete(bookDays).where(gte(bookDays.day, sql.placeholder('first')));

/** Removes what a day and all later ones came to: it is added up again the next night. */
export async function removeDays(tx: Tx, first: string): Promise<void> {
  await tx.ask(since, { first });
}
