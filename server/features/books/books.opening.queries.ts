import { and, asc, eq, gt, inArray, isNull, ne, notExists, notLike, or, exists, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Drizzle, Reads } from '#server/db/query.ts';
import { bookEntries, bookStart } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payoutBatches, payouts } from '#server/features/payouts/payouts.tables.ts';
import { refunds, unmatchedDecisions } from '#server/features/refunds/refunds.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

/** The number of rows in one block; each order is entered in a transaction of its own. */
export const blockSize = 500;

const started = (db: Reads) => db.select({ at: bookStart.at }).from(bookStart);

/** When the book was begun; undefined before. */
export const findStart = async (db: Db): Promise<Date | undefined> => (await db.ask(started))[0]?.at;

const start = (db: Drizzle) =>
  db
    .insert(bookStart)
    .values({ at: sql.placeholder('at') })
    .onConflictDoNothing();

/** Notes that everything open was entered. */
export const insertStart = async (tx: Tx, at: Date): Promise<void> => void (await tx.ask(start, { at }));

const liveOfOrder = (db: Reads) =>
  db
    .select({ id: transferClaims.id })
    .from(transferClaims)
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .where(
      and(
        eq(transferClaims.orderId, orders.id),
        isNull(transferClaims.releasedAt),
        inArray(chainTransfers.state, ['included', 'final']),
      ),
    );
const unpaid = ['due', 'held', 'batched', 'released', 'sent', 'returned'] as const;
const unsent = ['due', 'approved', 'sent'] as const;
const payoutOfOrder = (db: Reads) =>
  db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.orderId, orders.id), inArray(payouts.state, unpaid)));
const refundOfOrder = (db: Reads) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orders.id), inArray(refunds.state, unsent)));

const openOrders = (db: Reads) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        gt(orders.id, sql.placeholder('after')),
        or(
          and(inArray(orders.status, [...openStatuses]), exists(liveOfOrder(db))),
          exists(payoutOfOrder(db)),
          exists(refundOfOrder(db)),
        ),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(blockSize);

/** The orders after this one whose coins are there, whose money is not over, or whose coins are to be sent back. */
export const listOpenOrders = async (db: Db, after: string): Promise<string[]> =>
  (await db.ask(openOrders, { after })).map(({ id }) => id);

const ofTransfer = eq(transferClaims.transferId, chainTransfers.id);
const uncovered = (db: Reads) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(
      and(
        gt(chainTransfers.id, sql.placeholder('after')),
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
    .limit(blockSize);

/** The transfers in blocks after this one that no order has, that are not kept and that did not go back. */
export const listUncovered = async (db: Db, after: string): Promise<string[]> =>
  (await db.ask(uncovered, { after })).map(({ id }) => id);

const retained = (db: Reads) =>
  db
    .select({ id: unmatchedDecisions.transferId })
    .from(unmatchedDecisions)
    .innerJoin(chainTransfers, eq(chainTransfers.id, unmatchedDecisions.transferId))
    .where(
      and(
        gt(unmatchedDecisions.transferId, sql.placeholder('after')),
        eq(unmatchedDecisions.kind, 'kept'),
        isNull(unmatchedDecisions.reopenedAt),
        inArray(chainTransfers.state, ['included', 'final']),
        notLike(chainTransfers.coinId, 'token:%'),
      ),
    )
    .orderBy(asc(unmatchedDecisions.transferId))
    .limit(blockSize);

/** The transfers in blocks after this one that a member decided to retain. */
export const listRetained = async (db: Db, after: string): Promise<string[]> =>
  (await db.ask(retained, { after })).map(({ id }) => id);

const claimedOf = (db: Reads) =>
  db
    .select({ id: transferClaims.transferId })
    .from(transferClaims)
    .where(eq(transferClaims.orderId, sql.placeholder('orderId')));

/** The transfers that an order claims, or claimed before it was refused. */
export const listTransfersOf = async (db: Db, orderId: string): Promise<string[]> =>
  (await db.ask(claimedOf, { orderId })).flatMap(({ id }) => id ?? []);

const liveSettlement = (db: Reads) =>
  db
    .select({ parts: orderSettlements.parts, net: orderSettlements.net, fee: orderSettlements.fee })
    .from(orderSettlements)
    .where(and(eq(orderSettlements.orderId, sql.placeholder('orderId')), isNull(orderSettlements.voidedAt)));

export const findSettlement = async (db: Db, orderId: string) => (await db.ask(liveSettlement, { orderId }))[0];

const payoutsOf = (db: Reads) =>
  db
    .select({
      id: payouts.id,
      kind: payouts.kind,
      state: payouts.state,
      amount: payouts.amount,
      currency: payouts.currency,
    })
    .from(payouts)
    .where(eq(payouts.orderId, sql.placeholder('orderId')))
    .orderBy(payouts.seq);

export const listPayoutsOf = (db: Db, orderId: string) => db.ask(payoutsOf, { orderId });

const attemptsOf = (db: Reads) =>
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
    .where(eq(payouts.orderId, sql.placeholder('orderId')))
    .orderBy(payoutAttempts.no);

export const listAttemptsOf = (db: Db, orderId: string) => db.ask(attemptsOf, { orderId });

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
const refundsOf = (db: Reads) =>
  db
    .select(refundFields)
    .from(refunds)
    .where(and(eq(refunds.orderId, sql.placeholder('orderId')), ne(refunds.state, 'cancelled')))
    .orderBy(refunds.dueAt, refunds.id);

/** The refunds of an order, those that are over too: their coins are not there any more. */
export const listRefundsOf = (db: Db, orderId: string) => db.ask(refundsOf, { orderId });

const refundsOfTransfers = (db: Reads) =>
  db
    .select(refundFields)
    .from(refunds)
    .leftJoin(bookEntries, and(eq(bookEntries.kind, 'refund.due'), eq(bookEntries.subject, sql`${refunds.id}::text`)))
    .where(and(isNull(refunds.orderId), ne(refunds.state, 'cancelled'), isNull(bookEntries.id)))
    .orderBy(refunds.id);

/** The refunds of transfers without an order that the book does not have, those that are over too. */
export const listTransferRefunds = (db: Db) => db.ask(refundsOfTransfers);

export type OpenRefund = Awaited<ReturnType<typeof listRefundsOf>>[number];
