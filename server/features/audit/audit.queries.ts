import type { Tx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/hot.ts';
import { channel } from '#server/events/publish.ts';
import type { AuditDeed } from './audit.signature.ts';

// One round trip: the row, and the word to whoever seals.
const insertDeed = writeStatement<object>(
  `with written as (
     insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, details, request_id, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id)
   select pg_notify('${channel}', '{"kind":"audit_written"}') from written`,
);

/** Adds one row to the log; nothing ever changes or removes it. */
export async function insertAuditRow(tx: Tx, deed: AuditDeed, signature: Buffer): Promise<void> {
  const { actorId, actorRole, action, subjectType, subjectId, details, requestId } = deed;
  await tx.run(insertDeed, [
    actorId,
    actorRole,
    action,
    subjectType,
    subjectId,
    JSON.stringify(details),
    requestId,
    signature,
  ]);
}
