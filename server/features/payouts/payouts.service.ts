import type { Tx } from '#server/db/connection.ts';
import { inBatch } from '#server/db/query.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import { standingEntry } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import { settlementTampered } from '#server/features/orders/decide/orders.settled.service.ts';
import type { DecidedPayout, PaidOrder, PayoutBefore } from '#server/features/orders/orders.ports.ts';
import { hasStatus, lockOrder, moveOrder, writeStage, type Mover } from '#server/features/orders/orders.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict } from '#server/lib/refusal.ts';
import * as book from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, type Amount } from '#shared/kernel/money.ts';
import { keysOf } from '#shared/kernel/records.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { attemptMoves, payoutMoves, type AttemptState, type PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import { lockSums, sumsOfDay } from './batches/payouts.sums.ts';
import { lockPayoutOfOrder, type PayoutRow } from './list/payouts.list.queries.ts';
import { batchDigest, moneyText } from './list/payouts.present.ts';
import { hasOpenExtra, readLatestAttempts } from './payouts.entries.queries.ts';
import { actorIdOf, entriesOf } from './payouts.entries.ts';
import { queuePayoutMails } from './payouts.mail.ts';
import { setAttemptStates, setBatchState, type AttemptMove } from './payouts.moves.queries.ts';
import * as queries from './payouts.queries.ts';

export { batchReference } from './list/payouts.present.ts';

/** The refusal of an action on a payout that has changed meanwhile. */
export const payoutChanged = () => new Conflict('conflict', 'payout_changed');

/** The states of a table that may move to this one. */
function statesBefore<State extends string>(moves: Readonly<Record<State, readonly State[]>>, to: State): State[] {
  return keysOf(moves).filter((from) => moves[from].includes(to));
}

/** State of the attempt of a payout that moves to a state. */
const attemptAt: Partial<Record<PayoutState, AttemptState>> = {
  due: 'void',
  held: 'void',
  sent: 'sent',
  settled: 'settled',
  returned: 'returned',
  reversed: 'reversed',
};

type Move = AttemptMove & {
  /** Fewer states than those that may move there. */
  from?: readonly PayoutState[];
  /** True if their orders move as well, which writes the stages of these. */
  withOrders?: boolean;
  reason?: string | null;
  now: Date;
  /** The day of the bank's booking, if known. */
  bookedAt?: Date;
};

/**
 * The only way payouts move: all or none, with attempts, entries and the stages of their orders; the caller has locked
 * them. Refuses with conflict for another state, and `not_enough` where an order is not owed as much.
 */
export async function movePayouts(
  tx: Tx,
  mover: Mover,
  payouts: readonly Pick<PayoutRow, 'id' | 'orderId' | 'kind'>[],
  to: PayoutState,
  {
    from = statesBefore(payoutMoves, to),
    withOrders = false,
    reason = null,
    now,
    bookedAt = now,
    ...moveDetails
  }: Move,
): Promise<void> {
  const ids = payouts.map(({ id }) => id);
  if (ids.length === 0) return;
  const movedRows = await queries.setPayoutStates(tx, { ids, from, to, reason, now });
  if (movedRows.length < ids.length) throw payoutChanged();
  const attempt = attemptAt[to];
  // A payout that waits for a batch has no attempt under way, unless a batch was just made with it.
  const hasAttempts = to === 'batched' || from.some((state) => state !== 'due' && state !== 'held');
  const attempts = hasAttempts ? await readLatestAttempts(tx, { payoutIds: ids }) : [];
  if (attempt && hasAttempts)
    await setAttemptStates(tx, ids, { from: statesBefore(attemptMoves, attempt), to: attempt, now, ...moveDetails });
  const author = { at: bookedAt, actorId: actorIdOf(mover), reason: reason ?? moveDetails.returned?.note ?? null };
  await post(tx, entriesOf(attempts, to, { ...author, fee: moveDetails.returned?.fee ?? null }));
  await publish(tx, { kind: 'payouts_changed' });
  if (!withOrders) await stageOrders(tx, mover, payouts, now);
}

type Settling = { by: 'statement' | 'provider' | 'member'; now: Date } & Pick<AttemptMove, 'bookedOn'>;

/** Marks payouts as arrived; the customer gets a mail if a bank statement shows it, not if a member states it. */
export async function settlePayouts(
  tx: Tx,
  mover: Mover,
  payouts: readonly PayoutRow[],
  { by, now, ...bookedDay }: Settling,
): Promise<void> {
  await movePayouts(tx, mover, payouts, 'settled', {
    from: ['sent'],
    withOrders: true,
    settledBy: by,
    now,
    ...bookedDay,
  });
  await completeWaiting(tx, mover, payouts, now);
  await stageOrders(tx, mover, payouts, now);
  const ids = payouts.map(({ id }) => id);
  if (by !== 'member') await queuePayoutMails(tx, 'payout_arrived', ids);
}

