import { and, eq, exists as hasSome, gt, inArray, not, notLike, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { exists, type Blanks, type Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { addressLeases, depositAddresses } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { refunds } from '#server/features/refunds/refunds.tables.ts';
import { hasArrivedAtLease } from '#server/features/sell/sell.opening.service.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';

type UserId = Blanks<{ userId: Id<'user'> }>;

/** Coins that are held, or sent and not confirmed: those may return. */
const openRefunds = (db: Reads, { userId }: UserId) =>
  db
    .select({ id: sql`${refunds.id}`.mapWith(String) })
    .from(refunds)
    .where(and(eq(refunds.userId, userId), inArray(refunds.state, ['due', 'approved', 'sent'])));

/** Returns transfers to addresses of theirs, unconfirmed ones too, that no order has ever claimed. */
function leasedTransfers(db: Reads, { userId }: UserId) {
  const claims = db
    .select({ id: transferClaims.id })
    .from(transferClaims)
    .where(eq(transferClaims.transferId, chainTransfers.id));
  return db
    .select({ id: sql`${chainTransfers.id}`.mapWith(String) })
    .from(addressLeases)
    .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
    .innerJoin(chainTransfers, hasArrivedAtLease)
    .leftJoin(
      bookAccounts,
      and(eq(bookAccounts.kind, 'arrived'), sql`${bookAccounts.subject} = ${chainTransfers.id}::text`),
    )
    .leftJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .where(
      and(
        eq(addressLeases.userId, userId),
        notLike(chainTransfers.coinId, 'token:%'),
        or(eq(chainTransfers.state, 'seen'), gt(bookBalances.amount, '0')),
        not(hasSome(claims)),
      ),
    );
}

/**
 * The part of an order that no one asks about, by the rules that its quote showed: otherwise dust that anyone can send
 * would hold an account.
 */
const tolerance = sql`coalesce(least(${orders.amount} * (${sellQuotes.rules}->>'tolerancePercent')::numeric / 100,
  ${orders.amount} * (${sellQuotes.rules}->>'toleranceMaxUsd')::numeric / nullif(${orders.valueUsd}, 0)), 0)`;

/** Selects the coins that an order, or the transfers it claimed, hold and that no one has bought or sent back. */
function ofOrders(db: Reads, { userId }: UserId) {
  const claimedTransfers = db
    .select({ subject: sql`${transferClaims.transferId}::text` })
    .from(transferClaims)
    .where(eq(transferClaims.orderId, orders.id));
  const isHeldAccount = and(eq(bookAccounts.kind, 'held'), sql`${bookAccounts.subject} = ${orders.id}::text`);
  const isArrivedAccount = and(eq(bookAccounts.kind, 'arrived'), inArray(bookAccounts.subject, claimedTransfers));
  const amount = db
    .select({ amount: sql`coalesce(sum(${bookBalances.amount}), 0)` })
    .from(bookAccounts)
    .innerJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .where(or(isHeldAccount, isArrivedAccount));
  return db
    .select({ id: sql`${orders.id}`.mapWith(String) })
    .from(orders)
    .leftJoin(sellQuotes, eq(sellQuotes.id, orders.quoteId))
    .where(and(eq(orders.userId, userId), sql`(${amount}) > ${tolerance}`));
}

/** Money that was returned and was not sent again, or was never sent. */
const owedMoney = (db: Reads, { userId }: UserId) =>
  db
    .select({ id: sql`${orders.id}`.mapWith(String) })
    .from(orders)
    .innerJoin(bookAccounts, and(eq(bookAccounts.kind, 'owed'), sql`${bookAccounts.subject} = ${orders.id}::text`))
    .innerJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .where(and(eq(orders.userId, userId), gt(bookBalances.amount, '0')));

/**
 * True while we hold or owe something of a customer: an unfinished refund, undecided coins at their address, the rest
 * of an order, or money owed for one.
 */
export const hasCoinsOf = exists((db: Reads, user: UserId) =>
  unionAll(openRefunds(db, user), leasedTransfers(db, user), ofOrders(db, user), owedMoney(db, user)).limit(1),
);
