import type { Testbed } from '#tests/setup/testbed.ts';

/**
 * The standing entries of one kind with the sum of their lines from accounts of one kind to another, of coins or of
 * money.
 */
const standingBalance = (
  kind: string,
  from: string,
  to = '%',
) => `(select e.subject, sum(l.amount) as amount from book_entries e
  join book_lines l on l.entry_id = e.id join book_accounts f on f.id = l.from_account and f.kind = '${from}'
  join book_accounts t on t.id = l.to_account and t.kind like '${to}'
  where e.kind = '${kind}' and e.reversal_of is null
    and not exists (select from book_entries r where r.reversal_of = e.id) group by e.subject)`;

/**
 * Queries for states that must never exist in the book, or between it and the transfers, refunds, payouts and orders.
 */
const ofBook = `
  select 'a unit does not come to nothing: ' || a.unit as what from book_balances b
  join book_accounts a on a.id = b.account_id
    group by a.unit having sum(b.amount) <> 0
  union all select 'less than nothing: ' || a.kind || ':' || a.subject from book_balances b
    join book_accounts a on a.id = b.account_id where b.guarded and b.amount < 0
  union all select 'a balance is not its lines: ' || a.kind || ':' || a.subject from book_balances b
    join book_accounts a on a.id = b.account_id where b.amount <>
      coalesce((select sum(amount) from book_lines where to_account = b.account_id), 0)
      - coalesce((select sum(amount) from book_lines where from_account = b.account_id), 0)
  union all select 'coins are not what came less what left: ' || found.book || ', not ' || found.chain from (select
      (select coalesce(-sum(b.amount), 0) from book_balances b join book_accounts a on a.id = b.account_id
        where a.kind = 'coins' and a.unit = 'litecoin') as book,
      (select coalesce(sum(amount), 0) from chain_transfers where coin_id = 'litecoin'
      and state in ('included', 'final'))
        + (select coalesce(sum(amount), 0) from ${standingBalance('stated', 'coins')} s)
        - (select coalesce(sum(amount + case when fee_by = 'desk' then coalesce(network_fee, 0) else 0 end), 0)
          from refunds where state in ('sent', 'confirmed')) as chain) found where found.book <> found.chain
  union all select 'undecided coins of no block, or more than came: ' || t.id from chain_transfers t
    join book_accounts a on a.kind = 'arrived' and a.subject = t.id::text join book_balances b on b.account_id = a.id
    where b.amount > case when t.state in ('included', 'final') then t.amount else 0 end`;

const ofOrders = `
  select o.stage || ' holds ' || a.kind || ' ' || b.amount || ' ' || a.unit as what from orders o
    join book_accounts a on a.kind in ('held', 'owed') and a.subject = o.id::text
      or a.kind = 'attempt' and a.subject in (select t.id::text from payout_attempts t
      join payouts p on p.id = t.payout_id
        where p.order_id = o.id)
    join book_balances b on b.account_id = a.id and b.amount <> 0
    where o.id = any($1) and o.stage in ('closed', 'settled', 'refunded', 'reversed')
      -- Money of a refused exchange is owed until it went back.
      and not (a.kind = 'owed' and o.type <> 'sell' and o.status in ('rejected', 'failed') and a.unit = o.from_currency)
      and not exists (select from payouts p where p.order_id = o.id and p.kind = 'extra'
        and p.state not in ('sent', 'settled', 'cancelled', 'reversed'))
  union all select 'more was paid for or sent back than came: ' || paid || ' and ' || back || ' of ' || came
  from (select
      (select coalesce(sum(amount), 0) from chain_transfers t where (t.block_height is not null
      or t.reorganised_at is not null)
        and t.to_address in (select deposit_address from orders where id = any($1))) as came,
      (select coalesce(sum(s.amount), 0) from ${standingBalance('settled', 'held')} s
      join payouts p on p.order_id::text = s.subject
          and p.kind = 'order' and p.state in ('sent', 'settled')
          join orders o on o.id = p.order_id and o.type = 'sell' where p.order_id = any($1))
        - (select coalesce(sum(amount), 0) from ${standingBalance('stated', 'coins')} s
        where s.subject = any($1::text[])) as paid,
      (select coalesce(sum(r.amount), 0) from refunds r left join chain_transfers t on t.id = r.transfer_id
        where r.state in ('sent', 'confirmed') and (r.order_id = any($1)
          or t.to_address in (select deposit_address from orders where id = any($1)))) as back) sums
    where paid + back > came
  union all select 'paid twice: ' || p.order_id from payouts p join payout_attempts a on a.payout_id = p.id
      and a.state in ('open', 'sent', 'settled')
    where p.order_id = any($1) and p.kind = 'order' group by p.order_id having count(*) > 1
  union all select 'sent is not what was settled: ' || p.amount || ', not ' || s.net from payouts p
    join order_settlements s on s.order_id = p.order_id and s.voided_at is null
    where p.order_id = any($1) and p.kind = 'order' and p.state in ('batched', 'released', 'sent', 'settled')
      and p.amount <> s.net`;

