import { signFields, verifyFields } from './keys.ts';

let secrets: readonly string[] = [];

/**
 * Sets the ENCRYPTION_KEY that rows of this process are signed with; the composition root calls it before anything is
 * written. It is module state for the same reason as the audit key: whoever writes a row takes just a `tx`.
 */
export function setRowKey(encryptionKey: string): void {
  secrets = [encryptionKey];
}

/** The keyed signature of a row; `purpose` keeps a row of one table from passing in another. */
export function signRow(purpose: string, fields: readonly unknown[]): Buffer {
  const [current] = secrets;
  if (current === undefined)
    throw new Error('The row key is not set: setRowKey() belongs to the start of every process.');
  return signFields(current, purpose, fields);
}

/** Whether the product itself wrote these fields; false for a row without signature. */
export function isSignedRow(purpose: string, fields: readonly unknown[], signature: Buffer | null): boolean {
  return signature !== null && secrets.some((secret) => verifyFields(secret, purpose, fields, signature));
}
