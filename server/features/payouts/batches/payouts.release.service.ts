import type { Tx } from '#server/db/connection.ts';
import { act, type Acting } from '#server/features/audit/audit.actions.service.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import * as contract from '#shared/payouts/payouts.batches.contract.ts';
import { readBatchLines, type PayoutRow } from '../list/payouts.list.queries.ts';
import { batchDigest, moneyText } from '../list/payouts.present.ts';
import { setBatchState } from '../payouts.moves.queries.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { movePayouts } from '../payouts.service.ts';
import { batchRow, type LockedBatch } from './payouts.batches.actions.service.ts';
import { lockBatch, readPayoutFile, setDigest, type BatchRow } from './payouts.batches.queries.ts';
import { ruleOn } from './payouts.batches.view.service.ts';
import { batchChanged, isOwnFile, writeBatchFile } from './payouts.files.service.ts';
import {
  isWarnedOf,
  assertNotBlocked,
  assertPayable,
  assertSettledAsSigned,
  withSettlementAlarm,
} from './payouts.payable.service.ts';
import { lockSums } from './payouts.sums.ts';

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** True if the day of a file is over, or it was prepared before files were written so early. */
function isToBeRewritten({ format, sha256, executeOn }: BatchRow, now: Date): boolean {
  return format !== 'by_hand' && (sha256 === null || executeOn < dayOf(now));
}

async function rewriteFile(tx: Tx, batch: BatchRow, lines: readonly PayoutRow[], now: Date): Promise<void> {
  const today = dayOf(now);
  const executeOn = batch.executeOn > today ? batch.executeOn : today;
  const digest = await writeBatchFile(tx, batch, { lines, now, executeOn });
  await setDigest(tx, { id: batch.id, digest, executeOn });
}

/**
 * Refuses a batch that differs from its digest: by its lines, or by a file that is another one or pays something else.
 */
async function assertSeen(tx: Tx, batch: BatchRow, lines: readonly PayoutRow[]): Promise<void> {
  const { id, accountId, format, currency, digest } = batch;
  if (format !== 'by_hand') {
    const file = await readPayoutFile(tx, { batchId: id });
    const isSeen = file?.sha256 === digest && file.signature !== null;
    if (!isSeen || !(await isOwnFile(tx, batch, { file, lines }))) throw batchChanged();
    return;
  }
  const seenLines = lines.map((line) => ({
    endToEndId: line.endToEndId ?? '',
    amount: moneyText(line.amount, currency),
    payee: line.attemptDetails,
  }));
  if (batchDigest({ accountId, format, currency, lines: seenLines }) !== digest) throw batchChanged();
}

/** Refuses a batch that may not be released as it was shown. */
async function assertReleasable(context: Releasing): Promise<void> {
  const { tx, row, body } = context;
  const { batch, lines } = row;
  if (batch.digest !== body.digest) throw batchChanged();
  await assertSeen(tx, batch, lines);
  await assertNotBlocked(
    tx,
    lines.map((line) => line.id),
  );
  assertAllPayable(context);
  await assertSettledAsSigned(tx, lines);
}

type Releasing = Acting<PayoutsDeps, typeof contract.releaseBatch, LockedBatch>;

function assertAllPayable({ deps, row: { batch, lines } }: Releasing): void {
  for (const line of lines) assertPayable(deps, line, line.attemptDetails, batch.format);
}

const release = act(contract.releaseBatch, batchRow, {
  lock: async (tx, { id }) => {
    const batch = await lockBatch(tx, id);
    await lockSums(tx);
    return { batch, lines: await readBatchLines(tx, { batchId: id }) };
  },
  apply: async (context) => {
    const { tx, deps, actor, row, body, now } = context;
    const { batch, lines } = row;
    if (isToBeRewritten(batch, now)) {
      assertAllPayable(context);
      await rewriteFile(tx, batch, lines, now);
      return { row, entries: [] };
    }
    await assertReleasable(context);
    const isWarned = await isWarnedOf(tx, deps, lines, body.reason);
    const { needsSecond, isOwn } = await ruleOn(tx, deps, actor, { batch, lines, isWarned });
    if (isOwn) throw new Conflict('own_request', 'payout_batch_own');
    await setBatchState(tx, batch.id, 'released', { by: actor.userId, now, needsSecond });
    await movePayouts(tx, actor, lines, 'released', { from: ['batched'], now });
    const { format, count, total, currency } = batch;
    const warningDetails = isWarned && { findings: ['node_away'] as const, reason: body.reason };
    return { row, details: { format, count, total, currency, needsSecond, digest: body.digest, ...warningDetails } };
  },
});

/**
 * Releases the file, or by hand the lines, that the digest names; another member does where a rule asks for one. After
 * its day the file is rewritten first, and refused with batch_changed and the new digest.
 */
export const releaseBatch: typeof release = {
  ...release,
  async carryOut(deps, actor, sentAction) {
    assertInstallation(deps);
    const lines = await readBatchLines(deps.db, { batchId: sentAction.params.id });
    await deps.deposits.rereadAll(lines.map(({ orderId }) => orderId));
    const batch = await withSettlementAlarm(deps, release.carryOut(deps, actor, sentAction));
    // The file was rewritten, so a member has to read it before it is released.
    if ('state' in batch && batch.state === 'prepared')
      throw new Conflict('batch_changed', reasonWith('batch_changed', { digest: batch.digest }));
    return batch;
  },
};
