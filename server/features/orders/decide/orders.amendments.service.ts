import type { Tx } from '#server/db/connection.ts';
import { inBatch } from '#server/db/query.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { idempotentCommand, insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase, assertPermission, assertStepUp } from '#server/http/guards/guard.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { jsonText, type JsonText } from '#server/http/reply.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { namesTransaction, type AmendmentInput } from '#shared/orders/orders.review.ts';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import { adminOrder, orderNotFound } from '../list/orders.lists.service.ts';
import { findByReference, insertAmendment } from '../list/orders.review.queries.ts';
import type { OrdersDeps } from '../orders.ports.ts';
import { lockOrder, type LockedOrder } from '../orders.queries.ts';
import { sendMoneyBack } from './orders.money-back.service.ts';

type Amendment = AmendmentInput & { screenshots: readonly StagedFile[]; stepUpToken: string | undefined; call: Call };

/**
 * Adds a note, evidence, screenshots or a reversal to a decided order, or sends money of a refused exchange back.
 * Refuses with not_permitted, step_up_required, not_found, own_case, conflict, file_missing, invalid_input; a refusal
 * stores nothing.
 */
export async function amendOrder(
  deps: OrdersDeps,
  actor: Actor,
  id: Id<'order'>,
  { screenshots, stepUpToken: token, call, ...amendment }: Amendment,
  idempotency: Idempotency<JsonText | PendingApproval>,
): Promise<Outcome<JsonText | PendingApproval>> {
  const isMoneyBack = amendment.kind === 'money_back';
  assertPermission(actor, isMoneyBack ? 'payouts.release' : 'orders.decide');
  if (isMoneyBack && !call.approved) await assertStepUp(deps.sessions, actor, { asked: true, token });
  if (amendment.kind === 'screenshot' && screenshots.length === 0)
    throw wrongField('payoutFiles', 'amendment_screenshot_required', 'file_missing');
  const uploads = { files: screenshots, purpose: 'payout_screenshot', ownerId: null } as const;
  return idempotentCommand(deps, { idempotency, uploads }, async (tx, storedFiles) =>
    amend(tx, deps, actor, { id, amendment, stored: storedFiles, call }),
  );
}

type AmendmentRequest = {
  id: Id<'order'>;
  amendment: AmendmentInput;
  stored: readonly StoredFile[];
  call: Call;
};

async function amend(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  { id, amendment, stored, call }: AmendmentRequest,
): Promise<JsonText | PendingApproval> {
  const order = await lockOrder(tx, id);
  if (!order) throw orderNotFound();
  assertNotOwnCase(actor, order.userId);
  if (isOpen(order)) throw new Conflict('conflict', 'order_still_open');
  const { kind, note, linkedReference, amount, accountId } = amendment;
  const linkedOrderId =
    kind === 'reversal' && linkedReference ? (await findByReference(tx, { reference: linkedReference }))?.id : null;
  if (linkedOrderId === undefined || linkedOrderId === id)
    throw wrongField('linkedReference', 'linked_order_not_found');
  const transactionId = transactionIdOf(order, amendment);
  const { userId, status, version } = order;
  for (const file of stored) await insertFile(tx, file, { orderId: id, ownerId: userId });
  if (kind === 'money_back') {
    const pendingApproval = await sendMoneyBack(tx, deps, actor, order, { ...amendment, call });
    if (pendingApproval) return pendingApproval;
  }
  if (kind === 'reversal' && status === 'completed') await deps.reversePayout(tx, actor, order, deps.now());
  await inBatch(tx, async (all) => {
    const row = { orderId: id, at: deps.now(), actorId: actor.userId, kind, note, transactionId, linkedOrderId };
    await insertAmendment(all, row);
    const paidAmount = kind === 'money_back' && { amount, currency: order.fromCurrency, accountId: accountId ?? null };
    const details = { kind, transactionId, linkedOrderId, screenshots: stored.length, ...paidAmount };
    await recordAudit(all, actor, 'transaction.amended', { type: 'transaction', id }, details);
    await publish(all, { kind: 'order_changed', id, userId, status, version });
  });
  return jsonText(await adminOrder({ ...deps, db: tx }, id));
}

/** An on-chain id is stored in its coin's one spelling, as a decision stores it. */
function transactionIdOf({ cryptoId }: LockedOrder, { kind, transactionId }: AmendmentInput): string | null {
  if (!namesTransaction(kind) || !transactionId) return null;
  return (cryptoId && normalizeTxHash(cryptoId, transactionId)) || transactionId;
}
