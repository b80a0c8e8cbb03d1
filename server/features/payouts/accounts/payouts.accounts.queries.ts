import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import type { DeskAccountInput } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchFormats } from '#shared/payouts/payouts.lifecycle.ts';
import { deskAccounts, payoutProfiles } from '../payouts.tables.ts';

const unsigned = columnsOf(deskAccounts, 'd', 'name', 'town', 'country', 'batchBooking');
const accountRow = {
  ...signedTables.deskAccount.fields,
  ...unsigned.row,
  format: column.oneOf(batchFormats),
  signature: orNull(column.bytes),
};
export type AccountRow = RowOf<typeof accountRow>;
const select = `select ${signedColumns(signedTables.deskAccount, 'd')}, ${unsigned.sql} from desk_accounts d`;

export const readAccounts = readStatement(accountRow).rows()`
  ${select} order by d.is_active desc, d.currency, d.name, d.id`;

export const readAccount = readStatement(accountRow).first<[id: string]>()`${select} where d.id = $1`;

/** An account that no other transaction changes, or imports a statement of, before this one ends. */
export const lockAccount = writeStatement(accountRow).first<[id: string]>()`
  ${select} where d.id = $1 for no key update of d`;

/** An account that money is paid from; it does not change before the transaction ends. */
export const holdAccount = writeStatement(accountRow).first<[id: string]>()`${select} where d.id = $1 for share of d`;

/** Writes an account, signed: the new one, or what is to stand in its place. */
export async function saveAccount(tx: Tx, id: string, input: DeskAccountInput): Promise<void> {
  const row = { ...input, id, signature: signRow(signedTables.deskAccount, { ...input, id }) };
  await tx.insert(deskAccounts).values(row).onConflictDoUpdate({ target: deskAccounts.id, set: row });
}

const preparedFrom = readStatement({ id: column.uuid });

/** True if a prepared batch is paid from this account. */
export const isInBatch = preparedFrom.exists<[accountId: string]>()`
  select b.id from payout_batches b where b.state = 'prepared' and b.account_id = $1 limit 1`;

/** True if the file of a prepared batch is written by this layout. */
export const isLayoutInBatch = preparedFrom.exists<[profileId: string]>()`
  select b.id from payout_batches b join desk_accounts d on d.id = b.account_id
  where b.state = 'prepared' and b.format <> 'by_hand' and d.profile_id = $1 limit 1`;

const { id, name, direction, shape, isReady, isVerified, signature } = payoutProfiles;
const profile = { id, name, direction, shape, isReady, isVerified, signature };
export type ProfileRow = Pick<typeof payoutProfiles.$inferSelect, keyof typeof profile>;

export async function readProfiles(db: Db): Promise<ProfileRow[]> {
  return db.select(profile).from(payoutProfiles).orderBy(asc(direction), asc(name));
}

export async function readProfile(db: Db, profileId: string): Promise<ProfileRow | undefined> {
  return (await db.select(profile).from(payoutProfiles).where(eq(id, profileId)))[0];
}

/** A layout that a file is written by; it does not change before the transaction ends. */
export async function holdProfile(tx: Tx, profileId: string): Promise<ProfileRow | undefined> {
  return (await tx.select(profile).from(payoutProfiles).where(eq(id, profileId)).for('share'))[0];
}

export async function lockProfile(tx: Tx, profileId: string): Promise<ProfileRow | undefined> {
  return (await tx.select(profile).from(payoutProfiles).where(eq(id, profileId)).for('update'))[0];
}

type NewProfile = Pick<ProfileRow, 'id' | 'name' | 'direction' | 'shape'>;
const signed = (row: NewProfile) => ({ ...row, signature: signRow(signedTables.payoutProfile, row) });

/** Writes a layout, signed; no bank has taken a file of what it is now. */
export async function saveProfile(tx: Tx, row: NewProfile): Promise<ProfileRow | undefined> {
  const { id: _, ...written } = signed(row);
  const set = { ...written, isVerified: false, updatedAt: sql`now()` };
  return (
    await tx.insert(payoutProfiles).values(signed(row)).onConflictDoUpdate({ target: id, set }).returning(profile)
  )[0];
}

export async function dropProfile(tx: Tx, profileId: string): Promise<void> {
  await tx.delete(payoutProfiles).where(eq(id, profileId));
}

/** A layout that ships with the product, unless one of its name is there. */
export async function insertReadyProfile(tx: Tx, row: Omit<NewProfile, 'direction'>): Promise<void> {
  const ready = signed({ ...row, direction: 'payout' });
  await tx
    .insert(payoutProfiles)
    .values({ ...ready, isReady: true })
    .onConflictDoNothing();
}

/** Signs a layout of an earlier version that says what it should say. */
export async function signProfile(tx: Tx, row: NewProfile): Promise<void> {
  await tx
    .update(payoutProfiles)
    .set({ signature: signed(row).signature })
    .where(eq(id, row.id));
}
