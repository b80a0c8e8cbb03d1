import { and, between, count, desc, eq, gte, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orders } from '../orders.tables.ts';
import { orderDayChanges, orderDayMedians, orderDays } from './orders.stats.tables.ts';

type Days = typeof orderDays | typeof orderDayChanges;

/** Sums of days and changes that still wait for them, in one snapshot: together they are exact at any moment. */
function stats(db: Reads, where: (days: Days) => SQL | undefined) {
  const daysFilter = (days: Days) =>
    db
      .select({
        day: days.day,
        kind: days.kind,
        key: days.key,
        orders: days.orders,
        valueUsd: days.valueUsd,
        amount: days.amount,
        fee: days.fee,
      })
      .from(days)
      .where(where(days));
  return unionAll(daysFilter(orderDays), daysFilter(orderDayChanges)).as('f');
}
type Stats = ReturnType<typeof stats>;

/** Sums of days; money as decimal text in US dollars. */
const sumsOf = (dayStats: Stats) => ({
  orders: sql`sum(${dayStats.orders})`.mapWith(Number),
  usd: sql`trim_scale(sum(${dayStats.valueUsd}))`.mapWith(String),
});
/** `amount` and `fee` in units of the key, see orders.stats.tables. */
const ownSumsOf = (dayStats: Stats) => ({
  amount: sql`trim_scale(sum(${dayStats.amount}))`.mapWith(String),
  fee: sql`trim_scale(sum(${dayStats.fee}))`.mapWith(String),
});

type StatsStart = Blanks<{ from: string }>;
type StatsRange = Blanks<{ from: string; to: string }>;

const periods = (db: Reads, { from, beforeFrom }: Blanks<{ from: string; beforeFrom: string }>) => {
  const dayStats = stats(db, ({ kind }) => inArray(kind, ['status', 'decided', 'reversed']));
  const period = sql`case when ${dayStats.day} >= ${from}::date then 'span' when ${dayStats.day} >= ${beforeFrom}::date then 'before'
    else 'earlier' end`;
  return db
    .select({
      period: period.mapWith((name: 'span' | 'before' | 'earlier') => name).as('period'),
      kind: dayStats.kind,
      key: dayStats.key,
      ...sumsOf(dayStats),
    })
    .from(dayStats)
    .groupBy(sql`1`, dayStats.kind, dayStats.key);
};
export type PeriodStat = RowOf<typeof periods>;
/** Stats of one day or of all days; money as decimal text in US dollars. */
export type OrderStat = Omit<PeriodStat, 'period'>;

/**
 * All orders there ever were, by status and by decision: of the span since `from`, of the one before it, and of all
 * earlier days.
 */
export const readPeriods = rows(periods);

const paidDays = (db: Reads, { from }: StatsStart) => {
  const isPaid = ({ kind, key }: Days) => or(eq(kind, 'reversed'), and(eq(kind, 'decided'), eq(key, 'completed')));
  const dayStats = stats(db, (days) => and(isPaid(days), gte(days.day, from)));
  return db
    .select({ day: dayStats.day, ...sumsOf(dayStats) })
    .from(dayStats)
    .groupBy(dayStats.day);
};
export type PaidDay = RowOf<typeof paidDays>;
/** Sums of the orders completed on each day since `from`, less reversals. */
export const readPaidDays = rows(paidDays);

const breakdown = (db: Reads, { from }: StatsStart) => {
  const dayStats = stats(db, ({ kind, day }) => and(inArray(kind, ['asset', 'currency']), gte(day, from)));
  return db
    .select({ kind: dayStats.kind, key: dayStats.key, ...sumsOf(dayStats), ...ownSumsOf(dayStats) })
    .from(dayStats)
    .groupBy(dayStats.kind, dayStats.key)
    .having(or(ne(sql`sum(${dayStats.orders})`, 0), ne(sql`sum(${dayStats.valueUsd})`, 0)));
};
export type ShareStat = RowOf<typeof breakdown>;
/** Amounts given and paid out in orders completed since `from`, by asset and by currency. */
export const readBreakdown = rows(breakdown);

const fees = (db: Reads, { from, to }: StatsRange) => {
  const dayStats = stats(db, ({ kind, day }) => and(eq(kind, 'currency'), between(day, from, to)));
  const { amount: payout, fee } = ownSumsOf(dayStats);
  return db
    .select({ day: dayStats.day, currency: dayStats.key, orders: sumsOf(dayStats).orders, fee, payout })
    .from(dayStats)
    .groupBy(dayStats.day, dayStats.key)
    .having(or(ne(sql`sum(${dayStats.orders})`, 0), ne(sql`sum(${dayStats.fee})`, 0)))
    .orderBy(desc(dayStats.day), dayStats.key);
};
/** Fees earned on one day in one currency, with the paid sum; decimal text in that currency. */
export type DayFee = RowOf<typeof fees>;
/** Fees of completed orders by day and payout currency, newest day first, both ends included. */
export const readFees = rows(fees);

