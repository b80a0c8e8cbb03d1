import type { Runner } from '#server/db/statements.ts';
import type { UserRole } from '#server/http/actor.ts';
import type { AuditActionName, AuditSubjectType } from '#shared/audit/audit.actions.ts';
import { insertAuditRow } from './audit.queries.ts';
import { signEntry, type AuditAction } from './audit.signature.ts';

/** Who acted: a signed-in user, the system itself, or a visitor (never identified by address). */
export type AuditActor =
  { userId: string; role: UserRole; requestId?: string } | 'system' | { visitor: true; requestId?: string };

/** What it was done to, e.g. `{ type: 'transaction', id }`. */
export type AuditSubject = { type: AuditSubjectType; id: string };

/**
 * Records an action in the transaction it belongs to: `action` is one of shared/audit/audit.actions.ts.
 * `details` are data such as before and after; never a secret, a code, a document number or a full bank account.
 */
export async function recordAudit(
  tx: Runner<'batched'>,
  actor: AuditActor,
  action: AuditActionName,
  subject?: AuditSubject,
  details: Record<string, unknown> = {},
): Promise<void> {
  const entry: AuditAction = {
    ...describeActor(actor),
    action,
    subjectType: subject?.type ?? null,
    subjectId: subject?.id ?? null,
    // As the database will give it back: dates as text, absent keys gone.
    details: JSON.parse(JSON.stringify(details)) as Record<string, unknown>,
  };
  await insertAuditRow(tx, entry, signEntry(entry));
}

function describeActor(actor: AuditActor): Pick<AuditAction, 'actorId' | 'actorRole' | 'requestId'> {
  if (actor === 'system' || 'kind' in actor) return { actorId: null, actorRole: 'system', requestId: null };
  if ('visitor' in actor) return { actorId: null, actorRole: 'visitor', requestId: actor.requestId ?? null };
  return { actorId: actor.userId, actorRole: actor.role, requestId: actor.requestId ?? null };
}
