import { and, desc, gte, lt, lte } from 'drizzle-orm';
import { first, rowOf, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { bookDays } from '../books.tables.ts';

/** The newest stored day before a day; undefined without one. */
export const findStoredBefore = first((db: Reads, { before }: Blanks<{ before: string }>) =>
  db.select().from(bookDays).where(lt(bookDays.day, before)).orderBy(desc(bookDays.day)).limit(1),
);

/** The stored days of a range, both ends included. */
export const readStoredDays = rows((db: Reads, range: Blanks<{ first: string; last: string }>) =>
  db
    .select({ day: bookDays.day, groups: bookDays.groups })
    .from(bookDays)
    .where(and(gte(bookDays.day, range.first), lte(bookDays.day, range.last))),
);

/** Stores the totals of a day. */
export const insertDay = sent((db: Drizzle, row: Blanks<typeof bookDays.$inferSelect>) =>
  db.insert(bookDays).values(rowOf(bookDays, row)),
);

/** Deletes the totals of a day and of all later days; the next night computes them again. */
export const removeDays = sent((db: Drizzle, from: Blanks<{ first: string }>) =>
  db.delete(bookDays).where(gte(bookDays.day, from.first)),
);