/** A customer gets the promised sum, unless a settlement says otherwise; money of an exchange is paid for or owed. */
const ofPromises = `
  select 'less than promised is paid: ' || p.amount || ', not ' || o.payout_amount as what from payouts p
    join orders o on o.id = p.order_id
    where o.id = any($1) and p.kind = 'order' and p.state not in ('held', 'cancelled', 'reversed')
    and p.amount < o.payout_amount
      and not exists (select from order_settlements s where s.order_id = o.id and s.voided_at is null)
  union all select 'less than promised is owed: ' || s.amount || ', not ' || o.payout_amount
    from ${standingBalance('settled', 'position', 'owed')} s join orders o on o.id::text = s.subject
    where o.id = any($1) and s.amount < coalesce((select net from order_settlements s
      where s.order_id = o.id and s.voided_at is null), o.payout_amount)
  union all select 'is paid for, and no money came or was stated: ' || o.id from orders o
    where o.id = any($1) and o.type <> 'sell' and o.status = 'completed'
    and o.amount > (select coalesce(sum(l.amount), 0)
      from book_entries e join book_lines l on l.entry_id = e.id
      where e.order_id = o.id and e.kind in ('line.matched', 'stated') and e.reversal_of is null
        and not exists (select from book_entries r where r.reversal_of = e.id))
  union all select 'money of a refused exchange is neither owed nor sent back: ' || came.amount
  || ', not ' || found.amount
    from orders o cross join lateral (select coalesce(sum(l.amount), 0) as amount from book_entries e
        join book_lines l on l.entry_id = e.id where e.order_id = o.id and e.kind in ('line.matched', 'stated')
        and e.reversal_of is null and not exists (select from book_entries r where r.reversal_of = e.id)) came
      cross join lateral (select coalesce((select sum(b.amount) from book_accounts a join book_balances b
          on b.account_id = a.id where a.kind = 'owed' and a.subject = o.id::text), 0)
        + coalesce((select sum(l.amount) from book_entries e join book_lines l on l.entry_id = e.id
          where e.order_id = o.id and e.kind = 'money.back'), 0) as amount) found
    where o.id = any($1) and o.type <> 'sell' and o.status in ('rejected', 'failed') and came.amount <> found.amount`;

/** Lists what is wrong with the book and with these orders; empty if nothing is. */
export async function violationsOf({ rows }: Pick<Testbed, 'rows'>, orderIds: readonly string[]): Promise<string[]> {
  const violatingRows = [
    ...(await rows(ofBook)),
    ...(await rows(ofOrders, [orderIds])),
    ...(await rows(ofPromises, [orderIds])),
  ];
  return violatingRows.map(({ what }) => String(what));
}
