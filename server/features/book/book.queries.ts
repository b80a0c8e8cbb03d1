import { and, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
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
import { isGuarded, type Account } from '#shared/book/book.accounts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { bookAccounts, bookBalances, bookEntries, bookLines } from './book.tables.ts';

export type NamedAccount = Account & { id: Id<'bookAccount'> };
export type EntryRow = typeof bookEntries.$inferInsert;
export type NewLine = typeof bookLines.$inferInsert;

type Ids<Kind extends 'bookAccount' | 'bookEntry'> = Blanks<{ ids: readonly Id<Kind>[] }>;

/** Columns of rows that are sent as one array each. */
const columnsOf = (accounts: readonly Account[]) => ({
  ...subjectsOf(accounts),
  units: accounts.map(({ unit }) => unit),
});
const subjectsOf = (accounts: readonly { kind: string; subject: string }[]) => ({
  kinds: accounts.map(({ kind }) => kind),
  subjects: accounts.map(({ subject }) => subject),
});
type Columns = Blanks<ReturnType<typeof columnsOf>>;
type Subjects = Blanks<ReturnType<typeof subjectsOf>>;

/** Rows of text columns from one array each: `given(kinds, subjects, units)`. */
const valueLists = (...lists: readonly Placeholder[]): SQL => {
  const arrays = lists.map((list) => sql`${list}::text[]`);
  return sql`unnest(${sql.join(arrays, sql`, `)})`;
};

const { kind, subject, unit } = bookAccounts;
const accountFields = { id: bookAccounts.id, kind, subject, unit };
const isNamed = ({ kinds, subjects, units }: Columns) =>
  sql`(${kind}, ${subject}, ${unit}) in (select * from ${valueLists(kinds, subjects, units)})`;

const listAccounts = rows((db: Reads, names: Columns) =>
  db.select(accountFields).from(bookAccounts).where(isNamed(names)),
);

type NewAccounts = Columns & Blanks<{ guarded: boolean[] }>;
const open = rows((db: Drizzle, { kinds, subjects, units, guarded }: NewAccounts) => {
  const addedAccounts = db.$with('added').as(
    db
      .insert(bookAccounts)
      .select(
        sql`select gen_random_uuid(), g.kind, g.subject, g.unit, g.guarded from unnest(${kinds}::text[], ${subjects}::text[],
          ${units}::text[], ${guarded}::boolean[]) as g (kind, subject, unit, guarded) order by 2, 3, 4`,
      )
      .onConflictDoNothing()
      .returning(),
  );
  const addedBalances = db
    .$with('begun')
    .as(db.insert(bookBalances).select(sql`select id, guarded, 0, 0 from ${addedAccounts} order by id`));
  const { id, kind, subject, unit } = addedAccounts;
  const openedAccounts = db
    .select(accountFields)
    .from(bookAccounts)
    .where(isNamed({ kinds, subjects, units }))
    .unionAll(db.select({ id, kind, subject, unit }).from(addedAccounts))
    .as('opened');
  return db.with(addedAccounts, addedBalances).select().from(openedAccounts);
});

/** Returns the accounts of these names with their balances; creates missing ones with a balance of zero. */
export async function openAccounts(tx: Tx, accounts: readonly Account[]): Promise<NamedAccount[]> {
  const names = columnsOf(accounts);
  const openedAccounts = await open(tx, { ...names, guarded: accounts.map(isGuarded) });
  // Another transaction inserted one at the same time: this query waited for it, and the next query sees it.
  return openedAccounts.length === accounts.length ? openedAccounts : listAccounts(tx, names);
}

const balances = (db: Reads) =>
  db
    .select({ ...accountFields, amount: bookBalances.amount })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId));
export type HeldAccount = RowOf<typeof balances>;

/** Locks balances: guarded ones in the order of their names, the others in that of their ids. */
export const lockBalances = rows((db: Drizzle, { ids }: Ids<'bookAccount'>) =>
  balances(db)
    .where(isOneOf(bookBalances.accountId, ids))
    .orderBy(kind, subject, unit)
    .for('update', { of: bookBalances }),
);

