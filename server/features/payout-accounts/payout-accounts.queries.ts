import { and, asc, desc, eq, getTableColumns, notInArray } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { exists, rows, sent, written, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { payoutAccounts } from './payout-accounts.tables.ts';

const { userId: ofUser, fingerprint: hash, ...columns } = getTableColumns(payoutAccounts);
export type PayoutAccountRow = Omit<typeof payoutAccounts.$inferSelect, 'userId' | 'fingerprint'>;

/** More than a user needs; an endless list would be a way to fill the disk. */
const maxAccounts = 50;

const newestFirst = [desc(columns.lastUsedAt), asc(columns.id)];

type OfUser = { userId: string };

export const listAccounts = rows((db: Reads, { userId }: Blanks<OfUser>) =>
  db
    .select(columns)
    .from(payoutAccounts)
    .where(eq(ofUser, userId))
    .orderBy(...newestFirst)
    .limit(maxAccounts),
);

const usedNow = { lastUsedAt: now };

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
export const trimAccounts = sent((db: Drizzle, { userId }: Blanks<{ userId: string }>) => {
  const newest = db.select({ id: columns.id }).from(payoutAccounts).where(eq(ofUser, userId));
  const stay = newest.orderBy(...newestFirst).limit(maxAccounts);
  return db.delete(payoutAccounts).where(and(eq(ofUser, userId), notInArray(columns.id, stay)));
});

/** Marks a saved account as used now; nothing happens when it was never saved. */
export const touchAccount = sent(
  (db: Drizzle, { userId, fingerprint }: Blanks<{ userId: string; fingerprint: Buffer }>) =>
    db
      .update(payoutAccounts)
      .set(usedNow)
      .where(and(eq(ofUser, userId), eq(hash, fingerprint))),
);

/** Deletes one account of this user; false when there is no such account. */
export const deleteAccount = exists((db: Drizzle, { userId, id }: Blanks<OfUser & { id: string }>) =>
  db
    .delete(payoutAccounts)
    .where(and(eq(columns.id, id), eq(ofUser, userId)))
    .returning({ id: columns.id }),
);

export const deleteAccountsOf = sent((db: Drizzle, { userId }: Blanks<OfUser>) =>
  db.delete(payoutAccounts).where(eq(ofUser, userId)),
);
