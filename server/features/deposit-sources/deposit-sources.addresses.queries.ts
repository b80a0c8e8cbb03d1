import { and, asc, count, eq, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { containsPattern } from '#server/db/like.ts';
import { one, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { addressStates, type AddressState } from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { addressFields } from './deposit-sources.giving.queries.ts';
import {
  isPaidLease,
  isStopped,
  newestLease,
  restsAsPaid,
  type NewestLease,
  type RestTime,
} from './deposit-sources.states.queries.ts';
import { depositAddresses, depositSourceCoins, depositSources } from './deposit-sources.tables.ts';

/** The current time, and how many days a paid address of a list rests. */
type RestPeriod = { now: Date; restDays: number };

const stateNames = z.enum(addressStates);
const toState = (name: unknown) => stateNames.parse(name);

/** The state of an address of a source with its newest lease. A free one may be given to any customer. */
function stateOf(lease: NewestLease, restTime: RestTime): SQL<AddressState> {
  const { now } = restTime;
  return sql`case when ${depositSources.stoppedAt} is not null or ${isStopped} then 'stopped'
    when ${depositAddresses.liveAt} > ${now} or ${depositSources.liveAt} > ${now} then 'waiting'
    when ${lease.id} is not null and ${lease.endedAt} is null then 'leased'
    when ${depositSources.kind} <> 'pool' and ${depositAddresses.paidAt} is not null then 'paid'
    when ${depositAddresses.restsUntil} > ${now}
      or (${depositSources.kind} = 'pool' and ${restsAsPaid(lease, restTime)}) then 'resting'
    when ${depositSources.kind} = 'xpub' and ${lease.id} is null and ${depositAddresses.restsUntil} is null then 'resting'
    when ${lease.watchedUntil} > ${now} and (${depositSources.kind} = 'tags'
      or (${lease.isKnownCustomer} and not ${isPaidLease(lease)})) then 'resting'
    else 'free' end`.mapWith(toState);
}

const isOfSource = eq(depositSources.id, depositAddresses.sourceId);
/** Addresses of a list, and those of other sources that were never paid: only they are given out again. */
const isGivable = or(eq(depositSources.kind, 'pool'), isNull(depositAddresses.paidAt));

/** Counts the addresses of each source by state. */
export const countAddresses = rows((db: Reads, restPeriod: Blanks<RestPeriod>) => {
  const lease = newestLease(db);
  const all = db
    .select({ sourceId: depositAddresses.sourceId, state: stateOf(lease, restPeriod).as('state') })
    .from(depositAddresses)
    .innerJoin(depositSources, isOfSource)
    .leftJoinLateral(lease, sql`true`)
    .as('addresses');
  return db
    .select({ sourceId: all.sourceId, state: all.state, count: count() })
    .from(all)
    .groupBy(all.sourceId, all.state);
});

/** The addresses that customers are shown or may be given: each must be one that the product wrote. */
export const listShowable = rows((db: Reads, restPeriod: Blanks<RestPeriod>) => {
  const lease = newestLease(db);
  return db
    .select({ ...addressFields, state: stateOf(lease, restPeriod) })
    .from(depositAddresses)
    .innerJoin(depositSources, isOfSource)
    .leftJoinLateral(lease, sql`true`)
    .where(isGivable);
});

const nameOfUser = sql`${users.firstName} || ' ' || ${users.lastName}`.mapWith(String);

/** The customers with most addresses of each source, by leases that run or rest unpaid: three of each, most first. */
export const listHolders = rows((db: Reads, restPeriod: Blanks<RestPeriod>) => {
  const lease = newestLease(db);
  const rowNumber = sql`row_number() over (partition by ${depositAddresses.sourceId} order by count(*) desc, ${lease.userId})`;
  const heldAddresses = db
    .select({
      sourceId: depositAddresses.sourceId,
      userId: lease.userId,
      count: count().as('count'),
      place: rowNumber.as('place'),
    })
    .from(depositAddresses)
    .innerJoin(depositSources, isOfSource)
    .leftJoinLateral(lease, sql`true`)
    .where(and(isNotNull(lease.id), isGivable, sql`${stateOf(lease, restPeriod)} in ('leased', 'resting')`))
    .groupBy(depositAddresses.sourceId, lease.userId)
    .as('held');
  return db
    .select({
      sourceId: heldAddresses.sourceId,
      userId: users.id,
      userName: nameOfUser,
      count: heldAddresses.count,
    })
    .from(heldAddresses)
    .innerJoin(users, eq(users.id, heldAddresses.userId))
    .where(lte(heldAddresses.place, 3))
    .orderBy(asc(heldAddresses.place));
});

const receivedSums = z.array(z.object({ cryptoId: z.string(), received: z.string() }));

/** Transfers to an address, of each coin of its source. */
function receivedAt(db: Reads) {
  const coins = db
    .select({ id: depositSourceCoins.cryptoId })
    .from(depositSourceCoins)
    .where(eq(depositSourceCoins.sourceId, depositAddresses.sourceId));
  const sums = db
    .select({
      coinId: chainTransfers.coinId,
      received: sql`sum(${chainTransfers.amount})::text`.as('received'),
    })
    .from(chainTransfers)
    .where(
      and(
        inArray(chainTransfers.coinId, coins),
        eq(chainTransfers.toAddress, depositAddresses.address),
        sql`(${depositAddresses.tag} = '' or ${chainTransfers.toTag} = ${depositAddresses.tag})`,
        inArray(chainTransfers.state, ['included', 'final']),
      ),
    )
    .groupBy(chainTransfers.coinId)
    .as('sums');
  return sql`(select coalesce(json_agg(json_build_object('cryptoId', ${sums.coinId}, 'received', ${sums.received})
    order by ${sums.coinId}), '[]'::json) from ${sums})`.mapWith((value: unknown) => receivedSums.parse(value));
}

type Wanted = {
  sourceId: Id<'depositSource'>;
  id: Id<'depositAddress'> | null;
  state: AddressState | null;
  pattern: string | null;
};

/** The addresses of a source, each with its last lease and its transfers. */
function addressesOf(db: Reads, blanks: Blanks<Wanted & RestPeriod>) {
  const { sourceId, id } = blanks;
  const lease = newestLease(db);
  const order = db.select({ id: orders.id }).from(orders).where(eq(orders.quoteId, lease.quoteId));
  const user = db.select({ name: nameOfUser }).from(users).where(eq(users.id, lease.userId));
  return db
    .select({
      ...addressFields,
      state: stateOf(lease, blanks).as('state'),
      orderId: sql`${order}`.mapWith(textOrNull).as('order_id'),
      quoteId: lease.quoteId,
      reference: lease.reference,
      userId: lease.userId,
      leasedAt: lease.leasedAt,
      expiresAt: lease.expiresAt,
      endedAt: lease.endedAt,
      watchedUntil: lease.watchedUntil,
      userName: sql`${user}`.mapWith(textOrNull).as('user_name'),
      coins: receivedAt(db).as('coins'),
    })
    .from(depositAddresses)
    .innerJoin(depositSources, isOfSource)
    .leftJoinLateral(lease, sql`true`)
    .where(and(eq(depositAddresses.sourceId, sourceId), sql`(${id}::uuid is null or ${depositAddresses.id} = ${id})`))
    .as('addresses');
}

const matchingAddresses = (all: ReturnType<typeof addressesOf>, { state, pattern }: Blanks<Wanted>) =>
  and(
    sql`(${state}::text is null or ${all.state} = ${state})`,
    sql`(${pattern}::text is null
      or lower(${all.address} || ' ' || ${all.tag} || ' ' || coalesce(${all.reference}, '')) like ${pattern})`,
  );

const page = (db: Reads, blanks: Blanks<Wanted & RestPeriod & { limit: number; offset: number }>) => {
  const all = addressesOf(db, blanks);
  return db
    .select()
    .from(all)
    .where(matchingAddresses(all, blanks))
    .orderBy(all.addressIndex)
    .limit(blanks.limit)
    .offset(blanks.offset);
};
export type AddressRow = RowOf<typeof page>;

const listPage = rows(page);

const total = one((db: Reads, blanks: Blanks<Wanted & RestPeriod>) => {
  const all = addressesOf(db, blanks);
  return db.select({ count: count() }).from(all).where(matchingAddresses(all, blanks));
});

export type AddressFilter = {
  sourceId: Id<'depositSource'>;
  id?: Id<'depositAddress'>;
  state?: AddressState | undefined;
  q?: string | undefined;
};

/** The addresses of a source by index, each with its last lease and its transfers. */
export async function listAddresses(
  db: Pick<Db, 'ask'>,
  { sourceId, id, state, q }: AddressFilter,
  { now, restDays, limit, offset }: RestPeriod & { limit: number; offset: number },
): Promise<{ rows: AddressRow[]; total: number }> {
  const pattern = q ? containsPattern(q.toLowerCase()) : null;
  const filter = { sourceId, id: id ?? null, state: state ?? null, pattern, now, restDays };
  const { count: all } = await total(db, filter);
  return { rows: await listPage(db, { ...filter, limit, offset }), total: all };
}
