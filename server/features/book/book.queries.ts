import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Drizzle, Reads } from '#server/db/query.ts';
import { isGuarded, type Account } from '#shared/book/book.accounts.ts';
import { bookAccounts, bookBalances, bookEntries, bookLines } from './book.tables.ts';

export type NamedAccount = Account & { id: string };
export type HeldAccount = NamedAccount & { amount: string };
export type EntryRow = typeof bookEntries.$inferInsert;
export type NewLine = typeof bookLines.$inferInsert;

/** Columns of rows that are sent as one array each. */
const columnsOf = (accounts: readonly Account[]) => ({
  kinds: accounts.map(({ kind }) => kind),
  subjects: accounts.map(({ subject }) => subject),
  units: accounts.map(({ unit }) => unit),
});

/** Rows of text columns from one array each: `given(kinds, subjects, units)`. */
const given = (...names: string[]): SQL => {
  const arrays = names.map((name) => sql`${sql.placeholder(name)}::text[]`);
  return sql`unnest(${sql.join(arrays, sql`, `)})`;
};

const addAccounts = (db: Drizzle) =>
  db
    .insert(bookAccounts)
    .select(
      sql`select gen_random_uuid(), g.kind, g.subject, g.unit, g.guarded from unnest(${sql.placeholder('kinds')}::text[],
        ${sql.placeholder('subjects')}::text[], ${sql.placeholder('units')}::text[],
        ${sql.placeholder('guarded')}::boolean[]) as g (kind, subject, unit, guarded) order by 2, 3, 4`,
    )
    .onConflictDoNothing();

const named = sql`(${bookAccounts.kind}, ${bookAccounts.subject}, ${bookAccounts.unit}) in (select * from ${given('kinds', 'subjects', 'units')})`;

const accountFields = {
  id: bookAccounts.id,
  kind: bookAccounts.kind,
  subject: bookAccounts.subject,
  unit: bookAccounts.unit,
};

const accountsNamed = (db: Reads) => db.select(accountFields).from(bookAccounts).where(named);

const addBalances = (db: Drizzle) =>
  db
    .insert(bookBalances)
    .select(
      sql`select a.id, a.guarded, 0, 0 from ${bookAccounts} a where a.id = any(${sql.placeholder('ids')}::uuid[]) order by a.id`,
    )
    .onConflictDoNothing();

/** The accounts of these names, with a balance each; those that were not there begin at nothing. */
export async function openAccounts(tx: Tx, accounts: readonly Account[]): Promise<NamedAccount[]> {
  const names = columnsOf(accounts);
  const known = await tx.ask(accountsNamed, names);
  if (known.length === accounts.length) return known;
  await tx.ask(addAccounts, { ...names, guarded: accounts.map(isGuarded) });
  const all = await tx.ask(accountsNamed, names);
  await tx.ask(addBalances, { ids: all.map(({ id }) => id) });
  return all;
}

const byId = sql`${bookBalances.accountId} = any(${sql.placeholder('ids')}::uuid[])`;
const joined = (db: Reads) =>
  db
    .select({ ...accountFields, amount: bookBalances.amount })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId));

const lockByName = (db: Drizzle) =>
  joined(db)
    .where(byId)
    .orderBy(bookAccounts.kind, bookAccounts.subject, bookAccounts.unit)
    .for('update', { of: bookBalances });

const lockById = (db: Drizzle) =>
  db
    .select({ id: bookBalances.accountId })
    .from(bookBalances)
    .where(byId)
    .orderBy(bookBalances.accountId)
    .for('update');

/** Locks balances: guarded ones in the order of their names, the others in that of their ids. */
export async function lockBalances(tx: Tx, ids: readonly string[]): Promise<HeldAccount[]> {
  return tx.ask(lockByName, { ids });
}

