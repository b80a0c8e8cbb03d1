import type { Tx } from '#server/db/connection.ts';
import { runBatch } from '#server/db/statements.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { Invalid } from '#server/http/refusal.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { coinById, normalizeTxHash } from '#shared/reference/coins.ts';
import { orderNotFound } from './orders.lists.service.ts';
import { isHashTaken, lockOrder, setTransactionHash } from './orders.queries.ts';
import { alreadyDecided, hashTaken, hasStatus, refuseTakenHash } from './orders.service.ts';

/** A hash in its coin's one spelling; a coin that was added later has no form to check against. Refuses with invalid_input. */
export function requireHash(cryptoId: string, text: string): string {
  const hash = coinById(cryptoId) ? normalizeTxHash(cryptoId, text) : text;
  if (hash) return hash;
  const reason = 'transaction_hash_invalid';
  throw new Invalid('invalid_input', reason, { fields: { transactionHash: reason } });
}

/**
 * Notes the transaction that the customer says paid for the own open sale. Refuses with not_found for a stranger's and
 * for an exchange, already_decided, and hash_used.
 */
export async function nameTransaction(tx: Tx, actor: Actor, id: string, hash: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, id);
  if (order?.userId !== actor.userId || order.cryptoId === null) throw orderNotFound();
  if (!hasStatus(order, ...openStatuses)) throw alreadyDecided(order.status);
  if (await isHashTaken(tx, order.cryptoId, hash, id)) throw hashTaken('transactionHash');
  const version = await setTransactionHash(tx, id, hash, now).catch(refuseTakenHash);
  if (version === undefined) return;
  const { userId, status } = order;
  await runBatch(tx, async (all) => {
    await recordAudit(all, actor, 'transaction.hash_named', { type: 'transaction', id }, { transactionHash: hash });
    await publish(all, { kind: 'order_changed', id, userId, status, version });
  });
}
