import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import type { DeskAccountInput, PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchFormats } from '#shared/payouts/payouts.lifecycle.ts';
import { deskAccounts, payoutProfiles } from '../payouts.tables.ts';

const unsigned = columnsOf(deskAccounts, 'd', 'name', 'town', 'country', 'batchBooking');
const accountRow = {
  ...signedTables.deskAccount.fields,
  ...unsigned.row,
  format: column.oneOf(batchFormats),
  signature: orNull(column.bytes),
  /** How its files are laid out. */
  shape: orNull(column.json),
};
export type AccountRow = RowOf<typeof accountRow>;
const select = `select ${signedColumns(signedTables.deskAccount, 'd')}, ${unsigned.sql}, p.shape::json as shape
  from desk_accounts d left join payout_profiles p on p.id = d.profile_id`;

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

const { id, name, direction, shape, isReady, isVerified } = payoutProfiles;
const profile = { id, name, direction, shape, isReady, isVerified };
export type ProfileRow = Pick<typeof payoutProfiles.$inferSelect, keyof typeof profile>;

export async function readProfiles(db: Db): Promise<ProfileRow[]> {
  return db.select(profile).from(payoutProfiles).orderBy(asc(direction), asc(name));
}

export async function readProfile(db: Db, profileId: string): Promise<ProfileRow | undefined> {
  return (await db.select(profile).from(payoutProfiles).where(eq(id, profileId)))[0];
}

export async function lockProfile(tx: Tx, profileId: string): Promise<ProfileRow | undefined> {
  return (await tx.select(profile).from(payoutProfiles).where(eq(id, profileId)).for('update'))[0];
}

/** Writes a layout; no bank has taken a file of what it is now. */
export async function saveProfile(tx: Tx, row: typeof payoutProfiles.$inferInsert): Promise<ProfileRow | undefined> {
  const set = { name: row.name, shape: row.shape, isVerified: false, updatedAt: sql`now()` };
  return (await tx.insert(payoutProfiles).values(row).onConflictDoUpdate({ target: id, set }).returning(profile))[0];
}

export async function dropProfile(tx: Tx, profileId: string): Promise<void> {
  await tx.delete(payoutProfiles).where(eq(id, profileId));
}

/** A layout that ships with the product, unless one of its name is there. */
export async function insertReadyProfile(tx: Tx, row: { name: string; shape: PayoutShape }): Promise<void> {
  await tx
    .insert(payoutProfiles)
    .values({ ...row, direction: 'payout', isReady: true })
    .onConflictDoNothing();
}
