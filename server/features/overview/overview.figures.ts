import type { DayMedian, OrderStat, PaidDay, PeriodStat } from '#server/features/orders/stats/orders.stats.service.ts';
import {
  amountOf,
  decimal,
  none,
  round,
  sumOf,
  toMinorText,
  toText,
  toWire,
  usdCents,
  type Amount,
  type Decimal,
} from '#shared/kernel/money.ts';
import { orderStatuses, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import type { OverviewView } from '#shared/overview/overview.contract.ts';

type Stats = {
  periods: readonly PeriodStat[];
  paid: readonly PaidDay[];
  breakdown: readonly OrderStat[];
  medians: readonly DayMedian[];
};

/** Returns the charts of the shown days. */
export const chartsOf = ({ periods, paid, breakdown, medians }: Stats, shownDays: readonly string[]) => ({
  volume: volumeOf(paid, shownDays),
  statuses: statusesOf(periods),
  assets: sharesOf(breakdown, 'asset'),
  currencies: sharesOf(breakdown, 'currency'),
  payoutTimes: timesOf(medians, shownDays),
});

const zero = decimal('0');
const usdText = (value: Amount<'usd'>) => toMinorText(round(value, usdCents, 'half-up'), usdCents);
const usdOf = (stats: readonly OrderStat[]) =>
  sumOf(
    none.usd,
    stats.map(({ usd }) => amountOf('usd', usd)),
  );
const ordersIn = (stats: readonly OrderStat[]) => stats.reduce((sum, { orders }) => sum + orders, 0);

/** The completed orders less the reversed ones. */
const paidOf = <Stat extends OrderStat>(stats: readonly Stat[]) =>
  stats.filter(({ kind, key }) => kind === 'reversed' || (kind === 'decided' && key === 'completed'));

/** Percent change with one decimal; null when the first value is zero. */
function changeOf(before: Decimal, after: Decimal): number | null {
  if (before.eq(zero)) return null;
  return toWire(round(after.minus(before).times(decimal('100')).div(before), { decimals: 1 }, 'half-up'));
}

const changeOfCounts = (before: number, after: number) => changeOf(decimal(BigInt(before)), decimal(BigInt(after)));

const inPeriod = (all: readonly PeriodStat[], wantedPeriod: PeriodStat['period']) =>
  all.filter(({ period }) => period === wantedPeriod);

/** Returns the cards: the number of orders, of waiting and of completed ones, beside the span before. */
export function presentCards(totals: readonly PeriodStat[]): OverviewView['cards'] {
  const inSpan = inPeriod(totals, 'span');
  const inSpanBefore = inPeriod(totals, 'before');
  const openedOrders = (stats: readonly OrderStat[]) => stats.filter(({ kind }) => kind === 'status');
  const countOf = (status: OrderStatus) => ordersIn(openedOrders(totals).filter(({ key }) => key === status));
  const pending = countOf('pending');
  const processing = countOf('processing');
  const decidedInSpan = ordersIn(inSpan.filter(({ kind }) => kind === 'decided'));
  const now = ordersIn(openedOrders(inSpan));
  const ordersBefore = ordersIn(openedOrders(inSpanBefore));
  const spanAgo = pending + processing - now + decidedInSpan;
  const spanUsd = usdOf(paidOf(inSpan));
  const spanBeforeUsd = usdOf(paidOf(inSpanBefore));
  return {
    transactions: {
      total: ordersIn(openedOrders(totals)),
      span: now,
      spanBefore: ordersBefore,
      changePercent: changeOfCounts(ordersBefore, now),
    },
    pending: {
      total: pending + processing,
      pending,
      processing,
      spanAgo,
      changePercent: changeOfCounts(spanAgo, pending + processing),
    },
    volume: {
      totalUsd: usdText(usdOf(paidOf(totals))),
      spanUsd: usdText(spanUsd),
      spanBeforeUsd: usdText(spanBeforeUsd),
      changePercent: changeOf(decimal(toText(spanBeforeUsd)), decimal(toText(spanUsd))),
    },
  };
}

function volumeOf(paidDays: readonly PaidDay[], days: readonly string[]): OverviewView['charts']['volume'] {
  const ofDays = new Map(paidDays.map((stat) => [stat.day, stat]));
  return days.map((day) => {
    const { orders = 0, usd = '0' } = ofDays.get(day) ?? {};
    return { day, orders, usd: usdText(amountOf('usd', usd)) };
  });
}

function statusesOf(periods: readonly PeriodStat[]): OverviewView['charts']['statuses'] {
  const openedCounts = inPeriod(periods, 'span').filter(({ kind }) => kind === 'status');
  return orderStatuses.map((status) => ({
    status,
    orders: ordersIn(openedCounts.filter(({ key }) => key === status)),
  }));
}

function sharesOf(breakdown: readonly OrderStat[], wantedKind: 'asset' | 'currency'): OverviewView['charts']['assets'] {
  return breakdown
    .filter(({ kind }) => kind === wantedKind)
    .map(({ key, orders, usd }) => ({ key, orders, usd: amountOf('usd', usd) }))
    .toSorted((a, b) => b.usd.cmp(a.usd) || a.key.localeCompare(b.key))
    .map(({ usd, ...share }) => ({ ...share, usd: usdText(usd) }));
}

function timesOf(medians: readonly DayMedian[], days: readonly string[]): OverviewView['charts']['payoutTimes'] {
  return days.map((day) => {
    const dayMedian = medians.find((median) => median.day === day);
    const seconds = dayMedian?.seconds ?? null;
    return {
      day,
      minutes: seconds === null ? null : Math.round(seconds / 6) / 10,
      payouts: dayMedian?.payouts ?? 0,
    };
  });
}
