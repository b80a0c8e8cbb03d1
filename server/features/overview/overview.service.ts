import { chainViews } from '#server/features/chains/chains.service.ts';
import { sourcesNeedingAttention } from '#server/features/deposit-sources/deposit-sources.service.ts';
import { reorganisedSales } from '#server/features/deposits/deposits.decisions.service.ts';
import { readOldestTodo, type OldestTodo } from '#server/features/orders/list/orders.work.service.ts';
import {
  daysBefore,
  readDue,
  readSpan,
  type DayFee,
  type DueAmount,
  type ShareStat,
} from '#server/features/orders/stats/orders.stats.service.ts';
import { forgedMethods } from '#server/features/payment-methods/payment-methods.service.ts';
import { sourceStates } from '#server/features/rates/rates.service.ts';
import { unmatchedNeeds } from '#server/features/settlements/unmatched.list.service.ts';
import { walletsNeedingAttention } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { remembered } from '#server/lib/remembered.ts';
import { createSharedRun } from '#server/lib/shared-run.ts';
import { toWireRow } from '#server/lib/wire.ts';
import { decidableKinds } from '#shared/kernel/approval.ts';
import { amountOf } from '#shared/kernel/money.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import type { OverviewView } from '#shared/overview/overview.contract.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { baseTotals } from './overview.base.service.ts';
import { chartsOf, presentCards } from './overview.figures.ts';
import { listStopped } from './overview.operations.service.ts';
import type { OverviewDeps } from './overview.ports.ts';
import {
  readAddressChanges,
  readApprovals,
  readExtraPayouts,
  readMoneyBack,
  readPayoutNeeds,
  readWaiting,
  type AddressChange,
  type Waiting,
} from './overview.queries.ts';

export { operationGauges, readOperations } from './overview.operations.service.ts';

type Span = OverviewView['days'];

type SharedReads = Awaited<ReturnType<typeof readShared>>;

const runs = new WeakMap<object, Map<Span, ReturnType<typeof createSharedRun<SharedReads>>>>();

/** The reads of everything that is the same for all members, shared by requests that overlap. */
function sharedOf(deps: OverviewDeps, days: Span): Promise<SharedReads> {
  const ofSpans = remembered(runs, deps.db, () => new Map<Span, ReturnType<typeof createSharedRun<SharedReads>>>());
  return remembered(ofSpans, days, createSharedRun<SharedReads>)(() => readShared(deps, days));
}

async function readShared(deps: OverviewDeps, days: Span) {
  const { db, now } = deps;
  const at = now();
  const [
    stats,
    due,
    waiting,
    changes,
    addresses,
    accounts,
    stopped,
    reorganised,
    chains,
    unmatched,
    sources,
    payouts,
    extra,
    moneyBack,
    priceSources,
  ] = await Promise.all([
    readSpan(deps, at, days),
    readDue(db),
    readWaiting(db),
    readAddressChanges(db, { since: new Date(at.getTime() - dayMs) }),
    walletsNeedingAttention(deps),
    forgedMethods(deps),
    listStopped(deps),
    reorganisedSales(db),
    chainViews(deps),
    unmatchedNeeds(deps),
    sourcesNeedingAttention(deps),
    readPayoutNeeds(db),
    readExtraPayouts(db, { from: daysBefore(at, days - 1) }),
    readMoneyBack(db),
    sourceStates(db, deps.prices),
  ]);
  const needs = {
    ...presentAttentionItems(waiting, changes),
    forgedAddresses: addresses.forged.map(({ name }) => name),
    forgedAccounts: accounts,
    forgedSources: sources.forged.map(({ id, chain }) => ({ id, chain })),
    lowSources: sources.low.map(({ id }) => id),
    stopped,
    reorganised,
    priceSources: priceSources
      .filter(({ state }) => state === 'down')
      .map(({ source, failingSince }) => ({ source, since: failingSince })),
    chains: chains.filter(({ ok, lastError }) => !ok || lastError !== null),
  };
  return { at, stats, due, needs, unmatched, payouts, extra, moneyBack };
}

