import type { Tx } from '#server/db/connection.ts';
import { insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import { openStatuses, proofHours } from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason, OrderReasonCode } from '#shared/orders/orders.reasons.ts';
import { languages } from '#shared/reference/languages.ts';
import { orderNotFound, ownOrder, ownOrderDetails } from '../list/orders.lists.service.ts';
import { orderReasonText } from '../orders.mail.templates.ts';
import type { OrdersPorts } from '../orders.ports.ts';
import { listWithoutProof, lockOrder, type LockedOrder } from '../orders.queries.ts';
import { alreadyDecided, hasStatus, moveOrder, receiveProof, receiveScreenshot } from '../orders.service.ts';

/**
 * Adds the proof to an own pending order, the first of two uploads. Refuses with not_found, already_decided, conflict.
 */
export async function attachProof(
  tx: Tx,
  deps: Pick<Platform, 'now'>,
  actor: Actor,
  id: Id<'order'>,
  proof: StoredFile,
): Promise<OrderDetails> {
  const order = await lockOwnPending(tx, actor, id);
  await receiveProof(tx, actor, order, { proof, now: deps.now() });
  await insertFile(tx, proof, { orderId: id });
  return ownOrderDetails(tx, actor, id);
}

/**
 * Adds a screenshot to an open sale that its coins prove, which makes nothing decidable. A picture with the same bytes
 * is added once, and a decided order does not change.
 */
export async function addScreenshot(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  screenshot: StoredFile,
  now: Date,
): Promise<void> {
  const isThere = order.proof?.includes(screenshot.sentHash.toString('hex'));
  if (isThere || !hasStatus(order, ...openStatuses)) return;
  const { id } = order;
  await insertFile(tx, screenshot, { orderId: id });
  await receiveScreenshot(tx, actor, order, now);
}

/**
 * Cancels an own order as long as no proof was sent and no coins are seen for it: nothing has to be paid back. Returns
 * transactionDetails. Refuses with not_found, already_decided and conflict.
 */
export async function cancelOwn(
  deps: Pick<Platform, 'inTx' | 'now'> & OrdersPorts,
  actor: Actor,
  id: Id<'order'>,
): Promise<string> {
  const json = await deps.inTx(async (tx) => {
    const order = await lockOwnPending(tx, actor, id);
    if (order.proofAt) {
      throw new Conflict('conflict', 'order_has_proof');
    }
    if (!(await deps.deposits.release(tx, order))) throw new Conflict('conflict', 'order_has_deposit');
    await moveOrder(tx, actor, order, 'failed', { ...reasonWithParams('cancelled_by_customer'), now: deps.now() });
    return ownOrder({ db: tx }, actor, id);
  });
  deps.orders.bump(actor.userId);
  return json;
}

async function lockOwnPending(tx: Tx, actor: Actor, id: Id<'order'>): Promise<LockedOrder<'pending'>> {
  const order = await lockOrder(tx, id);
  if (order?.userId !== actor.userId) throw orderNotFound();
  if (!hasStatus(order, 'pending')) throw alreadyDecided(order.status);
  return order;
}

/** The record of an order that the product moves: no notes of an administrator, but a reason. */
const reasonWithParams = (reason: OrderReasonCode, params: OrderReason['params'] = {}) => ({
  adminNotes: null,
  adminTransactionId: null,
  because: { reason, params },
});

/**
 * Ends the exchanges whose proof never arrived; one transaction each, so that a failure of one does not stop the
 * others.
 */
export async function failWithoutProof(deps: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
  for (const { id } of await listWithoutProof(deps.db, { dueBefore: deps.now() })) {
    await deps.inTx(async (tx) => {
      const order = await lockOrder(tx, id);
      // A proof may have arrived, or another process been here, since the list was read.
      if (!order || order.proofAt || !hasStatus(order, 'pending')) return;
      const endReason = reasonWithParams('proof_not_received', { hours: proofHours });
      // The order has the reason too, in the language of its customer, beside its history.
      const adminNotes = orderReasonText(
        languages.find(({ code }) => code === order.language)?.code ?? 'en',
        endReason.because,
      );
      await moveOrder(tx, 'system', order, 'failed', { ...endReason, adminNotes, now: deps.now() });
    });
  }
}
