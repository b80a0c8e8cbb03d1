import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { textOrNull } from '#server/db/fragments.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { addressLeases, depositAddresses } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { hasArrivedAtLease } from '#server/features/sell/sell.opening.service.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import { depositAddressStops, depositWallets } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import { transferClaims } from './deposits.tables.ts';

type CoinIds = { coinIds: readonly string[] };

const isOpenSale = and(eq(orders.type, 'sell'), inArray(orders.status, [...openStatuses]));
const saleAddress = {
  coinId: sql`${orders.cryptoId}`.mapWith(String),
  address: sql`${orders.depositAddress}`.mapWith(String),
};

/** Addresses that were shown for deposits, some of them more than once. */
function shownAddresses(db: Reads, { since, now }: Blanks<{ since: Date; now: Date }>) {
  const isAwaited = (condition: ReturnType<typeof sql>) => condition.mapWith(Boolean).as('is_awaited');
  return union(
    db
      .select({ coinId: depositWallets.cryptoId, address: depositWallets.address, isAwaited: isAwaited(sql`false`) })
      .from(depositWallets)
      .where(eq(depositWallets.isActive, true)),
    db
      .select({
        coinId: sellQuotes.cryptoId,
        address: sellQuotes.depositAddress,
        isAwaited: isAwaited(sql`${sellQuotes.usedAt} is null and ${sellQuotes.expiresAt} > ${now}`),
      })
      .from(sellQuotes)
      .where(and(ne(sellQuotes.depositAddress, ''), gt(sellQuotes.createdAt, since), isNull(sellQuotes.droppedAt))),
    db
      .select({ ...saleAddress, isAwaited: isAwaited(sql`true`) })
      .from(orders)
      .where(and(isOpenSale, isNotNull(orders.depositAddress))),
    db
      .select({ ...saleAddress, isAwaited: isAwaited(sql`false`) })
      .from(orders)
      .where(and(eq(orders.type, 'sell'), isNotNull(orders.depositAddress), gt(orders.createdAt, since))),
  ).as('shown');
}

/**
 * Addresses of these coins shown now or since a moment, and of undecided sales; those of open quotes and sales are
 * awaited.
 */
export const listWatched = rows((db: Reads, { since, now, coinIds }: Blanks<CoinIds & { since: Date; now: Date }>) => {
  const shownRows = shownAddresses(db, { since, now });
  return db
    .select({
      coinId: shownRows.coinId,
      address: shownRows.address,
      isAwaited: sql`bool_or(${shownRows.isAwaited})`.mapWith(Boolean),
    })
    .from(shownRows)
    .where(isOneOf(shownRows.coinId, coinIds))
    .groupBy(shownRows.coinId, shownRows.address);
});

/** The customers of open sales of these coins. */
export const listWaiting = rows((db: Reads, { coinIds }: Blanks<CoinIds>) =>
  db
    .selectDistinct({ userId: orders.userId })
    .from(orders)
    .where(and(isOpenSale, isOneOf(orders.cryptoId, coinIds))),
);

export const listOpenSales = rows((db: Reads, { coinIds, limit }: Blanks<CoinIds & { limit: number }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOpenSale, isOneOf(orders.cryptoId, coinIds), isNotNull(orders.depositAddress)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit),
);

const followedSale = (db: Reads, { id }: Blanks<{ id: Id<'order'> }>) =>
  db
    .select({
      id: orders.id,
      userId: orders.userId,
      quoteId: orders.quoteId,
      reference: orders.reference,
      status: orders.status,
      stage: orders.stage,
      amount: orders.amount,
      address: orders.depositAddress,
      memo: orders.depositMemo,
      stoppedAt: depositAddressStops.stoppedAt,
    })
    .from(orders)
    .leftJoin(
      depositAddressStops,
      and(
        eq(depositAddressStops.address, orders.depositAddress),
        eq(depositAddressStops.memo, sql`coalesce(${orders.depositMemo}, '')`),
      ),
    )
    .where(eq(orders.id, id));
export type FollowedOrder = RowOf<typeof followedSale>;

/** Fields of an order that are followed. */
export const findFollowed = first(followedSale);

/** Notes the price of a coin with the transfers to own addresses that were just seen. */
export const writeRateThen = sent(
  (db: Drizzle, { coinId, price, now }: Blanks<{ coinId: string; price: string; now: Date }>) => {
    const isOwn = db
      .select()
      .from(depositAddresses)
      .where(
        and(eq(depositAddresses.chain, chainTransfers.chain), eq(depositAddresses.address, chainTransfers.toAddress)),
      );
    return db
      .update(chainTransfers)
      .set(placeholderValues({ rateThen: price }))
      .where(
        and(
          eq(chainTransfers.coinId, coinId),
          isNull(chainTransfers.rateThen),
          sql`${chainTransfers.firstSeenAt} > ${now}::timestamptz - interval '10 minutes'`,
          exists(isOwn),
        ),
      );
  },
);

/** The customers of deposits in progress: their screens show each confirmation. */
export const listNewsOf = rows((db: Reads, { chain }: Blanks<{ chain: ChainName }>) => {
  const order = db.select({ id: orders.id }).from(orders).where(eq(orders.quoteId, addressLeases.quoteId));
  return db
    .selectDistinct({
      userId: addressLeases.userId,
      quoteId: addressLeases.quoteId,
      orderId: sql`${order}`.mapWith(textOrNull),
    })
    .from(addressLeases)
    .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
    .innerJoin(chainTransfers, hasArrivedAtLease)
    .where(
      and(
        eq(depositAddresses.chain, chain),
        isNull(addressLeases.endedAt),
        inArray(chainTransfers.state, ['seen', 'included']),
      ),
    );
});

type TransferIds = { transferIds: readonly Id<'transfer'>[] };

/** The completed sales that these transfers prove, and the approved ones that a lost one of them proves. */
export const listApproved = rows(
  (db: Reads, { transferIds, lost }: Blanks<TransferIds & { lost: readonly string[] }>) =>
    db
      .select({
        orderId: orders.id,
        reference: orders.reference,
        transferId: sql`${transferClaims.transferId}`.mapWith(String),
      })
      .from(transferClaims)
      .innerJoin(orders, eq(orders.id, transferClaims.orderId))
      .where(
        and(
          isOneOf(transferClaims.transferId, transferIds),
          isNull(transferClaims.releasedAt),
          or(eq(orders.status, 'completed'), isOneOf(transferClaims.transferId, lost)),
        ),
      )
      .orderBy(asc(orders.reference)),
);

const maxShown = 20;

// The few alarms of the log lead to their sales: an index on all transfers would be maintained for almost none.
/** Sales that were approved and whose deposit is in no block any more, for the overview. */
export const reorganisedSales = rows((db: Reads) =>
  db
    .selectDistinct({ id: orders.id, reference: orders.reference })
    .from(auditLog)
    .innerJoin(orders, sql`${orders.id} = ${auditLog.subjectId}::uuid`)
    .innerJoin(transferClaims, and(eq(transferClaims.orderId, orders.id), isNull(transferClaims.releasedAt)))
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .where(
      and(
        eq(auditLog.action, 'deposit.reorganised'),
        isNotNull(chainTransfers.reorganisedAt),
        isNull(chainTransfers.blockHeight),
      ),
    )
    .orderBy(asc(orders.reference))
    .limit(maxShown),
);
