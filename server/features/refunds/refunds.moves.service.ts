import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { post } from '#server/features/book/book.service.ts';
import { lockOrder, writeStage, type LockedOrder } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { refundSent, reversalOf, type Author } from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, toText, zero, type Amount, type Decimal } from '#shared/kernel/money.ts';
import { shortened, type RefundMovesTo, type RefundState } from '#shared/orders/orders.refund.ts';
import { feeCoinOf } from '#shared/reference/chains.ts';
import { reopenTransferOf } from './refunds.coins.queries.ts';
import { enterCancelled } from './refunds.coins.service.ts';
import { findRefund, lockRefund, writeRefund, type RefundChange, type RefundRow } from './refunds.queries.ts';

/** The refusal of an action on a refund that does not exist. */
export const notFound = () => new NotFound('refund_not_found');

/** Subject of an audit entry about a refund. */
export const subjectOf = ({ id }: { id: Id<'refund'> }) => ({ type: 'refund', id }) as const;

/** Path of the page on which the customer follows a refund. */
export const pathOf = ({ orderId, id }: Pick<RefundRow, 'orderId' | 'id'>): string =>
  orderId === null ? `/refunds?refund=${id}` : `/transactions?tx=${orderId}`;

/** Notifies the customer and the team that a refund has changed. */
export async function publishRefund(tx: Tx, { userId, orderId }: RefundRow): Promise<void> {
  await publish(tx, { kind: 'deposit_changed', userId, quoteId: null, orderId });
  await publish(tx, { kind: 'unmatched_changed' });
}

/** An address in the spelling of its chain, with its tag. */
export type Target = { address: string; tag: string | null };

/** A refund and its order, undefined for coins of none, under their locks. */
export type LockedRefund<State extends RefundState = RefundState> = {
  row: RefundRow<State>;
  order: LockedOrder | undefined;
};

/** Locks an order, then its refund, like every decision about an order, and returns both. */
export async function lockWithOrder(tx: Tx, id: Id<'refund'>): Promise<LockedRefund | undefined> {
  const knownRefund = await findRefund(tx, { id });
  const orderId = knownRefund?.orderId ?? null;
  const order = orderId === null ? undefined : await lockOrder(tx, orderId);
  const row = await lockRefund(tx, { id });
  return row && { row, order };
}

type Mover = Actor | 'system';

/** Returns the details of a refund for each of its audit entries. */
export const auditedRefund = ({ amount, cryptoId: coin, orderId }: RefundRow) => ({
  amount: toText(decimal(amount)),
  coin,
  orderId,
});

/** Writes the stage of a refused order, which follows its refunds. */
export async function stageOrder(tx: Tx, actor: Mover, { orderId }: RefundRow, now: Date): Promise<void> {
  if (orderId !== null) await writeStage(tx, actor, [orderId], now);
}

/** True for a refund in one of these states; only such a one is accepted by a move from them. */
export function hasState<State extends RefundState>(
  row: RefundRow,
  ...states: readonly State[]
): row is RefundRow<State> {
  return states.some((state) => state === row.state);
}

/** Returns a refund in one of these states. Refuses with already_decided one that has moved on. */
export function requireState<State extends RefundState>(row: RefundRow, ...states: readonly State[]): RefundRow<State> {
  if (!hasState(row, ...states)) throw new Conflict('already_decided', 'refund_decided');
  return row;
}

/** Changes a refund with the stage of its order and an event. */
async function changeRefund(
  tx: Tx,
  actor: Mover,
  refund: RefundRow,
  change: RefundChange,
  now: Date,
): Promise<RefundRow> {
  const after = await writeRefund(tx, refund, change);
  await publishRefund(tx, after);
  await stageOrder(tx, actor, after, now);
  return after;
}

/**
 * The only way to change the state of a refund. Coins that move with it are entered by the function of the move.
 */
async function moveRefund<To extends RefundState>(
  tx: Tx,
  actor: Mover,
  refund: RefundRow<RefundMovesTo<To>>,
  to: To,
  { now, ...change }: Omit<RefundChange, 'state'> & { now: Date },
): Promise<RefundRow> {
  return changeRefund(tx, actor, refund, { ...change, state: to }, now);
}

/** Returns actor and moment of an entry of the book. */
export const authorOf = (actor: Mover, at: Date, reason: string | null = null): Author => ({
  at,
  actorId: actor === 'system' ? null : actor.userId,
  reason,
});

