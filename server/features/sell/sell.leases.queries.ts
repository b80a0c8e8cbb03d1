import { and, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  exists,
  placeholderValues,
  first,
  rows,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { isTransferSpent } from '#server/features/chains/chains.service.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { addressLeases, depositAddresses } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { quote, quoteFrom, quotes } from './sell.queries.ts';
import { sellQuotes } from './sell.tables.ts';

const isLeased = eq(depositAddresses.id, addressLeases.addressId);
const later = alias(addressLeases, 'later_lease');

/**
 * The transfers to the address of a lease: while it or its watch runs, and before the address was given to another
 * quote.
 */
export const hasArrivedAtLease = sql`${chainTransfers.chain} = ${depositAddresses.chain}
  and ${chainTransfers.toAddress} = ${depositAddresses.address}
  and (${depositAddresses.tag} = '' or ${chainTransfers.toTag} = ${depositAddresses.tag})
  and ${chainTransfers.firstSeenAt} between ${addressLeases.leasedAt} and ${addressLeases.watchedUntil}
  and not exists (select from ${addressLeases} ${later} where ${later.addressId} = ${addressLeases.addressId}
    and ${later.leasedAt} > ${addressLeases.leasedAt} and ${later.leasedAt} <= ${chainTransfers.firstSeenAt})`;

/** True where coins are on their way to a lease, or have arrived. */
export const hasArrived = exists((db: Reads, { leaseId }: Blanks<{ leaseId: Id<'addressLease'> }>) =>
  db
    .select({ id: chainTransfers.id })
    .from(addressLeases)
    .innerJoin(depositAddresses, isLeased)
    .innerJoin(chainTransfers, hasArrivedAtLease)
    .where(and(eq(addressLeases.id, leaseId), inArray(chainTransfers.state, ['seen', 'included', 'final'])))
    .limit(1),
);

/** The quotes whose coins are in a block and that no order was made of; of one chain, or of all. */
export const listToOpen = rows((db: Reads, { chain }: Blanks<{ chain: string | null }>) => {
  const claims = db
    .select()
    .from(transferClaims)
    .where(and(eq(transferClaims.transferId, chainTransfers.id), isNull(transferClaims.releasedAt)));
  return db
    .selectDistinct({ quoteId: addressLeases.quoteId })
    .from(addressLeases)
    .innerJoin(depositAddresses, isLeased)
    .innerJoin(chainTransfers, hasArrivedAtLease)
    .innerJoin(sellQuotes, eq(sellQuotes.id, addressLeases.quoteId))
    .where(
      and(
        inArray(chainTransfers.state, ['included', 'final']),
        eq(chainTransfers.coinId, addressLeases.cryptoId),
        isNull(sellQuotes.usedAt),
        sql`(${chain}::text is null or ${depositAddresses.chain} = ${chain})`,
        sql`not ${isTransferSpent}`,
        notExists(claims),
      ),
    );
});

const leasedTransfers = (db: Reads, { quoteId }: Blanks<{ quoteId: Id<'quote'> }>) =>
  db
    .select({
      id: chainTransfers.id,
      txHash: chainTransfers.txHash,
      coinId: chainTransfers.coinId,
      amount: chainTransfers.amount,
      state: chainTransfers.state,
      blockHeight: chainTransfers.blockHeight,
      firstSeenAt: chainTransfers.firstSeenAt,
      blockAt: chainTransfers.blockAt,
    })
    .from(addressLeases)
    .innerJoin(depositAddresses, isLeased)
    .innerJoin(chainTransfers, hasArrivedAtLease)
    .where(and(eq(addressLeases.quoteId, quoteId), inArray(chainTransfers.state, ['seen', 'included', 'final'])))
    .orderBy(chainTransfers.firstSeenAt, chainTransfers.id);
export type LeasedTransfer = RowOf<typeof leasedTransfers>;

/** Transfers that arrived, or are on their way, at the address of one quote. */
export const listLeasedTransfers = rows(leasedTransfers);

/** A quote with an own address that no order was made of, dropped or not, locked until the transaction ends. */
export const lockUnusedQuote = quoteFrom(
  first((db: Drizzle, { id }: Blanks<{ id: Id<'quote'> }>) =>
    quotes(db)
      .where(and(eq(quote.id, id), isNull(quote.usedAt), isNotNull(quote.leaseId), isNotNull(quote.paymentDetails)))
      .for('update', { of: quote }),
  ),
);

/** The owner of a quote, who never changes. */
export const findQuoteOwner = first((db: Reads, { id }: Blanks<{ id: Id<'quote'> }>) =>
  db.select({ userId: sellQuotes.userId }).from(sellQuotes).where(eq(sellQuotes.id, id)),
);

/** The order that was made of a quote. */
export const findOrderOfQuote = first((db: Reads, { quoteId }: Blanks<{ quoteId: Id<'quote'> }>) =>
  db.select({ id: orders.id }).from(orders).where(eq(orders.quoteId, quoteId)),
);

/** Uses a quote for the order of its coins, even where its customer had dropped it. */
export const markQuotePaid = exists((db: Drizzle, { id, now }: Blanks<{ id: Id<'quote'>; now: Date }>) =>
  db
    .update(sellQuotes)
    .set(placeholderValues({ usedAt: now }))
    .where(and(eq(sellQuotes.id, id), isNull(sellQuotes.usedAt)))
    .returning({ id: sellQuotes.id }),
);

/** The lease of a customer's quote, and the order that was made of it. */
export const findLease = first((db: Reads, { userId, quoteId }: Blanks<{ userId: Id<'user'>; quoteId: Id<'quote'> }>) =>
  db
    .select({
      watchedUntil: addressLeases.watchedUntil,
      endedAt: addressLeases.endedAt,
      orderId: orders.id,
    })
    .from(addressLeases)
    .leftJoin(orders, eq(orders.quoteId, addressLeases.quoteId))
    .where(and(eq(addressLeases.quoteId, quoteId), eq(addressLeases.userId, userId))),
);
