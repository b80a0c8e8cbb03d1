import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { exists, first, rows, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { signedFieldsOf, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { DeskAccountInput } from '#shared/payouts/payouts.accounts.contract.ts';
import { deskAccounts, payoutBatches, payoutProfiles } from '../payouts.tables.ts';

type ById = Blanks<{ id: Id<'deskAccount'> }>;

const accounts = (db: Reads) =>
  db
    .select({
      ...signedFieldsOf(signedTables.deskAccount, deskAccounts),
      format: deskAccounts.format,
      name: deskAccounts.name,
      town: deskAccounts.town,
      country: deskAccounts.country,
      batchBooking: deskAccounts.batchBooking,
    })
    .from(deskAccounts);
export type AccountRow = RowOf<typeof accounts>;

const accountById = (db: Reads, { id }: ById) => accounts(db).where(eq(deskAccounts.id, id));

export const readAccounts = rows((db: Reads) =>
  accounts(db).orderBy(desc(deskAccounts.isActive), deskAccounts.currency, deskAccounts.name, deskAccounts.id),
);

export const readAccount = first(accountById);

/** An account that no other transaction changes, or imports a statement of, before this one ends. */
export const lockAccount = first((db: Drizzle, blanks: ById) => accountById(db, blanks).for('no key update'));

/** An account that money is paid from; it does not change before the transaction ends. */
export const holdAccount = first((db: Drizzle, blanks: ById) => accountById(db, blanks).for('share'));

/** Writes an account, signed: a new one, or one that replaces the stored one. */
export async function saveAccount(tx: Tx, id: Id<'deskAccount'>, input: DeskAccountInput): Promise<void> {
  const row = { ...input, id, signature: signRow(signedTables.deskAccount, { ...input, id }) };
  await tx.insert(deskAccounts).values(row).onConflictDoUpdate({ target: deskAccounts.id, set: row });
}

/** True if a prepared batch is paid from this account. */
export const isInBatch = exists((db: Reads, { accountId }: Blanks<{ accountId: Id<'deskAccount'> }>) =>
  db
    .select({ id: payoutBatches.id })
    .from(payoutBatches)
    .where(and(eq(payoutBatches.state, 'prepared'), eq(payoutBatches.accountId, accountId)))
    .limit(1),
);

/** True if the file of a prepared batch is written by this profile. */
export const isProfileInBatch = exists((db: Reads, { profileId }: Blanks<{ profileId: Id<'payoutProfile'> }>) =>
  db
    .select({ id: payoutBatches.id })
    .from(payoutBatches)
    .innerJoin(deskAccounts, eq(deskAccounts.id, payoutBatches.accountId))
    .where(
      and(
        eq(payoutBatches.state, 'prepared'),
        ne(payoutBatches.format, 'by_hand'),
        eq(deskAccounts.profileId, profileId),
      ),
    )
    .limit(1),
);

const { id, name, direction, shape, isReady, isVerified, signature } = payoutProfiles;
const profile = { id, name, direction, shape, isReady, isVerified, signature };
export type ProfileRow = Pick<typeof payoutProfiles.$inferSelect, keyof typeof profile>;

/** Lists the layouts of files, for payouts and for statements, by direction and name. */
export async function readProfiles(db: Db): Promise<ProfileRow[]> {
  return db.select(profile).from(payoutProfiles).orderBy(asc(direction), asc(name));
}

/** Returns a layout; undefined if there is none. */
export async function readProfile(db: Db, profileId: Id<'payoutProfile'>): Promise<ProfileRow | undefined> {
  return (await db.select(profile).from(payoutProfiles).where(eq(id, profileId)))[0];
}

/** Locks a profile against changes while a file is written by it, until the transaction ends. */
export async function holdProfile(tx: Tx, profileId: Id<'payoutProfile'>): Promise<ProfileRow | undefined> {
  return (await tx.select(profile).from(payoutProfiles).where(eq(id, profileId)).for('share'))[0];
}

/** Locks a layout until the transaction ends; undefined if there is none. */
export async function lockProfile(tx: Tx, profileId: Id<'payoutProfile'>): Promise<ProfileRow | undefined> {
  return (await tx.select(profile).from(payoutProfiles).where(eq(id, profileId)).for('update'))[0];
}

type NewProfile = Pick<ProfileRow, 'id' | 'name' | 'direction' | 'shape'>;
const signProfileRow = (row: NewProfile) => ({ ...row, signature: signRow(signedTables.payoutProfile, row) });

/** Writes a profile, signed; no bank has taken a file of its present form. */
export async function saveProfile(tx: Tx, row: NewProfile): Promise<ProfileRow | undefined> {
  const { id: _, ...writtenFields } = signProfileRow(row);
  const set = { ...writtenFields, isVerified: false, updatedAt: sql`now()` };
  return (
    await tx
      .insert(payoutProfiles)
      .values(signProfileRow(row))
      .onConflictDoUpdate({ target: id, set })
      .returning(profile)
  )[0];
}

/** Deletes the profile of a bank's file. */
export async function dropProfile(tx: Tx, profileId: Id<'payoutProfile'>): Promise<void> {
  await tx.delete(payoutProfiles).where(eq(id, profileId));
}

/** Stores a profile that ships with the product, unless there is one of its name. */
export async function insertReadyProfile(tx: Tx, row: Omit<NewProfile, 'direction'>): Promise<void> {
  const readyProfile = signProfileRow({ ...row, direction: 'payout' });
  await tx
    .insert(payoutProfiles)
    .values({ ...readyProfile, isReady: true })
    .onConflictDoNothing();
}

/** Signs a profile of an earlier version that equals the expected one. */
export async function signProfile(tx: Tx, row: NewProfile): Promise<void> {
  await tx
    .update(payoutProfiles)
    .set({ signature: signProfileRow(row).signature })
    .where(eq(id, row.id));
}