/** Completes the orders that waited for the bank to book their payout. */
async function completeWaiting(tx: Tx, mover: Mover, payouts: readonly PayoutRow[], now: Date): Promise<void> {
  const record = { adminNotes: null, adminTransactionId: null, now };
  for (const { orderId, kind, state, status } of payouts) {
    const isWaiting = kind === 'order' && state === 'sent' && status !== 'completed';
    const order = isWaiting && (await lockOrder(tx, orderId));
    if (order && hasStatus(order, ...openStatuses)) await moveOrder(tx, mover, order, 'completed', record);
  }
}

/** Writes the stages of the orders of payouts that moved. A second payment leaves the order where it is. */
export async function stageOrders(
  tx: Tx,
  mover: Mover,
  payouts: readonly Pick<PayoutRow, 'orderId' | 'kind'>[],
  now: Date,
): Promise<void> {
  const orderIds = payouts.filter(({ kind }) => kind === 'order').map(({ orderId }) => orderId);
  await writeStage(tx, mover, orderIds, now);
}

/** Details of every audit entry of a payout; free text about the customer is stored beside the log. */
export function auditedPayout(
  { orderId, userId }: Pick<PayoutRow, 'orderId' | 'userId'>,
  reason: string | null = null,
) {
  return { orderId, ...(reason !== null && { reason: textAbout(userId, reason) }) };
}

/** Subject of an audit entry about a payout. */
export const payoutSubject = ({ id }: Pick<PayoutRow, 'id'>) => ({ type: 'payout', id }) as const;

/**
 * Locks the payout of a locked order and returns its state. Refuses with payout_batched or payout_released a decision
 * while the payout is in a batch, except the completion of one released to be paid by hand.
 */
export async function payoutBefore(
  tx: Tx,
  orderId: Id<'order'>,
  to: 'completed' | 'rejected' | 'failed',
): Promise<PayoutBefore> {
  const payout = await lockPayoutOfOrder(tx, orderId);
  if (!payout) return 'none';
  if (payout.state === 'due' || payout.state === 'held') return 'waiting';
  if (payout.state === 'released' && payout.batchFormat === 'by_hand' && to === 'completed') return 'released';
  const code = payout.state === 'batched' ? 'payout_batched' : 'payout_released';
  throw new Conflict(code, code);
}

/** Moves the payout of a decided order: it was paid by hand, or is no longer owed. */
export async function payoutDecided(
  tx: Tx,
  actor: Actor,
  order: PaidOrder,
  { to, approver, now, before }: DecidedPayout,
): Promise<void> {
  if (before === 'none')
    return to === 'completed' ? payByHand(tx, actor, order, undefined, { approver, now }) : undefined;
  if (to !== 'completed') return cancelPayout(tx, actor, order.id, now);
  const payout = await lockPayoutOfOrder(tx, order.id);
  if (payout && !decimal(payout.amount).eq(order.netToPay)) throw settlementTampered();
  if (payout?.state === 'released') return completeReleased(tx, actor, payout, now);
  if (payout?.state === 'held')
    await movePayouts(tx, actor, [payout], 'due', { from: ['held'], withOrders: true, now });
  if (payout) await movePayouts(tx, actor, [payout], 'sent', { from: ['due'], withOrders: true, now });
  await payByHand(tx, actor, order, payout, { approver, now });
}

/** Cancels the payout of a locked order that ends without it. */
export async function cancelPayout(tx: Tx, actor: Actor, orderId: Id<'order'>, now: Date): Promise<void> {
  const payout = await lockPayoutOfOrder(tx, orderId);
  if (!payout) return;
  await movePayouts(tx, actor, [payout], 'cancelled', { withOrders: true, now });
  await recordAudit(tx, actor, 'payout.cancelled', payoutSubject(payout), auditedPayout(payout));
}

/**
 * Cancels the payout of an approval that is taken back. Refuses with already_decided one that is no longer just due.
 */
export async function undoPayout(tx: Tx, actor: Actor, orderId: Id<'order'>, now: Date): Promise<void> {
  const payout = await lockPayoutOfOrder(tx, orderId);
  if (payout && payout.state !== 'due') throw new Conflict('already_decided', 'payout_changed');
  await cancelPayout(tx, actor, orderId, now);
}

