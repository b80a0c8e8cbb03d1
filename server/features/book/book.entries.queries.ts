import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import {
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
  type TransactionSender,
} from '#server/db/query.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { columnsOf, isNamed, subjectsOf, valueLists, type Columns, type Subjects } from './book.accounts.queries.ts';
import { bookAccounts, bookEntries, bookLines } from './book.tables.ts';

export type EntryRow = typeof bookEntries.$inferInsert;
export type NewLine = typeof bookLines.$inferInsert;

type Ids = Blanks<{ ids: readonly Id<'bookEntry'>[] }>;

const writtenEntries = manyOf(
  bookEntries,
  'id',
  'key',
  'kind',
  'subject',
  'orderId',
  'at',
  'bookedIn',
  'actorId',
  'reason',
  'reversalOf',
  'late',
  'signature',
);
const addEntries = sent((db: Drizzle, lists: ListsOf<typeof writtenEntries>) =>
  db.insert(bookEntries).select(writtenEntries.rowsOf(lists)),
);
const writtenLines = manyOf(bookLines, 'entryId', 'line', 'fromAccount', 'toAccount', 'unit', 'amount');
const addLines = sent((db: Drizzle, lists: ListsOf<typeof writtenLines>) =>
  db.insert(bookLines).select(writtenLines.rowsOf(lists)),
);

/** Writes entries with their lines. */
export async function insertEntries(
  tx: TransactionSender,
  entries: readonly EntryRow[],
  lines: readonly NewLine[],
): Promise<void> {
  await addEntries(tx, writtenEntries.listsOf(entries));
  await addLines(tx, writtenLines.listsOf(lines));
}

const undoneEntry = alias(bookEntries, 'undone');

const entryFields = {
  id: bookEntries.id,
  kind: bookEntries.kind,
  subject: bookEntries.subject,
  key: bookEntries.key,
  orderId: bookEntries.orderId,
  at: bookEntries.at,
  reversedBy: undoneEntry.id,
};
const entries = (db: Reads) =>
  db.select(entryFields).from(bookEntries).leftJoin(undoneEntry, eq(undoneEntry.reversalOf, bookEntries.id));

export type EntryKeyRow = RowOf<typeof entries>;

const entriesOfSubjects = rows((db: Reads, { kinds, subjects }: Subjects) =>
  entries(db)
    .where(
      and(
        sql`(${bookEntries.kind}, ${bookEntries.subject}) in (select * from ${valueLists(kinds, subjects)})`,
        isNull(bookEntries.reversalOf),
      ),
    )
    .orderBy(bookEntries.at, bookEntries.key),
);

/** The entries of an order that nothing undid, oldest first. */
export const listEntriesOfOrder = rows((db: Reads, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  entries(db)
    .where(and(eq(bookEntries.orderId, orderId), isNull(bookEntries.reversalOf), isNull(undoneEntry.id)))
    .orderBy(bookEntries.at, bookEntries.key),
);

const entriesFromAccounts = rows((db: Reads, names: Columns) =>
  db
    .selectDistinct(entryFields)
    .from(bookLines)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookLines.fromAccount))
    .innerJoin(bookEntries, eq(bookEntries.id, bookLines.entryId))
    .leftJoin(undoneEntry, eq(undoneEntry.reversalOf, bookEntries.id))
    .where(and(isNamed(names), isNull(bookEntries.reversalOf), isNull(undoneEntry.id)))
    .orderBy(bookEntries.at, bookEntries.key),
);

/** The entries that took from these accounts and that nothing undid, oldest first. */
export const listEntriesFrom = (db: Db, from: readonly Account[]) => entriesFromAccounts(db, columnsOf(from));

/** The entries of these postings, reversals left out, oldest first. */
export async function listEntriesOf(
  db: Db,
  postings: readonly { kind: string; subject: string }[],
): Promise<EntryKeyRow[]> {
  return entriesOfSubjects(db, subjectsOf(postings));
}

const fromAccount = alias(bookAccounts, 'from_account');
const toAccount = alias(bookAccounts, 'to_account');
const linesOf = rows((db: Reads, { ids }: Ids) =>
  db
    .select({
      entryId: bookLines.entryId,
      unit: bookLines.unit,
      amount: bookLines.amount,
      fromKind: fromAccount.kind,
      fromSubject: fromAccount.subject,
      toKind: toAccount.kind,
      toSubject: toAccount.subject,
    })
    .from(bookLines)
    .innerJoin(fromAccount, eq(fromAccount.id, bookLines.fromAccount))
    .innerJoin(toAccount, eq(toAccount.id, bookLines.toAccount))
    .where(isOneOf(bookLines.entryId, ids))
    .orderBy(bookLines.entryId, bookLines.line),
);

export type LineRow = { entryId: Id<'bookEntry'>; from: Account; to: Account; amount: string };

/** The lines of entries, in their order. */
export async function listLines(db: Db, entryIds: readonly Id<'bookEntry'>[]): Promise<LineRow[]> {
  const lineRows = await linesOf(db, { ids: entryIds });
  return lineRows.map(({ entryId, unit, amount, fromKind, fromSubject, toKind, toSubject }) => ({
    entryId,
    from: { kind: fromKind, subject: fromSubject, unit },
    to: { kind: toKind, subject: toSubject, unit },
    amount,
  }));
}

/** Entries as they are stored, to compare their signatures. */
export const findEntries = rows((db: Reads, { ids }: Ids) =>
  db.select().from(bookEntries).where(isOneOf(bookEntries.id, ids)),
);

/** Removes what members wrote of these orders; the entries stay. */
export const removeReasons = sent((db: Drizzle, { orderIds }: Blanks<{ orderIds: readonly Id<'order'>[] }>) =>
  db.update(bookEntries).set({ reason: null }).where(isOneOf(bookEntries.orderId, orderIds)),
);
