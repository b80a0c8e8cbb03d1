import { and, asc, desc, eq, getTableColumns, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { now, textOrNull } from '#server/db/fragments.ts';
import { jsonObject } from '#server/db/json-object.ts';
import { exists, rows, sent, firstRow, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { payoutAccounts } from './payout-accounts.tables.ts';

const { userId: ownerId, fingerprint: hash, ...columns } = getTableColumns(payoutAccounts);
export type PayoutAccountRow = Omit<typeof payoutAccounts.$inferSelect, 'userId' | 'fingerprint'>;

type NewAccount = typeof payoutAccounts.$inferInsert;

/** More than a user needs; an endless list would be a way to fill the disk. */
const maxAccounts = 50;

const newestFirst = [desc(columns.lastUsedAt), asc(columns.id)];

type UserId = { userId: Id<'user'> };

const bareNumber = (number: SQL) => sql`upper(regexp_replace(${number}, '[\\s-]', '', 'g'))`;

/** The last payout to the account in its currency, where that was returned. */
const lastReturn = jsonObject(
  { reason: sql`last.returned->>'reason'`.mapWith(textOrNull), at: sql`last.returned->>'at'`.mapWith(textOrNull) },
  (selection) => sql`select ${selection} from (
    select ${payoutAttempts.returned}, ${payoutAttempts.state} from ${payoutAttempts}
      join ${payouts} on ${payouts.id} = ${payoutAttempts.payoutId}
      join ${orders} on ${orders.id} = ${payouts.orderId}
      where ${orders.userId} = ${ownerId} and ${payoutAttempts.state} in ('sent', 'settled', 'returned')
        and ${payoutAttempts.currency} = ${payoutAccounts.currency}
        and ${bareNumber(sql`${payoutAttempts.details}->>'accountNumber'`)} = ${bareNumber(sql`${payoutAccounts.accountNumber}`)}
        and ${payoutAttempts.details}->>'bankName' = ${payoutAccounts.bankName}
      order by ${payoutAttempts.sentAt} desc nulls last limit 1) last
    where last.state = 'returned'`,
);

/** The accounts, with the payouts that were returned from each. */
export const listReturned = rows((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({ ...columns, returned: lastReturn })
    .from(payoutAccounts)
    .where(eq(ownerId, userId))
    .orderBy(...newestFirst)
    .limit(maxAccounts),
);

export const listAccounts = rows((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select(columns)
    .from(payoutAccounts)
    .where(eq(ownerId, userId))
    .orderBy(...newestFirst)
    .limit(maxAccounts),
);

const useTime = { lastUsedAt: now };

/** Stores an account, or the time of use of the stored one. */
export async function upsertAccount(
  tx: Tx,
  userId: Id<'user'>,
  { details, ...account }: { details: PaymentDetails } & Pick<NewAccount, 'currency' | 'fingerprint' | 'origin'>,
): Promise<PayoutAccountRow> {
  return firstRow(
    await tx
      .insert(payoutAccounts)
      .values({ ...details, ...account, userId })
      .onConflictDoUpdate({ target: [ownerId, hash], set: useTime })
      .returning(columns),
  );
}

/** Deletes the longest unused accounts beyond the cap: an order has its own copy of its account. */
export const trimAccounts = sent((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) => {
  const newestAccounts = db.select({ id: columns.id }).from(payoutAccounts).where(eq(ownerId, userId));
  const remainingAccounts = newestAccounts.orderBy(...newestFirst).limit(maxAccounts);
  return db.delete(payoutAccounts).where(and(eq(ownerId, userId), notInArray(columns.id, remainingAccounts)));
});

/** Marks a saved account as used now; nothing happens when it was never saved. */
export const touchAccount = sent(
  (db: Drizzle, { userId, fingerprint }: Blanks<{ userId: Id<'user'>; fingerprint: Buffer }>) =>
    db
      .update(payoutAccounts)
      .set(useTime)
      .where(and(eq(ownerId, userId), eq(hash, fingerprint))),
);

/** Deletes one account of this user; false when there is no such account. */
export const deleteAccount = exists((db: Drizzle, { userId, id }: Blanks<UserId & { id: Id<'payoutAccount'> }>) =>
  db
    .delete(payoutAccounts)
    .where(and(eq(columns.id, id), eq(ownerId, userId)))
    .returning({ id: columns.id }),
);

export const deleteAccountsOf = sent((db: Drizzle, { userId }: Blanks<UserId>) =>
  db.delete(payoutAccounts).where(eq(ownerId, userId)),
);
