import { createHmac } from 'node:crypto';
import { deriveKey } from '#server/keys.ts';
import type { LoggedRow, Seal } from './audit.queries.ts';
import { isSigned, type AuditDeed } from './audit.signature.ts';

/** Makes the seal of a row from the seal before it. */
export type Sealer = (before: Buffer, seq: string, row: LoggedRow) => Buffer;

/** What the first seal follows. */
export const noSeal = Buffer.alloc(32);

/** Seals are keyed: whoever can write to the database still cannot make one. */
export function createSealer(encryptionKey: string): Sealer {
  const key = deriveKey(encryptionKey, 'audit seal');
  return (before, seq, row) => {
    const said = [
      row.id,
      row.at,
      row.actor_id,
      row.actor_role,
      row.action,
      row.subject_type,
      row.subject_id,
      row.details,
      row.request_id,
      row.signature.toString('hex'),
    ];
    return createHmac('sha256', key)
      .update(before)
      .update(JSON.stringify([seq, said]))
      .digest();
  };
}

/** The seals of `rows`, continuing the chain after `last`. */
export function sealRows(seal: Sealer, last: Seal | undefined, rows: readonly LoggedRow[]): Seal[] {
  let before = last?.seal ?? noSeal;
  let seq = BigInt(last?.seq ?? 0);
  return rows.map((row) => {
    seq += 1n;
    before = seal(before, String(seq), row);
    return { seq: String(seq), audit_id: row.id, seal: before };
  });
}

/** Whether the product wrote this row itself. */
export function isOurs(row: LoggedRow): boolean {
  return isSigned(deedOf(row), row.signature);
}

/** Whether this row was signed with this key, whatever key the process itself uses. */
export function isSignedWith(key: Buffer, row: LoggedRow): boolean {
  return isSigned(deedOf(row), row.signature, key);
}

function deedOf(row: LoggedRow): AuditDeed {
  return {
    actorId: row.actor_id,
    actorRole: row.actor_role,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
    requestId: row.request_id,
  };
}
