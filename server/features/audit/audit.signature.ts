import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { canonicalJson, deriveKey } from '#server/lib/keys.ts';
import type { Id } from '#shared/kernel/ids.ts';

/** The content of a row without id and time, which the database adds and only the hash covers. */
export type AuditAction = {
  actorId: Id<'user'> | null;
  actorRole: string;
  action: string;
  subjectType: string | null;
  subjectId: string | null;
  details: Record<string, unknown>;
  requestId: string | null;
};

const nonceBytes = 12;
let rowKey: Buffer | undefined;

/** Sets the key that signs audit rows, before anything is recorded: a writer of the log takes just a `tx`. */
export function setAuditKey(encryptionKey: string): void {
  rowKey = auditKeyOf(encryptionKey);
}

/** Key that signs the rows of the audit log, derived from the encryption key. */
export function auditKeyOf(encryptionKey: string): Buffer {
  return deriveKey(encryptionKey, 'audit row');
}

/**
 * Rows and chain that an earlier ENCRYPTION_KEY signed: rows through `lastAuditId`, and the chain through
 * `lastCheckpoint`.
 */
export type RetiredAuditKey = { encryptionKey: string; lastAuditId: bigint; lastCheckpoint: bigint };

let retired: readonly RetiredAuditKey[] = [];

/** Sets the previous keys, oldest first: each verifies the rows it signed, and no newer ones. */
export function setRetiredAuditKeys(keys: readonly RetiredAuditKey[]): void {
  retired = keys;
}

/** Returns the encryption key that signed a checkpoint: a former one for checkpoints before its replacement. */
export function keyOfCheckpoint(encryptionKey: string, seq: string): string {
  return retired.find(({ lastCheckpoint }) => BigInt(seq) <= lastCheckpoint)?.encryptionKey ?? encryptionKey;
}

/** Returns the former key that signed the row of this id; undefined if the current key did. */
export function retiredKeyOfRow(id: string): Buffer | undefined {
  const retiredKey = retired.find(({ lastAuditId }) => BigInt(id) <= lastAuditId);
  return retiredKey && auditKeyOf(retiredKey.encryptionKey);
}

/** Signs a row, so that rows written outside the application are detected. A nonce stops copied rows from passing. */
export function signEntry(entry: AuditAction): Buffer {
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([nonce, macOf(entry, nonce, keyInUse())]);
}

/** True if the product itself wrote this row: with the key of this process, or with `key`. */
export function isSigned(entry: AuditAction, signature: Buffer, key = keyInUse()): boolean {
  const expectedMac = macOf(entry, signature.subarray(0, nonceBytes), key);
  const mac = signature.subarray(nonceBytes);
  return mac.length === expectedMac.length && timingSafeEqual(mac, expectedMac);
}

function keyInUse(): Buffer {
  if (!rowKey) throw new Error('The audit key is not set: setAuditKey() belongs to the start of every process.');
  return rowKey;
}

function macOf(entry: AuditAction, nonce: Buffer, key: Buffer): Buffer {
  // jsonb preserves neither the order of keys nor absent ones.
  return createHmac('sha256', key).update(nonce).update(canonicalJson(entry)).digest();
}
