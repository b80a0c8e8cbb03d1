import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { type PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { payoutMethods } from '#shared/reference/payout-currencies.ts';
import { payoutAccounts } from './payout-accounts.tables.ts';

const payoutAccountRow = {
  id: column.uuid,
  currency: column.text,
  method: column.oneOf(payoutMethods),
  accountName: column.text,
  accountNumber: column.text,
  bankName: column.text,
  iban: orNull(column.text),
  bic: orNull(column.text),
  bankCode: orNull(column.text),
  country: orNull(column.text),
  lastUsedAt: column.moment,
  createdAt: column.moment,
};
export type PayoutAccountRow = RowOf<typeof payoutAccountRow>;

const columns = `id, currency, method, account_name as "accountName", account_number as "accountNumber",
  bank_name as "bankName", iban, bic, bank_code as "bankCode", country, last_used_at as "lastUsedAt", created_at as "createdAt"`;

/** More than a user needs; an endless list would be a way to fill the disk. */
const maxAccounts = 50;

const accountsOf = readStatement(payoutAccountRow)`
  select ${columns} from payout_accounts where user_id = $1 order by last_used_at desc, id limit ${maxAccounts}`;

export async function listAccounts(db: Pick<Db, 'run'>, userId: string): Promise<PayoutAccountRow[]> {
  return db.run(accountsOf, [userId]);
}

const upsert = writeStatement(payoutAccountRow)`
  insert into payout_accounts (user_id, currency, method, account_name, account_number, bank_name, fingerprint, iban, bic,
    bank_code, country)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (user_id, fingerprint) do update set last_used_at = now()
  returning ${columns}`;

/** Stores an account, or marks the same one on record as used now. */
export async function upsertAccount(
  tx: Tx,
  userId: string,
  { details, currency, fingerprint }: { details: PaymentDetails; currency: string; fingerprint: Buffer },
): Promise<PayoutAccountRow> {
  const { method, accountName, accountNumber, bankName, iban, bic, bankCode, country } = details;
  const lines = [method, accountName, accountNumber, bankName, fingerprint, iban, bic, bankCode, country];
  const [row] = await tx.run(upsert, [userId, currency, ...lines]);
  if (!row) throw new Error('The payout account was not written.');
  return row;
}

// The oldest beyond the cap go: what an order was paid to is copied into the order.
const trim = writeStatement({})`
  delete from payout_accounts where user_id = $1 and id not in (
    select id from payout_accounts where user_id = $1 order by last_used_at desc, id limit ${maxAccounts})`;

/** Deletes the longest unused accounts beyond the cap. */
export async function trimAccounts(tx: Tx, userId: string): Promise<void> {
  await tx.run(trim, [userId]);
}

const touch = writeStatement({})`
  update payout_accounts set last_used_at = now() where user_id = $1 and fingerprint = $2`;

/** Marks a saved account as used now; nothing happens when it was never saved. */
export async function touchAccount(tx: Tx, userId: string, fingerprint: Buffer): Promise<void> {
  await tx.run(touch, [userId, fingerprint]);
}

/** Deletes one account of this user; false when there is no such account. */
export async function deleteAccount(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(payoutAccounts)
    .where(and(eq(payoutAccounts.id, id), eq(payoutAccounts.userId, userId)))
    .returning({ id: payoutAccounts.id });
  return deleted.length === 1;
}

export async function deleteAccountsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId));
}