type BalanceChanges = { ids: string[]; amounts: string[] };
const movesOf = (moves: ReadonlyMap<string, string>): BalanceChanges => ({
  ids: [...moves.keys()],
  amounts: [...moves.values()],
});

const balanceChangesOf = ({ ids, amounts }: Blanks<BalanceChanges>) =>
  [
    { amount: sql`${bookBalances.amount} + moved.by`, version: sql`${bookBalances.version} + 1` },
    sql`unnest(${ids}::uuid[], ${amounts}::numeric[]) as moved (id, by)`,
  ] as const;

const addAmounts = sent((db: Drizzle, moves: Blanks<BalanceChanges>) => {
  const [sums, movedRows] = balanceChangesOf(moves);
  return db
    .update(bookBalances)
    .set(sums)
    .from(movedRows)
    .where(eq(bookBalances.accountId, sql`moved.id`));
});

const lockAndAdd = sent((db: Drizzle, moves: Blanks<BalanceChanges>) => {
  const [sums, movedRows] = balanceChangesOf(moves);
  const lockedBalances = db
    .$with('locked')
    .as(
      db
        .select({ id: bookBalances.accountId })
        .from(bookBalances)
        .where(isOneOf(bookBalances.accountId, moves.ids))
        .orderBy(bookBalances.accountId)
        .for('update'),
    );
  return db
    .with(lockedBalances)
    .update(bookBalances)
    .set(sums)
    .from(movedRows)
    .innerJoin(lockedBalances, eq(lockedBalances.id, sql`moved.id`))
    .where(eq(bookBalances.accountId, sql`moved.id`));
});

/** Adds to balances that are locked; the database refuses a guarded one below zero. */
export async function moveBalances(tx: TransactionSender, moves: ReadonlyMap<string, string>): Promise<void> {
  if (moves.size > 0) await addAmounts(tx, movesOf(moves));
}

/** Adds to the balances that every transaction changes, in the order of their ids. */
export async function moveShared(tx: Tx, moves: ReadonlyMap<string, string>): Promise<void> {
  await lockAndAdd(tx, movesOf(moves));
}

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
const linesOf = rows((db: Reads, { ids }: Ids<'bookEntry'>) =>
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

const hasSubject = ({ kinds, subjects }: Subjects) =>
  sql`(${kind}, ${subject}) in (select * from ${valueLists(kinds, subjects)})`;
const balancesOf = rows((db: Reads, names: Subjects) => balances(db).where(hasSubject(names)));

/** Reads the balances of accounts of these kinds and subjects, by unit; one that never held anything is absent. */
export const listBalances = (db: Db, accounts: readonly Pick<Account, 'kind' | 'subject'>[]): Promise<HeldAccount[]> =>
  balancesOf(db, subjectsOf(accounts));

const lockedBalancesOf = rows((db: Drizzle, names: Subjects) =>
  balances(db).where(hasSubject(names)).orderBy(kind, subject, unit).for('update', { of: bookBalances }),
);

/** Locks these accounts in the order of their names, and returns their balances. */
export const lockBalancesOf = (
  tx: Tx,
  accounts: readonly Pick<Account, 'kind' | 'subject'>[],
): Promise<HeldAccount[]> => lockedBalancesOf(tx, subjectsOf(accounts));

/** Entries as they are stored, to compare their signatures. */
export const findEntries = rows((db: Reads, { ids }: Ids<'bookEntry'>) =>
  db.select().from(bookEntries).where(isOneOf(bookEntries.id, ids)),
);

/** Removes what members wrote of these orders; the entries stay. */
export const removeReasons = sent((db: Drizzle, { orderIds }: Blanks<{ orderIds: readonly Id<'order'>[] }>) =>
  db.update(bookEntries).set({ reason: null }).where(isOneOf(bookEntries.orderId, orderIds)),
);
