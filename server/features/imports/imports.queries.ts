import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { first, one, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { notes } from '#server/features/notes/notes.tables.ts';
import { payoutAccounts } from '#server/features/payout-accounts/payout-accounts.tables.ts';
import { fullName, users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { imports, importRows } from './imports.tables.ts';

type ById = Blanks<{ id: Id<'import'> }>;
export type ImportRow = typeof imports.$inferSelect;
export type NewImport = typeof imports.$inferInsert;

const viewOf = (db: Reads) =>
  db
    .select({
      id: imports.id,
      kind: imports.kind,
      state: imports.state,
      fileName: imports.fileName,
      encoding: imports.encoding,
      separator: imports.separator,
      rows: imports.rows,
      ready: imports.ready,
      same: imports.same,
      skipped: imports.skipped,
      reachable: imports.reachable,
      created: imports.created,
      columns: imports.columns,
      madeBy: imports.madeBy,
      makerName: fullName(users),
      madeAt: imports.madeAt,
      appliedAt: imports.appliedAt,
    })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.madeBy));
export type ImportViewRow = Awaited<ReturnType<typeof readImportView>> & object;

export const readImportView = first((db: Reads, { id }: ById) => viewOf(db).where(eq(imports.id, id)));

const isThere = ne(imports.state, 'dropped');

/** A page of the imports that were not dropped, newest first. */
export const listImportViews = rows((db: Reads, { limit, offset }: Blanks<{ limit: number; offset: number }>) =>
  viewOf(db).where(isThere).orderBy(desc(imports.madeAt), desc(imports.id)).limit(limit).offset(offset),
);
export const countImports = one((db: Reads) => db.select({ total: count() }).from(imports).where(isThere));

type SameFile = { sha256: string; kind: string };

/** The imports of these bytes that were not dropped, with any mapping. */
export const listSameFile = rows((db: Reads, { sha256, kind }: Blanks<SameFile>) =>
  db
    .select({ id: imports.id, state: imports.state, mappingHash: imports.mappingHash })
    .from(imports)
    .where(and(eq(imports.sha256, sha256), sql`${imports.kind} = ${kind}`, isThere)),
);

/** Locks an import until the transaction ends and returns it. */
export async function lockImport(tx: Tx, id: Id<'import'>): Promise<ImportRow | undefined> {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update');
  return row;
}

/** Stores an import. */
export async function insertImport(tx: Tx, values: NewImport): Promise<void> {
  await tx.insert(imports).values(values);
}

const storedRow = manyOf(importRows, 'importId', 'line', 'state', 'values', 'problems');
const storeRows = sent((db: Drizzle, lists: ListsOf<typeof storedRow>) =>
  db.insert(importRows).select(storedRow.rowsOf(lists)),
);
export type NewRow = Parameters<typeof storedRow.listsOf>[0][number];
/** Stores the rows of an import in one statement. */
export const insertRows = (tx: Tx, newRows: readonly NewRow[]): Promise<void> =>
  storeRows(tx, storedRow.listsOf(newRows));

type Page = { id: Id<'import'>; after: number; limit: number };
const ofState = (state: 'ready' | 'problem') =>
  rows((db: Reads, { id, after, limit }: Blanks<Page>) =>
    db
      .select({ line: importRows.line, values: importRows.values, problems: importRows.problems })
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.state, state), gt(importRows.line, after)))
      .orderBy(asc(importRows.line))
      .limit(limit),
  );
/** Rows of an import behind a line, in the order of the file. */
export const listRows = { ready: ofState('ready'), problem: ofState('problem') };

const knownUser = {
  id: users.id,
  email: users.email,
  mobileNumber: users.mobileNumber,
  role: users.role,
  origin: users.origin,
  firstName: users.firstName,
  lastName: users.lastName,
};

// A join instead of a list: a generic plan would go through the whole list for each user.
const listByEmail = rows((db: Reads, { emails }: Blanks<{ emails: readonly string[] }>) =>
  db
    .select(knownUser)
    .from(sql`unnest(${emails}::text[]) as asked (email)`)
    .innerJoin(users, sql`${users.email} = asked.email`)
    .where(ne(users.status, 'deleted')),
);
const listByNumber = rows((db: Reads, { numbers }: Blanks<{ numbers: readonly string[] }>) =>
  db
    .select(knownUser)
    .from(sql`unnest(${numbers}::text[]) as asked (number)`)
    .innerJoin(users, sql`${users.mobileNumber} = asked.number`)
    .where(ne(users.status, 'deleted')),
);

/** The accounts with one of these addresses or numbers. */
export async function listKnown(
  db: Pick<Db, 'ask'>,
  { emails, numbers }: { emails: readonly string[]; numbers: readonly string[] },
): Promise<KnownUser[]> {
  return [...(await listByEmail(db, { emails })), ...(await listByNumber(db, { numbers }))];
}
export type KnownUser = Awaited<ReturnType<typeof listByEmail>>[number];

const storedUser = manyOf(
  users,
  'id',
  'email',
  'firstName',
  'lastName',
  'country',
  'countryCode',
  'mobileNumber',
  'language',
  'origin',
  'broughtBy',
  'broughtAt',
);
export type BroughtUser = Parameters<typeof storedUser.listsOf>[0][number] & { id: Id<'user'> };
const storeUsers = rows((db: Drizzle, lists: ListsOf<typeof storedUser>) =>
  db
    .insert(users)
    .select(storedUser.rowsOf(lists))
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id }),
);

