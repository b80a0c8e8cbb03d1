import type { Db, Tx } from '../db/connection.ts';
import { insertRetiredKey, listRetiredKeys, updateRetiredKey } from '../db/signing/key-check.queries.ts';
import { isSignedRow, signRow, type SignedRow, type SignedTable } from '../db/signing/signed-rows.ts';
import { readLastCheckpoint, readNewestId } from '../features/audit/audit.queries.ts';
import { recordAudit } from '../features/audit/audit.service.ts';
import { setAuditKey, setRetiredAuditKeys, type RetiredAuditKey } from '../features/audit/audit.signature.ts';
import { decryptSecret, encryptSecret } from '../features/auth/second-factor/auth.second-factor.ts';
import { decryptAccountKey, encryptAccountKey } from '../features/deposit-sources/deposit-sources.rows.ts';
import { decryptNumber, encryptNumber, hashNumber } from '../features/kyc/kyc.numbers.ts';
import { decryptText, encryptText } from '../lib/cipher.ts';
import {
  listAccountKeys,
  listDocumentNumbers,
  listFactorSecrets,
  resignableTables,
  storeAccountKey,
  storeDocumentNumber,
  storeFactorSecret,
} from './key-rotation.queries.ts';

/** An ENCRYPTION_KEY and the one before it, which every row of the database was made with. */
export type KeyChange = { current: string; previous: string };

const cipherOf = (secret: string) => ({ secret, purpose: 'retired encryption key', boundTo: 'this database' });

/**
 * Signs and encrypts rows of the previous key again, in the caller's transaction. A row that neither key signed stays
 * forged. The audit log is not touched: the retired key verifies its earlier part.
 */
export async function rotateKey(tx: Tx, change: KeyChange): Promise<void> {
  for (const { signed } of resignableTables) await signAgain(tx, signed, (row) => isSignedRow(signed, row));
  await encryptAgain(tx, change.current);
  await retireKey(tx, change);
  setAuditKey(change.current);
  await recordAudit(tx, 'system', 'encryption_key.rotated');
}

/**
 * Signs again the rows of a table for which `isOurs`, in pages by key, because an order book does not fit in memory.
 */
export async function signAgain(
  tx: Tx,
  table: SignedTable,
  isOurs: (row: SignedRow<SignedTable>) => boolean,
): Promise<void> {
  const resignableTable = resignableTables.find(({ signed }) => signed === table);
  if (!resignableTable) throw new Error(`Rows of ${table.table} are not signed again.`);
  const keyOf = (row: SignedRow<SignedTable>) => String(row[table.key]);
  for (let rows = await resignableTable.lockRows(tx, { after: null }); rows.length > 0;) {
    const ownRows = rows.filter(isOurs);
    const signatures = ownRows.map((row) => signRow(table, row));
    await resignableTable.storeSignatures(tx, { keys: ownRows.map(keyOf), signatures });
    const lastRow = rows.at(-1);
    rows = lastRow ? await resignableTable.lockRows(tx, { after: keyOf(lastRow) }) : [];
  }
}

/** Document numbers and the secrets of second factors. */
async function encryptAgain(tx: Tx, encryptionKey: string): Promise<void> {
  for (const { id, userId, documentNumber } of await listDocumentNumbers(tx)) {
    const number = decryptNumber(documentNumber, { encryptionKey, userId });
    const encrypted = encryptNumber(number, { encryptionKey, userId });
    await storeDocumentNumber(tx, { id, encrypted, hash: hashNumber(number, encryptionKey) });
  }
  for (const { id, key } of await listAccountKeys(tx)) {
    const encrypted = encryptAccountKey(decryptAccountKey(key, encryptionKey, id), encryptionKey, id);
    await storeAccountKey(tx, { id, encrypted });
  }
  const env = { encryptionKey };
  for (const factor of await listFactorSecrets(tx)) {
    const encrypted = encryptSecret({ env }, factor.userId, decryptSecret({ env }, factor));
    await storeFactorSecret(tx, { id: factor.userId, encrypted });
  }
}

async function retireKey(tx: Tx, { current, previous }: KeyChange): Promise<void> {
  for (const { id, key } of await listRetiredKeys(tx)) {
    await updateRetiredKey(tx, { id, key: encryptText(decryptText(key, cipherOf(previous)), cipherOf(current)) });
  }
  const lastAuditId = await readNewestId(tx);
  const lastCheckpoint = await readLastCheckpoint(tx);
  await insertRetiredKey(tx, {
    key: encryptText(previous, cipherOf(current)),
    lastAuditId: BigInt(lastAuditId),
    lastCheckpoint: BigInt(lastCheckpoint?.seq ?? 0),
  });
}

/**
 * The former keys with the rows they signed, oldest first. Throws when they were retired under another key than this.
 */
export async function readRetiredKeys(db: Pick<Db, 'ask'>, encryptionKey: string): Promise<RetiredAuditKey[]> {
  return (await listRetiredKeys(db)).map(({ key, lastAuditId, lastCheckpoint }) => ({
    encryptionKey: decryptText(key, cipherOf(encryptionKey)),
    lastAuditId,
    lastCheckpoint,
  }));
}

/** Loads the former keys, by which this process verifies the earlier part of the audit log. */
export async function loadRetiredKeys(db: Pick<Db, 'ask'>, encryptionKey: string): Promise<void> {
  setRetiredAuditKeys(await readRetiredKeys(db, encryptionKey));
}
