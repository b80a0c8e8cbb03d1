import { and, eq, isNotNull, isNull, notExists, or, sql, type SQLWrapper } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { momentOrNull, textOrNull } from '#server/db/fragments.ts';
import { isNamed, type Search } from '#server/db/like.ts';
import { first, one, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { teamNotices } from '#server/features/mail/notices/notices.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { unmatchedDecisions } from '#server/features/refunds/refunds.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { undecidedStages } from '#shared/orders/orders.stages.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { unmatchedView, type UnmatchedQuery } from '#shared/settlements/unmatched.contract.ts';
import {
  awaitingSale,
  claimant,
  fittingSale,
  leaseOf,
  ownAddress,
  refusedSale,
  type Tolerance,
} from './unmatched.source.queries.ts';

const transfer = chainTransfers;
const decision = unmatchedDecisions;
const balance = alias(bookBalances, 'holding');
const account = alias(bookAccounts, 'holder');
/** The transfers with a balance: the index has only those that are not zero. */
const holding = (db: Reads) =>
  db
    .select({ listedId: sql`${account.subject}::uuid`.mapWith(String).as('listed_id') })
    .from(balance)
    .innerJoin(account, eq(account.id, balance.accountId))
    .where(and(sql`${balance.amount} <> 0`, eq(account.kind, 'arrived')));
const decidedTransfers = (db: Reads) =>
  db
    .select({ listedId: sql`${decision.transferId}`.mapWith(String).as('listed_id') })
    .from(decision)
    .where(isNull(decision.reopenedAt));
const namedTransfers = alias(chainTransfers, 'asked');
const namedOrder = (db: Reads, id: Blanks<{ id: Id<'transfer'> }>['id']) =>
  db
    .select({ listedId: sql`${namedTransfers.id}`.mapWith(String).as('listed_id') })
    .from(namedTransfers)
    .where(eq(namedTransfers.id, id));

/** The few transfers that a list is about; all else is looked up for these alone. */
const idsOf = {
  open: (db: Reads) => holding(db).as('ids'),
  done: (db: Reads) => decidedTransfers(db).as('ids'),
  all: (db: Reads) => union(holding(db), decidedTransfers(db)).as('ids'),
};

/** Joins to a transfer its address, whose that was, who claimed it, and the sales that it may be or was. */
function partsOf(db: Reads, tolerances: Blanks<Tolerance>) {
  const address = ownAddress(db);
  const lease = leaseOf(db, address.id);
  return {
    address,
    lease,
    claim: claimant(db),
    awaited: awaitingSale(db, address.id, tolerances),
    rejected: refusedSale(db, address.id, tolerances),
    sales: fittingSale(db, lease.userId, tolerances),
  };
}
type Parts = ReturnType<typeof partsOf>;

const isUndecided = (stage: SQLWrapper) => sql`${stage} in ${[...undecidedStages]}`;

const holds = sql`coalesce(${bookBalances.amount}, 0)`;
/** The rest of the transfer if there is one, else its whole amount. */
const amount = sql`case when ${holds} > 0 then ${holds} else ${transfer.amount} end`;
/** The block was just read: the order that claims the transfer gets it at the next reading of the chain. */
const isClaimPending = ({ claim }: Parts) =>
  sql`(${isUndecided(claim.stage)} or ${claim.isStated}) and ${claim.releasedAt} is null and ${holds} = ${transfer.amount}`;
const userName = sql`case when ${users.id} is not null then concat_ws(' ', ${users.firstName}, ${users.lastName}) end`;

function fitsOf(db: Reads, { sales }: Parts) {
  const saleJson = sql`json_build_object('orderId', ${sales.orderId}, 'reference', ${sales.reference}, 'amount', ${sales.amount},
    'createdAt', ${sales.createdAt}, 'userId', ${sales.userId}, 'userName', ${sales.userName})`;
  return db.select({ found: sql`coalesce(json_agg(${saleJson}), '[]'::json)` }).from(sales);
}

function fieldsOf(db: Reads, parts: Parts) {
  const { address, lease, claim, awaited, rejected } = parts;
  return {
    id: transfer.id,
    chain: transfer.chain,
    txHash: transfer.txHash,
    outIndex: transfer.outIndex,
    fromAddresses: transfer.fromAddresses,
    state: transfer.state,
    blockHeight: transfer.blockHeight,
    cryptoId: sql`${transfer.coinId}`.mapWith(String).as('listed_coin'),
    address: transfer.toAddress,
    tag: transfer.toTag,
    seenAt: transfer.firstSeenAt,
    blockAt: transfer.blockAt,
    brought: transfer.amount,
    amount: amount.mapWith(String).as('amount'),
    holds: holds.mapWith(String).as('holds'),
    valueUsd: sql`round(${amount} * ${cryptoAssets.priceUsd}, 2)`.mapWith(textOrNull).as('value_usd'),
    symbol: cryptoAssets.symbol,
    claimStatus: claim.status,
    claimStage: claim.stage,
    addressId: address.id,
    sourceStoppedAt: address.stoppedAt,
    refusedId: rejected.refusedId,
    isClaimPending: sql`coalesce(${isClaimPending(parts)}, false)`.mapWith(Boolean).as('is_claim_pending'),
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
    leaseWatchedUntil: lease.watchedUntil,
    leaseOrderStatus: orders.status,
    leaseOrderStage: orders.stage,
    leaseUserName: userName.mapWith(textOrNull).as('lease_user_name'),
    leaseUserEmail: users.email,
    leaseOrderId: orders.id,
    awaitedOrderId: awaited.id,
    awaitedReference: awaited.reference,
    fits: sql`(${fitsOf(db, parts)})`.mapWith((value: unknown) => unmatchedView.shape.fits.parse(value)).as('fits'),
  };
}

const accountOf = and(
  eq(bookAccounts.kind, 'arrived'),
  sql`${bookAccounts.subject} = ${transfer.id}::text`,
  eq(bookAccounts.unit, transfer.coinId),
);

/** Each transfer with its balance, its decision, and the sales it may belong to. */
const rowsOf = (db: Reads, parts: Parts, ids: ReturnType<(typeof idsOf)['open']>) =>
  db
    .select(fieldsOf(db, parts))
    .from(ids)
    .innerJoin(transfer, eq(transfer.id, ids.listedId))
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, transfer.coinId))
    .leftJoin(bookAccounts, accountOf)
    .leftJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .leftJoin(decision, and(eq(decision.transferId, transfer.id), isNull(decision.reopenedAt)))
    .leftJoinLateral(parts.address, sql`true`)
    .leftJoinLateral(parts.lease, sql`true`)
    .leftJoin(users, eq(users.id, parts.lease.userId))
    .leftJoin(orders, eq(orders.quoteId, parts.lease.quoteId))
    .leftJoinLateral(parts.claim, sql`true`)
    .leftJoinLateral(parts.awaited, sql`true`)
    .leftJoinLateral(parts.rejected, sql`true`);

