import { and, count, eq, gt, gte, isNull, max, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { one, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { addressInUse } from '#server/features/wallets/wallets.stops.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { sellQuotes } from './sell.tables.ts';

const isFree = and(isNull(sellQuotes.usedAt), isNull(sellQuotes.droppedAt));

type UserSince = { userId: Id<'user'>; since: Date };
const sumColumns = {
  quotes: count(),
  valueUsd: sql`coalesce(sum(${sellQuotes.valueUsd}), 0)::text`.mapWith(String),
};
const isOpenOf = ({ userId, since }: Blanks<UserSince>) =>
  and(eq(sellQuotes.userId, userId), isFree, gt(sellQuotes.createdAt, since));

/** A user's open quotes since a moment: how many, and their value in US dollars. */
export const sumOpenQuotes = one((db: Reads, blanks: Blanks<UserSince>) =>
  db.select(sumColumns).from(sellQuotes).where(isOpenOf(blanks)),
);

/**
 * Sums them before one more quote shows this address: from here on a stop of the address waits for this transaction.
 */
export const sumOpenQuotesBefore = one((db: Drizzle, blanks: Blanks<UserSince & { address: string }>) =>
  db
    .select({ ...sumColumns, lock: addressInUse(blanks.address) })
    .from(sellQuotes)
    .where(isOpenOf(blanks)),
);

type CoinAddress = { cryptoId: string; address: string; since: Date };

/** The open quotes since a moment that show an address of a coin. */
export const countQuotesAt = one((db: Reads, { cryptoId, address, since }: Blanks<CoinAddress>) =>
  db
    .select({
      quotes: count(),
      amount: sql`coalesce(sum(${sellQuotes.amount}), 0)::text`.mapWith(String),
      lastEndsAt: max(sellQuotes.expiresAt),
    })
    .from(sellQuotes)
    .where(
      and(
        eq(sellQuotes.cryptoId, cryptoId),
        eq(sellQuotes.depositAddress, address),
        isFree,
        gt(sellQuotes.createdAt, since),
      ),
    ),
);

type Day = { currency: string; from: Date; now: Date };

const promised = one((db: Reads, { currency, from, now }: Blanks<Day>) => {
  const ofOrders = db
    .select({ ordered: sql`coalesce(sum(${orders.payoutAmount}), 0)`.as('ordered') })
    .from(orders)
    .where(
      and(
        eq(orders.payoutCurrency, currency),
        gte(orders.createdAt, from),
        notInArray(orders.status, [...refusedStatuses]),
      ),
    )
    .as('of_orders');
  const ofQuotes = db
    .select({ quoted: sql`coalesce(sum(${sellQuotes.netAmount}), 0)`.as('quoted') })
    .from(sellQuotes)
    .where(and(eq(sellQuotes.currency, currency), isFree, gt(sellQuotes.expiresAt, now)))
    .as('of_quotes');
  return db
    .select({ amount: sql`trim_scale(${ofOrders.ordered} + ${ofQuotes.quoted})::text`.mapWith(String) })
    .from(ofOrders)
    .crossJoin(ofQuotes);
});

/**
 * Returns the sum that orders since `from` and locked rates promise in a currency; other transactions wait for this
 * one.
 */
export async function promisedSince(tx: Tx, day: Day): Promise<string> {
  await lockName(tx, `daily cap ${day.currency}`);
  return (await promised(tx, day)).amount;
}
