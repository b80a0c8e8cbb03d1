import type { Testbed } from '#tests/setup/testbed.ts';

/** Reads the guarded balances that the entries of an order touch, by kind and unit, without those of zero. */
export async function accountsOfOrder(
  { rows }: Pick<Testbed, 'rows'>,
  orderId: string,
): Promise<Record<string, string>> {
  const accountRows = await rows(
    `select a.kind || ' ' || a.unit as name, trim_scale(sum(b.amount))::text as amount
     from book_balances b join book_accounts a on a.id = b.account_id
     where b.guarded and a.id in (select unnest(array[l.from_account, l.to_account]) from book_lines l
       join book_entries e on e.id = l.entry_id where e.order_id = $1) group by 1 having sum(b.amount) <> 0`,
    [orderId],
  );
  return Object.fromEntries(accountRows.map(({ name, amount }) => [String(name), String(amount)]));
}

/** The kinds of the entries of an order, oldest first; a reversal has a minus. */
export async function entriesOfOrder({ rows }: Pick<Testbed, 'rows'>, orderId: string): Promise<string[]> {
  const accountRows = await rows(
    `select case when reversal_of is null then kind else '-' || kind end as name from book_entries
     where order_id = $1 order by at, key`,
    [orderId],
  );
  return accountRows.map(({ name }) => String(name));
}

/** Reads the balances of the accounts of these rows, by kind: `{ arrived: '0.3' }`, without those of zero. */
export async function holdingsOf(
  { rows }: Pick<Testbed, 'rows'>,
  ...subjects: readonly string[]
): Promise<Record<string, string>> {
  const accountRows = await rows(
    `select a.kind, trim_scale(sum(b.amount))::text as amount from book_balances b
     join book_accounts a on a.id = b.account_id
     where a.subject = any($1::text[]) group by 1 having sum(b.amount) <> 0 order by 1`,
    [subjects],
  );
  return Object.fromEntries(accountRows.map(({ kind, amount }) => [String(kind), String(amount)]));
}

/** Reads the entries about a row, oldest first, with their lines: `-kept kept>arrived:0.3` for a reversal. */
export async function entriesAbout({ rows }: Pick<Testbed, 'rows'>, subject: string): Promise<string[]> {
  const accountRows = await rows(
    `select case when e.reversal_of is null then '' else '-' end || e.kind || ' '
       || string_agg(f.kind || '>' || t.kind || ':' || trim_scale(l.amount), ' ' order by l.line) as entry
     from book_entries e join book_lines l on l.entry_id = e.id
       join book_accounts f on f.id = l.from_account join book_accounts t on t.id = l.to_account
     where e.subject = $1 group by e.id order by e.at, e.key`,
    [subject],
  );
  return accountRows.map(({ entry }) => String(entry));
}

/** Sums the entries of an order in one unit, by kind of account, those that may be below nothing included. */
export async function sumsOfOrder({ rows }: Pick<Testbed, 'rows'>, orderId: string, unit = 'EUR') {
  const accountRows = await rows(
    `select a.kind, trim_scale(sum(l.amount))::text as amount from book_entries e cross join lateral (
       select to_account as account, amount from book_lines where entry_id = e.id
       union all select from_account, -amount from book_lines where entry_id = e.id) l
     join book_accounts a on a.id = l.account
     where e.order_id = $1 and a.unit = $2 group by a.kind having sum(l.amount) <> 0 order by 1`,
    [orderId, unit],
  );
  return Object.fromEntries(accountRows.map(({ kind, amount }) => [String(kind), String(amount)]));
}
