import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { columnOf, signedColumns, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { batchedWrite, readStatement, writeStatement } from '#server/db/statements.ts';
import type { DeskAccountInput } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchFormats, profileDirections } from '#shared/payouts/payouts.lifecycle.ts';
import type { Reader } from '../list/payouts.list.queries.ts';

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

const texts = 'name currency format holderName iban bic accountNumber bankName town country';
const stored = `${texts} profileId batchBooking isActive signature`.split(' ') as (
  keyof DeskAccountInput | 'signature'
)[];
const names = stored.map(columnOf);
const save = batchedWrite(
  `insert into desk_accounts (id, ${names.join(', ')}) values ($1, ${names.map((_name, at) => `$${at + 2}`).join(', ')})
   on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);

/** Writes an account, signed: the new one, or what is to stand in its place. */
export async function saveAccount(tx: Tx, id: string, input: DeskAccountInput): Promise<void> {
  const row = { ...input, signature: signRow(signedTables.deskAccount, { ...input, id }) };
  await tx.run(save, [id, ...stored.map((field) => row[field])]);
}

const profileRow = {
  id: column.uuid,
  name: column.text,
  direction: column.oneOf(profileDirections),
  shape: column.json,
  isReady: column.boolean,
  isVerified: column.boolean,
};
export type ProfileRow = RowOf<typeof profileRow>;
const selectProfile = `select id, name, direction, shape::json as shape, is_ready as "isReady",
  is_verified as "isVerified" from payout_profiles`;
const allProfiles = readStatement(profileRow)`${selectProfile} order by direction, name`;
const profileById = readStatement(profileRow)`${selectProfile} where id = $1`;
const lockedProfile = writeStatement(profileRow)`${selectProfile} where id = $1 for update`;
const saveRow = writeStatement(profileRow)`
  insert into payout_profiles (id, name, direction, shape, is_ready) values ($1, $2, $3, $4::jsonb, $5)
  on conflict (id) do update set name = excluded.name, shape = excluded.shape, is_verified = false, updated_at = now()
  returning id, name, direction, shape::json as shape, is_ready as "isReady", is_verified as "isVerified"`;
const dropRow = batchedWrite('delete from payout_profiles where id = $1');
const seed = batchedWrite(
  `insert into payout_profiles (name, direction, shape, is_ready) values ($1, 'payout', $2::jsonb, true)
   on conflict do nothing`,
);

export const readProfiles = (db: Reader) => db.run(allProfiles);

export async function readProfile(db: Reader, id: string): Promise<ProfileRow | undefined> {
  return (await db.run(profileById, [id]))[0];
}

export async function lockProfile(tx: Tx, id: string): Promise<ProfileRow | undefined> {
  return (await tx.run(lockedProfile, [id]))[0];
}

type NewProfile = { id: string; name: string; direction: 'payout' | 'statement'; shape: object; isReady?: boolean };

export async function saveProfile(tx: Tx, { id, name, direction, shape }: NewProfile): Promise<ProfileRow> {
  const [row] = await tx.run(saveRow, [id, name, direction, JSON.stringify(shape), false]);
  if (!row) throw new Error('The profile was not written.');
  return row;
}

export async function dropProfile(tx: Tx, id: string): Promise<void> {
  await tx.run(dropRow, [id]);
}

/** A layout that ships with the product, unless one of its name is there. */
export async function insertReadyProfile(tx: Tx, name: string, shape: object): Promise<void> {
  await tx.run(seed, [name, JSON.stringify(shape)]);
}
