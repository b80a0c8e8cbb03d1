import type { Tx } from '#server/db/connection.ts';
import { act, type Acting, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { hasStatus, lockOrder, moveOrder } from '#server/features/orders/orders.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { batchNote } from '#shared/orders/orders.batch-note.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import * as contract from '#shared/payouts/payouts.batches.contract.ts';
import type { BatchView } from '#shared/payouts/payouts.batches.contract.ts';
import { readBatchLines, type PayoutRow } from '../list/payouts.list.queries.ts';
import { batchReference } from '../list/payouts.present.ts';
import { setBatchState } from '../payouts.moves.queries.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { movePayouts, stageOrders } from '../payouts.service.ts';
import { lockBatch, readBatch, readPayoutFile, type BatchRow } from './payouts.batches.queries.ts';
import { voidBatch } from './payouts.batches.service.ts';
import { presentBatch } from './payouts.batches.view.service.ts';
import { fileChanged, isOwnFile } from './payouts.files.service.ts';

/** A batch with its lines, as they were frozen when it was made. */
export type LockedBatch = { batch: BatchRow; lines: readonly PayoutRow[] };

const batchMoved = () => new Conflict('conflict', 'payout_batch_moved');

/** Locks a batch and its lines. Refuses with not_found. */
async function lockWithLines(tx: Tx, id: Id<'payoutBatch'>): Promise<LockedBatch> {
  return { batch: await lockBatch(tx, id), lines: await readBatchLines(tx, { batchId: id }) };
}

export const batchRow: ActionRow<PayoutsDeps, LockedBatch, BatchView, { id: Id<'payoutBatch'> }> = {
  lock: (tx, { id }) => lockWithLines(tx, id),
  missing: 'payout_batch_not_found',
  ownersOf: ({ lines }) => lines.map(({ userId }) => userId),
  state: { of: ({ batch }) => batch.state, decided: batchMoved },
  present: async ({ batch }, { tx, deps, actor }) => presentBatch(tx, deps, actor, await readBatch(tx, batch.id)),
};

/** Refuses where a line was paid by hand since: the batch then stays. */
function assertUnpaid({ row: { lines } }: { row: LockedBatch }): void {
  if (lines.some(({ attemptState }) => attemptState !== 'open')) throw batchMoved();
}

/** Cancels a batch that is not released: its payouts are due again. */
export const cancelBatch = act(contract.cancelBatch, batchRow, {
  check: assertUnpaid,
  apply: async ({ tx, actor, row, now }) => {
    const batchEnd = { id: row.batch.id, to: 'cancelled', lines: row.lines, held: [], reason: null, now } as const;
    return { row, details: await voidBatch(tx, actor, batchEnd) };
  },
});

/** Refuses to release a batch: the payouts that are named are held. */
const refuse = act(contract.refuseBatch, batchRow, {
  check: assertUnpaid,
  apply: async ({ tx, actor, row, body: { reason, payoutIds = [] }, now }) => {
    const { batch, lines } = row;
    const heldLines = lines.filter(({ id }) => payoutIds.includes(id));
    return {
      row,
      details: await voidBatch(tx, actor, { id: batch.id, to: 'cancelled', lines, held: heldLines, reason, now }),
    };
  },
});

/** Withdraws a batch whose file was not given to the bank: its payouts are held. */
const withdraw = act(contract.withdrawBatch, batchRow, {
  check: assertUnpaid,
  apply: async ({ tx, actor, row, body: { reason }, now }) => {
    const { batch, lines } = row;
    const batchEnd = { id: batch.id, to: 'withdrawn', lines, held: lines, reason, now } as const;
    return { row, details: await voidBatch(tx, actor, batchEnd) };
  },
});

type Sending = Pick<Acting<PayoutsDeps, typeof contract.markSent, LockedBatch>, 'tx' | 'deps' | 'actor' | 'row'> & {
  bankReference?: string | undefined;
};

/** The batch was handed to the bank: its orders are completed, unless that waits for the statement. */
export const markSent = act(contract.markSent, batchRow, {
  apply: async ({ tx, deps, actor, row, body }) => {
    return { row, details: await send({ tx, deps, actor, row, ...body }) };
  },
});

/** Sends a batch as part of a transaction; it locks the batch, then its payouts. */
export async function sendBatch(tx: Tx, deps: PayoutsDeps, actor: Actor, id: Id<'payoutBatch'>): Promise<void> {
  const row = await lockWithLines(tx, id);
  if (row.batch.state !== 'released') throw batchMoved();
  const details = await send({ tx, deps, actor, row });
  await recordAudit(tx, actor, 'payout_batch.sent', { type: 'payout_batch', id }, details);
}

async function send({ tx, deps, actor, row: { batch, lines: all }, bankReference }: Sending) {
  await assertEvidenceOf(tx, deps, batch, all);
  const lines = all.filter(({ attemptState }) => attemptState === 'open');
  const now = deps.now();
  await sendLines(tx, deps, actor, { batch, lines, now });
  await setBatchState(tx, batch.id, 'sent', { by: actor.userId, now, text: bankReference || null });
  return { bankReference: bankReference || null, count: lines.length };
}

/** A file is the evidence of its payouts; a payout by hand needs its own, unless the setting lifts it. */
async function assertEvidenceOf(
  tx: Tx,
  deps: PayoutsDeps,
  batch: BatchRow,
  lines: readonly PayoutRow[],
): Promise<void> {
  const { id, format } = batch;
  if (format === 'by_hand') {
    if (settingsOf(deps).rules.payoutEvidenceRequired)
      throw new Unprocessable('evidence_missing', 'payout_evidence_by_order');
    return;
  }
  if (!(await isOwnFile(tx, batch, { file: await readPayoutFile(tx, { batchId: id }), lines }))) throw fileChanged();
}

type SentBatch = { batch: BatchRow; lines: readonly PayoutRow[]; now: Date };

async function sendLines(tx: Tx, deps: PayoutsDeps, actor: Actor, { batch, lines, now }: SentBatch): Promise<void> {
  await movePayouts(tx, actor, lines, 'sent', { from: ['released'], withOrders: true, now });
  const waitsForStatement = settingsOf(deps).payouts.completedWhen === 'settled';
  for (const { orderId, kind, status, endToEndId } of lines) {
    if (kind !== 'order' || waitsForStatement || status === 'completed') continue;
    const order = await lockOrder(tx, orderId);
    if (!order || !hasStatus(order, ...openStatuses)) throw new Conflict('conflict', 'payout_changed');
    const adminNotes = order.adminNotes ? null : batchNote(batchReference(batch.seq));
    const record = { adminNotes, adminTransactionId: endToEndId, isForTeam: true, now };
    await moveOrder(tx, actor, order, 'completed', record);
  }
  await stageOrders(tx, actor, lines, now);
}

/** The actions of members who release batches, beside the release itself. */
export const releasedActions: ActionsOf<PayoutsDeps, 'payouts.release'> = [refuse, withdraw, markSent];
