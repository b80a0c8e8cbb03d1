import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { openRequest } from '#server/features/chat/chat.service.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';

/** More of anything that waits is not counted. */
const maxCounted = 10_000;

const waitingRow = {
  orders: column.integer,
  oldestOrder: orNull(column.json),
  kyc: column.integer,
  kycSince: orNull(column.moment),
  chats: column.integer,
  chatsSince: orNull(column.moment),
  requests: column.integer,
  requestsSince: orNull(column.moment),
  held: column.integer,
  heldRateSubject: orNull(column.text),
  sampleAddresses: column.integer,
  sampleAccounts: column.integer,
};

const oldestOrder = z.object({ id: z.string(), reference: z.string(), at: z.string() }).nullable();
export type Waiting = Omit<RowOf<typeof waitingRow>, 'oldestOrder'> & { oldestOrder: z.output<typeof oldestOrder> };

const counted = (from: string) => `(select count(*)::int from (select 1 from ${from} limit ${maxCounted}) n)`;
/** Orders whose proof is there: the others wait for their customer. As the predicate of the index. */
const readyOrders = `orders where status in (${sqlList(openStatuses)}) and proof_at is not null`;
const openRequests = `agent_requests where ${openRequest}`;
const utc = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const waiting = readStatement(waitingRow).one()`
  select ${counted(readyOrders)} as orders,
    (select json_build_object('id', id, 'reference', reference, 'at', ${utc('created_at')})
      from ${readyOrders} order by created_at, id limit 1) as "oldestOrder",
    ${counted(`kyc_requests where status = 'pending'`)} as kyc,
    (select min(submitted_at) from kyc_requests where status = 'pending') as "kycSince",
    ${counted('chat_rooms where waiting_since is not null and closed_at is null')} as chats,
    (select min(waiting_since) from chat_rooms where waiting_since is not null and closed_at is null) as "chatsSince",
    ${counted(openRequests)} as requests,
    (select min(created_at) from ${openRequests}) as "requestsSince",
    ${counted(`held_rates where status = 'waiting'`)} as held,
    (select subject from held_rates where status = 'waiting' order by held_at limit 1) as "heldRateSubject",
    (select count(*)::int from deposit_wallets where is_sample) as "sampleAddresses",
    (select count(*)::int from payment_methods where is_sample) as "sampleAccounts"`;

/** What waits for the administrator, counted and with the moment since when. */
export async function readWaiting(db: Pick<Db, 'run'>): Promise<Waiting> {
  const row = await waiting(db);
  return { ...row, oldestOrder: oldestOrder.parse(row.oldestOrder) };
}

/** The requests that a member may decide, of these kinds: how many wait, and since when. */
export const readApprovals = readStatement({ count: column.integer, since: orNull(column.moment) }).one<
  [userId: string, kinds: readonly string[], mayRelease: boolean]
>()`
  select count(*)::int as count, min(asked_at) as since from approvals
  where state = 'open' and expires_at > now() and asked_by <> $1 and kind = any($2::text[])
    and ($3 or not facts ?| array['returns', 'moneyBack']) and not coalesce(input -> 'notBy', '[]') ? $1::text`;

const addressChange = {
  kind: column.oneOf(['wallet', 'payment_method']),
  name: column.text,
  changedAt: column.moment,
  liveAt: orNull(column.moment),
};
export type AddressChange = RowOf<typeof addressChange>;

/** More changes than this in a day are not listed one by one. */
const maxChanges = 5;

/** Changes of where money is received since a moment, newest first; without those that the product itself seeded. */
export const readAddressChanges = readStatement(addressChange).rows<[since: Date]>()`
  select * from (
    select 'wallet' as kind, c.symbol as name, w.changed_at as "changedAt", w.live_at as "liveAt"
    from deposit_wallet_changes w join crypto_assets c on c.id = w.crypto_id
    where w.changed_at > $1 and w.cancelled_at is null and w.changed_by is not null
    union all
    select 'payment_method', coalesce(p.after ->> 'displayName', p.before ->> 'displayName', ''), p.changed_at, null
    from payment_method_changes p where p.changed_at > $1 and p.changed_by is not null) c
  order by c."changedAt" desc limit ${maxChanges}`;

const payoutNeed = { what: column.text, count: column.integer, since: orNull(column.moment) };
const need = (what: string, from: string, at: string) =>
  `select '${what}' as what, ${counted(from)} as count, (select min(${at}) from ${from}) as since`;
/** What waits between the approval of a payout and its arrival. */
export const readPayoutNeeds = readStatement(payoutNeed).rows()`${[
  need('due', `payouts where state in ('due', 'held')`, 'approved_at'),
  need('toRelease', `payout_batches where state = 'prepared'`, 'made_at'),
  need('toSend', `payout_batches where state = 'released'`, 'released_at'),
  need('returned', `payouts where state = 'returned'`, 'updated_at'),
  need('unmatched', `statement_lines where state in ('unmatched', 'proposed')`, 'booked_on::timestamptz'),
  need('paidTwice', `statement_lines where state = 'unmatched' and rule = 'paid_twice'`, 'booked_on::timestamptz'),
].join(' union all ')}`;

const owedBack = (db: Reads) =>
  db
    .select({
      id: orders.id,
      reference: orders.reference,
      since: orders.decidedAt,
      count: sql`count(*) over ()::int`.mapWith(Number),
    })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .innerJoin(
      orders,
      eq(orders.id, sql`case when ${bookAccounts.kind} = 'owed' then ${bookAccounts.subject}::uuid end`),
    )
    .where(
      and(
        gt(bookBalances.amount, '0'),
        eq(bookAccounts.kind, 'owed'),
        eq(orders.type, 'fiat'),
        inArray(orders.status, [...refusedStatuses]),
        eq(orders.fromCurrency, bookAccounts.unit),
      ),
    )
    .orderBy(orders.decidedAt, orders.id)
    .limit(1);

/** Refused exchanges whose money goes back to the customer: how many, and the oldest. */
export async function readMoneyBack(db: Db) {
  const [oldest] = await db.ask(owedBack);
  return {
    count: oldest?.count ?? 0,
    oldestAt: oldest?.since?.toISOString() ?? null,
    oldest: oldest ? { id: oldest.id, reference: oldest.reference } : null,
  };
}

const extra = { currency: column.text, payouts: column.integer, amount: column.text };
/** Second payments after the end that were first sent since `from`, by currency. */
export const readExtraPayouts = readStatement(extra).rows<[from: string]>()`
  select p.currency, count(*)::int as payouts, trim_scale(sum(p.amount))::text as amount from payouts p
  where p.kind = 'extra' and (select min(a.sent_at) from payout_attempts a where a.payout_id = p.id) >= $1::date
  group by p.currency order by p.currency`;