/** Creates accounts; returns the ids of those whose address was not taken meanwhile. */
export async function insertUsers(tx: Tx, broughtUsers: readonly BroughtUser[]): Promise<Set<string>> {
  const users = await storeUsers(tx, storedUser.listsOf(broughtUsers));
  return new Set(users.map(({ id }) => id));
}

const storedAccount = manyOf(
  payoutAccounts,
  'userId',
  'currency',
  'method',
  'accountName',
  'accountNumber',
  'bankName',
  'iban',
  'bic',
  'bankCode',
  'country',
  'origin',
  'fingerprint',
);
const storeAccounts = rows((db: Drizzle, lists: ListsOf<typeof storedAccount>) =>
  db
    .insert(payoutAccounts)
    .select(storedAccount.rowsOf(lists))
    .onConflictDoNothing({ target: [payoutAccounts.userId, payoutAccounts.fingerprint] })
    .returning({ userId: payoutAccounts.userId }),
);
export type BroughtAccount = Parameters<typeof storedAccount.listsOf>[0][number];

/** Saves the accounts that the customers do not have yet; returns how many. */
export async function insertAccounts(tx: Tx, broughtAccounts: readonly BroughtAccount[]): Promise<number> {
  return (await storeAccounts(tx, storedAccount.listsOf(broughtAccounts))).length;
}

const storedNote = manyOf(notes, 'userId', 'authorId', 'text');
const storeNotes = sent((db: Drizzle, lists: ListsOf<typeof storedNote>) =>
  db.insert(notes).select(storedNote.rowsOf(lists)),
);
type BroughtNote = { userId: Id<'user'>; authorId: Id<'user'>; text: string };
/** Stores the imported notes about users in one statement. */
export const insertNotes = (tx: Tx, broughtNotes: readonly BroughtNote[]): Promise<void> =>
  storeNotes(tx, storedNote.listsOf(broughtNotes));

type Accounts = { userIds: readonly Id<'user'>[] };
/** The fingerprints of the accounts that these customers have. */
export const listFingerprints = rows((db: Reads, { userIds }: Blanks<Accounts>) =>
  db
    .select({ userId: payoutAccounts.userId, fingerprint: payoutAccounts.fingerprint })
    .from(sql`unnest(${userIds}::uuid[]) as asked (user_id)`)
    .innerJoin(payoutAccounts, sql`${payoutAccounts.userId} = asked.user_id`),
);

type CreatedUsers = {
  id: Id<'import'>;
  lines: readonly number[];
  userIds: readonly Id<'user'>[];
  invited: readonly boolean[];
};
export const markRows = sent((db: Drizzle, { id, lines, userIds, invited }: Blanks<CreatedUsers>) =>
  db
    .update(importRows)
    .set({ userId: sql`made.user_id`, isInviting: sql`made.is_inviting` })
    .from(
      sql`unnest(${lines}::integer[], ${userIds}::uuid[], ${invited}::boolean[]) as made (line, user_id, is_inviting)`,
    )
    .where(and(eq(importRows.importId, id), sql`made.line = ${importRows.line}`)),
);

type AppliedImport = { id: Id<'import'>; created: number };
export const setApplied = sent((db: Drizzle, { id, created }: Blanks<AppliedImport>) =>
  db
    .update(imports)
    .set({
      state: 'applied',
      appliedAt: now,
      created: sql`${created}::integer`,
    })
    .where(eq(imports.id, id)),
);

const deleteRows = sent((db: Drizzle, { id }: ById) => db.delete(importRows).where(eq(importRows.importId, id)));
const setDropped = sent((db: Drizzle, { id }: ById) =>
  db.update(imports).set({ state: 'dropped', erasedAt: now }).where(eq(imports.id, id)),
);

/** Drops an import that was not applied, with its rows. */
export async function dropImport(tx: Tx, id: Id<'import'>): Promise<void> {
  await deleteRows(tx, { id });
  await setDropped(tx, { id });
}

const dayAgo = sql`now() - interval '24 hours'`;

/** Imports that were not applied within a day. */
export const listStale = rows((db: Reads) =>
  db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.state, 'checked'), lt(imports.madeAt, dayAgo))),
);

const emptyRows = sent((db: Drizzle) => {
  const endedImports = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(lt(imports.appliedAt, dayAgo), isNull(imports.erasedAt)));
  return db
    .update(importRows)
    .set({ values: null, problems: [] })
    .where(and(sql`${importRows.importId} in ${endedImports}`, isNotNull(importRows.values)));
});
const markErased = sent((db: Drizzle) =>
  db
    .update(imports)
    .set({ erasedAt: now })
    .where(and(lt(imports.appliedAt, dayAgo), isNull(imports.erasedAt))),
);

/** Empties the rows of imports that were applied a day ago; the link from a row to its customer stays. */
export async function eraseEnded(tx: Tx): Promise<void> {
  await emptyRows(tx);
  await markErased(tx);
}

/** Empties the rows that a user was made of. */
export const eraseRowsOf = sent((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db.update(importRows).set({ values: null, problems: [] }).where(eq(importRows.userId, userId)),
);