type ListFilter = Tolerance & Search & { coin: string | null };

/** The filter that a reader asks for; a search finds no more than they are shown. */
const isAsked = ({ lease }: Parts, { coin, pattern, patterns, seesAccounts }: Blanks<ListFilter>) =>
  and(
    sql`(${coin}::text is null or ${transfer.coinId} = ${coin}::text)`,
    sql`(${pattern}::text is null or ${lease.reference} ilike ${pattern}::text or ${transfer.txHash} ilike ${pattern}::text
      or ${transfer.toAddress} ilike ${pattern}::text
      or ${isNamed(users.searchText, patterns)}
      or (${seesAccounts}::boolean and array_to_string(${transfer.fromAddresses}, ' ') ilike ${pattern}::text))`,
  );

type ListState = UnmatchedQuery['state'];

function isIn(state: ListState, parts: Parts) {
  const isListed = sql`${holds} > 0 and (${isClaimPending(parts)}) is not true`;
  const isDone = sql`${holds} = 0`;
  return { open: and(isListed, isNull(parts.awaited.id)), done: isDone, all: or(isListed, isDone) }[state];
}

const matchingTransfers = (state: ListState, db: Reads, blanks: Blanks<ListFilter>) => {
  const parts = partsOf(db, blanks);
  return rowsOf(db, parts, idsOf[state](db)).where(and(isIn(state, parts), isAsked(parts, blanks)));
};

