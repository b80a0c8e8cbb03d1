import type { Testbed } from '#tests/setup/testbed.ts';

/** What the accounts hold that the entries of an order touch, by kind and unit; those that hold nothing are left out. */
export async function accountsOfOrder(
  { rows }: Pick<Testbed, 'rows'>,
  orderId: string,
): Promise<Record<string, string>> {
  const found = await rows(
    `select a.kind || ' ' || a.unit as name, trim_scale(sum(b.amount))::text as amount
     from book_balances b join book_accounts a on a.id = b.account_id
     where b.guarded and a.id in (select unnest(array[l.from_account, l.to_account]) from book_lines l
       join book_entries e on e.id = l.entry_id where e.order_id = $1) group by 1 having sum(b.amount) <> 0`,
    [orderId],
  );
  return Object.fromEntries(found.map(({ name, amount }) => [String(name), String(amount)]));
}

/** The kinds of the entries of an order, oldest first; a reversal is written with a minus. */
export async function entriesOfOrder({ rows }: Pick<Testbed, 'rows'>, orderId: string): Promise<string[]> {
  const found = await rows(
    `select case when reversal_of is null then kind else '-' || kind end as name from book_entries
     where order_id = $1 order by at, key`,
    [orderId],
  );
  return found.map(({ name }) => String(name));
}
