import {
  not,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  min,
  ne,
  or,
  sql,
  sum,
  type SQL,
} from 'drizzle-orm';
import { unionAll, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { momentOrNull, now, textOrNull } from '#server/db/fragments.ts';
import { oneRow } from '#server/db/one-row.ts';
import { first, isOneOf, one, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { approvals } from '#server/features/approvals/approvals.tables.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { openRequestCondition } from '#server/features/chat/admin/chat.admin.service.ts';
import { agentRequests, chatRooms } from '#server/features/chat/chat.tables.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { paymentMethodChanges, paymentMethods } from '#server/features/payment-methods/payment-methods.tables.ts';
import { statementLines } from '#server/features/payouts/payouts.statements.tables.ts';
import { payoutAttempts, payoutBatches, payouts } from '#server/features/payouts/payouts.tables.ts';
import { cryptoAssets, heldRates } from '#server/features/rates/rates.tables.ts';
import { depositWalletChanges, depositWallets } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { todoStages } from '#shared/orders/orders.work.ts';
import { cappedCount, earliestOf } from './overview.counted.queries.ts';

/** Orders that the team decides: the others wait for their customer, the chain or their payout. */
const readyOrder = and(
  inArray(orders.status, [...openStatuses]),
  inArray(orders.stage, [...todoStages]),
  // A sale at its own address needs no proof.
  or(ne(orders.stage, 'by_hand'), isNotNull(orders.proofAt)),
);
const pendingKyc = eq(kycRequests.status, 'pending');
const waitingChat = and(isNotNull(chatRooms.waitingSince), isNull(chatRooms.closedAt));
const waitingRate = eq(heldRates.status, 'waiting');

/** Number of active samples of a table. */
export const samplesIn = (
  db: Reads,
  table: PgTable,
  { isSample, isActive }: Record<'isSample' | 'isActive', PgColumn>,
) =>
  sql`${db
    .select({ count: count() })
    .from(table)
    .where(and(eq(isSample, true), eq(isActive, true)))}`.mapWith(Number);

/** Reads the rows that wait for the team: their count, and the time of the oldest. */
export const readWaiting = one((db: Reads) => {
  const firstHeld = db
    .select({ subject: heldRates.subject })
    .from(heldRates)
    .where(waitingRate)
    .orderBy(asc(heldRates.heldAt))
    .limit(1);
  return db
    .select({
      orders: cappedCount(db, orders, readyOrder),
      ordersSince: earliestOf(db, orders.createdAt, orders, readyOrder),
      kyc: cappedCount(db, kycRequests, pendingKyc),
      kycSince: earliestOf(db, kycRequests.submittedAt, kycRequests, pendingKyc),
      chats: cappedCount(db, chatRooms, waitingChat),
      chatsSince: earliestOf(db, chatRooms.waitingSince, chatRooms, waitingChat),
      requests: cappedCount(db, agentRequests, openRequestCondition(db)),
      requestsSince: earliestOf(db, agentRequests.createdAt, agentRequests, openRequestCondition(db)),
      held: cappedCount(db, heldRates, waitingRate),
      heldRateSubject: sql`${firstHeld}`.mapWith(textOrNull),
      sampleAddresses: samplesIn(db, depositWallets, depositWallets),
      sampleAccounts: samplesIn(db, paymentMethods, paymentMethods),
    })
    .from(oneRow);
});
export type Waiting = Awaited<ReturnType<typeof readWaiting>>;

type Decider = { userId: Id<'user'>; kinds: readonly string[]; mayRelease: boolean };

/** The requests that a member may decide, of these kinds: how many wait, and since when. */
export const readApprovals = one((db: Reads, { userId, kinds, mayRelease }: Blanks<Decider>) => {
  const { state, expiresAt, askedBy, askedAt, kind, details, input } = approvals;
  const mayDecide = and(
    eq(state, 'open'),
    gt(expiresAt, now),
    ne(askedBy, userId),
    isOneOf(kind, kinds),
    or(sql`${mayRelease}::boolean`, sql`not ${details} ?| array['returns', 'moneyBack']`),
    sql`not coalesce((${input} -> 'notBy')::jsonb, '[]') ? ${userId}::text`,
  );
  return db
    .select({ count: count(), since: min(askedAt) })
    .from(approvals)
    .where(mayDecide);
});

/** Number of changes in a day up to which they are listed one by one. */
const maxChanges = 5;
const changeKind = (value: 'wallet' | 'payment_method') => value;

/**
 * Changes of where money is received since a moment, newest first; without those that the product itself seeded, and
 * samples switched off.
 */
export const readAddressChanges = rows((db: Reads, { since }: Blanks<{ since: Date }>) => {
  const { cancelledAt, changedBy, cryptoId, liveAt, changedAt } = depositWalletChanges;
  const kind = (value: string) => sql`${sql.raw(`'${value}'`)}`.mapWith(changeKind).as('kind');
  const ofWallets = db
    .select({
      kind: kind('wallet'),
      name: sql`${cryptoAssets.symbol}`.mapWith(String).as('name'),
      changedAt: sql`${changedAt}`.mapWith(changedAt).as('changed_at'),
      liveAt: sql`${liveAt}`.mapWith(momentOrNull).as('live_at'),
    })
    .from(depositWalletChanges)
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, cryptoId))
    .where(and(gt(changedAt, since), isNull(cancelledAt), isNotNull(changedBy)));
  const { before, after, changedAt: at, changedBy: by } = paymentMethodChanges;
  const isSampleOff = sql`coalesce(${after} ->> 'isSample' = 'true' and ${after} ->> 'isActive' = 'false', false)`;
  const ofMethods = db
    .select({
      kind: kind('payment_method'),
      name: sql`coalesce(${after} ->> 'displayName', ${before} ->> 'displayName', '')`.mapWith(String).as('name'),
      changedAt: sql`${at}`.mapWith(at).as('changed_at'),
      liveAt: sql`null::timestamptz`.mapWith(momentOrNull).as('live_at'),
    })
    .from(paymentMethodChanges)
    .where(and(gt(at, since), isNotNull(by), not(isSampleOff)));
  return unionAll(ofWallets, ofMethods)
    .orderBy(desc(sql`changed_at`))
    .limit(maxChanges);
});
export type AddressChange = Awaited<ReturnType<typeof readAddressChanges>>[number];

