import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval } from '#server/http/guards/four-eyes.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { DepositSourceView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { readSource, type SourceDeps } from './deposit-sources.admin.service.ts';
import { listShown } from './deposit-sources.leases.queries.ts';
import { notifyOfSource } from './deposit-sources.mail.ts';
import { writeSource, type SourceRow } from './deposit-sources.queries.ts';
import { assertSource, changed, detailsOf } from './deposit-sources.rows.ts';

/** Stops every address of a source at once. Where the rule asks for it, a second member confirms or lifts that. */
export async function stopSource(
  deps: SourceDeps,
  actor: Actor,
  id: string,
  reason: string,
): Promise<DepositSourceView> {
  await deps.inTx(async (tx) => {
    const row = await assertSource(tx, id);
    if (row.stoppedAt && row.stopConfirmed) throw new Conflict('conflict', 'source_stopped');
    const isConfirmed = !deps.fourEyes.rules.addressChange;
    const stopped = { ...row, stoppedAt: row.stoppedAt ?? deps.now(), stopReason: row.stopReason ?? reason };
    await writeSource(tx, { ...stopped, stopConfirmed: isConfirmed });
    if (!row.stoppedAt) {
      await recordAudit(tx, actor, 'source.stopped', { type: 'deposit_source', id }, { reason });
      await notifyOfSource(tx, deps, row, 'stopped');
    }
    for (const shown of await listShown(tx, id)) await deps.informOfStop(tx, shown, stopped.stoppedAt);
    await publishStop(tx, id);
    if (!isConfirmed) await deps.fourEyes.pass(tx, actor, confirmation(stopped));
  });
  return readSource(deps, id);
}

function confirmation(row: SourceRow) {
  const facts = { ...detailsOf(row), stops: true, reason: row.stopReason };
  return { kind: 'address' as const, subjectId: row.id, facts, input: { sourceStop: row.id } };
}

export function isAboutSourceStop({ input }: Pick<Approval, 'input'>): boolean {
  return 'sourceStop' in input;
}

/** Makes the stop of a source final, as a second member has confirmed it. */
export async function confirmSourceStop(deps: SourceDeps, actor: Actor, approval: Approval): Promise<void> {
  await deps.inTx(async (tx) => {
    const row = await assertSource(tx, approval.subjectId);
    if (!row.stoppedAt || row.stopConfirmed) throw changed();
    await deps.fourEyes.pass(tx, actor, confirmation(row), approval);
    await writeSource(tx, { ...row, stopConfirmed: true });
    await recordAudit(tx, actor, 'source.stopped', { type: 'deposit_source', id: row.id }, { confirmed: true });
  });
}

/** Lifts a stop that a second member did not confirm. */
export async function liftSourceStop(tx: Tx, actor: Actor, id: string): Promise<void> {
  const row = await assertSource(tx, id);
  if (!row.stoppedAt || row.stopConfirmed) throw changed();
  await writeSource(tx, { ...row, stoppedAt: null, stopReason: null, stopConfirmed: true });
  await recordAudit(tx, actor, 'source.changed', { type: 'deposit_source', id }, { stopLifted: true });
  await publishStop(tx, id);
}

async function publishStop(tx: Tx, id: string): Promise<void> {
  await publish(tx, { kind: 'wallets_changed' });
  await publish(tx, { kind: 'deposit_address_stopped', id });
}
