import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { exists, first, one, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { files } from '#server/features/files/files.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toText, type Amount, type Rate } from '#shared/kernel/money.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderReferences, orders } from '../orders.tables.ts';
import type { OrderDraft } from './orders.draft.ts';

const id = { id: orders.id };

type SameProof = { userId: Id<'user'>; since: Date; cryptoId: string; amount: string; proofHash: Buffer };

const duplicateSale = first((db: Reads, { userId, since, cryptoId, amount, proofHash }: Blanks<SameProof>) =>
  db
    .select(id)
    .from(orders)
    .innerJoin(files, eq(files.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        gt(orders.createdAt, since),
        eq(orders.cryptoId, cryptoId),
        eq(orders.amount, amount),
        eq(files.purpose, 'payment_proof'),
        eq(files.sentHash, proofHash),
      ),
    )
    .orderBy(orders.createdAt)
    .limit(1),
);

export type DuplicateSale = {
  userId: Id<'user'>;
  since: Date;
  cryptoId: string;
  amount: Amount<'coin'>;
  proofHash: Buffer;
};

/** The sale of this user, coin and amount since a moment whose proof has the same bytes. */
export async function findDuplicateSale(
  db: Pick<Db, 'ask'>,
  { userId, since, cryptoId, amount, proofHash }: DuplicateSale,
): Promise<Id<'order'> | undefined> {
  return (await duplicateSale(db, { userId, since, cryptoId, amount: toText(amount), proofHash }))?.id;
}

type SameTerms = {
  userId: Id<'user'>;
  since: Date;
  from: string;
  to: string;
  amount: string;
  rate: string;
  output: string;
  details: string;
};

const duplicateExchange = first(
  (db: Reads, { userId, since, from, to, amount, rate, output, details }: Blanks<SameTerms>) =>
    db
      .select(id)
      .from(orders)
      .where(
        and(
          eq(orders.userId, userId),
          gt(orders.createdAt, since),
          eq(orders.type, 'fiat'),
          eq(orders.status, 'pending'),
          isNull(orders.proofAt),
          eq(orders.fromCurrency, from),
          eq(orders.payoutCurrency, to),
          eq(orders.amount, amount),
          eq(orders.rate, rate),
          eq(orders.payoutAmount, output),
          sql`${orders.paymentDetails} = ${details}::jsonb`,
        ),
      )
      .orderBy(orders.createdAt)
      .limit(1),
);

/** An exchange of this user opened since a moment on the same terms, still without proof. */
export async function findDuplicateExchange(
  db: Pick<Db, 'ask'>,
  { amount, rate, output, details, ...terms }: DuplicateExchange,
): Promise<Id<'order'> | undefined> {
  const values = {
    amount: toText(amount),
    rate: toText(rate),
    output: toText(output),
    details: JSON.stringify(details),
  };
  return (await duplicateExchange(db, { ...terms, ...values }))?.id;
}

export type DuplicateExchange = {
  userId: Id<'user'>;
  since: Date;
  from: string;
  to: string;
  amount: Amount<'sent'>;
  rate: Rate<'sent', 'payout'>;
  output: Amount<'payout'>;
  details: OrderDraft['paymentDetails'];
};

type Reference = typeof orderReferences.$inferSelect;
const reference = { reference: orderReferences.reference };

/** Issues a reference, for good or for a user's next order; false when it was issued before. */
export const takeReference = exists((db: Drizzle, row: Blanks<Pick<Reference, 'reference' | 'reservedFor'>>) =>
  db
    .insert(orderReferences)
    .values({ reference: row.reference, reservedFor: row.reservedFor })
    .onConflictDoNothing()
    .returning(reference),
);

export const findReserved = first((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db.select(reference).from(orderReferences).where(eq(orderReferences.reservedFor, userId)).for('update'),
);

/** Makes a reserved reference that of an order; false when it was not reserved for this user. */
export const redeem = exists((db: Drizzle, row: Blanks<{ reference: string; userId: Id<'user'> }>) =>
  db
    .update(orderReferences)
    .set({ reservedFor: null })
    .where(and(eq(orderReferences.reference, row.reference), eq(orderReferences.reservedFor, row.userId)))
    .returning(reference),
);

/** True if an order of this user was ever completed. */
export const hasCompletedOrder = exists((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select(id)
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'completed')))
    .limit(1),
);

type CoinAddress = { cryptoId: string; address: string };
const amount = sql`coalesce(sum(${orders.amount}), 0)`.mapWith(String);

/** Number of open orders of a coin that show this address, and their sum of coins as decimal text. */
export const openOrdersAt = one((db: Reads, { cryptoId, address }: Blanks<CoinAddress>) =>
  db
    .select({ orders: count(), amount })
    .from(orders)
    .where(
      and(eq(orders.depositAddress, address), inArray(orders.status, [...openStatuses]), eq(orders.cryptoId, cryptoId)),
    ),
);

/** Coins of completed orders since a moment that showed this address, as decimal text. */
export const sumReceivedAt = one((db: Reads, { cryptoId, address, since }: Blanks<CoinAddress & { since: Date }>) =>
  db
    .select({ amount })
    .from(orders)
    .where(
      and(
        eq(orders.depositAddress, address),
        eq(orders.status, 'completed'),
        eq(orders.type, 'sell'),
        gt(orders.createdAt, since),
        eq(orders.cryptoId, cryptoId),
      ),
    ),
);
