import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { rows, type Blanks, type Reads } from '#server/db/query.ts';
import { files } from '#server/features/files/files.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { fullName, users } from './users.tables.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type Account = { user: UserRow; picture: string | null };

/** The user with this normalized address, blocked ones too. */
export async function selectUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

/** Returns a user with the name of the profile picture; undefined if there is none. */
export async function selectAccount(db: Db, id: Id<'user'>): Promise<Account | undefined> {
  const [account] = await db
    .select({ user: users, picture: files.filename })
    .from(users)
    .leftJoin(files, eq(files.id, users.profileImageFile))
    .where(eq(users.id, id));
  return account;
}

/** Locks the row of a user until the transaction ends and returns it. */
export async function selectUserForUpdate(tx: Tx, id: Id<'user'>): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

/** Returns the administrator; undefined before the setup. */
export async function selectAdministrator(db: Db): Promise<UserRow | undefined> {
  const [admin] = await db.select().from(users).where(eq(users.role, 'admin'));
  return admin;
}

/** Stores a user; undefined if the address has been taken meanwhile. */
export async function insertUser(tx: Tx, values: NewUser): Promise<UserRow | undefined> {
  const [user] = await tx.insert(users).values(values).onConflictDoNothing({ target: users.email }).returning();
  return user;
}

/** Changes a user and the time of the last change. */
export async function updateUser(tx: Tx, id: Id<'user'>, changes: Partial<NewUser>): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(users.id, id));
}

/** Maximum number of accounts with one phone number that are shown. */
const maxSameNumber = 10;

/** The accounts with a number (E.164) beside that of `id`, oldest first. */
export const listSameNumber = rows(
  (db: Reads, { id, mobileNumber }: Blanks<{ id: Id<'user'>; mobileNumber: string }>) =>
    db
      .select({ id: users.id, name: fullName(users) })
      .from(users)
      .where(and(eq(users.mobileNumber, mobileNumber), ne(users.id, id)))
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(maxSameNumber),
);

const listOfNumber = rows((db: Reads, { mobileNumber }: Blanks<{ mobileNumber: string }>) =>
  db.select({ id: users.id }).from(users).where(eq(users.mobileNumber, mobileNumber)).limit(maxSameNumber),
);

/** The accounts with a number (E.164). */
export async function findIdsOfNumber(db: Pick<Db, 'ask'>, mobileNumber: string): Promise<Id<'user'>[]> {
  return (await listOfNumber(db, { mobileNumber })).map(({ id }) => id);
}
