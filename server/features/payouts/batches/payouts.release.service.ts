import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { hasStatus, lockOrder, moveOrder, moveStages } from '#server/features/orders/orders.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNoOwnCase } from '#server/http/guards/guard.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { requireInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { payoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import type { BatchView } from '#shared/payouts/payouts.batches.contract.ts';
import type { FileFormat } from '#shared/payouts/payouts.lifecycle.ts';
import { holdAccount } from '../accounts/payouts.accounts.queries.ts';
import { fileOf } from '../files/payouts.file.ts';
import { readBatchLines, type PayoutRow } from '../list/payouts.list.queries.ts';
import { batchDigest, batchReference, moneyText, payeeOf, sumText } from '../list/payouts.present.ts';
import { setBatchState, sha256Hex } from '../payouts.queries.ts';
import { movePayouts } from '../payouts.service.ts';
import { lockSums } from '../payouts.sums.ts';
import { lockBatch, readBatch, readPayoutFile, storePayoutFile, type BatchRow } from './payouts.batches.queries.ts';
import { assertOwed, assertPayable, type BatchDeps } from './payouts.batches.service.ts';
import { presentBatch, ruleOn } from './payouts.batches.view.service.ts';

/**
 * Releases what the digest names: state, file, history and audit in one transaction, so that a crash leaves the batch
 * prepared without a file, or released with it. By another member where a rule of dual approval asks for one.
 */
export async function releaseBatch(
  deps: BatchDeps,
  actor: Actor,
  id: string,
  { digest }: { digest: string },
): Promise<BatchView> {
  requireInstallation(deps);
  return deps.inTx(async (tx) => {
    const batch = await lockBatch(tx, id);
    await lockSums(tx);
    const lines = await readBatchLines(tx, id);
    if (batch.state !== 'prepared') throw new Conflict('conflict', 'payout_batch_moved');
    const { accountId, format, currency } = batch;
    const seen = lines.map((line) => ({
      endToEndId: line.endToEndId ?? '',
      amount: moneyText(line.amount, currency),
      payee: line.attemptDetails,
    }));
    const now = deps.now();
    if (batchDigest({ accountId, format, currency, lines: seen }) !== digest || batch.digest !== digest)
      throw new Conflict('batch_changed', 'batch_changed');
    assertNoOwnCase(actor, lines);
    const ids = lines.map((line) => line.id);
    await assertOwed(tx, ids);
    for (const line of lines) assertPayable(deps, line, line.attemptDetails, format);
    const { needsSecond, isOwn } = await ruleOn(tx, deps, actor, batch, lines);
    if (isOwn) throw new Conflict('own_request', 'payout_batch_own');
    if (format !== 'by_hand') await writeFile(tx, batch, { format, lines, now });
    await setBatchState(tx, id, 'released', { by: actor.userId, now, needsSecond });
    await movePayouts(tx, actor, lines, 'released', { from: ['batched'], stage: 'released', now });
    const { count, total } = batch;
    const released = { format, count, total, currency, digest, needsSecond };
    await recordAudit(tx, actor, 'payout_batch.released', { type: 'payout_batch', id }, released);
    return presentBatch(tx, deps, actor, await readBatch(tx, id));
  });
}

type File = { format: FileFormat; lines: readonly PayoutRow[]; now: Date };

