import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

/** Stats of one day or of all days; money as decimal text in US dollars. */
const orderStat = {
  kind: column.oneOf(['status', 'decided', 'reversed', 'asset', 'currency']),
  key: column.text,
  orders: column.integer,
  usd: column.text,
};
export type OrderStat = RowOf<typeof orderStat>;
// What is added up and what still waits for it, in one snapshot: together they are exact at any moment.
const stats = (where: string) =>
  `(select day, kind, key, orders, value_usd, amount, fee from order_days where ${where}
    union all select day, kind, key, orders, value_usd, amount, fee from order_day_changes where ${where}) f`;
const sums = 'sum(f.orders)::int as orders, trim_scale(sum(f.value_usd))::text as usd';
const ownSums = 'trim_scale(sum(f.amount))::text as amount, trim_scale(sum(f.fee))::text as fee';

const periods = ['span', 'before', 'earlier'] as const;
const periodStat = { ...orderStat, period: column.oneOf(periods) };
export type PeriodStat = RowOf<typeof periodStat>;
/** All orders there ever were, by status and by decision: of the span since `from`, of the one before it, and of all earlier days. */
export const readPeriods = readStatement(periodStat).rows<[from: string, beforeFrom: string]>()`
  select case when day >= $1::date then 'span' when day >= $2::date then 'before' else 'earlier' end as period,
    f.kind, f.key, ${sums}
  from ${stats(`kind in ('status', 'decided', 'reversed')`)} group by 1, f.kind, f.key`;

const paidDay = { day: column.text, orders: column.integer, usd: column.text };
export type PaidDay = RowOf<typeof paidDay>;
/** What was completed on each day since `from`, with what was taken off for reversals. */
export const readPaidDays = readStatement(paidDay).rows<[from: string]>()`
  select f.day::text, ${sums}
  from ${stats(`(kind = 'reversed' or kind = 'decided' and key = 'completed') and day >= $1::date`)} group by f.day`;

/** `amount` and `fee` are decimal text in units of the key, see orders.stats.tables. */
const shareStat = { ...orderStat, amount: column.text, fee: column.text };
export type ShareStat = RowOf<typeof shareStat>;
/** What was given and paid out in orders completed since `from`. */
export const readBreakdown = readStatement(shareStat).rows<[from: string]>()`
  select f.kind, f.key, ${sums}, ${ownSums} from ${stats(`kind in ('asset', 'currency') and day >= $1::date`)}
  group by f.kind, f.key having sum(f.orders) <> 0 or sum(f.value_usd) <> 0`;

const dayFee = {
  day: column.text,
  currency: column.text,
  orders: column.integer,
  fee: column.text,
  payout: column.text,
};
/** Fees earned on one day in one currency, with what was paid out; decimal text in that currency. */
export type DayFee = RowOf<typeof dayFee>;

/** Fees of completed orders by day and payout currency, newest day first, both ends included. */
export const readFees = readStatement(dayFee).rows<[from: string, to: string]>()`
  select f.day::text, f.key as currency, sum(f.orders)::int as orders, trim_scale(sum(f.fee))::text as fee,
    trim_scale(sum(f.amount))::text as payout
  from ${stats(`kind = 'currency' and day between $1::date and $2::date`)}
  group by f.day, f.key having sum(f.orders) <> 0 or sum(f.fee) <> 0 order by f.day desc, f.key`;

const dueAmount = { currency: column.text, orders: column.integer, amount: column.text };
/** What is to be paid out in one currency; decimal text in that currency. */
export type DueAmount = RowOf<typeof dueAmount>;

/** What the open orders whose proof is there are to be paid out, by currency. */
export const readDue = readStatement(dueAmount).rows()`
  select payout_currency as currency, count(*)::int as orders,
    trim_scale(sum(coalesce(s.net, payout_amount)))::text as amount
  from orders t left join order_settlements s on s.order_id = t.id and s.voided_at is null
  where t.status in (${sqlList(openStatuses)}) and t.proof_at is not null
  group by payout_currency order by sum(coalesce(s.net, payout_amount)) desc, payout_currency`;

const dayMedian = {
  day: column.text,
  seconds: orNull(column.integer),
  payouts: column.integer,
};
export type DayMedian = RowOf<typeof dayMedian>;

const medianOfDay = `select count(*)::int as payouts, percentile_cont(0.5) within group (
    order by extract(epoch from t.decided_at - coalesce(t.proof_at, t.created_at)))::int as seconds
  from orders t where t.status = 'completed'
    and t.decided_at >= d.day::timestamp at time zone 'UTC' and t.decided_at < (d.day + 1)::timestamp at time zone 'UTC'`;
const missing = (last: string) =>
  `(select g::date as day from generate_series($1::date, ${last}, interval '1 day') g
    where not exists (select from order_day_medians m where m.day = g::date)) d`;

/** How long payouts took on each day of a span, both ends included. */
export const readMedians = readStatement(dayMedian).rows<[from: string, to: string]>()`
  select day::text, seconds, payouts from order_day_medians where day between $1::date and $2::date
  union all select d.day::text, m.seconds, m.payouts from ${missing('$2::date')} cross join lateral (${medianOfDay}) m`;

/** Stores the medians of days that are over. */
export const insertMedians = writeStatement({}).send<[from: string, to: string]>()`
  insert into order_day_medians (day, seconds, payouts)
  select d.day, m.seconds, m.payouts from ${missing('$2::date')} cross join lateral (${medianOfDay}) m
  on conflict (day) do nothing`;

/** Adds what changed up; readers see the same sums before and after. */
export const foldChanges = writeStatement({}).send()`
  with gone as (delete from order_day_changes returning day, kind, key, orders, value_usd, amount, fee)
  insert into order_days as o (day, kind, key, orders, value_usd, amount, fee)
  select day, kind, key, sum(orders), sum(value_usd), sum(amount), sum(fee) from gone group by day, kind, key
  on conflict (kind, day, key) do update
    set orders = o.orders + excluded.orders, value_usd = o.value_usd + excluded.value_usd,
      amount = o.amount + excluded.amount, fee = o.fee + excluded.fee`;
