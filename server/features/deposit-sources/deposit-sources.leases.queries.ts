import {
  and,
  eq,
  exists as hasSome,
  inArray,
  isNotNull,
  isNull,
  min,
  ne,
  notExists as hasNone,
  or,
  sql,
} from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import {
  exists,
  placeholderValues,
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import { addressFields } from './deposit-sources.giving.queries.ts';
import { isStopped } from './deposit-sources.states.queries.ts';
import { addressLeases, depositAddresses, depositSourceCoins, depositSources } from './deposit-sources.tables.ts';

const leasesAmong = rows((db: Reads, { leaseIds }: Blanks<{ leaseIds: readonly Id<'addressLease'>[] }>) =>
  db
    .select({ ...addressFields, leaseId: addressLeases.id })
    .from(addressLeases)
    .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
    .where(isOneOf(addressLeases.id, leaseIds)),
);

/** The addresses of these leases. */
export const listLeased = async (db: Pick<Db, 'ask'>, leaseIds: readonly Id<'addressLease'>[]) =>
  leaseIds.length === 0 ? [] : leasesAmong(db, { leaseIds });

const unpaidAddress = alias(depositAddresses, 'unpaid');

/** Notes which own addresses of a chain were paid: one of an account key is never given out again. */
export const markPaid = sent((db: Drizzle, { chain }: Blanks<{ chain: ChainName }>) => {
  const paidAddresses = db
    .select({ id: unpaidAddress.id, firstSeenAt: min(chainTransfers.firstSeenAt).as('first_seen_at') })
    .from(unpaidAddress)
    .innerJoin(
      chainTransfers,
      and(
        eq(chainTransfers.chain, unpaidAddress.chain),
        eq(chainTransfers.toAddress, unpaidAddress.address),
        or(eq(unpaidAddress.tag, ''), eq(chainTransfers.toTag, unpaidAddress.tag)),
      ),
    )
    .where(and(isNull(unpaidAddress.paidAt), eq(unpaidAddress.chain, chain)))
    .groupBy(unpaidAddress.id)
    .as('paid');
  return db
    .update(depositAddresses)
    .set({ paidAt: sql`${paidAddresses.firstSeenAt}` })
    .from(paidAddresses)
    .where(eq(depositAddresses.id, paidAddresses.id));
});

const runningLease = alias(addressLeases, 'running_lease');

/** Coins that arrived at the address of the lease since it began, without those that were lost again. */
const coinsOf = (db: Reads) =>
  db
    .select()
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.chain, depositAddresses.chain),
        eq(chainTransfers.toAddress, depositAddresses.address),
        sql`(${depositAddresses.tag} = '' or ${chainTransfers.toTag} = ${depositAddresses.tag})`,
        eq(chainTransfers.coinId, runningLease.cryptoId),
        sql`${chainTransfers.firstSeenAt} >= ${runningLease.leasedAt}`,
        sql`${chainTransfers.state} in ('seen', 'included', 'final')`,
      ),
    );

type LeaseEnd = { now: Date; graceMinutes: number; sourceId: Id<'depositSource'> | null; userId: Id<'user'> | null };

/**
 * Ends the leases whose order is decided, and those that received nothing in time: of a source and a customer, or all
 * of them. Skips a lease that another transaction is ending.
 */
export const endLeases = sent((db: Drizzle, { now, graceMinutes, sourceId, userId }: Blanks<LeaseEnd>) => {
  const order = db.select().from(orders).where(eq(orders.quoteId, runningLease.quoteId));
  const decidedOrders = db
    .select()
    .from(orders)
    .where(and(eq(orders.quoteId, runningLease.quoteId), sql`${orders.status} in ('completed', 'rejected', 'failed')`));
  const shownAddresses = db
    .select({ minutes: sql`(${sellQuotes.rules}->>'graceMinutes')::int` })
    .from(sellQuotes)
    .where(eq(sellQuotes.id, runningLease.quoteId));
  const isLate = sql`${runningLease.expiresAt} + make_interval(mins => coalesce((${shownAddresses}), ${graceMinutes})) < ${now}`;
  const endedLeases = db
    .select({ id: runningLease.id })
    .from(runningLease)
    .innerJoin(depositAddresses, eq(depositAddresses.id, runningLease.addressId))
    .where(
      and(
        isNull(runningLease.endedAt),
        sql`(${sourceId}::uuid is null or ${depositAddresses.sourceId} = ${sourceId} or ${runningLease.userId} = ${userId})`,
        or(hasSome(decidedOrders), and(isLate, hasNone(order), hasNone(coinsOf(db)))),
      ),
    )
    .orderBy(runningLease.id)
    .for('update', { of: runningLease, skipLocked: true });
  return db
    .update(addressLeases)
    .set(placeholderValues({ endedAt: now }))
    .where(inArray(addressLeases.id, endedLeases));
});

/** True where a coin has or had this own address or tag. */
export const hasOwnAddress = exists(
  (db: Reads, { cryptoId, address, tag }: Blanks<{ cryptoId: string; address: string; tag: string }>) =>
    db
      .select({ address: depositAddresses.address })
      .from(depositAddresses)
      .innerJoin(depositSourceCoins, eq(depositSourceCoins.sourceId, depositAddresses.sourceId))
      .where(
        and(
          eq(depositSourceCoins.cryptoId, cryptoId),
          eq(depositAddresses.address, address),
          eq(depositAddresses.tag, tag),
        ),
      ),
);

/** The record for the data export. */
const record = sql`json_build_object('reference', ${addressLeases.reference}, 'coin', ${addressLeases.cryptoId},
  'amount', trim_scale(${addressLeases.amount})::text, 'address', ${depositAddresses.address},
  'tag', nullif(${depositAddresses.tag}, ''), 'from', ${addressLeases.leasedAt}, 'to', ${addressLeases.endedAt},
  'watchedUntil', ${addressLeases.watchedUntil})`;

/** Own addresses that a customer was shown, without those that were stopped. */
export const listLeasesOf = rows((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select({ ...addressFields, record })
    .from(addressLeases)
    .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
    .innerJoin(depositSources, and(eq(depositSources.id, depositAddresses.sourceId), isNull(depositSources.stoppedAt)))
    .where(and(eq(addressLeases.userId, userId), sql`not ${isStopped}`))
    .orderBy(addressLeases.leasedAt, addressLeases.id),
);

/** Every own address and tag that was ever there. */
export const listOwnTexts = rows((db: Reads) =>
  union(
    db.select({ text: depositAddresses.address }).from(depositAddresses),
    db.select({ text: depositAddresses.tag }).from(depositAddresses).where(ne(depositAddresses.tag, '')),
    db
      .select({ text: sql`${depositSources.address}`.mapWith(String) })
      .from(depositSources)
      .where(isNotNull(depositSources.address)),
  ),
);

/** The addresses of a source that open sales show. */
export const listShown = rows((db: Reads, { sourceId }: Blanks<{ sourceId: Id<'depositSource'> }>) => {
  const openLeases = db
    .select()
    .from(addressLeases)
    .where(and(eq(addressLeases.addressId, depositAddresses.id), isNull(addressLeases.endedAt)));
  return db
    .select({ address: depositAddresses.address, memo: depositAddresses.tag })
    .from(depositAddresses)
    .where(and(eq(depositAddresses.sourceId, sourceId), hasSome(openLeases)));
});
