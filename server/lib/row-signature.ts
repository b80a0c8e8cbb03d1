import { acceptedKeys, signFields, verifyFields } from './keys.ts';

let secret: string | undefined;

/**
 * Sets the ENCRYPTION_KEY that rows of this process are signed with; the composition root calls it before anything is
 * written. It is module state for the same reason as the audit key: whoever writes a row takes just a `tx`.
 */
export function setRowKey(encryptionKey: string): void {
  secret = encryptionKey;
}

/** The keyed signature of a row; `purpose` prevents a row of one table from being valid in another. */
export function signRow(purpose: string, fields: readonly unknown[]): Buffer {
  return signFields(keyInUse(), purpose, fields);
}

/** What `signRow` gives, and gave while the previous key was in use: for fields that are looked up and not stored. */
export function rowHashes(purpose: string, fields: readonly unknown[]): Buffer[] {
  return acceptedKeys(keyInUse()).map((key) => signFields(key, purpose, fields));
}

function keyInUse(): string {
  if (secret === undefined)
    throw new Error('The row key is not set: setRowKey() belongs to the start of every process.');
  return secret;
}

/** Whether the product itself wrote these fields; false for a row without signature. */
export function isSignedRow(purpose: string, fields: readonly unknown[], signature: Buffer | null): boolean {
  return signature !== null && verifyFields(keyInUse(), purpose, fields, signature);
}
