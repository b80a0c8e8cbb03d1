import { and, eq, inArray, isNull, or, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import type { Search } from '#server/db/like.ts';
import type { Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { unmatchedDecisions } from '#server/features/refunds/refunds.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { undecidedStages } from '#shared/orders/orders.stages.ts';
import { unmatchedReasons, unmatchedView, type UnmatchedQuery } from '#shared/settlements/unmatched.contract.ts';
import { awaiting, claimant, fitting, leaseOf, ownAddress, refused, value } from './unmatched.source.queries.ts';

/** How much a transfer may differ from a sale that it could be: per cent and US dollars less, per cent more. */
export type Tolerance = { percent: number; maxUsd: number; overPercent: number };

const transfer = chainTransfers;
const decision = unmatchedDecisions;
const balance = alias(bookBalances, 'holding');
const account = alias(bookAccounts, 'holder');
/** The transfers that hold something: only what is not zero is in the index. */
const holding = (db: Reads) =>
  db
    .select({ id: sql`${account.subject}::uuid`.as('id') })
    .from(balance)
    .innerJoin(account, eq(account.id, balance.accountId))
    .where(and(sql`${balance.amount} <> 0`, eq(account.kind, 'arrived')));
const decided = (db: Reads) => db.select({ id: decision.transferId }).from(decision).where(isNull(decision.reopenedAt));

/** Drizzle passes null on without asking. */
const textOrNull = (found: unknown): string | null => String(found);
const toReason = (found: unknown) => unmatchedReasons.find((reason) => reason === found) ?? 'no_lease';
const maxCounted = 10_000;

/** Each transfer with what it holds, what was decided about it, whose it may be, and what is asked of it. */
function source(db: Reads) {
  const address = ownAddress(db);
  const lease = leaseOf(db, address.id);
  const claim = claimant(db);
  const awaited = awaiting(db, address.id);
  const rejected = refused(db, address.id);
  const isRefused = (status: SQLWrapper) => sql`${status} in ${[...refusedStatuses]}`;
  const isUndecided = (stage: SQLWrapper) => sql`${stage} in ${[...undecidedStages]}`;
  const reason = sql`case
    when ${isRefused(claim.status)} then 'dropped'
    when not ${isUndecided(claim.stage)} then 'after_decision'
    when ${address.stoppedAt} is not null then 'stopped_source'
    when ${rejected.refusedId} is not null then 'dropped'
    when ${address.id} is null and ${transfer.chain} = 'xrpl' then 'no_tag'
    when ${isRefused(orders.status)} then 'dropped'
    when ${lease.id} is null then 'no_lease'
    when ${lease.coin} <> ${transfer.coinId} then 'other_coin'
    when not ${isUndecided(orders.stage)} then 'after_decision'
    when ${transfer.firstSeenAt} > ${lease.watchedUntil} then 'after_watch'
    else 'no_lease' end`;
  const holds = sql`coalesce(${bookBalances.amount}, 0)`;
  const amount = sql`case when ${holds} > 0 then ${holds} else ${transfer.amount} end`;
  const fits = db
    .select({
      found: sql`coalesce(json_agg(json_build_object('orderId', "fitting"."id", 'reference', "fitting"."reference", 'amount', "fitting"."amount")), '[]'::json)`,
    })
    .from(fitting(db));
  // The block was just read: the order that claims it gets it with the next look at the chain.
  const isOnItsWay = sql`${isUndecided(claim.stage)} and ${holds} = ${transfer.amount}`;
  const rows = db
    .select({
      id: transfer.id,
      chain: transfer.chain,
      txHash: transfer.txHash,
      outIndex: transfer.outIndex,
      fromAddresses: transfer.fromAddresses,
      state: transfer.state,
      blockHeight: transfer.blockHeight,
      cryptoId: transfer.coinId,
      address: transfer.toAddress,
      tag: transfer.toTag,
      seenAt: transfer.firstSeenAt,
      blockAt: transfer.blockAt,
      brought: transfer.amount,
      amount: amount.mapWith(String).as('amount'),
      holds: holds.mapWith(String).as('holds'),
      valueUsd: sql`round(${amount} * ${cryptoAssets.priceUsd}, 2)`.mapWith(textOrNull).as('value_usd'),
      symbol: cryptoAssets.symbol,
      reason: reason.mapWith(toReason).as('reason'),
      isOnItsWay: sql`coalesce(${isOnItsWay}, false)`.mapWith(Boolean).as('is_on_its_way'),
      kind: decision.kind,
      orderId: decision.orderId,
      refundId: decision.refundId,
      decidedBy: decision.decidedBy,
      decidedAt: decision.decidedAt,
      decisionReason: decision.reason,
      leaseReference: lease.reference,
      leaseUserId: lease.userId,
      leaseCoin: lease.coin,
      leaseQuoteId: lease.quoteId,
      leaseEndedAt: lease.endedAt,
      leaseUserName:
        sql`case when ${users.id} is not null then concat_ws(' ', ${users.firstName}, ${users.lastName}) end`
          .mapWith(textOrNull)
          .as('lease_user_name'),
      leaseUserEmail: users.email,
      leaseOrderId: orders.id,
      awaitedOrderId: awaited.id,
      awaitedReference: awaited.reference,
      fits: sql`(${fits})`.mapWith((found: unknown) => unmatchedView.shape.fits.parse(found)).as('fits'),
    })
    .from(transfer)
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, transfer.coinId))
    .leftJoin(
      bookAccounts,
      and(
        eq(bookAccounts.kind, 'arrived'),
        sql`${bookAccounts.subject} = ${transfer.id}::text`,
        eq(bookAccounts.unit, transfer.coinId),
      ),
    )
    .leftJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .leftJoin(decision, and(eq(decision.transferId, transfer.id), isNull(decision.reopenedAt)))
    .leftJoinLateral(address, sql`true`)
    .leftJoinLateral(lease, sql`true`)
    .leftJoin(users, eq(users.id, lease.userId))
    .leftJoin(orders, eq(orders.quoteId, lease.quoteId))
    .leftJoinLateral(claim, sql`true`)
    .leftJoinLateral(awaited, sql`true`)
    .leftJoinLateral(rejected, sql`true`);
  const pattern = value('pattern', 'text');
  const asked = and(
    sql`(${value('coin', 'text')} is null or ${transfer.coinId} = ${value('coin', 'text')})`,
    sql`(${pattern} is null or ${lease.reference} ilike ${pattern} or ${transfer.txHash} ilike ${pattern}
      or ${transfer.toAddress} ilike ${pattern} or concat_ws(' ', ${users.firstName}, ${users.lastName}) ilike ${pattern}
      or (${value('seesContacts', 'boolean')} and ${users.email} ilike ${pattern})
      or (${value('seesAccounts', 'boolean')} and array_to_string(${transfer.fromAddresses}, ' ') ilike ${pattern}))`,
  );
  const isUnclaimed = sql`(${isOnItsWay}) is not true`;
  const isListed = and(inArray(transfer.id, holding(db)), isUnclaimed);
  const isDone = and(inArray(transfer.id, decided(db)), sql`${holds} = 0`);
  const states = { open: and(isListed, isNull(awaited.id)), done: isDone, all: or(isListed, isDone) };
  return { rows, asked, states };
}