const addAmounts = (db: Drizzle) =>
  db
    .update(bookBalances)
    .set({ amount: sql`${bookBalances.amount} + moved.by`, version: sql`${bookBalances.version} + 1` })
    .from(sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('amounts')}::numeric[]) as moved (id, by)`)
    .where(eq(bookBalances.accountId, sql`moved.id`));

/** Adds to balances that are locked; the database refuses a guarded one below zero. */
export async function moveBalances(tx: Tx, moves: ReadonlyMap<string, string>): Promise<void> {
  await tx.ask(addAmounts, { ids: [...moves.keys()], amounts: [...moves.values()] });
}

/** Adds to the balances that every transaction wants, in the order of their ids. */
export async function moveShared(tx: Tx, moves: ReadonlyMap<string, string>): Promise<void> {
  await tx.ask(lockById, { ids: [...moves.keys()] });
  await moveBalances(tx, moves);
}

export async function insertEntries(tx: Tx, entries: readonly EntryRow[], lines: readonly NewLine[]): Promise<void> {
  await tx.insert(bookEntries).values([...entries]);
  await tx.insert(bookLines).values([...lines]);
}

const undone = alias(bookEntries, 'undone');

const entryFields = {
  id: bookEntries.id,
  kind: bookEntries.kind,
  subject: bookEntries.subject,
  key: bookEntries.key,
  orderId: bookEntries.orderId,
  at: bookEntries.at,
  reversedBy: undone.id,
};
const entries = (db: Reads) =>
  db.select(entryFields).from(bookEntries).leftJoin(undone, eq(undone.reversalOf, bookEntries.id));

const entriesNamed = (db: Reads) =>
  entries(db)
    .where(
      and(
        sql`(${bookEntries.kind}, ${bookEntries.subject}) in (select * from ${given('kinds', 'subjects')})`,
        isNull(bookEntries.reversalOf),
      ),
    )
    .orderBy(bookEntries.at, bookEntries.key);

const entriesOfOrder = (db: Reads) =>
  entries(db)
    .where(and(eq(bookEntries.orderId, sql.placeholder('orderId')), isNull(bookEntries.reversalOf), isNull(undone.id)))
    .orderBy(bookEntries.at, bookEntries.key);

const entriesFromAccounts = (db: Reads) =>
  db
    .selectDistinct(entryFields)
    .from(bookLines)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookLines.fromAccount))
    .innerJoin(bookEntries, eq(bookEntries.id, bookLines.entryId))
    .leftJoin(undone, eq(undone.reversalOf, bookEntries.id))
    .where(and(named, isNull(bookEntries.reversalOf), isNull(undone.id)))
    .orderBy(bookEntries.at, bookEntries.key);

/** The entries that took from these accounts and that nothing undid, oldest first. */
export const listEntriesFrom = async (db: Db, from: readonly Account[]) => db.ask(entriesFromAccounts, columnsOf(from));

/** The entries of an order that nothing undid, oldest first. */
export const listEntriesOfOrder = async (db: Db, orderId: string) => db.ask(entriesOfOrder, { orderId });

export type EntryKeyRow = Awaited<ReturnType<ReturnType<typeof entriesNamed>['execute']>>[number];

/** The entries of these postings, reversals left out, oldest first. */
export async function listEntriesOf(
  db: Db,
  postings: readonly { kind: string; subject: string }[],
): Promise<EntryKeyRow[]> {
  const values = { kinds: postings.map(({ kind }) => kind), subjects: postings.map(({ subject }) => subject) };
  return db.ask(entriesNamed, values);
}

const fromAccount = alias(bookAccounts, 'from_account');
const toAccount = alias(bookAccounts, 'to_account');
const linesNamed = (db: Reads) =>
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
    .where(sql`${bookLines.entryId} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(bookLines.entryId, bookLines.line);

export type LineRow = { entryId: string; from: Account; to: Account; amount: string };

/** The lines of entries, in their order. */
export async function listLines(db: Db, entryIds: readonly string[]): Promise<LineRow[]> {
  const rows = await db.ask(linesNamed, { ids: entryIds });
  return rows.map(({ entryId, unit, amount, fromKind, fromSubject, toKind, toSubject }) => ({
    entryId,
    from: { kind: fromKind, subject: fromSubject, unit },
    to: { kind: toKind, subject: toSubject, unit },
    amount,
  }));
}

const ofSubjects = sql`(${bookAccounts.kind}, ${bookAccounts.subject}) in (select * from ${given('kinds', 'subjects')})`;
const subjectsOf = (accounts: readonly Pick<Account, 'kind' | 'subject'>[]) => ({
  kinds: accounts.map(({ kind }) => kind),
  subjects: accounts.map(({ subject }) => subject),
});
const balancesOf = (db: Reads) => joined(db).where(ofSubjects);

/** Reads the balances of accounts of these kinds and subjects, by unit; one that never held anything is absent. */
export async function listBalances(
  db: Db,
  accounts: readonly Pick<Account, 'kind' | 'subject'>[],
): Promise<HeldAccount[]> {
  return db.ask(balancesOf, subjectsOf(accounts));
}

const balancesLocked = (db: Drizzle) =>
  joined(db)
    .where(ofSubjects)
    .orderBy(bookAccounts.kind, bookAccounts.subject, bookAccounts.unit)
    .for('update', { of: bookBalances });

/** Locks the balances of these accounts in the order of their names, and returns what they hold. */
export async function lockBalancesOf(
  tx: Tx,
  accounts: readonly Pick<Account, 'kind' | 'subject'>[],
): Promise<HeldAccount[]> {
  return tx.ask(balancesLocked, subjectsOf(accounts));
}

const signedRow = (db: Reads) =>
  db
    .select()
    .from(bookEntries)
    .where(inArray(bookEntries.id, sql`(select unnest(${sql.placeholder('ids')}::uuid[]))`));

/** Entries as they are stored, to compare their signatures. */
export const findEntries = async (db: Db, ids: readonly string[]) => db.ask(signedRow, { ids });

const withoutReasons = (db: Drizzle) =>
  db
    .update(bookEntries)
    .set({ reason: null })
    .where(sql`${bookEntries.orderId} = any(${sql.placeholder('orderIds')}::uuid[])`);

/** Removes what members wrote of these orders; the entries stay. */
export async function removeReasons(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.ask(withoutReasons, { orderIds });
}
