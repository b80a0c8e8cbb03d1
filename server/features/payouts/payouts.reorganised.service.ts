import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal } from '#shared/kernel/money.ts';
import { reorganisedReason } from '#shared/payouts/payouts.lifecycle.ts';
import { lockBatch } from './batches/payouts.batches.queries.ts';
import { voidBatch } from './batches/payouts.batches.service.ts';
import { lockPayoutOfOrder, readBatchLines, type PayoutRow } from './list/payouts.list.queries.ts';
import { batchReference, moneyText } from './list/payouts.present.ts';
import { findPayoutOf } from './payouts.entries.queries.ts';
import { setPayoutAmount, setPayoutApproval } from './payouts.queries.ts';
import { auditedPayout, payoutSubject, movePayouts } from './payouts.service.ts';

const isHeldFor = ({ state, reason }: Pick<PayoutRow, 'state' | 'reason'>) =>
  state === 'held' && reason === reorganisedReason;

/** `held` where nothing is owed any more; `paid` where the money has left or may have: nothing is undone then. */
export type ReorganisedState = 'none' | 'held' | 'paid';

/**
 * Holds the payout of an order whose coins a reorganisation took, until it is settled again; a prepared batch with it
 * is cancelled and its maker mailed. Call it before anything else locks the order; the caller writes the stage.
 */
export async function holdReorganised(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  orderId: Id<'order'>,
): Promise<ReorganisedState> {
  const existingPayout = await findPayoutOf(tx, { orderId });
  // The other orders of its batch are locked with it in the order of their ids, as every transaction does.
  if (existingPayout?.state === 'batched' && existingPayout.batchId !== null)
    await lockBatch(tx, existingPayout.batchId);
  const payout = await lockPayoutOfOrder(tx, orderId);
  if (!payout || payout.state === 'cancelled') return 'none';
  if (payout.status === 'completed' || !['due', 'held', 'batched'].includes(payout.state)) return 'paid';
  const at = now();
  if (payout.state === 'batched' && payout.batchId !== null) {
    const batch = await lockBatch(tx, payout.batchId);
    const lines = await readBatchLines(tx, { batchId: batch.id });
    const heldLines = lines.filter(({ id }) => id === payout.id);
    const end = { to: 'cancelled', reason: reorganisedReason, withOrders: true, now: at } as const;
    const audited = await voidBatch(tx, 'system', { id: batch.id, lines, held: heldLines, ...end });
    await recordAudit(tx, 'system', 'payout_batch.cancelled', { type: 'payout_batch', id: batch.id }, audited);
    await mailMaker(tx, batch);
  } else {
    const move = { from: ['due', 'held'], reason: reorganisedReason, withOrders: true, now: at } as const;
    await movePayouts(tx, 'system', [payout], 'held', move);
    const audited = { ...auditedPayout(payout), because: reorganisedReason } as const;
    await recordAudit(tx, 'system', 'payout.held', payoutSubject(payout), audited);
  }
  return 'held';
}

/** Mails the member who made a batch that it was cancelled: its reference and why, no sum. */
async function mailMaker(tx: Tx, { madeBy, seq }: { madeBy: Id<'user'>; seq: number }): Promise<void> {
  await notifyTeam(tx, { template: 'batch_cancelled', data: { batch: batchReference(seq) }, only: [madeBy] });
}

/** Refuses with payout_batched while the payout of an order is in a batch or released; the order is locked. */
export async function assertNotBeingPaid(tx: Tx, orderId: Id<'order'>): Promise<void> {
  const payout = await lockPayoutOfOrder(tx, orderId);
  if (payout?.state === 'batched' || payout?.state === 'released')
    throw new Conflict('payout_batched', 'payout_batched');
}

/**
 * Sets and signs the amount of a payout that was held until its order, which is locked, was settled again after a
 * reorganisation; the approval of the order releases it. A payout that the product did not sign stays as it is. Refuses
 * with payout_batched while it is in a batch or released.
 */
export async function resumeReorganised(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  orderId: Id<'order'>,
  net: string,
): Promise<void> {
  await assertNotBeingPaid(tx, orderId);
  const payout = await lockPayoutOfOrder(tx, orderId);
  if (!payout || !isHeldFor(payout) || !isSignedRow(signedTables.payout, payout)) return;
  const amount = moneyText(net, payout.currency);
  if (decimal(amount).eq(payout.amount)) return;
  const signature = signRow(signedTables.payout, { ...payout, amount });
  await setPayoutAmount(tx, { id: payout.id, amount, signature, now: now() });
  const audited = { ...auditedPayout(payout), amount, currency: payout.currency };
  await recordAudit(tx, 'system', 'payout.amount_changed', payoutSubject(payout), audited);
}

/** True if approving an order releases its payout, which was held until the order is settled again. */
export const isApprovedAgain = (payout: PayoutRow, netToPay: string): boolean =>
  isHeldFor(payout) && decimal(payout.amount).eq(netToPay);

/** Makes the held payout of an order that was settled again due, approved by `approver`. */
export async function approveAgain(
  tx: Tx,
  actor: Actor,
  payout: PayoutRow,
  { approver, now }: { approver: Actor; now: Date },
): Promise<void> {
  await movePayouts(tx, actor, [payout], 'due', { from: ['held'], withOrders: true, now });
  await setPayoutApproval(tx, { id: payout.id, by: approver.userId, now });
}