/** Stores the address that the customer of a refund confirmed. */
export async function setAddress(
  tx: Tx,
  actor: Actor,
  row: RefundRow<'due'>,
  target: Target,
  now: Date,
): Promise<RefundRow> {
  const after = await changeRefund(tx, actor, row, { ...target, addressSetAt: now }, now);
  const details = { ...auditedRefund(after), address: shortened(target.address) };
  await recordAudit(tx, actor, 'refund.address_set', subjectOf(after), details);
  return after;
}

/** Approves a refund, which fixes its address; the coins stay set aside. */
export async function approve(tx: Tx, actor: Actor, row: RefundRow<'due'>, now: Date): Promise<RefundRow> {
  return moveRefund(tx, actor, row, 'approved', { approvedAt: now, approvedBy: actor.userId, now });
}

/**
 * Marks a refund as sent and books its coins out; the network fee is a cost of the business unless the customer bears
 * it.
 */
export async function send(
  tx: Tx,
  actor: Actor,
  row: RefundRow<'approved'>,
  { txHash, networkFee }: { txHash: string; networkFee: Decimal | null },
  now: Date,
): Promise<RefundRow> {
  const change = {
    txHash,
    networkFee: networkFee && toText(networkFee),
    sentAt: now,
    sentBy: actor.userId,
    now,
  };
  const after = await moveRefund(tx, actor, row, 'sent', change);
  const { id: refundId, orderId, cryptoId: coin, amount } = after;
  const isCost = networkFee !== null && networkFee.gt(zero) && row.feeBy === 'desk';
  const fee = isCost ? { coin: feeCoinOf(coin), amount: toText(networkFee) } : null;
  await post(tx, [refundSent({ refundId, orderId, coin, amount }, fee, authorOf(actor, now))]);
  return after;
}

type ChainFinding = Pick<RefundChange, 'finding' | 'seenHeight'>;

/** Marks a refund as confirmed: its transaction is final on the chain, or a member confirms it if no chain is read. */
export async function confirm(
  tx: Tx,
  actor: Mover,
  row: RefundRow<'sent'>,
  finding: ChainFinding,
  now: Date,
): Promise<RefundRow> {
  return moveRefund(tx, actor, row, 'confirmed', { ...finding, confirmedAt: now, now });
}

/** Marks a refund as sent again, because a reorganisation took the block of its transaction. */
export async function unconfirm(
  tx: Tx,
  row: RefundRow<'confirmed'>,
  finding: ChainFinding,
  now: Date,
): Promise<RefundRow> {
  return moveRefund(tx, 'system', row, 'sent', { ...finding, confirmedAt: null, now });
}

/** Makes a refund due again that was not sent, or whose hash is wrong; its coins are set aside again. */
export async function reset(
  tx: Tx,
  actor: Actor,
  row: RefundRow<'approved' | 'sent'>,
  { reason, now }: { reason: string; now: Date },
): Promise<RefundRow> {
  const unapprovedFields = { approvedAt: null, approvedBy: null };
  const unsentFields = { sentAt: null, sentBy: null, txHash: null, networkFee: null };
  const unseenFields = { finding: null, seenHeight: null, searchedHeight: null };
  const after = await moveRefund(tx, actor, row, 'due', { ...unapprovedFields, ...unsentFields, ...unseenFields, now });
  if (row.state === 'sent') await post(tx, [reversalOf('refund.sent', row.id, authorOf(actor, now, reason))]);
  return after;
}

/** Cancels a refund: its coins return to the place where a member decides on them. */
export async function cancel(
  tx: Tx,
  actor: Actor,
  { row, order }: LockedRefund<RefundMovesTo<'cancelled'>>,
  { reason, now }: { reason: string; now: Date },
): Promise<RefundRow> {
  const change = { cancelledAt: now, cancelledBy: actor.userId, now };
  const after = await moveRefund(tx, actor, row, 'cancelled', change);
  await enterCancelled(tx, after, order, authorOf(actor, now, reason));
  await reopenTransferOf(tx, { refundId: after.id, now });
  return after;
}

/** Returns the amount that is sent and has to arrive: without the network fee if the customer bears it. */
export function sentAmountOf({ amount, cryptoId, networkFee, feeBy }: RefundRow): Amount<'coin'> {
  const fullAmount = amountOf('coin', amount, cryptoId);
  return feeBy === 'customer' && networkFee !== null
    ? fullAmount.minus(amountOf('coin', networkFee, cryptoId))
    : fullAmount;
}