/** The current admin stats, read from daily sums, never from the whole order book. */
export async function overviewOf(
  deps: OverviewDeps,
  { userId, may }: Pick<Actor, 'userId' | 'may'>,
  days: Span,
): Promise<OverviewView> {
  const [{ at, stats, due, needs, unmatched, payouts, extra, moneyBack }, todo, asked] = await Promise.all([
    sharedOf(deps, days),
    may.includes('orders.decide') ? readOldestTodo(deps.db, { readerId: userId }) : undefined,
    readApprovals(deps.db, {
      userId,
      kinds: decidableKinds(may),
      mayRelease: may.includes('payouts.release'),
    }),
  ]);
  const { periods, breakdown, fees } = stats;
  const shownDays = Array.from({ length: days }, (_unused, index) => daysBefore(at, days - 1 - index));
  const cards = presentCards(periods);
  return {
    asOf: at.toISOString(),
    days,
    cards,
    income: may.includes('books.read')
      ? { ...presentIncome(breakdown, fees, due), extra, base: await baseTotals(deps, { breakdown, due, cards }) }
      : null,
    needs: {
      ...needs,
      orders: presentTodo(todo),
      payouts: presentPayoutNeeds(payouts, may),
      approvals: { count: asked.count, oldestAt: asked.since?.toISOString() ?? null },
      moneyBack: may.includes('payouts.release') ? moneyBack : { count: 0, oldestAt: null, oldest: null, amounts: [] },
      unmatched: may.includes('orders.read') ? unmatched : { count: 0, oldestAt: null },
    },
    charts: chartsOf(stats, shownDays),
  };
}

function presentIncome(
  breakdown: readonly ShareStat[],
  feesByDay: readonly DayFee[],
  dueAmounts: readonly DueAmount[],
): Omit<NonNullable<OverviewView['income']>, 'base' | 'extra'> {
  const sharesOf = (wantedKind: 'asset' | 'currency') =>
    breakdown
      .filter(({ kind }) => kind === wantedKind)
      .toSorted((a, b) => amountOf('usd', b.usd).cmp(amountOf('usd', a.usd)) || a.key.localeCompare(b.key));
  return {
    fees: sharesOf('currency').map(({ key, orders, fee }) => ({ currency: key, orders, fee })),
    feesByDay: feesByDay.map(({ day, currency, orders, fee }) => ({ day, currency, orders, fee })),
    received: sharesOf('asset').map(({ key, orders, amount }) => ({ asset: key, orders, amount })),
    due: [...dueAmounts],
  };
}

/** The orders that the reader can decide, counted as their queue counts them; none for who decides none. */
function presentTodo(todo: OldestTodo): OverviewView['needs']['orders'] {
  if (!todo) return { count: 0, oldestAt: null, oldest: null };
  const { id, reference, createdAt, count } = todo;
  return { count, oldestAt: createdAt.toISOString(), oldest: { id, reference } };
}

function presentAttentionItems(
  waiting: Waiting,
  changes: readonly AddressChange[],
): Pick<OverviewView['needs'], 'kyc' | 'chats' | 'agentRequests' | 'heldRates' | 'samples' | 'addressChanges'> {
  const { kycSince, chatsSince, requestsSince } = waiting;
  return {
    kyc: { count: waiting.kyc, oldestAt: kycSince?.toISOString() ?? null },
    chats: { count: waiting.chats, oldestAt: chatsSince?.toISOString() ?? null },
    agentRequests: { count: waiting.requests, oldestAt: requestsSince?.toISOString() ?? null },
    heldRates: { count: waiting.held, subject: waiting.heldRateSubject },
    samples: { addresses: waiting.sampleAddresses, accounts: waiting.sampleAccounts },
    addressChanges: changes.map((change) => toWireRow(change)),
  };
}

/** A member who cannot act on it is not shown that it waits. */
function presentPayoutNeeds(
  needs: Awaited<ReturnType<typeof readPayoutNeeds>>,
  permissions: Actor['may'],
): OverviewView['needs']['payouts'] {
  const needOf = (what: keyof typeof needs, permission: Permission) => {
    const row = permissions.includes(permission) ? needs[what] : undefined;
    return { count: row?.count ?? 0, oldestAt: row?.since?.toISOString() ?? null };
  };
  return {
    due: needOf('due', 'payouts.prepare'),
    held: needOf('held', 'payouts.prepare'),
    toRelease: needOf('toRelease', 'payouts.release'),
    toSend: needOf('toSend', 'payouts.release'),
    returned: needOf('returned', 'payouts.prepare'),
    unmatched: needOf('unmatched', 'payouts.release'),
    proposed: needOf('proposed', 'payouts.release'),
    paidTwice: needOf('paidTwice', 'payouts.release'),
  };
}