/** Writes a payment by hand: a batch of one without an account, which is not released a second time. */
async function payByHand(
  tx: Tx,
  actor: Actor,
  order: PaidOrder,
  knownPayout: PayoutRow | undefined,
  { approver, now }: Pick<DecidedPayout, 'approver' | 'now'>,
): Promise<void> {
  const { netToPay, payoutCurrency: currency, paymentDetails: details, reference } = order;
  const amount = moneyText(netToPay, currency);
  const { no, seq } = (await queries.readNextNumbers(tx, [order.id])).get(order.id) ?? { no: 1, seq: 1 };
  const id = newId('payoutBatch');
  const line = { endToEndId: `${reference}-${no}`, amount, payee: details };
  const digest = batchDigest({ accountId: null, format: 'by_hand', currency, lines: [line] });
  const executeOn = now.toISOString().slice(0, 10);
  const attemptId = newId('payoutAttempt');
  await inBatch(tx, async (all) => {
    const by = { approvedBy: approver.userId, now };
    const terms = { orderId: order.id, kind: 'order', seq, amount, currency, details, state: 'sent' } as const;
    const payoutId = knownPayout?.id ?? (await queries.insertPayout(all, { ...terms, ...by }));
    const batch = { id, format: 'by_hand', accountId: null, currency, executeOn, note: null, digest } as const;
    await queries.insertBatch(all, { ...batch, madeBy: actor.userId, now, releasedBy: approver.userId });
    await queries.insertAttemptsOf(
      all,
      id,
      [{ id: attemptId, payoutId, no, reference, amount, currency, details }],
      now,
    );
    await publish(all, { kind: 'payouts_changed' });
  });
  const attempt = { attemptId, orderId: order.id, currency, amount };
  const author = { at: now, actorId: actor.userId };
  // The attempt is new: no entry is about it yet.
  await post(tx, [book.attemptMade(attempt, author), book.attemptSent(attempt, null, author)], []);
}

/** A line of a batch that was released to be paid by hand; the last one ends the batch. */
async function completeReleased(tx: Tx, actor: Actor, payout: PayoutRow, now: Date): Promise<void> {
  await movePayouts(tx, actor, [payout], 'sent', { from: ['released'], withOrders: true, now });
  if (payout.batchId) await setBatchState(tx, payout.batchId, 'sent', { by: actor.userId, now });
}

/** Locks the payout of a completed order; one from before payouts were recorded gets its row now. */
export async function lockCompletedPayout(tx: Tx, order: PaidOrder, now: Date): Promise<PayoutRow> {
  const knownPayout = await lockPayoutOfOrder(tx, order.id);
  if (knownPayout) return knownPayout;
  const { id: orderId, netToPay, payoutCurrency: currency, paymentDetails: details } = order;
  const amount = moneyText(netToPay, currency);
  const terms = { orderId, kind: 'order', seq: 1, amount, currency, details, state: 'sent' } as const;
  await queries.insertPayout(tx, { ...terms, approvedBy: null, now });
  const writtenPayout = await lockPayoutOfOrder(tx, orderId);
  if (!writtenPayout) throw new Error('The payout was not written.');
  return writtenPayout;
}

/**
 * Reverses a payout that was sent back in full: it no longer counts, nor does its fee, and the customer gets a mail.
 * Refuses with payout_batched while it is being paid again, or a second payment is owed or on its way.
 */
export async function reversePayout(tx: Tx, actor: Actor, order: PaidOrder, now: Date): Promise<void> {
  const payout = await lockCompletedPayout(tx, order, now);
  const { orderId, currency: unit, amount, state, batchAccountId } = payout;
  if (['due', 'held', 'batched', 'released'].includes(state) || (await hasOpenExtra(tx, { orderId })))
    throw new Conflict('payout_batched', 'payout_batched');
  await movePayouts(tx, actor, [payout], 'reversed', { now });
  const from = state === 'returned' ? book.accounts.owed(orderId, unit) : book.accounts.bank(batchAccountId, unit);
  const settledEntry = await standingEntry(tx, { kind: 'settled', subject: orderId });
  const fee = settledEntry?.lines.find(({ to }) => to.kind === 'fees')?.amount ?? '0';
  const author = { at: now, actorId: actor.userId };
  await post(tx, [book.orderReversed({ orderId, unit, amount }, { from, fee }, author)]);
  await recordAudit(tx, actor, 'payout.reversed', payoutSubject(payout), auditedPayout(payout));
  await queuePayoutMails(tx, 'payout_reversed', [payout.id]);
}

/**
 * Returns the sum in US dollars that a customer is paid on this UTC day with this order; completing and releasing wait
 * for each other until the transaction ends.
 */
export async function dayTotalUsd(
  tx: Tx,
  deps: Pick<RatesPorts, 'rates'> & { now: Date },
  { id, userId, netToPay: amount, payoutCurrency: currency, valueUsd }: PaidOrder,
): Promise<Amount<'usd'> | null> {
  await lockSums(tx);
  const sums = await sumsOfDay(tx, deps, [{ userId, amount, currency, valueUsd }], id);
  return sums.get(userId) ?? null;
}
