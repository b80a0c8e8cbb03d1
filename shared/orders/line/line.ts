import { minuteMs } from '#shared/reference/units-of-time.ts';
import { chainOfCoin } from '../../reference/chains.ts';
import type { OrderDetails, OrderView } from '../orders.contract.ts';
import { isRefused } from '../orders.lifecycle.ts';
import type { RefundView } from '../orders.refund.ts';
import type { OrderStage } from '../orders.stages.ts';
import {
  arrivalOf,
  arrivalOnceThere,
  checkedBy,
  minutesToConfirm,
  refundSentBy,
  type Arrival,
  type Destination,
  type PromisedHours,
} from '../orders.times.ts';
import { linePoints, lineRow, type LinePoint, type LineState } from './line.states.ts';

/** An order as a list or its own page provides it. */
export type LineOrder = OrderView & Partial<Pick<OrderDetails, 'events'>>;

/** The rate at which a sale waits for its coins. */
export type LineLock = { isOwn: boolean; createdAt: string; lockedUntil: string; stoppedAt: string | null };

/** The coin that is sold, and the destination of its payout. */
export type LineSale = Destination & { cryptoId: string | null };

/** The part of a followed deposit that its line depends on. */
export interface LineDeposit {
  state: string;
  isOwn: boolean;
  isRead: boolean;
  seen: { confirmations: number; required: number } | null;
  transfers: readonly { seenAt: string }[];
  missing: number;
  stoppedAt: string | null;
  lockedUntil: string | null;
  refund: RefundView | null;
}

export interface LineInput {
  /** Null before there is one. */
  order: LineOrder | null;
  /** Null if unknown, and for an exchange. */
  deposit: LineDeposit | null;
  lock?: LineLock | null;
  /** The coin of a sale before its order, and the target of its payout. */
  sale?: LineSale | null;
  /** True if a code was mailed for the address of the refund, and was not typed yet. */
  isCodeMailed?: boolean;
  /** True if the customer has chosen to send the missing coins. */
  isToppingUp?: boolean;
  /** `undefined` until the operator has stated its hours. */
  promised: PromisedHours | undefined;
  now: number;
}

export type PointState = 'done' | 'now' | 'ahead';
export interface Point {
  name: LinePoint | 'sentBack';
  state: PointState;
  /** The time at which it was reached. */
  at?: Date;
  /** Time by which the point will be reached. */
  by?: Date;
  /** Replaces its name: the payout is held at this point, was returned to it, or was withdrawn. */
  note?: 'held' | 'returned' | 'reversed';
}

export interface Line {
  state: LineState;
  points: readonly Point[];
  /** Time by which the money arrives, or the refund leaves; undefined where no time can be named. */
  by: Date | undefined;
  /** Time by which it should have arrived. */
  wasDueBy: Date | undefined;
  /** Banks are closed for a day until then. */
  isOverWeekend: boolean;
}

/** The line of an order's money: its state, and its points with their times. */
export function lineOf(input: LineInput): Line {
  const state = stateOf(input);
  const { at: dueAt, overWeekend: isOverWeekend = false } = dueOf(state, input) ?? {};
  const wasDueBy = state === 'overdue' && input.order ? arrivalOf(input.order, input.promised)?.at : undefined;
  return { state, points: pointsOf(state, input), by: dueAt, wasDueBy, isOverWeekend };
}

function stateOf(input: LineInput): LineState {
  const { order } = input;
  if (order === null) return stateBeforeOrder(input);
  if (order.type === 'fiat' && order.awaitingProof && order.status === 'pending') return 'proof';
  if (isRefused(order.status)) return refusedState(input, order);
  return openState(input, order);
}

function stateBeforeOrder({ deposit, lock, now }: LineInput): LineState {
  const state = deposit?.state ?? 'waiting';
  // The address counts as stopped also if the transfers to it are not followed, or the follower has not seen them yet.
  const isStopped = Boolean(lock?.stoppedAt) && (deposit?.transfers ?? []).length === 0;
  if (isStopped || state === 'stopped' || (state === 'waiting' && deposit?.stoppedAt)) return 'stopped';
  if (state === 'expired') return 'expired';
  if (state === 'waiting' || deposit === null) {
    const isShared = lock?.isOwn === false;
    if (lock && Date.parse(lock.lockedUntil) <= now) return isShared ? 'lock_ended_photo' : 'lock_ended';
    return isShared ? 'waiting_photo' : 'waiting';
  }
  return seenState(deposit);
}

