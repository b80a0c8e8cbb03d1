import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { ofLease } from '#server/features/sell/sell.opening.service.ts';

/** SQL of whether no order, decision or refund covers transfer `t`, which is on its way or has come. */
const isUncovered = `t.state in ('seen', 'included', 'final') and t.coin_id not like 'token:%'
  and not exists (select from transfer_claims c where c.transfer_id = t.id and c.released_at is null)
  and not exists (select from unmatched_decisions d where d.transfer_id = t.id and d.reopened_at is null)
  and not exists (select from transfer_claims c join refunds r on r.order_id = c.order_id and r.state <> 'cancelled'
    where c.transfer_id = t.id)`;

/**
 * Whether the team holds coins of a customer, or some are on their way: a refund that is not over, what came to an address of
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
    (select s.id from order_settlements s join orders o on o.id = s.order_id
      where o.user_id = $1 and s.voided_at is null and s.rest > coalesce((select sum(r.amount) from refunds r
        where r.order_id = o.id and r.state <> 'cancelled'), 0) limit 1)
  ) held limit 1`;