type Page = ListFilter & { sort: UnmatchedQuery['sort']; limit: number; offset: number };
const listOf = (state: ListState) => ({
  page: rows((db: Reads, blanks: Blanks<Page>) => {
    const byTime = sql`case when ${blanks.sort}::text = 'newest' then ${transfer.firstSeenAt} end desc`;
    return matchingTransfers(state, db, blanks)
      .orderBy(byTime, transfer.firstSeenAt, transfer.id)
      .limit(blanks.limit)
      .offset(blanks.offset);
  }),
  count: one((db: Reads, blanks: Blanks<ListFilter>) =>
    db
      .select({ total: sql`count(*)::int`.mapWith(Number) })
      .from(matchingTransfers(state, db, blanks).limit(maxCounted).as('found')),
  ),
});
const lists = { open: listOf('open'), done: listOf('done'), all: listOf('all') };

const byId = (db: Reads, blanks: Blanks<Tolerance & { id: Id<'transfer'> }>) =>
  rowsOf(db, partsOf(db, blanks), namedOrder(db, blanks.id).as('ids'));
export type UnmatchedRow = RowOf<typeof byId>;

/** A transfer with its balance. */
export const findUnmatched = first(byId);

export type UnmatchedFilter = Pick<UnmatchedQuery, 'state' | 'coin' | 'sort'> & Search;

/** A page of transfers without an order, oldest first, with how many there are. */
export async function selectUnmatched(
  db: Db,
  { state, coin, pattern, patterns, seesAccounts, sort }: UnmatchedFilter,
  tolerance: Tolerance,
  range: { limit: number; offset: number },
): Promise<{ rows: UnmatchedRow[]; total: number }> {
  const values = { ...tolerance, coin: coin ?? null, pattern, patterns, seesAccounts };
  const { page, count } = lists[state];
  const [pageRows, { total }] = await Promise.all([page(db, { ...values, ...range, sort }), count(db, values)]);
  return { rows: pageRows, total };
}

/** Returns the coins of each transfer that may pay an undecided sale, whose decision it waits for. */
export const awaitedCoins = (db: Reads, tolerance: Blanks<Tolerance>) => {
  const parts = partsOf(db, tolerance);
  return rowsOf(db, parts, idsOf.open(db))
    .where(and(sql`${holds} > 0`, or(isClaimPending(parts), isNotNull(parts.awaited.id))))
    .as('awaited_coins');
};

const isRecent = (blockAt: SQLWrapper, seenAt: SQLWrapper) =>
  sql`coalesce(${blockAt}, ${seenAt}) > now() - interval '1 hour'`;

/** The transfers of a chain that arrived in the last hour, wait for a decision, and were not reported yet. */
export const listUnreported = rows((db: Reads, blanks: Blanks<Tolerance & { chain: ChainName }>) => {
  const parts = partsOf(db, blanks);
  const reportedNotices = db
    .select({ id: teamNotices.id })
    .from(teamNotices)
    .where(eq(teamNotices.onceKey, sql`'unmatched ' || ${transfer.id}::text`));
  return rowsOf(db, parts, idsOf.open(db)).where(
    and(
      eq(transfer.chain, blanks.chain),
      isRecent(transfer.blockAt, transfer.firstSeenAt),
      notExists(reportedNotices),
      isIn('open', parts),
    ),
  );
});

/**
 * Number of transfers that wait for a decision, number of those that arrived in the last hour, and the time of the
 * first.
 */
export const countUnmatched = one((db: Reads, tolerance: Blanks<Tolerance>) => {
  const parts = partsOf(db, tolerance);
  const openRows = rowsOf(db, parts, idsOf.open(db)).where(isIn('open', parts)).as('open');
  const recent = isRecent(openRows.blockAt, openRows.seenAt);
  return db
    .select({
      count: sql`count(*)::int`.mapWith(Number),
      recent: sql`(count(*) filter (where ${recent}))::int`.mapWith(Number),
      oldestAt: sql`min(${openRows.seenAt})`.mapWith(momentOrNull),
    })
    .from(openRows);
});