/** Coins that are on their way through the network: without a block, or with some confirmations. */
function seenState(deposit: LineDeposit): LineState {
  const { confirmations, required } = deposit.seen ?? { confirmations: 0, required: 1 };
  if (confirmations >= required) return 'checked';
  if (confirmations > 0) return 'confirming';
  return isSeenLate(deposit) ? 'seen_late' : 'seen';
}

function isSeenLate({ lockedUntil, transfers }: LineDeposit): boolean {
  return lockedUntil !== null && transfers.some(({ seenAt }) => Date.parse(seenAt) > Date.parse(lockedUntil));
}

const settledAs = { within_tolerance: 'less', over: 'over', late_locked: 'late_locked' } as const;

function openState(input: LineInput, order: LineOrder): LineState {
  const { deposit, isToppingUp = false, now } = input;
  // A choice has its own deadline, and comes first. A copy may be older than the end of its question.
  if (order.stage !== 'short' && order.asked && Date.parse(order.asked.until) > now) return 'asked';
  const byStage: Partial<Record<OrderStage, LineState>> = {
    by_hand: byHand(order, deposit),
    confirming: deposit?.seen ? seenState(deposit) : 'seen',
    confirmed: settledState(order) ?? 'checked',
    short: isToppingUp ? 'top_up' : deposit && deposit.missing <= 0 ? 'late' : 'short',
    question: 'question',
    on_hold: 'on_hold',
    sent: transitState(input, order),
    settled: order.payout?.state === 'sent' ? transitState(input, order) : 'arrived',
    returned: 'returned',
    details_needed: 'account',
    approved_again: 'again',
    reversed: 'reversed',
  };
  return byStage[order.stage] ?? 'approved';
}

function byHand(order: LineOrder, deposit: LineDeposit | null): LineState {
  if (order.type === 'fiat') return order.status === 'processing' ? 'checked' : 'proof_sent';
  if (order.status === 'processing') return 'checked';
  return deposit?.seen ? seenState(deposit) : 'photo';
}

function settledState({ settlement }: LineOrder): LineState | undefined {
  if (!settlement) return undefined;
  return Object.entries(settledAs).find(([outcome]) => outcome === settlement.outcome)?.[1];
}

function transitState({ promised, now }: LineInput, order: LineOrder): LineState {
  const arrival = arrivalOf(order, promised);
  return arrival && arrival.at.getTime() < now ? 'overdue' : 'sent';
}

/** The refund that the points of an order show. */
export function refundOf({ deposit }: Pick<LineInput, 'deposit'>): RefundView | null {
  const refund = deposit?.refund ?? null;
  return refund?.state === 'cancelled' ? null : refund;
}

function refusedState(input: LineInput, order: LineOrder): LineState {
  const refund = refundOf(input);
  if (order.stage === 'refunded') return 'refunded';
  if (order.stage === 'refund_sent') return 'refund_sent';
  if (order.stage === 'refund_due') {
    if (refund?.address ?? refund === null) return 'refund_due';
    if (input.isCodeMailed) return 'refund_code';
    return order.adminNotes ? 'rejected_coins' : 'refund_address';
  }
  const reason = order.events?.at(-1)?.because?.reason;
  if (reason === 'cancelled_by_customer') return 'canceled';
  if (reason === 'proof_not_received') return 'proof_missed';
  const { deposit } = input;
  const isEmpty = deposit !== null && deposit.isOwn && deposit.isRead && deposit.transfers.length === 0;
  return isEmpty ? 'rejected' : 'rejected_sent';
}

/** States whose payout or refund leaves by a known time. */
function dueOf(state: LineState, input: LineInput): Arrival | undefined {
  const { order, promised } = input;
  const refund = refundOf(input);
  if (state === 'refund_due' && refund)
    return promised && { at: refundSentBy(refund.dueAt, promised), overWeekend: false };
  // An overdue line has no time left.
  if (state === 'overdue') return undefined;
  // The customer may have to decide about late coins: no time of their payout is promised beside that.
  if (state === 'seen_late') return undefined;
  if (isConfirming(state)) return arrivalOnceConfirmed(input);
  return order && !lineRow(state).back ? arrivalOf(order, promised) : undefined;
}

const isConfirming = (state: LineState): boolean => state === 'seen' || state === 'confirming';

