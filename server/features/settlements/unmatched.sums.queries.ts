import { and, eq, inArray, notLike, sql, type SQL } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { rows, type Blanks, type Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances, bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { chainArrivals, chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { toText, zero } from '#shared/kernel/money.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { undecidedStages } from '#shared/orders/orders.stages.ts';
import { awaitedCoins } from './unmatched.list.queries.ts';
import type { Tolerance } from './unmatched.source.queries.ts';

const sumOf = (amount: SQL) => sql`sum(${amount})::text`.mapWith(String).as('amount');
const place = (name: SQL) => sql`${name}`.mapWith(String).as('place');

const finalTransfers = (db: Reads) =>
  db
    .select({
      place: place(sql`'chain'`),
      coin: chainArrivals.coinId,
      amount: sql`${chainArrivals.amount}::text`.mapWith(String).as('amount'),
    })
    .from(chainArrivals);

const includedTransfers = (db: Reads) =>
  db
    .select({ place: place(sql`'chain'`), coin: chainTransfers.coinId, amount: sumOf(sql`${chainTransfers.amount}`) })
    .from(chainTransfers)
    .where(and(eq(chainTransfers.state, 'included'), notLike(chainTransfers.coinId, 'token:%')))
    .groupBy(chainTransfers.coinId);

/** Only accounts with a balance are read. */
const heldTransfers = (db: Reads) =>
  db
    .select({
      place: place(sql`${bookAccounts.kind}`),
      coin: bookAccounts.unit,
      amount: sumOf(sql`${bookBalances.amount}`),
    })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .where(and(sql`${bookBalances.amount} <> 0`, sql`${bookAccounts.kind} in ('arrived', 'refund', 'kept', 'lost')`))
    .groupBy(bookAccounts.kind, bookAccounts.unit);

const from = alias(bookAccounts, 'from_account');
const to = alias(bookAccounts, 'to_account');
/** Sums the coins that left for refunds, less those recorded as sent by mistake. */
const sentTransfers = (db: Reads) =>
  db
    .select({
      place: place(sql`'refund'`),
      coin: bookLines.unit,
      amount: sumOf(sql`case when ${from.kind} = 'refund' then ${bookLines.amount} else -${bookLines.amount} end`),
    })
    .from(bookEntries)
    .innerJoin(bookLines, eq(bookLines.entryId, bookEntries.id))
    .innerJoin(from, eq(from.id, bookLines.fromAccount))
    .innerJoin(to, eq(to.id, bookLines.toAccount))
    .where(and(eq(bookEntries.kind, 'refund.sent'), sql`'refund' in (${from.kind}, ${to.kind})`))
    .groupBy(bookLines.unit);

/** Coins that arrived for a sale at a shared address, which is not decided. */
const awaitedTransfers = (db: Reads, tolerance: Blanks<Tolerance>) => {
  const coins = awaitedCoins(db, tolerance);
  return db
    .select({ place: place(sql`'awaited'`), coin: coins.cryptoId, amount: sumOf(sql`${coins.holds}`) })
    .from(coins)
    .groupBy(coins.cryptoId);
};

/** Coins that an order holds, which is not decided. */
const undecidedTransfers = (db: Reads) =>
  db
    .select({
      place: place(sql`'undecided'`),
      coin: bookAccounts.unit,
      amount: sumOf(sql`${bookBalances.amount}`),
    })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .innerJoin(orders, sql`${orders.id}::text = ${bookAccounts.subject}`)
    .where(
      and(
        sql`${bookBalances.amount} <> 0`,
        eq(bookAccounts.kind, 'held'),
        inArray(orders.status, [...openStatuses]),
        inArray(orders.stage, [...undecidedStages]),
      ),
    )
    .groupBy(bookAccounts.unit);

/** Sends one statement, so that all sums are of one moment. */
const listSums = rows((db: Reads, tolerance: Blanks<Tolerance>) =>
  unionAll(
    finalTransfers(db),
    includedTransfers(db),
    heldTransfers(db),
    sentTransfers(db),
    awaitedTransfers(db, tolerance),
    undecidedTransfers(db),
  ),
);

/**
 * Sums the coins that arrived in a block, by coin and place: undecided, without an order, set aside or sent back, kept.
 * Coins that were lost in a reorganisation after their payout count too, because they do not come back.
 */
export async function sumArrived(db: Db, tolerance: Tolerance) {
  const sums = await listSums(db, tolerance);
  const coins = new Set(sums.filter(({ place: at }) => at === 'chain').map(({ coin }) => coin));
  return [...coins].toSorted().map((cryptoId) => {
    const namedColumn = (name: string) =>
      sums
        .filter((item) => item.coin === cryptoId && item.place === name)
        .reduce((total, { amount }) => total.plus(amount), zero);
    const awaitedSum = namedColumn('awaited');
    const refundedSum = namedColumn('refund');
    const retainedSum = namedColumn('kept');
    const arrivedSum = namedColumn('chain').minus(namedColumn('lost'));
    const unmatchedSum = namedColumn('arrived').minus(awaitedSum);
    const pendingSum = awaitedSum.plus(namedColumn('undecided'));
    const claimedSum = arrivedSum.minus(pendingSum).minus(unmatchedSum).minus(refundedSum).minus(retainedSum);
    return {
      cryptoId,
      arrived: toText(arrivedSum),
      claimed: toText(claimedSum),
      waiting: toText(pendingSum),
      unmatched: toText(unmatchedSum),
      refunded: toText(refundedSum),
      kept: toText(retainedSum),
    };
  });
}
