import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { first, isOneOf, rowOf, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { bookEntries } from '#server/features/book/book.tables.ts';
import { statementLines } from '#server/features/payouts/payouts.statements.tables.ts';
import { deskAccounts } from '#server/features/payouts/payouts.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { bookRates } from '../books.tables.ts';

type ById = Blanks<{ id: Id<'bookEntry'> }>;

const listCurrencies = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'deskAccount'>[] }>) =>
  db
    .select({ id: deskAccounts.id, currency: deskAccounts.currency })
    .from(deskAccounts)
    .where(isOneOf(deskAccounts.id, ids)),
);

/** The currencies of accounts of the business, by their ids; unknown ids are missing. */
export async function currenciesOf(db: Db, ids: readonly Id<'deskAccount'>[]): Promise<Map<string, string>> {
  return new Map((await listCurrencies(db, { ids })).map(({ id, currency }) => [id, currency]));
}

const ofLine = (db: Drizzle) =>
  db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(sql`${statementLines.id}::text = ${bookEntries.subject}`);

/** Locks an entry, so that two members cannot both undo it. */
export const lockEntry = first((db: Drizzle, { id }: ById) =>
  db
    .select({
      kind: bookEntries.kind,
      subject: bookEntries.subject,
      at: bookEntries.at,
      bookedIn: bookEntries.bookedIn,
      reversalOf: bookEntries.reversalOf,
      /** True for a bank's fee from a line of a statement: it is undone with the line. */
      isOfLine: sql`exists ${ofLine(db)}`.mapWith(Boolean),
    })
    .from(bookEntries)
    .where(eq(bookEntries.id, id))
    .for('update', { of: bookEntries }),
);
export type EntryRow = NonNullable<Awaited<ReturnType<typeof lockEntry>>>;

/** The entry of a key; undefined without one. */
export const findByKey = first((db: Reads, { key }: Blanks<{ key: string }>) =>
  db.select({ id: bookEntries.id, late: bookEntries.late }).from(bookEntries).where(eq(bookEntries.key, key)),
);

/** The entry that undid this one; undefined while none did. */
export const findReversal = first((db: Reads, { id }: ById) =>
  db.select({ id: bookEntries.id }).from(bookEntries).where(eq(bookEntries.reversalOf, id)),
);

/** Stores the value of one unit on a day; replaces an earlier one. */
export const writeRate = sent((db: Drizzle, rate: Blanks<typeof bookRates.$inferSelect>) =>
  db
    .insert(bookRates)
    .values(rowOf(bookRates, rate))
    .onConflictDoUpdate({
      target: [bookRates.day, bookRates.unit],
      set: {
        rate: sql`excluded.rate`,
        setBy: sql`excluded.set_by`,
        setAt: sql`excluded.set_at`,
        note: sql`excluded.note`,
      },
    }),
);
