import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Drizzle, Reads } from '#server/db/query.ts';
import { bookEntries } from '#server/features/book/book.tables.ts';
import { statementLines } from '#server/features/payouts/payouts.statements.tables.ts';
import { deskAccounts } from '#server/features/payouts/payouts.tables.ts';
import { bookRates } from '../books.tables.ts';

const currencies = (db: Reads) =>
  db
    .select({ id: deskAccounts.id, currency: deskAccounts.currency })
    .from(deskAccounts)
    .where(sql`${deskAccounts.id} = any(${sql.placeholder('ids')}::uuid[])`);

/** The currencies of accounts of the business, by their ids; those that there are not are left out. */
export async function currenciesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await db.ask(currencies, { ids })).map(({ id, currency }) => [id, currency]));
}

const ofLine = (db: Drizzle) =>
  db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(sql`${statementLines.id}::text = ${bookEntries.subject}`);

const locked = (db: Drizzle) =>
  db
    .select({
      kind: bookEntries.kind,
      subject: bookEntries.subject,
      at: bookEntries.at,
      bookedIn: bookEntries.bookedIn,
      reversalOf: bookEntries.reversalOf,
      /** True for what the bank took, as a line of a statement says: it is undone with the line. */
      isOfLine: sql`exists ${ofLine(db)}`.mapWith(Boolean),
    })
    .from(bookEntries)
    .where(eq(bookEntries.id, sql.placeholder('id')))
    .for('update', { of: bookEntries });
export type EntryRow = Awaited<ReturnType<ReturnType<typeof locked>['execute']>>[number];

/** Locks an entry, so that two members cannot both undo it. */
export async function lockEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const [row] = await tx.ask(locked, { id });
  return row;
}

const byKey = (db: Reads) =>
  db
    .select({ id: bookEntries.id, late: bookEntries.late })
    .from(bookEntries)
    .where(eq(bookEntries.key, sql.placeholder('key')));

/** The entry of a key; undefined without one. */
export async function findByKey(db: Db, key: string): Promise<{ id: string; late: boolean } | undefined> {
  const [row] = await db.ask(byKey, { key });
  return row;
}

const reversing = (db: Reads) =>
  db
    .select({ id: bookEntries.id })
    .from(bookEntries)
    .where(eq(bookEntries.reversalOf, sql.placeholder('id')));

/** The id of the entry that undid this one; undefined while none did. */
export async function findReversal(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.ask(reversing, { id });
  return row?.id;
}

const setRate = (db: Drizzle) =>
  db
    .insert(bookRates)
    .values({
      day: sql.placeholder('day'),
      unit: sql.placeholder('unit'),
      rate: sql.placeholder('rate'),
      setBy: sql.placeholder('setBy'),
      setAt: sql.placeholder('setAt'),
      note: sql.placeholder('note'),
    })
    .onConflictDoUpdate({
      target: [bookRates.day, bookRates.unit],
      set: {
        rate: sql`excluded.rate`,
        setBy: sql`excluded.set_by`,
        setAt: sql`excluded.set_at`,
        note: sql`excluded.note`,
      },
    });

/** Stores what one unit was worth on a day; one that is there is replaced. */
export async function writeRate(tx: Tx, rate: typeof bookRates.$inferInsert): Promise<void> {
  await tx.ask(setRate, rate);
}
