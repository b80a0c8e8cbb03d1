import type { Tx } from '#server/db/connection.ts';
import { inBatch } from '#server/db/query.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { coinById, normalizeTxHash } from '#shared/reference/coins.ts';
import { orderNotFound } from '../list/orders.lists.service.ts';
import { countRenames, listHashUses, lockHash, setTransactionHash } from '../orders.hash.queries.ts';
import type { NamedSale, OrdersDeps } from '../orders.ports.ts';
import { lockOrder } from '../orders.queries.ts';
import { alreadyDecided, hashTaken, hasStatus } from '../orders.service.ts';

/**
 * Returns a hash in the one spelling of its coin; an added coin has no form to check against. Refuses with
 * invalid_input.
 */
export function requireHash(cryptoId: string, text: string): string {
  const hash = coinById(cryptoId) ? normalizeTxHash(cryptoId, text) : text;
  if (hash) return hash;
  throw wrongField('transactionHash', 'transaction_hash_invalid');
}

/** Reads a transaction that another order names from its chain: one of its outputs may pay the next sale as well. */
export async function readIfNamed(deps: OrdersDeps, cryptoId: string, hash: string | null): Promise<void> {
  if (hash && (await listHashUses(deps.db, { cryptoId, hash, exceptId: null })).length > 0)
    await deps.deposits.readTransaction(cryptoId, hash);
}

/**
 * Refuses with hash_used a transaction that settled an order, and one that this customer named for another live order,
 * unless the chain shows an output for this order too. One that another customer named is contested, and not refused.
 */
export async function assertOutput(tx: Tx, deps: OrdersDeps, sale: NamedSale): Promise<void> {
  const uses = await lockHash(tx, { cryptoId: sale.coinId, hash: sale.hash, exceptId: sale.orderId });
  const isSettlement = uses.some(({ use }) => use === 'settlement');
  const isOwn = uses.some(({ userId }) => userId === sale.userId);
  if (isSettlement || (isOwn && !(await deps.deposits.hasFreeOutput(tx, sale)))) throw hashTaken('transactionHash');
}

/** Number of corrections: enough for a mistake, too few to try the transactions of others. */
const maxRenames = 5;

/** Stores a sale's claimed transaction. Refuses with not_found, already_decided, hash_used, conflict after too many. */
export async function nameTransaction(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  sale: NamedSale & { orderId: Id<'order'> },
): Promise<void> {
  const { orderId: id, hash } = sale;
  const order = await lockOrder(tx, id);
  if (order?.userId !== sale.userId || order.cryptoId === null) throw orderNotFound();
  if (!hasStatus(order, ...openStatuses)) throw alreadyDecided(order.status);
  const from = order.transactionHash ?? undefined;
  if (from === hash) return;
  if (from && (await countRenames(tx, { id })).count >= maxRenames) {
    const reason = 'transaction_hash_renamed';
    throw new Conflict('conflict', reason, { fields: { transactionHash: reason } });
  }
  await assertOutput(tx, deps, sale);
  const version = await setTransactionHash(tx, order, { hash, now: deps.now() });
  if (version === undefined) return;
  const { userId, status } = order;
  await inBatch(tx, async (all) => {
    await recordAudit(all, actor, 'transaction.hash_named', { type: 'transaction', id }, { from, to: hash });
    await publish(all, { kind: 'order_changed', id, userId, status, version });
  });
}