type ListState = UnmatchedQuery['state'];
const byTime = sql`case when ${value('sort', 'text')} = 'newest' then ${transfer.firstSeenAt} end desc`;

const pageOf = (state: ListState) => (db: Reads) => {
  const { rows, asked, states } = source(db);
  const found = rows.where(and(states[state], asked)).orderBy(byTime, transfer.firstSeenAt, transfer.id);
  return found.limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
};
const countOf = (state: ListState) => (db: Reads) => {
  const { rows, asked, states } = source(db);
  const found = rows.where(and(states[state], asked)).limit(maxCounted).as('found');
  return db.select({ total: sql`count(*)::int`.mapWith(Number) }).from(found);
};
const listOf = (state: ListState) => ({ page: pageOf(state), count: countOf(state) });
const lists = { open: listOf('open'), done: listOf('done'), all: listOf('all') };

const one = (db: Reads) => source(db).rows.where(eq(transfer.id, sql.placeholder('id')));
export type UnmatchedRow = Awaited<ReturnType<ReturnType<typeof one>['execute']>>[number];

export type UnmatchedFilter = Pick<UnmatchedQuery, 'state' | 'coin' | 'sort'> & Search;

/** A page of transfers without an order, oldest first, with how many there are. */
export async function selectUnmatched(
  db: Db,
  { state, coin, pattern, seesAccounts, seesContacts, sort }: UnmatchedFilter,
  tolerance: Tolerance,
  range: { limit: number; offset: number },
): Promise<{ rows: UnmatchedRow[]; total: number }> {
  const values = { ...tolerance, coin: coin ?? null, pattern, seesAccounts, seesContacts };
  const { page, count } = lists[state];
  const [rows, [counted]] = await Promise.all([db.ask(page, { ...values, ...range, sort }), db.ask(count, values)]);
  return { rows, total: counted?.total ?? 0 };
}

/** A transfer with what it holds. */
export async function findUnmatched(db: Db, id: string, tolerance: Tolerance): Promise<UnmatchedRow | undefined> {
  const [row] = await db.ask(one, { ...tolerance, id });
  return row;
}

const momentOrNull = (found: string | Date): Date | null => new Date(found);
const waiting = (db: Reads) => {
  const { rows, states } = source(db);
  const found = rows.where(states.open).as('found');
  const recent = sql`coalesce(${found.blockAt}, ${found.seenAt}) > now() - interval '1 hour'`;
  return db
    .select({
      count: sql`count(*)::int`.mapWith(Number),
      recent: sql`(count(*) filter (where ${recent}))::int`.mapWith(Number),
      oldestAt: sql`min(${found.seenAt})`.mapWith(momentOrNull),
    })
    .from(found);
};

type Counted = { count: number; recent: number; oldestAt: Date | null };

/** How many transfers wait for a decision, how many of them came in the last hour, and since when the first. */
export async function countUnmatched(db: Db, tolerance: Tolerance): Promise<Counted> {
  const [counted] = await db.ask(waiting, tolerance);
  return counted ?? { count: 0, recent: 0, oldestAt: null };
}