/** Payouts between their approval and their arrival. */
export const readPayoutNeeds = one((db: Reads) => {
  const needFields = (table: PgTable, at: PgColumn | SQL, condition: SQL | undefined) => ({
    count: cappedCount(db, table, condition),
    since: earliestOf(db, at, table, condition),
  });
  const { state, approvedAt, updatedAt } = payouts;
  const { state: batch, madeAt, releasedAt } = payoutBatches;
  const { state: line, rule } = statementLines;
  const bookedAt = sql`${statementLines.bookedOn}::timestamptz`;
  return db
    .select({
      due: needFields(payouts, approvedAt, eq(state, 'due')),
      held: needFields(payouts, updatedAt, eq(state, 'held')),
      toRelease: needFields(payoutBatches, madeAt, eq(batch, 'prepared')),
      toSend: needFields(payoutBatches, releasedAt, eq(batch, 'released')),
      returned: needFields(payouts, updatedAt, eq(state, 'returned')),
      unmatched: needFields(statementLines, bookedAt, eq(line, 'unmatched')),
      proposed: needFields(statementLines, bookedAt, eq(line, 'proposed')),
      paidTwice: needFields(statementLines, bookedAt, and(eq(line, 'unmatched'), eq(rule, 'paid_twice'))),
    })
    .from(oneRow);
});

/** The book owes these sums to customers of refused exchanges, each with its order. */
const moneyOwedBack = (db: Reads) =>
  db
    .select({
      id: orders.id,
      reference: orders.reference,
      since: orders.decidedAt,
      currency: sql`${bookAccounts.unit}`.mapWith(String).as('currency'),
      amount: sql`${bookBalances.amount}`.mapWith(String).as('amount'),
    })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .innerJoin(
      orders,
      eq(orders.id, sql`case when ${bookAccounts.kind} = 'owed' then ${bookAccounts.subject}::uuid end`),
    )
    .where(
      and(
        gt(bookBalances.amount, '0'),
        eq(bookAccounts.kind, 'owed'),
        eq(orders.type, 'fiat'),
        inArray(orders.status, [...refusedStatuses]),
        eq(orders.fromCurrency, bookAccounts.unit),
      ),
    );

const findOldestOwedBack = first((db: Reads) => moneyOwedBack(db).orderBy(orders.decidedAt, orders.id).limit(1));

const sumOwedBack = rows((db: Reads) => {
  const owedOrders = moneyOwedBack(db).as('owed');
  return db
    .select({
      currency: owedOrders.currency,
      orders: count(),
      amount: sql`trim_scale(${sum(owedOrders.amount)})::text`.mapWith(String),
    })
    .from(owedOrders)
    .groupBy(owedOrders.currency)
    .orderBy(owedOrders.currency);
});

/** Refused exchanges whose money goes back to the customer: how many, how much, and the oldest. */
export async function readMoneyBack(db: Db) {
  const [oldestOwed, sums] = await Promise.all([findOldestOwedBack(db), sumOwedBack(db)]);
  return {
    count: sums.reduce((all, { orders: orderCount }) => all + orderCount, 0),
    oldestAt: oldestOwed?.since?.toISOString() ?? null,
    oldest: oldestOwed ? { id: oldestOwed.id, reference: oldestOwed.reference } : null,
    amounts: sums.map(({ currency, amount }) => ({ currency, amount })),
  };
}

/** Second payments after the end that were first sent since `from`, by currency. */
export const readExtraPayouts = rows((db: Reads, { from }: Blanks<{ from: string }>) => {
  const { currency, amount, kind, id } = payouts;
  const firstSent = db
    .select({ at: min(payoutAttempts.sentAt) })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, id));
  return db
    .select({ currency, payouts: count(), amount: sql`trim_scale(${sum(amount)})::text`.mapWith(String) })
    .from(payouts)
    .where(and(eq(kind, 'extra'), sql`${firstSent} >= ${from}::date`))
    .groupBy(currency)
    .orderBy(currency);
});
