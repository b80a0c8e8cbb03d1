import { eq, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
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
import { bookAccounts, bookBalances } from './book.tables.ts';

export type NamedAccount = Account & { id: Id<'bookAccount'> };

type Ids = Blanks<{ ids: readonly Id<'bookAccount'>[] }>;

/** Columns of rows that are sent as one array each. */
export const columnsOf = (accounts: readonly Account[]) => ({
  ...subjectsOf(accounts),
  units: accounts.map(({ unit }) => unit),
});
/** Columns of kinds and subjects that are sent as one array each. */
export const subjectsOf = (accounts: readonly { kind: string; subject: string }[]) => ({
  kinds: accounts.map(({ kind }) => kind),
  subjects: accounts.map(({ subject }) => subject),
});
export type Columns = Blanks<ReturnType<typeof columnsOf>>;
export type Subjects = Blanks<ReturnType<typeof subjectsOf>>;

/** Rows of text columns from one array each: `given(kinds, subjects, units)`. */
export const valueLists = (...lists: readonly Placeholder[]): SQL => {
  const arrays = lists.map((list) => sql`${list}::text[]`);
  return sql`unnest(${sql.join(arrays, sql`, `)})`;
};

const { kind, subject, unit } = bookAccounts;
const accountFields = { id: bookAccounts.id, kind, subject, unit };
/** The condition of an account that has one of these names. */
export const isNamed = ({ kinds, subjects, units }: Columns) =>
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
export const lockBalances = rows((db: Drizzle, { ids }: Ids) =>
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
