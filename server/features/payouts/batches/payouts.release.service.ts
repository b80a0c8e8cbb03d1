import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { hasStatus, lockOrder, moveOrder } from '#server/features/orders/orders.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNoOwnCase } from '#server/http/guards/guard.ts';
import { requireInstallation } from '#server/installation/installation.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import { filled } from '#shared/kernel/reason.ts';
import { batchNote } from '#shared/orders/orders.batch-note.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { BatchView } from '#shared/payouts/payouts.batches.contract.ts';
import { readBatchLines, type PayoutRow } from '../list/payouts.list.queries.ts';
import { batchDigest, batchReference, moneyText } from '../list/payouts.present.ts';
import { setBatchState } from '../payouts.moves.queries.ts';
import { movePayouts, stageOrders } from '../payouts.service.ts';
import { lockSums } from '../payouts.sums.ts';
import { lockBatch, readBatch, readPayoutFile, setDigest, type BatchRow } from './payouts.batches.queries.ts';
import type { BatchDeps } from './payouts.batches.service.ts';
import { presentBatch, ruleOn } from './payouts.batches.view.service.ts';
import { batchChanged, fileChanged, isOwnFile, writeBatchFile } from './payouts.files.service.ts';
import {
  assertConfirmed,
  assertNotBlocked,
  assertPayable,
  assertSettledAsSigned,
  withSettlementAlarm,
} from './payouts.payable.service.ts';

/**
 * Releases what the digest names: the file that was written when the batch was made, or by hand the lines. State, history and
 * audit are one transaction. By another member where a rule of dual approval asks for one. After its day the file is rewritten
 * for today first, and the release is refused with batch_changed and the new digest: the next one takes it.
 */
