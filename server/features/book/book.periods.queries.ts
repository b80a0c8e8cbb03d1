import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { first, isOneOf, one, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { bookPeriods } from './book.periods.tables.ts';

type Months = Blanks<{ months: readonly string[] }>;
const fields = { month: bookPeriods.month, closedAt: bookPeriods.closedAt };

const lockMonths = rows((db: Drizzle, { months }: Months) =>
  db
    .select(fields)
    .from(bookPeriods)
    .where(isOneOf(bookPeriods.month, months))
    .orderBy(bookPeriods.month)
    .for('key share'),
);

/** Locks the open months among these, so that none is closed before the transaction ends; returns them. */
export async function holdOpen(tx: Tx, months: readonly string[]): Promise<string[]> {
  const openMonths = await lockMonths(tx, { months });
  return openMonths.filter(({ closedAt }) => closedAt === null).map(({ month }) => month);
}

/** Inserts the missing months. */
export const addPeriods = sent((db: Drizzle, { months }: Months) =>
  db
    .insert(bookPeriods)
    .select(
      sql`select g.month, null::timestamptz, null::uuid, null::integer, null::integer, null::jsonb, null::jsonb, null, null, null::bytea
        from unnest(${months}::text[]) as g (month) order by 1`,
    )
    .onConflictDoNothing(),
);

const findNewestClosed = first((db: Reads) =>
  db
    .select({ month: bookPeriods.month })
    .from(bookPeriods)
    .where(isNotNull(bookPeriods.closedAt))
    .orderBy(desc(bookPeriods.month))
    .limit(1),
);

/** The newest closed month; undefined while none is. */
export const newestClosedMonth = async (db: Db): Promise<string | undefined> => (await findNewestClosed(db))?.month;

/**
 * Waits for every transaction that has locked this month as open, and keeps others from it until the transaction ends.
 */
export const lockPeriod = one((db: Drizzle, { month }: Blanks<{ month: string }>) =>
  db.select(fields).from(bookPeriods).where(eq(bookPeriods.month, month)).for('update'),
);

export type PeriodChange = Required<Omit<typeof bookPeriods.$inferInsert, 'month'>>;

/** Stores the values that a month is closed with; all of them null where it is opened again. */
export async function updatePeriod(tx: Tx, month: string, change: PeriodChange): Promise<void> {
  await tx.update(bookPeriods).set(change).where(eq(bookPeriods.month, month));
}
