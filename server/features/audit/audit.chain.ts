import { createHmac } from 'node:crypto';
import { deriveKey } from '#server/lib/keys.ts';
import { remembered } from '#server/lib/remembered.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import type { Checkpoint, LoggedRow } from './audit.queries.ts';
import { isSigned, keyOfCheckpoint, retiredKeyOfRow, type AuditAction } from './audit.signature.ts';

export type ChainHasher = (before: Buffer, seq: string, row: LoggedRow) => Buffer;

/** Precedes the first hash. */
export const genesisHash = Buffer.alloc(32);

/**
 * Returns the function that hashes a checkpoint. Its hashes are keyed, so that write access to the database is not
 * enough to forge one.
 */
export function createChainHasher(encryptionKey: string): ChainHasher {
  const keys = new Map<string, Buffer>();
  const hashKeyOf = (secret: string) => remembered(keys, secret, () => deriveKey(secret, 'audit seal'));
  return (previousHash, seq, row) => {
    const key = hashKeyOf(keyOfCheckpoint(encryptionKey, seq));
    const { id, at, actorId, actorRole, action, subjectType, subjectId, details, requestId, signature } = row;
    const actionFields = [actorId, actorRole, action, subjectType, subjectId, details, requestId];
    const values = [id, at, ...actionFields, signature.toString('hex')];
    return createHmac('sha256', key)
      .update(previousHash)
      .update(JSON.stringify([seq, values]))
      .digest();
  };
}

/** Returns the checkpoints of `rows`, which continue the chain after `lastCheckpoint`. */
export function chainRows(
  hash: ChainHasher,
  lastCheckpoint: Checkpoint | undefined,
  rows: readonly LoggedRow[],
): Checkpoint[] {
  let previousHash = lastCheckpoint?.hash ?? genesisHash;
  let seq = BigInt(lastCheckpoint?.seq ?? 0);
  return rows.map((row) => {
    seq += 1n;
    previousHash = hash(previousHash, String(seq), row);
    return { seq: String(seq), auditId: row.id, hash: previousHash };
  });
}

/** True if the product itself wrote this audit row. */
export function isOurs(row: LoggedRow): boolean {
  return isSigned(actionOf(row), row.signature, retiredKeyOfRow(row.id));
}

function actionOf(row: LoggedRow): AuditAction {
  return {
    actorId: row.actorId,
    actorRole: row.actorRole,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    details: fieldsOf(JSON.parse(row.details)),
    requestId: row.requestId,
  };
}
