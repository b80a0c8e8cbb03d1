import { column, orNull } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { isSpent } from '#server/features/chains/chains.service.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { claimedRow, transferColumns } from './settlements.queries.ts';

const maxNamed = 100;

/** What a former claim noted for the same currency; another rate of its block is known no more. */
const formerRate = `(select f.rate_then from transfer_claims f join orders e on e.id = f.order_id
  where f.transfer_id = t.id and e.payout_currency = o.payout_currency and f.rate_at >= coalesce(t.reorganised_at, f.rate_at)
  order by f.rate_at desc limit 1)`;

/** The open or unproven sale that a transfer at a shared address could be meant for, besides $1; $2 is the tolerance. */
const isCandidate = `s.id <> o.id and s.type = 'sell' and s.crypto_id = t.coin_id and s.deposit_address = t.to_address
  and s.deposit_memo is not distinct from o.deposit_memo and s.status not in (${sqlList(refusedStatuses)})
  and not exists (select from transfer_claims k where k.order_id = s.id and k.transfer_id is not null and k.released_at is null)
  and (s.status in (${sqlList(openStatuses)})
    or exists (select from transfer_claims k where k.order_id = s.id and k.transfer_id is null and k.released_at is null))
  and (lower(s.transaction_hash) = lower(t.tx_hash) or s.transaction_hash is null
    and abs(t.amount - s.amount) <= s.amount * $2::numeric / 100
    and coalesce((select q.created_at from sell_quotes q where q.id = s.quote_id), s.created_at - interval '1 day') <= t.first_seen_at)`;

const coverRow = {
  ...claimedRow,
  /** True if the order claims it already. */
  isClaimed: column.boolean,
  /** The order that has it, or that it may be meant for. */
  coveredBy: orNull(column.text),
  /** True if something took coins of it. */
  isSpent: column.boolean,
};

const fields = `${transferColumns},
  case when k.id is null then ${formerRate} else k.rate_then end as "rateThen",
  case when k.id is null then (select $3::timestamptz where t.block_at is not null
    and (${formerRate} is not null or t.block_at <= $3::timestamptz - interval '10 minutes')) else k.rate_at end as "rateAt",
  k.id is not null as "isClaimed",
  coalesce((select e.reference from transfer_claims l join orders e on e.id = l.order_id
      where l.transfer_id = t.id and l.released_at is null and l.order_id <> o.id),
    (select e.reference from transfer_claims l join refunds r on r.order_id = l.order_id and r.state <> 'cancelled'
      join orders e on e.id = l.order_id where l.transfer_id = t.id and l.order_id <> o.id limit 1),
    (select s.reference from orders s where ${isCandidate} order by s.created_at, s.id limit 1)) as "coveredBy",
  ${isSpent} as "isSpent"`;

const source = `orders o join chain_transfers t on t.coin_id = o.crypto_id and t.to_address = o.deposit_address
    and (o.deposit_memo is null or t.to_tag = o.deposit_memo)
  left join transfer_claims k on k.transfer_id = t.id and k.order_id = o.id and k.released_at is null`;

/**
 * What a sale at a shared address claims, and what came to that address since it was quoted: that which is nearest
 * to what was agreed first.
 */
export const listNameable = readStatement(coverRow).rows<
  [orderId: string, tolerancePercent: number, now: Date, since: Date, ids: readonly string[]]
>()`
  select ${fields} from ${source}
  where o.id = $1 and (k.id is not null or t.id = any($5::uuid[]) and t.first_seen_at >= $4
    or t.first_seen_at >= $4 and t.state in ('seen', 'included', 'final'))
  order by k.id is null, t.id <> all($5::uuid[]), abs(t.amount - o.amount), t.first_seen_at, t.id limit ${maxNamed}`;

/** Names transfers as those of an order, with the rates that were known of them; free ones alone. */
export const claimNamed = writeStatement({ id: column.uuid }).count<
  [orderId: string, ids: readonly string[], now: Date]
>()`
  insert into transfer_claims (transfer_id, order_id, grade, claimed_at, rate_then, rate_at)
  select t.id, o.id, 'manual', $3, n.rate, case when n.rate is not null then $3::timestamptz end
  from orders o join chain_transfers t on t.id = any($2::uuid[]),
    lateral (select ${formerRate} as rate) n
  where o.id = $1
  on conflict (transfer_id) where released_at is null do nothing returning id`;

/** Locks the transfers that a decision names, in one order. */
export const lockTransfers = writeStatement({}).send<[ids: readonly string[]]>()`
  select from chain_transfers where id = any($1::uuid[]) order by id for update`;

/**
 * Lines up what settles the sales of a customer, until the transaction ends: two at once would each find the same left of
 * the limit without an identity.
 */
export const lockCustomerLimit = writeStatement({}).send<[userId: string]>()`
  select pg_advisory_xact_lock(hashtextextended('settlements ' || $1::text, 0))`;
