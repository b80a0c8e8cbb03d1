import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { batchedWrite, readStatement, writeStatement } from '#server/db/statements.ts';
import type { DeskAccountInput } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchFormats, profileDirections } from '#shared/payouts/payouts.lifecycle.ts';

const accountRow = {
  ...signedTables.deskAccount.fields,
  format: column.oneOf(batchFormats),
  signature: orNull(column.bytes),
  name: column.text,
  town: orNull(column.text),
  country: orNull(column.text),
  batchBooking: column.boolean,
};
export type AccountRow = RowOf<typeof accountRow>;
const select = `select ${signedColumns(signedTables.deskAccount, 'd')}, d.name, d.town, d.country,
  d.batch_booking as "batchBooking" from desk_accounts d`;

const all = readStatement(accountRow, `${select} order by d.is_active desc, d.currency, d.name, d.id`);
const locked = writeStatement(accountRow, `${select} where d.id = $1 for update`);
const same = writeStatement(
  { id: column.uuid },
  `select id from desk_accounts where currency = $1 and coalesce(iban, '') = coalesce($2, '')
     and coalesce(account_number, '') = coalesce($3, '') and id <> $4`,
);

export async function readAccounts(db: Pick<Db, 'run'>): Promise<AccountRow[]> {
  return db.run(all);
}

export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.run(locked, [id]);
  return row;
}

/** Whether another account has the same currency and number. */
export async function isSameAccount(tx: Tx, id: string, input: DeskAccountInput): Promise<boolean> {
  return (await tx.run(same, [input.currency, input.iban, input.accountNumber, id])).length > 0;
}

const save = batchedWrite(
  `insert into desk_accounts (id, name, currency, format, holder_name, iban, bic, account_number, bank_name, town,
     country, profile_id, batch_booking, is_active, signature)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
   on conflict (id) do update set name = excluded.name, currency = excluded.currency, format = excluded.format,
     holder_name = excluded.holder_name, iban = excluded.iban, bic = excluded.bic,
     account_number = excluded.account_number, bank_name = excluded.bank_name, town = excluded.town,
     country = excluded.country, profile_id = excluded.profile_id, batch_booking = excluded.batch_booking,
     is_active = excluded.is_active, signature = excluded.signature`,
);

/** Writes an account, signed: the new one, or what is to stand in its place. */
export async function saveAccount(tx: Tx, id: string, input: DeskAccountInput): Promise<void> {
  const { name, currency, format, holderName, iban, bic, accountNumber, bankName, town, country } = input;
  const { profileId, batchBooking, isActive } = input;
  const signature = signRow(signedTables.deskAccount, { ...input, id });
  await tx.run(save, [
    id,
    name,
    currency,
    format,
    holderName,
    iban,
    bic,
    accountNumber,
    bankName,
    town,
    country,
    profileId,
    batchBooking,
    isActive,
    signature,
  ]);
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
const allProfiles = readStatement(profileRow, `${selectProfile} order by direction, name`);
const lockedProfile = writeStatement(profileRow, `${selectProfile} where id = $1 for update`);
const saveRow = writeStatement(
  profileRow,
  `insert into payout_profiles (id, name, direction, shape, is_ready) values ($1, $2, $3, $4::jsonb, $5)
   on conflict (id) do update set name = excluded.name, shape = excluded.shape, is_verified = false, updated_at = now()
   returning id, name, direction, shape::json as shape, is_ready as "isReady", is_verified as "isVerified"`,
);
const dropRow = batchedWrite('delete from payout_profiles where id = $1');
const seed = batchedWrite(
  `insert into payout_profiles (name, direction, shape, is_ready) values ($1, 'payout', $2::jsonb, true)
   on conflict do nothing`,
);

export async function readProfiles(db: Pick<Db, 'run'>): Promise<ProfileRow[]> {
  return db.run(allProfiles);
}

export async function lockProfile(tx: Tx, id: string): Promise<ProfileRow | undefined> {
  const [row] = await tx.run(lockedProfile, [id]);
  return row;
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
