import { and, asc, eq, gt, inArray, isNull, ne, notExists, notLike, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { first, rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { bookEntries, bookStart } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payoutBatches, payouts } from '#server/features/payouts/payouts.tables.ts';
import { refunds, unmatchedDecisions } from '#server/features/refunds/refunds.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

type AfterId = Blanks<{ after: string }>;
type OrderId = Blanks<{ orderId: Id<'order'> }>;

/** The number of rows in one block; each order is entered in a transaction of its own. */
export const blockSize = 500;

/** When the book was begun; undefined before. */
export const findStart = first((db: Reads) => db.select({ at: bookStart.at }).from(bookStart));

/** Notes that everything open was entered. */
export const insertStart = sent((db: Drizzle, { at }: Blanks<{ at: Date }>) =>
  db.insert(bookStart).values({ at }).onConflictDoNothing(),
);

const unpaidStates = ['due', 'held', 'batched', 'released', 'sent', 'returned'] as const;
const unsentStates = ['due', 'approved', 'sent'] as const;

/** Orders after this one that still hold coins, owe money, or have coins to send back. */
export const listOpenOrders = rows((db: Reads, { after }: AfterId) =>
  // Three small sets, each by its index: a condition on every order would be a walk through all of them, at each start.
  union(
    db
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(transferClaims, and(eq(transferClaims.orderId, orders.id), isNull(transferClaims.releasedAt)))
      .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
      .where(
        and(
          gt(orders.id, after),
          inArray(orders.status, [...openStatuses]),
          inArray(chainTransfers.state, ['included', 'final']),
        ),
      ),
    db
      .select({ id: orders.id })
      .from(payouts)
      .innerJoin(orders, eq(orders.id, payouts.orderId))
      .where(and(gt(orders.id, after), inArray(payouts.state, unpaidStates))),
    db
      .select({ id: orders.id })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(and(gt(orders.id, after), inArray(refunds.state, unsentStates))),
  )
    .orderBy(asc(orders.id))
    .limit(blockSize),
);

const ofTransfer = eq(transferClaims.transferId, chainTransfers.id);
/** The transfers in blocks after this one that no order has, that are not kept and that did not go back. */
export const listUncovered = rows((db: Reads, { after }: AfterId) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(
      and(
        gt(chainTransfers.id, after),
        inArray(chainTransfers.state, ['included', 'final']),
        notLike(chainTransfers.coinId, 'token:%'),
        notExists(
          db
            .select({ id: transferClaims.id })
            .from(transferClaims)
            .where(and(ofTransfer, isNull(transferClaims.releasedAt))),
        ),
        notExists(
          db
            .select({ id: refunds.id })
            .from(transferClaims)
            .innerJoin(refunds, eq(refunds.orderId, transferClaims.orderId))
            .where(and(ofTransfer, inArray(refunds.state, ['sent', 'confirmed']))),
        ),
        notExists(
          db
            .select({ id: unmatchedDecisions.id })
            .from(unmatchedDecisions)
            .leftJoin(refunds, eq(refunds.id, unmatchedDecisions.refundId))
            .where(
              and(
                eq(unmatchedDecisions.transferId, chainTransfers.id),
                isNull(unmatchedDecisions.reopenedAt),
                or(isNull(refunds.id), eq(refunds.state, 'confirmed')),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(chainTransfers.id))
    .limit(blockSize),
);

/** The transfers in blocks after this one that a member decided to retain. */
export const listRetained = rows((db: Reads, { after }: AfterId) =>
  db
    .select({ id: unmatchedDecisions.transferId })
    .from(unmatchedDecisions)
    .innerJoin(chainTransfers, eq(chainTransfers.id, unmatchedDecisions.transferId))
    .where(
      and(
        gt(unmatchedDecisions.transferId, after),
        eq(unmatchedDecisions.kind, 'kept'),
        isNull(unmatchedDecisions.reopenedAt),
        inArray(chainTransfers.state, ['included', 'final']),
        notLike(chainTransfers.coinId, 'token:%'),
      ),
    )
    .orderBy(asc(unmatchedDecisions.transferId))
    .limit(blockSize),
);

const claimsOf = rows((db: Reads, { orderId }: OrderId) =>
  db.select({ id: transferClaims.transferId }).from(transferClaims).where(eq(transferClaims.orderId, orderId)),
);

/** The transfers that an order claims, or claimed before it was refused. */
export const listTransfersOf = async (db: Db, orderId: Id<'order'>): Promise<Id<'transfer'>[]> =>
  (await claimsOf(db, { orderId })).flatMap(({ id }) => id ?? []);

export const findSettlement = first((db: Reads, { orderId }: OrderId) =>
  db
    .select({ parts: orderSettlements.parts, net: orderSettlements.net, fee: orderSettlements.fee })
    .from(orderSettlements)
    .where(and(eq(orderSettlements.orderId, orderId), isNull(orderSettlements.voidedAt))),
);

export const listPayoutsOf = rows((db: Reads, { orderId }: OrderId) =>
  db
    .select({
      id: payouts.id,
      kind: payouts.kind,
      state: payouts.state,
      amount: payouts.amount,
      currency: payouts.currency,
    })
    .from(payouts)
    .where(eq(payouts.orderId, orderId))
    .orderBy(payouts.seq),
);

export const listAttemptsOf = rows((db: Reads, { orderId }: OrderId) =>
  db
    .select({
      id: payoutAttempts.id,
      payoutId: payoutAttempts.payoutId,
      state: payoutAttempts.state,
      amount: payoutAttempts.amount,
      currency: payoutAttempts.currency,
      accountId: payoutBatches.accountId,
      returned: payoutAttempts.returned,
    })
    .from(payoutAttempts)
    .innerJoin(payouts, eq(payouts.id, payoutAttempts.payoutId))
    .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(eq(payouts.orderId, orderId))
    .orderBy(payoutAttempts.no),
);

const refundFields = {
  id: refunds.id,
  orderId: refunds.orderId,
  transferId: refunds.transferId,
  coin: refunds.cryptoId,
  amount: refunds.amount,
  state: refunds.state,
  networkFee: refunds.networkFee,
  feeBy: refunds.feeBy,
};
const refundsOf = (db: Reads, { orderId }: OrderId) =>
  db
    .select(refundFields)
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.state, 'cancelled')))
    .orderBy(refunds.dueAt, refunds.id);
export type OpenRefund = RowOf<typeof refundsOf>;

/** The refunds of an order, those that are over too: their coins are not there any more. */
export const listRefundsOf = rows(refundsOf);

/** The refunds of transfers without an order that the book does not have, those that are over too. */
export const listTransferRefunds = rows((db: Reads) =>
  db
    .select(refundFields)
    .from(refunds)
    .leftJoin(bookEntries, and(eq(bookEntries.kind, 'refund.due'), eq(bookEntries.subject, sql`${refunds.id}::text`)))
    .where(and(isNull(refunds.orderId), ne(refunds.state, 'cancelled'), isNull(bookEntries.id)))
    .orderBy(refunds.id),
);
