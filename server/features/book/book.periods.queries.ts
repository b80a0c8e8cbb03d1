import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Drizzle, Reads } from '#server/db/query.ts';
import { bookPeriods } from './book.periods.tables.ts';

const months = sql`${sql.placeholder('months')}::text[]`;

const lockMonths = (db: Drizzle) =>
  db
    .select({ month: bookPeriods.month, closedAt: bookPeriods.closedAt })
    .from(bookPeriods)
    .where(sql`${bookPeriods.month} = any(${months})`)
    .orderBy(bookPeriods.month)
    .for('key share');

const addMonths = (db: Drizzle) =>
  db
    .insert(bookPeriods)
    .select(
      sql`select g.month, null::timestamptz, null::uuid, null::integer, null::integer, null::jsonb, null::jsonb, null, null, null::bytea
        from unnest(${months}) as g (month) order by 1`,
    )
    .onConflictDoNothing();

const newestClosed = (db: Reads) =>
  db
    .select({ month: bookPeriods.month })
    .from(bookPeriods)
    .where(isNotNull(bookPeriods.closedAt))
    .orderBy(desc(bookPeriods.month))
    .limit(1);

/** Those of these months that are there and open, held open until the transaction ends: closing one waits for it. */
export async function holdOpen(tx: Tx, wanted: readonly string[]): Promise<string[]> {
  const rows = await tx.ask(lockMonths, { months: wanted });
  return rows.filter(({ closedAt }) => closedAt === null).map(({ month }) => month);
}

/** Adds months that are not there. */
export async function addPeriods(tx: Tx, wanted: readonly string[]): Promise<void> {
  await tx.ask(addMonths, { months: wanted });
}

/** The newest closed month; undefined while none is. */
export async function newestClosedMonth(db: Db): Promise<string | undefined> {
  const [row] = await db.ask(newestClosed);
  return row?.month;
}

const lockOne = (db: Drizzle) =>
  db
    .select({ month: bookPeriods.month, closedAt: bookPeriods.closedAt })
    .from(bookPeriods)
    .where(eq(bookPeriods.month, sql.placeholder('month')))
    .for('update');

/** Waits for all who hold this month open, and keeps others from it until the transaction ends. */
export async function lockPeriod(tx: Tx, month: string): Promise<{ closedAt: Date | null }> {
  const [row] = await tx.ask(lockOne, { month });
  return { closedAt: row?.closedAt ?? null };
}

export type PeriodChange = Required<Omit<typeof bookPeriods.$inferInsert, 'month'>>;

/** Stores the values that a month is closed with; all of them null where it is opened again. */
export async function updatePeriod(tx: Tx, month: string, change: PeriodChange): Promise<void> {
  await tx.update(bookPeriods).set(change).where(eq(bookPeriods.month, month));
}
