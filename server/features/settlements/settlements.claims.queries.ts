import {
  and,
  between,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notExists,
  or,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/connection.ts';
import {
  placeholderValues,
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { isTransferSpent } from '#server/features/chains/chains.service.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { addressLeases } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { OwnSale } from './settlements.sales.queries.ts';

type OrderId = { orderId: Id<'order'> };

/** The columns of a transfer that a settlement reads. */
export const transferFields = {
  id: chainTransfers.id,
  txHash: chainTransfers.txHash,
  outIndex: chainTransfers.outIndex,
  coinId: chainTransfers.coinId,
  amount: chainTransfers.amount,
  state: chainTransfers.state,
  blockHeight: chainTransfers.blockHeight,
  blockAt: chainTransfers.blockAt,
  firstSeenAt: chainTransfers.firstSeenAt,
  reorganisedAt: chainTransfers.reorganisedAt,
  wasFinal: chainTransfers.wasFinal,
};

const claimedTransfers = (db: Reads, { orderId }: Blanks<OrderId>) =>
  db
    .select({ ...transferFields, rateThen: transferClaims.rateThen, rateAt: transferClaims.rateAt })
    .from(transferClaims)
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .where(and(eq(transferClaims.orderId, orderId), isNull(transferClaims.releasedAt)))
    .orderBy(chainTransfers.firstSeenAt, chainTransfers.id);
export type ClaimedTransfer = RowOf<typeof claimedTransfers>;

/** The transfers that an order claims in any state, oldest first. */
export const listClaimedTransfers = rows(claimedTransfers);

type NewClaim = Record<'transferId' | 'orderId' | 'claimedAt' | 'rateThen' | 'rateAt', SQLWrapper> & {
  grade: 'own' | 'manual';
};

/** Drizzle names all columns in an insert of a select, in the order of the table. */
const claimOf = ({ transferId, orderId, grade, claimedAt, rateThen, rateAt }: NewClaim) => ({
  id: sql`gen_random_uuid()`.as('id'),
  transferId: sql`${transferId}`.as('transfer_id'),
  orderId: sql`${orderId}::uuid`.as('order_id'),
  grade: sql`${grade}`.as('grade'),
  claimedAt: sql`${claimedAt}::timestamptz`.as('claimed_at'),
  rateThen: sql`${rateThen}::numeric`.as('rate_then'),
  rateAt: sql`${rateAt}::timestamptz`.as('rate_at'),
  releasedAt: sql`null::timestamptz`.as('released_at'),
});
const unknownValue = sql`null`;

type Arrivals = Pick<
  OwnSale,
  'id' | 'coinId' | 'address' | 'tag' | 'leasedAt' | 'watchedUntil' | 'addressId' | 'leaseId'
>;

const claimArrived = sent((db: Drizzle, ownArrivals: Blanks<Arrivals & { now: Date }>) => {
  const { firstSeenAt } = chainTransfers;
  const laterLeases = db
    .select()
    .from(addressLeases)
    .where(
      and(
        eq(addressLeases.addressId, ownArrivals.addressId),
        ne(addressLeases.id, ownArrivals.leaseId),
        gt(addressLeases.leasedAt, ownArrivals.leasedAt),
        lte(addressLeases.leasedAt, firstSeenAt),
      ),
    );
  const liveClaims = db
    .select()
    .from(transferClaims)
    .where(and(eq(transferClaims.transferId, chainTransfers.id), isNull(transferClaims.releasedAt)));
  const claimFields = { claimedAt: ownArrivals.now, rateThen: unknownValue, rateAt: unknownValue };
  return db
    .insert(transferClaims)
    .select(
      db
        .select(claimOf({ transferId: chainTransfers.id, orderId: ownArrivals.id, grade: 'own', ...claimFields }))
        .from(chainTransfers)
        .where(
          and(
            eq(chainTransfers.coinId, ownArrivals.coinId),
            eq(chainTransfers.toAddress, ownArrivals.address),
            sql`(${ownArrivals.tag}::text = '' or ${chainTransfers.toTag} = ${ownArrivals.tag})`,
            inArray(chainTransfers.state, ['seen', 'included', 'final']),
            between(firstSeenAt, ownArrivals.leasedAt, ownArrivals.watchedUntil),
            notExists(laterLeases),
            notExists(liveClaims),
            not(isTransferSpent),
          ),
        ),
    )
    .onConflictDoNothing();
});

/**
 * Claims the transfers to the own address of an open sale that no order has claimed and nothing was taken from, up to
 * the next lease of the address.
 */
export async function claimArrivals(tx: Tx, ownSale: OwnSale, now: Date): Promise<void> {
  const { id, coinId, address, tag, leasedAt, watchedUntil, addressId, leaseId } = ownSale;
  await claimArrived(tx, { id, coinId, address, tag, leasedAt, watchedUntil, addressId, leaseId, now });
}

type Rate = OrderId & { rate: string | null; now: Date };

/**
 * Notes the payout rate of this moment with the claims whose block was just read, or read again after a reorganisation;
 * none with a block that is older than ten minutes: that rate is known no more.
 */
export const noteRates = sent((db: Drizzle, { orderId, rate, now }: Blanks<Rate>) =>
  db
    .update(transferClaims)
    .set({
      ...placeholderValues({ rateAt: now }),
      rateThen: sql`case when ${chainTransfers.blockAt} > ${now}::timestamptz - interval '10 minutes'
        then ${rate}::numeric end`,
    })
    .from(chainTransfers)
    .where(
      and(
        eq(transferClaims.orderId, orderId),
        isNull(transferClaims.releasedAt),
        eq(chainTransfers.id, transferClaims.transferId),
        isNotNull(chainTransfers.blockAt),
        or(isNull(transferClaims.rateAt), lt(transferClaims.rateAt, chainTransfers.reorganisedAt)),
      ),
    ),
);

const formerClaim = alias(transferClaims, 'former_claim');
const formerOrder = alias(orders, 'former_order');

/** Rate that an earlier claim stored for the currency of the order; other rates of that block are no longer known. */
export const formerRate = (db: Reads) =>
  db
    .select({ rate: formerClaim.rateThen })
    .from(formerClaim)
    .innerJoin(formerOrder, eq(formerOrder.id, formerClaim.orderId))
    .where(
      and(
        eq(formerClaim.transferId, chainTransfers.id),
        eq(formerOrder.payoutCurrency, orders.payoutCurrency),
        sql`${formerClaim.rateAt} >= coalesce(${chainTransfers.reorganisedAt}, ${formerClaim.rateAt})`,
      ),
    )
    .orderBy(desc(formerClaim.rateAt))
    .limit(1);

/**
 * Claims transfers for an order at the rate that a former claim stored; if `isNoted`, no other rate is stored later.
 */
function claimByTeam(
  db: Drizzle,
  { orderId, now }: Blanks<OrderId & { now: Date }>,
  isNamed: SQLWrapper,
  isNoted: (rate: SQLWrapper) => SQLWrapper,
) {
  const notedRate = formerRate(db).as('former_rate');
  const rateAt = sql`case when ${isNoted(notedRate.rate)} then ${now}::timestamptz end`;
  const { id: transferId } = chainTransfers;
  return db
    .insert(transferClaims)
    .select(
      db
        .select(claimOf({ transferId, orderId, grade: 'manual', claimedAt: now, rateThen: notedRate.rate, rateAt }))
        .from(orders)
        .innerJoin(chainTransfers, sql`${isNamed}`)
        .leftJoinLateral(notedRate, sql`true`)
        .where(eq(orders.id, orderId)),
    )
    .onConflictDoNothing()
    .returning({ id: transferClaims.id });
}

type ClaimValues = OrderId & { ids: readonly Id<'transfer'>[]; now: Date };

/**
 * Names transfers as those of an order, with the rates that were known of them; free ones alone, which are returned.
 */
export const claimNamed = rows((db: Drizzle, blanks: Blanks<ClaimValues>) =>
  claimByTeam(db, blanks, isOneOf(chainTransfers.id, blanks.ids), (rate) => sql`${rate} is not null`),
);

type AssignValues = OrderId & { transferId: Id<'transfer'>; now: Date };

/**
 * Claims a transfer for an order; opening it may have claimed the transfer already. Its block is not read again, so the
 * rate is that of an earlier claim in this currency, if there was one.
 */
export const insertManualClaim = sent((db: Drizzle, blanks: Blanks<AssignValues>) =>
  claimByTeam(db, blanks, eq(chainTransfers.id, blanks.transferId), () => isNotNull(chainTransfers.blockAt)),
);
