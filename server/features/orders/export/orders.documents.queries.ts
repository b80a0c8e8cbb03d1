import { and, desc, eq, gte, inArray, isNull, lt, max, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import { batchSize, inBatches, type Place } from '#server/db/batches.ts';
import type { Db } from '#server/db/connection.ts';
import { isoOf, isoOrNull, momentOrNull, numberOrNull, textOrNull } from '#server/db/fragments.ts';
import { isNamed } from '#server/db/like.ts';
import { first, isOneOf, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { payoutAttempts, payoutBatches, payouts } from '#server/features/payouts/payouts.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import type { HandlingFilter } from '#shared/users/users.handling.ts';
import { handledBy, type BookFilter, type BookSearch } from '../list/orders.book.queries.ts';
import { matchesOwn, type OwnFilter } from '../list/orders.own.queries.ts';
import { decidedBy } from '../list/orders.parts.queries.ts';
import { isOfWork } from '../list/orders.work.queries.ts';
import { orderEvents, orders } from '../orders.tables.ts';

/** The settled amount, else the agreed one; exact decimal text. */
const payableAmount = (settledAmount: SQLWrapper, agreedAmount: SQLWrapper) =>
  sql`trim_scale(coalesce(${settledAmount}, ${agreedAmount}))`.mapWith(String);
const settledUsd = sql`nullif(round(${orders.valueUsd} * ${orderSettlements.gross} / nullif(${orders.grossAmount}, 0), 2), 0)`;
/** All coins that arrived; they are sent back if nothing was paid for. */
const receivedCoins = sql`nullif(${orderSettlements.received}, 0)`;
const receivedUsd = sql`round(${orders.valueUsd} * ${receivedCoins} / nullif(${orders.amount}, 0), 2)`;

const documentFields = {
  id: orders.id,
  reference: orders.reference,
  type: orders.type,
  status: orders.status,
  stage: orders.stage,
  createdAt: isoOf(orders.createdAt),
  decidedAt: isoOrNull(orders.decidedAt),
  cryptoName: orders.cryptoName,
  /** The symbol of the coin, or the currency given. */
  unit: sql`coalesce(${orders.cryptoSymbol}, ${orders.fromCurrency})`.mapWith(String),
  amount: payableAmount(sql`coalesce(nullif(${orderSettlements.paidFor}, 0), ${receivedCoins})`, orders.amount),
  valueUsd: payableAmount(sql`coalesce(${settledUsd}, ${receivedUsd})`, orders.valueUsd),
  agreedRate: orders.rate,
  grossAmount: payableAmount(orderSettlements.gross, orders.grossAmount),
  feePercent: payableAmount(orderSettlements.feePercent, orders.feePercent),
  feeAmount: payableAmount(orderSettlements.fee, orders.feeAmount),
  payoutAmount: payableAmount(orderSettlements.net, orders.payoutAmount),
  /** The payout that was agreed before anything arrived. */
  agreedPayout: sql`trim_scale(${orders.payoutAmount})`.mapWith(String),
  payoutCurrency: orders.payoutCurrency,
  transactionHash: orders.transactionHash,
  adminTransactionId: orders.adminTransactionId,
  settlement: { paidFor: orderSettlements.paidFor, parts: orderSettlements.parts, gross: orderSettlements.gross },
};

/** The attempts to pay an order: the last moment of each kind. */
const paidOf = (db: Reads) =>
  db
    .select({
      updatedAt: payouts.updatedAt,
      hasArrived: sql`bool_or(${payoutAttempts.state} = 'settled' and ${payoutAttempts.settledBy} <> 'member')`
        .mapWith(Boolean)
        .as('has_arrived'),
      returnedAt: sql`max((${payoutAttempts.returned}->>'at')::timestamptz)`.mapWith(momentOrNull).as('returned_at'),
      settledAt: max(payoutAttempts.settledAt).as('settled_at'),
      sentAt: max(payoutAttempts.sentAt).as('sent_at'),
      /** The batch of the newest attempt that is in a batch. */
      batchSeq: sql`(array_agg(${payoutBatches.seq} order by ${payoutAttempts.no} desc))[1]`
        .mapWith(numberOrNull)
        .as('batch_seq'),
    })
    .from(payouts)
    .innerJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(and(eq(payouts.orderId, orders.id), eq(payouts.kind, 'order')))
    .groupBy(payouts.id)
    .as('paid');

function documentsWith<Fields extends SelectedFields>(db: Reads, fields: Fields) {
  const paidQuery = paidOf(db);
  return db
    .select({ ...documentFields, ...fields, paid: paidQuery._.selectedFields })
    .from(orders)
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .leftJoinLateral(paidQuery, sql`true`);
}

const documents = (db: Reads) => documentsWith(db, {});
export type DocumentRow = RowOf<typeof documents>;

/** The start of the next batch, with microseconds. */
const at = sql`${orders.createdAt}::text`.mapWith(String);

type PageStart = { at: string; id: Id<'order'>; limit: number };
const isAfter = ({ at: createdAt, id }: Blanks<Pick<PageStart, 'at' | 'id'>>) =>
  sql`(${orders.createdAt}, ${orders.id}) < (${createdAt}::timestamptz, ${id}::uuid)`;
const newestFirst = [desc(orders.createdAt), desc(orders.id)];

const ownBatch = rows((db: Reads, blanks: Blanks<OwnFilter & PageStart & { userId: Id<'user'> }>) =>
  documentsWith(db, { at })
    .where(and(matchesOwn(blanks), isAfter(blanks)))
    .orderBy(...newestFirst)
    .limit(blanks.limit),
);

const paidSum = sql`sum(${payableAmount(orderSettlements.net, orders.payoutAmount)})`;

/** The sums paid of those orders in all, by currency: sent, and neither returned nor reversed. */
export const readPaidSums = rows((db: Reads, blanks: Blanks<OwnFilter & { userId: Id<'user'> }>) =>
  db
    .select({ currency: orders.payoutCurrency, amount: sql`${paidSum}::text`.mapWith(String) })
    .from(orders)
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .where(and(matchesOwn(blanks), eq(orders.status, 'completed'), inArray(orders.stage, ['sent', 'settled'])))
    .groupBy(orders.payoutCurrency)
    .orderBy(orders.payoutCurrency),
);

/** Streams the orders of a user that match, newest first. */
export async function* streamOwnOrders(
  db: Pick<Db, 'ask'>,
  userId: Id<'user'>,
  filter: OwnFilter,
): AsyncGenerator<DocumentRow[]> {
  yield* inBatches((cursor: Place) => ownBatch(db, { ...filter, ...cursor, userId, limit: batchSize }));
}

const payee = {
  customer: sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`.mapWith(String),
  accountName: sql`${orders.paymentDetails}->>'accountName'`.mapWith(textOrNull),
  accountNumber: sql`${orders.paymentDetails}->>'accountNumber'`.mapWith(textOrNull),
  bankName: sql`${orders.paymentDetails}->>'bankName'`.mapWith(textOrNull),
};
const method = sql`${orders.paymentDetails}->>'method'`.mapWith(textOrNull);

/** An order of this user with the data of its receipt; undefined for another user's as for none. */
export const readForReceipt = first((db: Reads, { userId, id }: Blanks<{ userId: Id<'user'>; id: Id<'order'> }>) =>
  documentsWith(db, { ...payee, method })
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), eq(orders.userId, userId))),
);
export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof readForReceipt>>>;

/** An order without anything about its customer. */
export const readForCheck = first((db: Reads, { id }: Blanks<{ id: Id<'order'> }>) =>
  documents(db).where(eq(orders.id, id)),
);

/** Why the product itself ended an order without paying it. */
const ending = sql`(case when ${inArray(orders.status, [...refusedStatuses])} then (
  select case when ${orderEvents.reason} is not null
    then json_build_object('reason', ${orderEvents.reason}, 'params', ${orderEvents.params}) end
  from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.toStatus} = ${orders.status}
  order by ${orderEvents.id} desc limit 1) end)`;

type BookValues = Omit<BookFilter, 'handling'> &
  HandlingFilter &
  PageStart & {
    address: string;
    accountId: Id<'paymentMethod'> | null;
    orderIds: readonly Id<'order'>[];
    userIds: readonly Id<'user'>[];
    patterns: readonly string[];
  };
type BookBlanks = Blanks<BookValues>;
const noSearch = { address: '', accountId: null, orderIds: [], userIds: [], patterns: [] };

const isAmong = ({ orderIds }: BookBlanks) => sql`${orders.id} = any(${orderIds}::uuid[])`;

const conditions: Record<BookSearch['by'], (blanks: BookBlanks) => SQL | undefined> = {
  nothing: () => undefined,
  address: ({ address }) => eq(orders.depositAddress, address),
  account: ({ accountId }) => sql`${orders.receivingAccountId} = ${accountId}::uuid`,
  matches: (blanks) => or(isAmong(blanks), sql`${orders.userId} = any(${blanks.userIds}::uuid[])`),
  frequentMatches: (blanks) => or(isAmong(blanks), isNamed(users.searchText, blanks.patterns)),
};

const bookBatch = (by: BookSearch['by']) =>
  rows((db: Reads, blanks: BookBlanks) =>
    documentsWith(db, {
      ...payee,
      userEmail: users.email,
      notes: orders.adminNotes,
      decidedBy: decidedBy.mapWith(textOrNull),
      because: ending.mapWith((reason: OrderReason): OrderReason | null => reason),
      at,
    })
      .innerJoin(users, eq(users.id, orders.userId))
      .where(
        and(
          isOneOf(orders.status, blanks.statuses),
          isOneOf(orders.type, blanks.types),
          sql`(${blanks.currency}::text is null or ${orders.payoutCurrency} = ${blanks.currency})`,
          gte(orders.createdAt, blanks.from),
          lt(orders.createdAt, blanks.before),
          isAfter(blanks),
          handledBy(blanks),
          isOfWork(blanks),
          conditions[by](blanks),
        ),
      )
      .orderBy(...newestFirst)
      .limit(blanks.limit),
  );

const batches = {
  nothing: bookBatch('nothing'),
  address: bookBatch('address'),
  account: bookBatch('account'),
  matches: bookBatch('matches'),
  frequentMatches: bookBatch('frequentMatches'),
} satisfies Record<BookSearch['by'], unknown>;
/** An order with its customer, and the account it is paid out to. */
export type ExportedOrder = Awaited<ReturnType<(typeof batches)['nothing']>>[number];

/** Streams the orders that match, newest first. */
export async function* streamBook(
  db: Pick<Db, 'ask'>,
  { handling, ...filter }: BookFilter,
  search: BookSearch,
): AsyncGenerator<ExportedOrder[]> {
  const values = { ...noSearch, ...search, ...filter, ...handling, limit: batchSize };
  yield* inBatches((cursor: Place) => batches[search.by](db, { ...values, ...cursor }));
}
