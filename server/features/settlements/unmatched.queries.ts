import type { Db, Tx } from '#server/db/connection.ts';
import type { Search } from '#server/db/like.ts';
import { allOrNull, column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { unmatchedDecisions } from '#server/features/refunds/refunds.tables.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { unmatchedReasons, type UnmatchedQuery } from '#shared/settlements/unmatched.contract.ts';

const seen = ['amount', 'fromAddresses', 'state', 'blockHeight'] as const;
const transfer = columnsOf(chainTransfers, 't', 'id', 'chain', 'txHash', 'outIndex', ...seen);
const decision = columnsOf(unmatchedDecisions, 'd', 'kind', 'orderId', 'refundId', 'decidedBy', 'decidedAt');
const unmatchedRow = {
  ...transfer.row,
  ...allOrNull(decision.row),
  cryptoId: column.text,
  symbol: column.text,
  valueUsd: orNull(column.numeric),
  address: column.text,
  tag: orNull(column.text),
  seenAt: column.moment,
  reason: column.oneOf(unmatchedReasons),
  leaseReference: orNull(column.text),
  leaseUserId: orNull(column.uuid),
  leaseUserName: orNull(column.text),
  leaseUserEmail: orNull(column.text),
  leaseOrderId: orNull(column.uuid),
  leaseCryptoId: orNull(column.text),
  leaseQuoteId: orNull(column.uuid),
  leaseEndedAt: orNull(column.moment),
  awaitedOrderId: orNull(column.uuid),
  awaitedReference: orNull(column.text),
  fits: column.json,
  decisionReason: orNull(column.text),
};
export type UnmatchedRow = RowOf<typeof unmatchedRow>;

/** How much a transfer may differ from a sale that it could be: per cent and US dollars less, per cent more. */
export type Tolerance = { percent: number; maxUsd: number; overPercent: number };
const valuesOf = ({ percent, maxUsd, overPercent }: Tolerance) => [percent, maxUsd, overPercent];

/** True if a transfer could be a sale `s` by its amount; the first of three parameters is $`at`. */
const fitsSale = (at: number) => `t.amount between
  s.amount - least(s.amount * $${at}::numeric / 100, s.amount * $${at + 1}::numeric / nullif(s.value_usd, 0))
  and s.amount * (1 + $${at + 2}::numeric / 100)`;

/** At a shared address, as long as an open or unproven sale could be what it pays, that decides. */
const awaited = (at: number) => `select s.id, s.reference from orders s
  where a.id is null and s.type = 'sell' and s.crypto_id = t.coin_id and s.deposit_address = t.to_address
    and s.status not in (${sqlList(refusedStatuses)}) and (lower(s.transaction_hash) = lower(t.tx_hash)
    or (s.status in (${sqlList(openStatuses)}) and ${fitsSale(at)})
    or (s.status = 'completed' and ${fitsSale(at)}
      and exists (select from transfer_claims k where k.order_id = s.id and k.transfer_id is null and k.released_at is null)))
  order by lower(s.transaction_hash) = lower(t.tx_hash) desc nulls last, s.created_at limit 1`;

/** A transfer, what the team decided about it, the last lease of its address before it came, and the sale it could be. */
const source = (at: number) => `chain_transfers t
  join crypto_assets c on c.id = t.coin_id
  left join unmatched_decisions d on d.transfer_id = t.id and d.reopened_at is null
  left join lateral (
    select a.id, a.source_id, s.stopped_at, s.kind from deposit_addresses a join deposit_sources s on s.id = a.source_id
    where a.chain = t.chain and a.address = t.to_address and a.tag in ('', coalesce(t.to_tag, '')) limit 1) a on true
  left join lateral (
    select l.* from address_leases l where l.address_id = a.id and l.leased_at <= t.first_seen_at
    order by l.leased_at desc limit 1) l on true
  left join users u on u.id = l.user_id
  left join orders o on o.quote_id = l.quote_id
  left join lateral (${awaited(at)}) w on true`;

const isClaimed = `exists (select from transfer_claims k where k.transfer_id = t.id and k.released_at is null)`;
/** A refused order whose coins are sent back covers them, though it released its claim. */
const isSentBack = `exists (select from transfer_claims k join refunds r on r.order_id = k.order_id and r.state <> 'cancelled'
  where k.transfer_id = t.id)`;
/** As the index has it that holds these few alone. */
const isUncovered = `not t.is_covered and t.state in ('included', 'final') and t.coin_id not like 'token:%'`;
const isUndecided = `${isUncovered} and d.id is null and not ${isClaimed} and not ${isSentBack}`;
const isOpen = `${isUndecided} and w.id is null`;

const reason = `case
  when a.stopped_at is not null then 'stopped_source'
  when a.id is null and t.chain = 'xrpl' then 'no_tag'
  when o.status in (${sqlList(refusedStatuses)}) then 'dropped'
  when l.id is null then 'no_lease'
  when l.crypto_id <> t.coin_id then 'other_coin'
  when o.status = 'completed' then 'after_decision'
  when t.first_seen_at > l.watched_until then 'after_watch'
  else 'no_lease' end`;

const fits = (
  at: number,
) => `coalesce((select json_agg(json_build_object('orderId', f.id, 'reference', f.reference, 'amount', f.amount))
  from (select s.id, s.reference, trim_scale(s.amount) as amount from orders s where s.type = 'sell'
    and s.status in (${sqlList(openStatuses)}) and s.crypto_id = t.coin_id
    and ${fitsSale(at)}
    and not exists (select from transfer_claims k where k.order_id = s.id and k.transfer_id is not null and k.released_at is null)
    order by s.created_at limit 5) f), '[]'::json)`;

const columns = (
  at: number,
) => `${transfer.sql}, ${decision.sql}, d.reason as "decisionReason", t.coin_id as "cryptoId", c.symbol,
  round(t.amount * c.price_usd, 2) as "valueUsd", t.to_address as address, t.to_tag as tag,
  t.first_seen_at as "seenAt", ${reason} as reason, l.reference as "leaseReference", l.user_id as "leaseUserId",
  case when u.id is not null then concat_ws(' ', u.first_name, u.last_name) end as "leaseUserName",
  u.email as "leaseUserEmail", o.id as "leaseOrderId", l.quote_id as "leaseQuoteId",
  l.crypto_id as "leaseCryptoId", l.ended_at as "leaseEndedAt", w.id as "awaitedOrderId",
  w.reference as "awaitedReference", ${fits(at)} as fits`;

/** $1 is the coin, $2 what is searched for, $3 whether accounts and $4 whether e-mail addresses may be. */
const asked = `($1::text is null or t.coin_id = $1) and ($2::text is null or l.reference ilike $2 or t.tx_hash ilike $2
  or t.to_address ilike $2 or concat_ws(' ', u.first_name, u.last_name) ilike $2 or ($4::boolean and u.email ilike $2)
  or ($3::boolean and array_to_string(t.from_addresses, ' ') ilike $2))`;
const isDecided = 't.id in (select transfer_id from unmatched_decisions where reopened_at is null)';
const states = {
  open: isOpen,
  done: isDecided,
  all: `t.id in (select transfer_id from unmatched_decisions where reopened_at is null
      union all select t.id from chain_transfers t
        left join unmatched_decisions d on d.transfer_id = t.id and d.reopened_at is null where ${isUndecided})`,
};
const maxCounted = 10_000;

const listOf = (state: keyof typeof states) => ({
  page: readStatement(unmatchedRow)`
    select ${columns(5)} from ${source(5)} where ${states[state]} and ${asked}
    order by case when $10::text = 'newest' then t.first_seen_at end desc, t.first_seen_at, t.id limit $8 offset $9`,
  count: readStatement({ total: column.integer })`
    select count(*)::int as total from (select from ${source(5)} where ${states[state]} and ${asked} limit ${maxCounted}) n`,
});
const lists = { open: listOf('open'), done: listOf('done'), all: listOf('all') };

export type UnmatchedFilter = Pick<UnmatchedQuery, 'state' | 'coin' | 'sort'> & Search;

/** A page of transfers without an order, oldest first, with how many there are. */
export async function selectUnmatched(
  db: Pick<Db, 'run'>,
  { state, coin, pattern, seesAccounts, seesContacts, sort }: UnmatchedFilter,
  tolerance: Tolerance,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: UnmatchedRow[]; total: number }> {
  const values = [coin ?? null, pattern, seesAccounts, seesContacts, ...valuesOf(tolerance)];
  const { page, count } = lists[state];
  const [rows, [counted]] = await Promise.all([db.run(page, [...values, limit, offset, sort]), db.run(count, values)]);
  return { rows, total: counted?.total ?? 0 };
}

const one = readStatement({ ...unmatchedRow, isUndecided: column.boolean })`
  select ${columns(2)}, (${isUndecided}) as "isUndecided" from ${source(2)} where t.id = $1`;

/** A transfer, with whether nothing covers it. */
export async function findUnmatched(db: Pick<Db, 'run'>, id: string, tolerance: Tolerance) {
  const [row] = await db.run(one, [id, ...valuesOf(tolerance)]);
  return row;
}

/** One decision about a transfer at a time. */
export const lockTransfer = writeStatement({}).send<[id: string]>()`
  select from chain_transfers where id = $1 for update`;

export async function insertDecision(tx: Tx, decision: typeof unmatchedDecisions.$inferInsert): Promise<void> {
  await tx.insert(unmatchedDecisions).values(decision);
}

/** Takes back that a transfer is kept; false where it is not. */
export const endRetained = writeStatement({ id: column.uuid }).exists<[transferId: string, now: Date]>()`
  update unmatched_decisions set reopened_at = $2 where transfer_id = $1 and kind = 'kept' and reopened_at is null returning id`;

/**
 * Claims a transfer for an order; opening it may have claimed the transfer already. Of its rate only what a former claim
 * noted for the same currency is known: its block is read no more.
 */
export const insertManualClaim = writeStatement({}).send<[transferId: string, orderId: string, now: Date]>()`
  insert into transfer_claims (transfer_id, order_id, grade, claimed_at, rate_then, rate_at)
  select t.id, o.id, 'manual', $3, (select c.rate_then from transfer_claims c join orders f on f.id = c.order_id
      where c.transfer_id = t.id and f.payout_currency = o.payout_currency and c.rate_at >= coalesce(t.reorganised_at, c.rate_at)
      order by c.rate_at desc limit 1), case when t.block_at is not null then $3::timestamptz end
  from chain_transfers t, orders o where t.id = $1 and o.id = $2
   on conflict (transfer_id) where released_at is null do nothing`;

/** How many transfers wait for a decision, how many of them came in the last hour, and since when the first. */
export const countUnmatched = readStatement({
  count: column.integer,
  recent: column.integer,
  oldestAt: orNull(column.moment),
}).one<[percent: number, maxUsd: number, overPercent: number]>()`
  select count(*)::int as count, min(t.first_seen_at) as "oldestAt",
    (count(*) filter (where coalesce(t.block_at, t.first_seen_at) > now() - interval '1 hour'))::int as recent from ${source(1)} where ${isOpen}`;

const sumRow = {
  cryptoId: column.text,
  arrived: column.text,
  claimed: column.text,
  unmatched: column.text,
  refunded: column.text,
  kept: column.text,
};

/** What arrived in a block, by coin, and what became of it: claimed, unless it waits for a decision, is kept or went back. */
export const sumArrived = readStatement(sumRow).rows()`
  with arrivals as (select coin_id, sum(amount) as arrived from (select coin_id, amount from chain_arrivals
      union all select coin_id, amount from chain_transfers where state = 'included' and coin_id not like 'token:%') n group by 1),
  waiting as (select t.coin_id, sum(t.amount) as unmatched from chain_transfers t
    left join unmatched_decisions d on d.transfer_id = t.id and d.reopened_at is null
    where ${isUndecided} group by 1),
  retained as (select t.coin_id, sum(t.amount) as kept from unmatched_decisions d join chain_transfers t on t.id = d.transfer_id
    where d.kind = 'kept' and d.reopened_at is null and t.state in ('included', 'final') group by 1),
  back as (select crypto_id as coin_id, sum(amount) as refunded from refunds where state <> 'cancelled' group by 1)
  select c.id as "cryptoId", trim_scale(coalesce(arrived, 0))::text as arrived,
    trim_scale(coalesce(arrived, 0) - coalesce(unmatched, 0) - coalesce(kept, 0) - coalesce(refunded, 0))::text as claimed,
    trim_scale(coalesce(unmatched, 0))::text as unmatched, trim_scale(coalesce(refunded, 0))::text as refunded,
    trim_scale(coalesce(kept, 0))::text as kept
  from crypto_assets c left join arrivals a on a.coin_id = c.id left join waiting w on w.coin_id = c.id
    left join retained r on r.coin_id = c.id left join back b on b.coin_id = c.id
  where a.coin_id is not null order by c.id`;

const claimantRow = {
  userId: column.uuid,
  coinId: filtered(column.text),
  status: column.text,
  isOpen: column.boolean,
  orderId: orNull(column.uuid),
};

/** What an order that a transfer is assigned to is about. */
export const findClaimant = readStatement(claimantRow).first<[orderId: string]>()`
  select user_id as "userId", crypto_id as "coinId", status, status in (${sqlList(openStatuses)}) as "isOpen", id as "orderId"
  from orders where id = $1 and type = 'sell'`;

/** What a quote that a transfer is assigned to is about, and its order where it has one. */
export const findClaimingQuote = readStatement({ ...claimantRow, coinId: column.text }).first<[quoteId: string]>()`
  select q.user_id as "userId", q.crypto_id as "coinId", 'pending' as status, true as "isOpen", o.id as "orderId"
  from sell_quotes q left join orders o on o.quote_id = q.id
  where q.id = $1 and (o.id is not null or (q.lease_id is not null and q.used_at is null))`;

export const isCustomer = readStatement({ id: column.uuid }).exists<[userId: string]>()`
  select id from users where id = $1 and status <> 'deleted' and role = 'customer'`;
