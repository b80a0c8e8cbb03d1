import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notInArray,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { momentOrNull, textOrNull } from '#server/db/fragments.ts';
import { first, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { transferClaims } from './deposits.tables.ts';

const saleFields = {
  id: orders.id,
  reference: orders.reference,
  userId: orders.userId,
  amount: orders.amount,
  valueUsd: orders.valueUsd,
  transactionHash: orders.transactionHash,
  createdAt: orders.createdAt,
  coinId: sql`${orders.cryptoId}`.mapWith(String),
  address: sql`${orders.depositAddress}`.mapWith(String),
  tag: orders.depositMemo,
  quotedAt: sql`${sellQuotes.createdAt}`.mapWith(momentOrNull),
  /** True where the address or tag was given to this sale alone. */
  isOwn: sql`${sellQuotes.leaseId} is not null`.mapWith(Boolean),
};
const selectSales = (db: Reads) =>
  db.select(saleFields).from(orders).leftJoin(sellQuotes, eq(sellQuotes.id, orders.quoteId));
export type SaleRow = RowOf<typeof selectSales>;

/** A rival is an order or a quote: its id has no kind. */
const rivalFields = { ...saleFields, id: sql`${orders.id}`.mapWith(String) };

const isSale = and(eq(orders.type, 'sell'), isNotNull(orders.cryptoId), isNotNull(orders.depositAddress));

/** The agreed terms of the deposit of a sale; undefined for an exchange, which has none. */
export const findSale = first((db: Reads, { id }: Blanks<{ id: Id<'order'> }>) =>
  selectSales(db).where(and(eq(orders.id, id), isSale)),
);

/** True if no transfer proves the order yet. */
const isUnproven = (db: Reads) =>
  not(
    exists(
      db
        .select()
        .from(transferClaims)
        .where(
          and(
            eq(transferClaims.orderId, orders.id),
            isNotNull(transferClaims.transferId),
            isNull(transferClaims.releasedAt),
          ),
        ),
    ),
  );

const maxRivals = 500;

type RivalKind = 'sale' | 'approved' | 'quote';
type RivalFilter = {
  amounts: readonly string[];
  /** The share of an agreed amount by which a transfer may differ at most. */
  share: string;
  approvedSince: Date;
  expiredSince: Date;
};
type RivalBlanks = Blanks<RivalFilter & Pick<SaleRow, 'coinId' | 'address' | 'id' | 'userId'>>;

/** True if one of the amounts is within the share of the agreed amount; the exact tolerance may be less. */
const isNear = (agreedAmount: SQLWrapper, { amounts, share }: RivalBlanks) => sql`exists (
  select from unnest(${amounts}::numeric[]) paid
  where paid between ${agreedAmount} * (1 - ${share}::numeric) and ${agreedAmount} * (1 + ${share}::numeric))`;

const kindOf = (kind: RivalKind) => sql`${kind}::text`.mapWith((rivalKind: RivalKind) => rivalKind);

/** Other open sales at the address that no transfer proves. */
const openRivals = (db: Reads, blanks: RivalBlanks) =>
  db
    .select({ ...rivalFields, kind: kindOf('sale') })
    .from(orders)
    .leftJoin(sellQuotes, eq(sellQuotes.id, orders.quoteId))
    .where(
      and(
        eq(orders.depositAddress, blanks.address),
        inArray(orders.status, [...openStatuses]),
        eq(orders.cryptoId, blanks.coinId),
        ne(orders.id, blanks.id),
        isSale,
        isUnproven(db),
        isNear(orders.amount, blanks),
      ),
    );

/** Sales at the address that were approved and that await their transfer. */
const approvedRivals = (db: Reads, blanks: RivalBlanks) =>
  db
    .select({ ...rivalFields, kind: kindOf('approved') })
    .from(transferClaims)
    .innerJoin(orders, eq(orders.id, transferClaims.orderId))
    .leftJoin(sellQuotes, eq(sellQuotes.id, orders.quoteId))
    .where(
      and(
        isNull(transferClaims.transferId),
        isNull(transferClaims.releasedAt),
        gt(transferClaims.claimedAt, blanks.approvedSince),
        eq(orders.depositAddress, blanks.address),
        eq(orders.cryptoId, blanks.coinId),
        ne(orders.id, blanks.id),
        isSale,
        isNear(orders.amount, blanks),
      ),
    );

/** Quotes of other customers that no order used and that showed the address. */
const quotedRivals = (db: Reads, blanks: RivalBlanks) =>
  db
    .select({
      id: sql`${sellQuotes.id}`.mapWith(String),
      reference: sellQuotes.reference,
      userId: sellQuotes.userId,
      amount: sellQuotes.amount,
      valueUsd: sellQuotes.valueUsd,
      transactionHash: sql`null::text`.mapWith(textOrNull),
      createdAt: sellQuotes.createdAt,
      coinId: sellQuotes.cryptoId,
      address: sellQuotes.depositAddress,
      tag: sellQuotes.depositMemo,
      quotedAt: saleFields.quotedAt,
      isOwn: saleFields.isOwn,
      kind: kindOf('quote'),
    })
    .from(sellQuotes)
    .where(
      and(
        eq(sellQuotes.depositAddress, blanks.address),
        gt(sellQuotes.expiresAt, blanks.expiredSince),
        isNull(sellQuotes.usedAt),
        isNull(sellQuotes.droppedAt),
        eq(sellQuotes.cryptoId, blanks.coinId),
        ne(sellQuotes.userId, blanks.userId),
        isNear(sellQuotes.amount, blanks),
      ),
    );

const rivals = rows((db: Reads, blanks: RivalBlanks) =>
  unionAll(openRivals(db, blanks), approvedRivals(db, blanks), quotedRivals(db, blanks)).limit(maxRivals),
);

/** Returns other rows that such transfers could pay: open sales, approved ones without a transfer, quotes of others. */
export async function listRivals(db: Pick<Db, 'ask'>, sale: SaleRow, filter: RivalFilter) {
  const { coinId, address, id, userId } = sale;
  return rivals(db, { coinId, address, id, userId, ...filter });
}

type NamedHash = { coinId: string; hash: string; exceptId: string | null };

/** The other live sales of a coin that name a transaction and that no transfer proves yet, oldest first. */
export const listNaming = rows((db: Reads, { coinId, hash, exceptId }: Blanks<NamedHash>) =>
  selectSales(db)
    .where(
      and(
        eq(orders.cryptoId, coinId),
        sql`lower(${orders.transactionHash}) = lower(${hash})`,
        sql`${orders.id} is distinct from ${exceptId}::uuid`,
        notInArray(orders.status, [...refusedStatuses]),
        isSale,
        isUnproven(db),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(maxRivals),
);