/** The arrival of money whose coins are still being confirmed: it depends on the remaining blocks of the chain. */
function arrivalOnceConfirmed({ order, sale, deposit, promised, now }: LineInput): Arrival | undefined {
  const soldOrder = order ?? sale;
  const chain = chainOfCoin(soldOrder?.cryptoId ?? '');
  if (!soldOrder || !chain || !deposit?.seen) return undefined;
  const { confirmations, required } = deposit.seen;
  const remaining = minutesToConfirm(chain, Math.max(1, required - confirmations)) * minuteMs;
  return arrivalOnceThere(new Date(now + remaining), soldOrder, promised);
}

function pointsOf(state: LineState, input: LineInput): readonly Point[] {
  const { point, back = false, ends = false, missed = [] } = lineRow(state);
  if (point === undefined) return [];
  const currentIndex = linePoints.indexOf(point);
  const { at, by } = timesOf(state, input);
  // Points that a finished order never reaches are not shown as future ones.
  const shownPoints = ends ? linePoints.slice(0, currentIndex + 1) : linePoints;
  return shownPoints.map((name, index) => {
    const isMissed = missed.includes(name);
    const reachedAt = index <= currentIndex && !isMissed ? at[name] : undefined;
    const expected = index >= currentIndex && !reachedAt ? by[name] : undefined;
    return {
      name: back && name === 'transit' ? 'sentBack' : name,
      state: index === currentIndex ? 'now' : index < currentIndex && !isMissed ? 'done' : 'ahead',
      ...(reachedAt && { at: reachedAt }),
      ...(expected && { by: expected }),
      ...(index === currentIndex && notes[state] && { note: notes[state] }),
    };
  });
}

/** States in which the payout does not move on. */
const notes: Partial<Record<LineState, Point['note']>> = {
  on_hold: 'held',
  returned: 'returned',
  account: 'returned',
  reversed: 'reversed',
};

/** States that the team has promised to check. */
const inCheck: readonly LineState[] = ['photo', 'checked', 'less', 'over', 'late_locked', 'proof_sent'];

type LineTimes = Partial<Record<LinePoint, Date>>;

const dateOf = (text: string | null | undefined): Date | undefined => (text ? new Date(text) : undefined);

/** The times at which points were reached, and by which the next ones will be. */
function timesOf(state: LineState, input: LineInput): { at: LineTimes; by: LineTimes } {
  const { order, deposit, lock, promised } = input;
  const refund = refundOf(input);
  const firstSeen = (deposit?.transfers ?? []).map(({ seenAt }) => seenAt).toSorted()[0];
  const isOwn = deposit?.isOwn ?? lock?.isOwn ?? false;
  const events = order?.events ?? [];
  const checkedEvent = events.find(
    ({ to, stage }) => to === 'processing' || to === 'completed' || stage === 'approved',
  );
  const { back = false } = lineRow(state);
  const at: LineTimes = defined({
    // A transfer to an own address is known once it is seen, and a payment once its proof is uploaded.
    sent: order && !isOwn && state !== 'proof' ? dateOf(order.createdAt) : undefined,
    seen: dateOf(firstSeen),
    checked:
      inCheck.includes(state) || notes[state] === 'held'
        ? undefined
        : dateOf(checkedEvent?.at ?? order?.settlement?.acceptedAt),
    transit: dateOf(back ? refund?.sentAt : transitAt(state, input)),
    arrived: dateOf(back ? refund?.confirmedAt : state === 'arrived' ? order?.payout?.at : null),
  });
  const dueAt = dueOf(state, input)?.at;
  const dueTimes: LineTimes = defined({
    sent:
      state === 'waiting' || state === 'waiting_photo'
        ? dateOf(lock?.lockedUntil)
        : state === 'proof'
          ? dateOf(order?.proofDueAt)
          : undefined,
    checked:
      promised && order?.status === 'pending' && inCheck.includes(state)
        ? checkedBy(order.updatedAt, promised)
        : undefined,
    transit: back ? dueAt : undefined,
    arrived: back ? undefined : dueAt,
  });
  return { at, by: dueTimes };
}

/** The time at which the payout left, or was returned; none while it is held, or before it leaves again. */
function transitAt(state: LineState, { order }: LineInput): string | undefined {
  if (notes[state] === 'held' || state === 'again') return undefined;
  if (notes[state] === 'returned' || notes[state] === 'reversed') return order?.payout?.at;
  return order?.events?.find(({ stage, to }) => stage === 'sent' || to === 'completed')?.at;
}

function defined(times: Record<LinePoint, Date | undefined> | Partial<Record<LinePoint, Date | undefined>>): LineTimes {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
}
