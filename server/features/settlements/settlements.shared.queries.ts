import { and, eq, exists, gte, inArray, isNotNull, isNull, ne, not, notExists, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { lockName } from '#server/db/locks.ts';
import { isOneOf, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { isTransferSpent } from '#server/features/chains/chains.service.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { addressLeases } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { refunds } from '#server/features/refunds/refunds.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { coveringOrder, notedRate } from '#shared/settlements/settlement.nameable.ts';
import { formerRate, transferFields } from './settlements.claims.queries.ts';

type SharedTransfers = {
  addressId: Id<'depositAddress'>;
  transferIds: readonly Id<'transfer'>[];
  leasedAt: Date;
  tolerancePercent: number;
  leaseId: Id<'addressLease'>;
  amount: string;
  userId: Id<'user'>;
};

/**
 * Transfers that may be meant for an earlier sale of the address that is still watched: any that does not equal the
 * present sale exactly, if that was another customer's; and any that fits an earlier sale that has not received its
 * coins.
 */
export const listDoubtful = rows((db: Reads, blanks: Blanks<SharedTransfers>) => {
  const { addressId, transferIds, leasedAt, tolerancePercent, leaseId, amount, userId } = blanks;
  const lease = addressLeases;
  const receivedTransfers = db
    .select()
    .from(orders)
    .innerJoin(transferClaims, and(eq(transferClaims.orderId, orders.id), isNull(transferClaims.releasedAt)))
    .where(eq(orders.quoteId, lease.quoteId));
  const isNear = sql`abs(${lease.amount} - ${chainTransfers.amount}) <= ${lease.amount} * ${tolerancePercent}::numeric / 100`;
  return db
    .select({
      transferId: chainTransfers.id,
      reference: sql`min(${lease.reference})`.mapWith(String),
    })
    .from(lease)
    .innerJoin(chainTransfers, isOneOf(chainTransfers.id, transferIds))
    .where(
      and(
        eq(lease.addressId, addressId),
        sql`${lease.leasedAt} < ${leasedAt}`,
        ne(lease.id, leaseId),
        gte(lease.watchedUntil, chainTransfers.firstSeenAt),
        eq(lease.cryptoId, chainTransfers.coinId),
        or(and(ne(lease.userId, userId), ne(chainTransfers.amount, amount)), and(isNear, notExists(receivedTransfers))),
      ),
    )
    .groupBy(chainTransfers.id);
});

const claim = alias(transferClaims, 'own_claim');
const otherClaims = alias(transferClaims, 'other_claim');
const claimant = alias(orders, 'claimant');
const sale = alias(orders, 'other_sale');

/** The order that has a transfer now. */
const claimingReference = (db: Reads) =>
  db
    .select({ reference: claimant.reference })
    .from(otherClaims)
    .innerJoin(claimant, eq(claimant.id, otherClaims.orderId))
    .where(
      and(
        eq(otherClaims.transferId, chainTransfers.id),
        isNull(otherClaims.releasedAt),
        ne(otherClaims.orderId, orders.id),
      ),
    );

/** An order that had a transfer and sends coins back, or sent them. */
const refundedBy = (db: Reads) =>
  db
    .select({ reference: claimant.reference })
    .from(otherClaims)
    .innerJoin(refunds, and(eq(refunds.orderId, otherClaims.orderId), ne(refunds.state, 'cancelled')))
    .innerJoin(claimant, eq(claimant.id, otherClaims.orderId))
    .where(and(eq(otherClaims.transferId, chainTransfers.id), ne(otherClaims.orderId, orders.id)))
    .limit(1);

/** The first other open or unproven sale that a transfer at a shared address could be meant for. */
function intendedOrder(db: Reads, { tolerancePercent }: Blanks<{ tolerancePercent: number }>) {
  const claimsOf = (isOf: typeof isNull | typeof isNotNull) =>
    db
      .select()
      .from(otherClaims)
      .where(and(eq(otherClaims.orderId, sale.id), isOf(otherClaims.transferId), isNull(otherClaims.releasedAt)));
  const saleQuote = db.select({ at: sellQuotes.createdAt }).from(sellQuotes).where(eq(sellQuotes.id, sale.quoteId));
  const isNear = sql`abs(${chainTransfers.amount} - ${sale.amount}) <= ${sale.amount} * ${tolerancePercent}::numeric / 100`;
  const wasShown = sql`coalesce(${saleQuote}, ${sale.createdAt} - interval '1 day') <= ${chainTransfers.firstSeenAt}`;
  return db
    .select({ reference: sale.reference })
    .from(sale)
    .where(
      and(
        ne(sale.id, orders.id),
        eq(sale.type, 'sell'),
        eq(sale.cryptoId, chainTransfers.coinId),
        eq(sale.depositAddress, chainTransfers.toAddress),
        sql`${sale.depositMemo} is not distinct from ${orders.depositMemo}`,
        notInArray(sale.status, [...refusedStatuses]),
        notExists(claimsOf(isNotNull)),
        or(inArray(sale.status, [...openStatuses]), exists(claimsOf(isNull))),
        or(
          sql`lower(${sale.transactionHash}) = lower(${chainTransfers.txHash})`,
          and(isNull(sale.transactionHash), isNear, wasShown),
        ),
      ),
    )
    .orderBy(sale.createdAt, sale.id)
    .limit(1);
}

const maxNamed = 100;

type NameableFilter = { orderId: Id<'order'>; tolerancePercent: number; since: Date; ids: readonly Id<'transfer'>[] };

const nameable = rows((db: Reads, blanks: Blanks<NameableFilter>) => {
  const { orderId, since, ids } = blanks;
  const isRecent = gte(chainTransfers.firstSeenAt, since);
  return db
    .select({
      ...transferFields,
      isClaimed: sql`${claim.id} is not null`.mapWith(Boolean),
      claimedRate: claim.rateThen,
      claimedRateAt: claim.rateAt,
      formerRate: sql`${formerRate(db)}`.mapWith(textOrNull),
      claimedBy: sql`${claimingReference(db)}`.mapWith(textOrNull),
      refundedBy: sql`${refundedBy(db)}`.mapWith(textOrNull),
      meantFor: sql`${intendedOrder(db, blanks)}`.mapWith(textOrNull),
      /** True if coins of the transfer were taken from it in the book. */
      isSpent: isTransferSpent.mapWith(Boolean),
    })
    .from(orders)
    .innerJoin(
      chainTransfers,
      and(
        eq(chainTransfers.coinId, orders.cryptoId),
        eq(chainTransfers.toAddress, orders.depositAddress),
        or(isNull(orders.depositMemo), eq(chainTransfers.toTag, orders.depositMemo)),
      ),
    )
    .leftJoin(
      claim,
      and(eq(claim.transferId, chainTransfers.id), eq(claim.orderId, orders.id), isNull(claim.releasedAt)),
    )
    .where(
      and(
        eq(orders.id, orderId),
        or(
          isNotNull(claim.id),
          and(isOneOf(chainTransfers.id, ids), isRecent),
          and(isRecent, inArray(chainTransfers.state, ['seen', 'included', 'final'])),
        ),
      ),
    )
    .orderBy(
      isNull(claim.id),
      not(isOneOf(chainTransfers.id, ids)),
      sql`abs(${chainTransfers.amount} - ${orders.amount})`,
      chainTransfers.firstSeenAt,
      chainTransfers.id,
    )
    .limit(maxNamed);
});

/**
 * Transfers that a sale at a shared address claims, and those to that address since it was quoted: the one nearest
 * to what was agreed first.
 */
export async function listNameable(db: Pick<Db, 'ask'>, { now, ...filter }: NameableFilter & { now: Date }) {
  const transfers = await nameable(db, filter);
  return transfers.map(
    ({
      claimedRate,
      claimedRateAt,
      formerRate: former,
      claimedBy: claimingOrder,
      refundedBy: refundedOrder,
      meantFor: intendedOrderId,
      ...row
    }) => ({
      ...row,
      ...notedRate(
        { isClaimed: row.isClaimed, claimedRate, claimedRateAt, formerRate: former, blockAt: row.blockAt },
        now,
      ),
      /** The order that has it, or that it may be meant for. */
      coveredBy: coveringOrder({ claimedBy: claimingOrder, refundedBy: refundedOrder, meantFor: intendedOrderId }),
    }),
  );
}

/** Locks the transfers that a decision names, in one order. */
export const lockTransfers = sent((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'transfer'>[] }>) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(isOneOf(chainTransfers.id, ids))
    .orderBy(chainTransfers.id)
    .for('update'),
);

/**
 * Lines up what settles the sales of a customer, until the transaction ends: two at once would each find the same left
 * of the limit without an identity.
 */
export const lockCustomerLimit = (tx: Pick<Tx, 'send'>, userId: Id<'user'>): Promise<void> =>
  lockName(tx, `settlements ${userId}`);