export async function releaseBatch(
  deps: BatchDeps,
  actor: Actor,
  id: string,
  { digest, reason }: { digest: string; reason?: string | undefined },
): Promise<BatchView> {
  requireInstallation(deps);
  await deps.deposits.rereadAll((await readBatchLines(deps.db, { batchId: id })).map(({ orderId }) => orderId));
  const work = deps.inTx(async (tx) => {
    const batch = await lockBatch(tx, id);
    await lockSums(tx);
    const lines = await readBatchLines(tx, { batchId: id });
    if (batch.state !== 'prepared') throw new Conflict('conflict', 'payout_batch_moved');
    assertNoOwnCase(actor, lines);
    const now = deps.now();
    const requirePayable = () => {
      for (const line of lines) assertPayable(deps, line, line.attemptDetails, batch.format);
    };
    if (isToBeRewritten(batch, now)) {
      requirePayable();
      return { rewritten: await rewriteFile(tx, batch, lines, now) };
    }
    if (batch.digest !== digest) throw batchChanged();
    await requireSeen(tx, batch, lines);
    await assertNotBlocked(
      tx,
      lines.map((line) => line.id),
    );
    requirePayable();
    await assertSettledAsSigned(tx, lines);
    const isWarned = await assertConfirmed(tx, deps, lines, reason);
    const { needsSecond, isOwn } = await ruleOn(tx, deps, actor, batch, lines, isWarned);
    if (isOwn) throw new Conflict('own_request', 'payout_batch_own');
    await setBatchState(tx, id, 'released', { by: actor.userId, now, needsSecond });
    await movePayouts(tx, actor, lines, 'released', { from: ['batched'], now });
    const { format, count, total, currency } = batch;
    const warned = isWarned && { findings: ['node_away'] as const, reason };
    const details = { format, count, total, currency, needsSecond, digest, ...warned };
    await recordAudit(tx, actor, 'payout_batch.released', { type: 'payout_batch', id }, details);
    return presentBatch(tx, deps, actor, await readBatch(tx, id));
  });
  const released = await withSettlementAlarm(deps, work);
  if ('rewritten' in released)
    throw new Conflict('batch_changed', filled('batch_changed', { digest: released.rewritten }));
  return released;
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** True if the day of a file is over, or it was prepared before files were written so early. */
function isToBeRewritten({ format, sha256, executeOn }: BatchRow, now: Date): boolean {
  return format !== 'by_hand' && (sha256 === null || executeOn < dayOf(now));
}

async function rewriteFile(tx: Tx, batch: BatchRow, lines: readonly PayoutRow[], now: Date): Promise<string> {
  const today = dayOf(now);
  const executeOn = batch.executeOn > today ? batch.executeOn : today;
  const digest = await writeBatchFile(tx, batch, { lines, now, executeOn });
  await setDigest(tx, { id: batch.id, digest, executeOn });
  return digest;
}

/** Refuses a batch that is not what its digest says: a file that is another one or pays something else, or other lines. */
async function requireSeen(tx: Tx, batch: BatchRow, lines: readonly PayoutRow[]): Promise<void> {
  const { id, accountId, format, currency, digest } = batch;
  if (format !== 'by_hand') {
    const file = await readPayoutFile(tx, { batchId: id });
    const isSeen = file?.sha256 === digest && file.signature !== null;
    if (!isSeen || !(await isOwnFile(tx, batch, { file, lines }))) throw batchChanged();
    return;
  }
  const seen = lines.map((line) => ({
    endToEndId: line.endToEndId ?? '',
    amount: moneyText(line.amount, currency),
    payee: line.attemptDetails,
  }));
  if (batchDigest({ accountId, format, currency, lines: seen }) !== digest) throw batchChanged();
}

type SentInput = { bankReference?: string | undefined };

/** The batch was handed to the bank: its orders are completed, unless that waits for the statement. */
export async function markSent(deps: BatchDeps, actor: Actor, id: string, sent: SentInput): Promise<BatchView> {
  return deps.inTx((tx) => sendBatch(tx, deps, actor, id, sent));
}

/** The same as part of a transaction; it locks the batch, then its payouts. */
export async function sendBatch(
  tx: Tx,
  deps: BatchDeps,
  actor: Actor,
  id: string,
  { bankReference }: SentInput = {},
): Promise<BatchView> {
  const batch = await lockBatch(tx, id);
  if (batch.state !== 'released') throw new Conflict('conflict', 'payout_batch_moved');
  const all = await readBatchLines(tx, { batchId: id });
  await requireEvidenceOf(tx, deps, batch, all);
  const lines = all.filter(({ attemptState }) => attemptState === 'open');
  const now = deps.now();
  await sendLines(tx, deps, actor, { batch, lines, now });
  await setBatchState(tx, id, 'sent', { by: actor.userId, now, text: bankReference || null });
  const details = { bankReference: bankReference || null, count: lines.length };
  await recordAudit(tx, actor, 'payout_batch.sent', { type: 'payout_batch', id }, details);
  return presentBatch(tx, deps, actor, await readBatch(tx, id));
}

/** A file is the evidence of its payouts; what is paid by hand needs its own, unless the setting lifts it. */
async function requireEvidenceOf(tx: Tx, deps: BatchDeps, batch: BatchRow, lines: readonly PayoutRow[]): Promise<void> {
  const { id, format } = batch;
  if (format === 'by_hand') {
    if (settingsOf(deps).rules.payoutEvidenceRequired)
      throw new Unprocessable('evidence_missing', 'payout_evidence_by_order');
    return;
  }
  if (!(await isOwnFile(tx, batch, { file: await readPayoutFile(tx, { batchId: id }), lines }))) throw fileChanged();
}

type Sent = { batch: BatchRow; lines: readonly PayoutRow[]; now: Date };

async function sendLines(tx: Tx, deps: BatchDeps, actor: Actor, { batch, lines, now }: Sent): Promise<void> {
  await movePayouts(tx, actor, lines, 'sent', { from: ['released'], withOrders: true, now });
  const waitsForStatement = settingsOf(deps).payouts.completedWhen === 'settled';
  for (const { orderId, kind, status, endToEndId } of lines) {
    if (kind !== 'order' || waitsForStatement || status === 'completed') continue;
    const order = await lockOrder(tx, orderId);
    if (!order || !hasStatus(order, ...openStatuses)) throw new Conflict('conflict', 'payout_changed');
    const adminNotes = order.adminNotes ? null : batchNote(batchReference(batch.seq));
    const record = { adminNotes, adminTransactionId: endToEndId, isForTeam: true };
    await moveOrder(tx, actor, order, 'completed', record, now);
  }
  await stageOrders(tx, actor, lines, now);
}