const dueOrders = (db: Reads) => {
  const sum = sql`sum(coalesce(${orderSettlements.net}, ${orders.payoutAmount}))`;
  return db
    .select({ currency: orders.payoutCurrency, orders: count(), amount: sql`trim_scale(${sum})`.mapWith(String) })
    .from(orders)
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .where(and(inArray(orders.status, [...openStatuses]), isNotNull(orders.proofAt)))
    .groupBy(orders.payoutCurrency)
    .orderBy(desc(sum), orders.payoutCurrency);
};
/** The payouts due in one currency; decimal text in that currency. */
export type DueAmount = RowOf<typeof dueOrders>;
/** Sums the payouts of open orders with a proof, by currency. */
export const readDue = rows(dueOrders);

/** Median duration of the payouts of day `d.day`, in seconds. */
const medianOf = (db: Reads) =>
  db
    .select({
      payouts: sql`count(*)::int`.mapWith(Number).as('payouts'),
      seconds: sql`percentile_cont(0.5) within group (
        order by extract(epoch from ${orders.decidedAt} - coalesce(${orders.proofAt}, ${orders.createdAt})))::int`
        .mapWith(orderDayMedians.seconds)
        .as('seconds'),
    })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'completed'),
        sql`${orders.decidedAt} >= d.day::timestamp at time zone 'UTC'`,
        sql`${orders.decidedAt} < (d.day + 1)::timestamp at time zone 'UTC'`,
      ),
    )
    .as('m');

/** The medians of the days of a span that have none stored. */
function missingMedians(db: Reads, { from, to }: StatsRange) {
  const m = medianOf(db);
  const day = sql`g::date`;
  const missingDays = sql`(select ${day} as day from generate_series(${from}::date, ${to}::date, interval '1 day') g
    where not exists (select from ${orderDayMedians} where ${orderDayMedians.day} = ${day})) d`;
  return db
    .select({ day: sql`d.day`.mapWith(orderDayMedians.day).as('day'), seconds: m.seconds, payouts: m.payouts })
    .from(missingDays)
    .crossJoinLateral(m);
}

const medians = (db: Reads, span: StatsRange) => {
  const { day, seconds, payouts } = orderDayMedians;
  const storedMedians = db
    .select({ day, seconds, payouts })
    .from(orderDayMedians)
    .where(between(day, span.from, span.to));
  return unionAll(storedMedians, missingMedians(db, span));
};
export type DayMedian = RowOf<typeof medians>;
/** Median duration of payouts on each day of a span, both ends included. */
export const readMedians = rows(medians);

/** Stores the medians of days that are over. */
export const insertMedians = sent((db: Drizzle, span: StatsRange) =>
  db.insert(orderDayMedians).select(missingMedians(db, span)).onConflictDoNothing({ target: orderDayMedians.day }),
);

/** Adds what changed up; readers see the same sums before and after. */
export const foldChanges = sent((db: Drizzle) => {
  const drainedChanges = db.$with('gone').as(db.delete(orderDayChanges).returning());
  const addedGroup = db
    .select({
      day: drainedChanges.day,
      kind: drainedChanges.kind,
      key: drainedChanges.key,
      orders: sql`sum(${drainedChanges.orders})`.mapWith(Number).as('orders'),
      valueUsd: sql`sum(${drainedChanges.valueUsd})`.mapWith(String).as('value_usd'),
      amount: sql`sum(${drainedChanges.amount})`.mapWith(String).as('amount'),
      fee: sql`sum(${drainedChanges.fee})`.mapWith(String).as('fee'),
    })
    .from(drainedChanges)
    .groupBy(drainedChanges.day, drainedChanges.kind, drainedChanges.key);
  return db
    .with(drainedChanges)
    .insert(orderDays)
    .select(addedGroup)
    .onConflictDoUpdate({
      target: [orderDays.kind, orderDays.day, orderDays.key],
      set: {
        orders: sql`${orderDays.orders} + excluded.orders`,
        valueUsd: sql`${orderDays.valueUsd} + excluded.value_usd`,
        amount: sql`${orderDays.amount} + excluded.amount`,
        fee: sql`${orderDays.fee} + excluded.fee`,
      },
    });
});
