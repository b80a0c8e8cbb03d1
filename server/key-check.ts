import { connect, inTx, type Db } from './db/connection.ts';
import { insertKeyCheck, readKeyCheck, readSchemaState } from './db/key-check.queries.ts';
import { migrateDatabase } from './db/migrate.ts';
import { countSignedEntries } from './features/audit/audit.key.service.ts';
import { countSignedWallets } from './features/wallets/wallets.service.ts';
import { signFields, verifyFields } from './lib/keys.ts';
import { setRowKey } from './lib/row-signature.ts';
import { signUnsignedRows } from './unsigned-rows.ts';

const purpose = 'encryption key check';
const constant = ['landfall'];

/** What the operator reads when the key is not the one of the database. */
export const otherKeyMessage =
  'ENCRYPTION_KEY is another key than the one this database was made with. Set that one again: local mode keeps it in ' +
  'DATA_DIR/encryption-key, a backup of local mode in secrets/encryption-key.';

/**
 * Migrates the database at `url` and stores the check value of ENCRYPTION_KEY at the first start. Throws before anything
 * is written, migrations included, when the database was made with another key: it would sign the audit log with it.
 * Coming from a version that did not sign orders, signs the open ones.
 * Answers how many migrations it ran.
 */
export async function migrateUnderKey(url: string, encryptionKey: string): Promise<number> {
  const { db, pool } = connect({ url, directUrl: url, max: 1 });
  try {
    await refuseOtherKey(db, encryptionKey);
    const { hasUnsignedOrders } = await readSchemaState(db);
    const migrationsRun = await migrateDatabase(url);
    setRowKey(encryptionKey);
    if (hasUnsignedOrders) await signUnsignedRows({ pool });
    await inTx({ pool }, (tx) => insertKeyCheck(tx, signFields(encryptionKey, purpose, constant)));
    // Another process may have stored the value of another key since.
    await refuseOtherKey(db, encryptionKey);
    return migrationsRun;
  } finally {
    await pool.end();
  }
}

/** Throws when the database was made with another key. */
export async function refuseOtherKey(db: Db, encryptionKey: string): Promise<void> {
  if (await isOtherKey(db, encryptionKey)) throw new Error(otherKeyMessage);
}

/** Whether the database was made with another key; false for one that holds nothing signed yet. Writes nothing. */
export async function isOtherKey(db: Db, encryptionKey: string): Promise<boolean> {
  const { hasCheck, hasSignatures } = await readSchemaState(db);
  const stored = hasCheck ? await readKeyCheck(db) : undefined;
  if (stored) return !verifyFields(encryptionKey, purpose, constant, stored);
  return hasSignatures && !(await madeSignatures(db, encryptionKey));
}

/**
 * A database older than the check value is known by what it signed. The most count, not one: a row may be forged, and a
 * start with a wrong key may have added some of its own.
 */
async function madeSignatures(db: Db, encryptionKey: string): Promise<boolean> {
  const entries = await countSignedEntries(db, encryptionKey);
  const { found, signed } = entries.found > 0 ? entries : await countSignedWallets({ db, encryptionKey });
  return signed * 2 >= found;
}
