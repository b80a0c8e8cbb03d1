import type { Tx } from '#server/db/connection.ts';
import { insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import { proofHours } from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason, OrderReasonCode } from '#shared/orders/orders.reasons.ts';
import { orderNotFound, ownOrder, ownOrderDetails } from '../list/orders.lists.service.ts';
import type { OrdersPorts } from '../orders.ports.ts';
import { listWithoutProof, lockOrder, type LockedOrder } from '../orders.queries.ts';
import { alreadyDecided, hasStatus, moveOrder, receiveProof } from '../orders.service.ts';
import { newOrderRecipient } from './orders.opening.service.ts';

/** Adds the proof to an own pending order, the first of two uploads. Refuses: not_found, already_decided, conflict. */
export async function attachProof(
  tx: Tx,
  deps: Pick<Platform, 'now' | 'env'> & SettingsPorts,
  actor: Actor,
  id: string,
  proof: StoredFile,
): Promise<OrderDetails> {
  const order = await lockOwnPending(tx, actor, id);
  await receiveProof(tx, actor, order, { proof, now: deps.now(), adminEmail: newOrderRecipient(deps) });
  await insertFile(tx, proof, { orderId: id });
  return ownOrderDetails(tx, actor, id);
}

/** Cancels an exchange of the caller as long as no proof was sent: nothing has to be paid back. Returns transactionDetails. */
export async function cancelOwn(
  deps: Pick<Platform, 'inTx' | 'now'> & OrdersPorts,
  actor: Actor,
  id: string,
): Promise<string> {
  const json = await deps.inTx(async (tx) => {
    const order = await lockOwnPending(tx, actor, id);
    if (order.proofAt) {
      throw new Conflict('conflict', 'order_has_proof');
    }
    await moveOrder(tx, actor, order, 'failed', because('cancelled_by_customer'), deps.now());
    return ownOrder({ db: tx }, actor, id);
  });
  deps.orders.bump(actor.userId);
  return json;
}

async function lockOwnPending(tx: Tx, actor: Actor, id: string): Promise<LockedOrder<'pending'>> {
  const order = await lockOrder(tx, id);
  if (order?.userId !== actor.userId) throw orderNotFound();
  if (!hasStatus(order, 'pending')) throw alreadyDecided(order.status);
  return order;
}

/** What the product writes on an order that no administrator decided. */
const because = (reason: OrderReasonCode, params: OrderReason['params'] = {}) => ({
  adminNotes: null,
  adminTransactionId: null,
  because: { reason, params },
});

/** Ends the exchanges whose proof never came; one transaction each, so that a failure of one does not stop the others. */
export async function failWithoutProof(deps: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
  for (const id of await listWithoutProof(deps.db, deps.now())) {
    await deps.inTx(async (tx) => {
      const order = await lockOrder(tx, id);
      // A proof may have come, or another process been here, since the list was read.
      if (!order || order.proofAt || !hasStatus(order, 'pending')) return;
      await moveOrder(tx, 'system', order, 'failed', because('proof_not_received', { hours: proofHours }), deps.now());
    });
  }
}