async function writeFile(
  tx: Tx,
  { id, seq, accountId, currency, executeOn, total }: BatchRow,
  { format, lines, now }: File,
) {
  const account = accountId === null ? undefined : await holdAccount(tx, accountId);
  if (!account || !isSignedRow(signedTables.deskAccount, account)) throw new Conflict('batch_changed', 'batch_changed');
  const transfers = lines.map((line) => ({
    endToEndId: line.endToEndId ?? '',
    reference: line.reference,
    amount: moneyText(line.amount, currency),
    currency,
    payee: payeeOf(line.attemptDetails),
  }));
  const amounts = transfers.map(({ amount }) => amount);
  const sum = sumText(amounts, currency);
  if (sum !== moneyText(total, currency)) throw new Conflict('batch_changed', 'batch_changed');
  const shape = account.shape === null ? null : payoutShape.parse(account.shape);
  if (format === 'csv' && shape === null) throw new Unprocessable('payee_blocked', 'payout_profile_missing');
  // A release after the day that was asked for moves it.
  const today = now.toISOString().slice(0, 10);
  const day = executeOn > today ? executeOn : today;
  const file = fileOf(
    format,
    { reference: batchReference(seq), currency, total: sum, executeOn: day, at: now, account, lines: transfers },
    shape,
  );
  await storePayoutFile(tx, id, file.bytes, sha256Hex(file.bytes), file.name);
}

/** The file of a batch as it was released: never another one. */
export async function batchFile(
  deps: BatchDeps,
  actor: Actor,
  id: string,
): Promise<{ file: FileAnswer; sha256: string }> {
  const batch = await readBatch(deps.db, id);
  const stored = batch.state === 'withdrawn' ? undefined : await readPayoutFile(deps.db, id);
  if (!stored) throw new NotFound('payout_file_not_found');
  const { bytes, sha256, fileName } = stored;
  if (sha256Hex(bytes) !== sha256) throw fileChanged();
  await deps.inTx((tx) =>
    recordAudit(tx, actor, 'payout_batch.downloaded', { type: 'payout_batch', id }, { fileName, sha256 }),
  );
  const type = fileName.endsWith('.xml') ? 'application/xml' : 'text/csv';
  return { file: { bytes, size: bytes.length, type, downloadName: fileName, inline: false }, sha256 };
}

const fileChanged = () => new Conflict('file_changed', 'file_changed');

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
  await requireEvidenceOf(tx, deps, batch);
  const lines = (await readBatchLines(tx, id)).filter(({ attemptState }) => attemptState === 'open');
  const now = deps.now();
  await sendLines(tx, deps, actor, { batch, lines, now });
  await setBatchState(tx, id, 'sent', { by: actor.userId, now, text: bankReference || null });
  const details = { bankReference: bankReference || null, count: lines.length };
  await recordAudit(tx, actor, 'payout_batch.sent', { type: 'payout_batch', id }, details);
  return presentBatch(tx, deps, actor, await readBatch(tx, id));
}

/** A file is the evidence of its payouts; what is paid by hand needs its own, unless the setting lifts it. */
async function requireEvidenceOf(tx: Tx, deps: BatchDeps, { id, format }: BatchRow): Promise<void> {
  if (format === 'by_hand') {
    if (settingsOf(deps).rules.payoutEvidenceRequired)
      throw new Unprocessable('evidence_missing', 'payout_evidence_by_order');
    return;
  }
  const file = await readPayoutFile(tx, id);
  if (!file || sha256Hex(file.bytes) !== file.sha256) throw fileChanged();
}

type Sent = { batch: BatchRow; lines: readonly PayoutRow[]; now: Date };

async function sendLines(tx: Tx, deps: BatchDeps, actor: Actor, { batch, lines, now }: Sent): Promise<void> {
  await movePayouts(tx, actor, lines, 'sent', { from: ['released'], now });
  const waitsForStatement = settingsOf(deps).payouts.completedWhen === 'settled';
  const staying: string[] = [];
  for (const { orderId, kind, status, endToEndId } of lines) {
    if (kind !== 'order') continue;
    if (waitsForStatement || status === 'completed') {
      staying.push(orderId);
      continue;
    }
    const order = await lockOrder(tx, orderId);
    if (!order || !hasStatus(order, ...openStatuses)) throw new Conflict('conflict', 'payout_changed');
    const adminNotes = order.adminNotes ? null : `Paid in batch ${batchReference(batch.seq)}`;
    await moveOrder(tx, actor, order, 'completed', { adminNotes, adminTransactionId: endToEndId, stage: 'sent' }, now);
  }
  if (staying.length > 0) await moveStages(tx, actor, staying, 'sent', now);
}
