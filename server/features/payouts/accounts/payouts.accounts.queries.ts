import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import type { DeskAccountInput, PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchFormats } from '#shared/payouts/payouts.lifecycle.ts';
import type { Reader } from '../list/payouts.list.queries.ts';
import { deskAccounts, payoutProfiles } from '../payouts.tables.ts';

const accountRow = {
  ...signedTables.deskAccount.fields,
  format: column.oneOf(batchFormats),
  signature: orNull(column.bytes),
  name: column.text,
  town: orNull(column.text),
  country: orNull(column.text),
  batchBooking: column.boolean,
  /** How its files are laid out. */
  shape: orNull(column.json),
};
export type AccountRow = RowOf<typeof accountRow>;
const select = `select ${signedColumns(signedTables.deskAccount, 'd')}, d.name, d.town, d.country,
  d.batch_booking as "batchBooking", p.shape::json as shape
  from desk_accounts d left join payout_profiles p on p.id = d.profile_id`;

const all = readStatement(accountRow)`${select} order by d.is_active desc, d.currency, d.name, d.id`;
const byId = readStatement(accountRow)`${select} where d.id = $1`;
const locked = writeStatement(accountRow)`${select} where d.id = $1 for no key update of d`;
const held = writeStatement(accountRow)`${select} where d.id = $1 for share of d`;

export const readAccounts = (db: Reader) => db.run(all);

export async function readAccount(db: Reader, id: string): Promise<AccountRow | undefined> {
  return (await db.run(byId, [id]))[0];
}

/** An account that no other transaction changes, or imports a statement of, before this one ends. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return (await tx.run(locked, [id]))[0];
}

/** An account that money is paid from; it does not change before the transaction ends. */
export async function holdAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return (await tx.run(held, [id]))[0];
}

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
