import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { writeStatement, written } from '#server/db/statements.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { payoutAccounts } from './payout-accounts.tables.ts';

const { userId: ofUser, fingerprint: hash, ...columns } = getTableColumns(payoutAccounts);
export type PayoutAccountRow = Omit<typeof payoutAccounts.$inferSelect, 'userId' | 'fingerprint'>;

/** More than a user needs; an endless list would be a way to fill the disk. */
const maxAccounts = 50;

export async function listAccounts(db: Db, userId: string): Promise<PayoutAccountRow[]> {
  const newest = [desc(columns.lastUsedAt), asc(columns.id)];
  return db
    .select(columns)
    .from(payoutAccounts)
    .where(eq(ofUser, userId))
    .orderBy(...newest)
    .limit(maxAccounts);
}

const usedNow = { lastUsedAt: sql`now()` };

/** Stores an account, or marks the same one on record as used now. */
export async function upsertAccount(
  tx: Tx,
  userId: string,
  { details, currency, fingerprint }: { details: PaymentDetails; currency: string; fingerprint: Buffer },
): Promise<PayoutAccountRow> {
  return written(
    await tx
      .insert(payoutAccounts)
      .values({ ...details, userId, currency, fingerprint })
      .onConflictDoUpdate({ target: [ofUser, hash], set: usedNow })
      .returning(columns),
  );
}

/** Deletes the longest unused accounts beyond the cap: what an order was paid to is copied into the order. */
export const trimAccounts = writeStatement({}).send<[userId: string]>()`
  delete from payout_accounts where user_id = $1 and id not in (
    select id from payout_accounts where user_id = $1 order by last_used_at desc, id limit ${maxAccounts})`;

/** Marks a saved account as used now; nothing happens when it was never saved. */
export const touchAccount = writeStatement({}).send<[userId: string, fingerprint: Buffer]>()`
  update payout_accounts set last_used_at = now() where user_id = $1 and fingerprint = $2`;

/** Deletes one account of this user; false when there is no such account. */
export async function deleteAccount(tx: Tx, userId: string, id: string): Promise<boolean> {
  const own = and(eq(columns.id, id), eq(ofUser, userId));
  return (await tx.delete(payoutAccounts).where(own).returning({ id: columns.id })).length === 1;
}

export async function deleteAccountsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(payoutAccounts).where(eq(ofUser, userId));
}
