import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { ofLease } from '#server/features/sell/sell.opening.service.ts';

/** SQL of whether no order, decision or refund covers transfer `t`, which is on its way or has come. */
const isUncovered = `t.state in ('seen', 'included', 'final') and t.coin_id not like 'token:%'
  and not exists (select from transfer_claims c where c.transfer_id = t.id and c.released_at is null)
  and not exists (select from unmatched_decisions d where d.transfer_id = t.id and d.reopened_at is null)
  and not exists (select from transfer_claims c join refunds r on r.order_id = c.order_id and r.state <> 'cancelled'
    where c.transfer_id = t.id)`;

/** What has come, or is on its way, for order `o`: a later part is in no settlement as long as no one has bought it. */
const ofClaims = `select coalesce(sum(t.amount), 0) from transfer_claims k join chain_transfers t on t.id = k.transfer_id
  where k.order_id = o.id and k.released_at is null and t.coin_id = o.crypto_id and t.state in ('seen', 'included', 'final')`;

/** How little of an order no one asks about, by the rules that quote `q` showed: else dust that anyone can send would hold an account. */
const tolerance = `least(o.amount * (q.rules->>'tolerancePercent')::numeric / 100,
  o.amount * (q.rules->>'toleranceMaxUsd')::numeric / nullif(o.value_usd, 0))`;

/**
 * True where coins of a customer are held here, or are on their way: a refund that is not over, what came to an address of
 * theirs or for a refused order and nothing covers, and what a settlement neither pays nor sends back.
 */
export const holdsCoinsOf = readStatement({ id: column.uuid }).exists<[userId: string]>()`
  select * from (
    (select r.id from refunds r where r.user_id = $1 and r.state in ('due', 'approved', 'sent') limit 1)
    union all
    (select t.id ${ofLease} where l.user_id = $1 and ${isUncovered} limit 1)
    union all
    (select t.id from orders o join transfer_claims k on k.order_id = o.id join chain_transfers t on t.id = k.transfer_id
      where o.user_id = $1 and ${isUncovered} limit 1)
    union all
    (select o.id from orders o join order_settlements s on s.order_id = o.id and s.voided_at is null
      left join sell_quotes q on q.id = o.quote_id
      cross join lateral (select coalesce(sum(r.amount), 0) as amount from refunds r
        where r.order_id = o.id and r.state <> 'cancelled') back
      where o.user_id = $1 and (s.rest > back.amount or (${ofClaims}) - s.paid_for - back.amount > ${tolerance}) limit 1)
  ) held limit 1`;
