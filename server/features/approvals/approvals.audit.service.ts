import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit, type AuditActor } from '#server/features/audit/audit.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type * as queries from './approvals.queries.ts';

type Audited = Pick<queries.ApprovalRow, 'id' | 'kind' | 'subjectId'> & { askedBy?: Id<'user'> };

/** Records a step of a request by kind and subject; its details stay in the request, from where they can be erased. */
export async function audit(
  tx: Tx,
  actor: AuditActor,
  action: `approval.${'requested' | 'approved' | 'refused' | 'expired'}`,
  { id, kind, subjectId, askedBy }: Audited,
): Promise<void> {
  await recordAudit(tx, actor, action, { type: 'approval', id }, { kind, subjectId, askedBy });
  await publishWaiting(tx, { kind, subjectId });
}

/** An order that waits for a second member, or does no longer, moves in the lists of work. */
async function publishWaiting(tx: Tx, { kind, subjectId: id }: Pick<Audited, 'kind' | 'subjectId'>): Promise<void> {
  if (kind === 'payout' || kind === 'warned_approval') await publish(tx, { kind: 'order_handling_changed', id });
}

/** Records that a request was voided, and because of what: a reason, or the code of a refusal. */
export async function auditVoided(
  tx: Tx,
  actor: AuditActor,
  { id, kind, subjectId, askedBy }: Audited,
  because: string,
) {
  const details = { kind, subjectId, askedBy, because };
  await recordAudit(tx, actor, 'approval.voided', { type: 'approval', id }, details);
  await publishWaiting(tx, { kind, subjectId });
}
