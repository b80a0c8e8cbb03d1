import { connect, inTx, type Database, type Db } from '../db/connection.ts';
import { lockName } from '../db/locks.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { insertKeyCheck, readKeyCheck, readSchemaState, replaceKeyCheck } from '../db/signing/key-check.queries.ts';
import { setRowKey } from '../db/signing/signed-rows.ts';
import { acceptPreviousKey, signFields } from '../lib/keys.ts';
import { loadRetiredKeys, readRetiredKeys, rotateKey, type KeyChange } from './key-rotation.ts';

const purpose = 'encryption key check';
const constant = ['landfall'];
const checkOf = (encryptionKey: string) => signFields(encryptionKey, purpose, constant);

/** Error for a key that is not the one of the database. */
export const otherKeyMessage =
  'ENCRYPTION_KEY is another key than the one this database was made with. Set that one again: local mode keeps it in ' +
  'DATA_DIR/encryption-key, a backup of local mode in secrets/encryption-key.';
const otherPreviousMessage =
  'ENCRYPTION_KEY_PREVIOUS is no key that this database had before ENCRYPTION_KEY. Remove the setting or correct it.';

const unchangedKeyMessage =
  'ENCRYPTION_KEY_PREVIOUS is still the key of this database. Run npm run migrate with MIGRATION_DATABASE_URL: it changes the key.';

export type Keys = { encryptionKey: string; encryptionKeyPrevious?: string | undefined };

/**
 * Migrates the database at `url`; the first start stores the check value of ENCRYPTION_KEY. Throws before a write for a
 * database of another key; one of ENCRYPTION_KEY_PREVIOUS is changed as a whole. Returns how many migrations ran.
 */
export async function migrateUnderKey(url: string, keys: Keys, onWait?: () => void): Promise<number> {
  const { encryptionKey, encryptionKeyPrevious: previousKey } = keys;
  const { db, pool } = connect({ url, directUrl: url, max: 1 });
  try {
    const isRotated = await refuseOtherKeys(db, keys);
    const migrationsRun = await migrateDatabase(url, { onWait });
    setRowKey(encryptionKey);
    acceptPreviousKey(encryptionKey, previousKey);
    if (!isRotated && previousKey !== undefined)
      await changeKey({ pool }, { current: encryptionKey, previous: previousKey });
    await inTx({ pool }, (tx) => insertKeyCheck(tx, checkOf(encryptionKey)));
    // Another process may have stored the value of another key since.
    await assertSameKey(db, encryptionKey);
    await loadRetiredKeys(db, encryptionKey);
    return migrationsRun;
  } finally {
    await pool.end();
  }
}

/**
 * Opens a migrated database under its key, for a role that may not migrate it. Throws when it was made with another
 * key, also with ENCRYPTION_KEY_PREVIOUS: only the migrating process changes the key.
 */
export async function openUnderKey(url: string, { encryptionKey, encryptionKeyPrevious: previousKey }: Keys) {
  const { db, pool } = connect({ url, directUrl: url, max: 1 });
  try {
    if (previousKey !== undefined && !(await isOtherKey(db, previousKey))) throw new Error(unchangedKeyMessage);
    await assertSameKey(db, encryptionKey);
    setRowKey(encryptionKey);
    acceptPreviousKey(encryptionKey, previousKey);
    await loadRetiredKeys(db, encryptionKey);
  } finally {
    await pool.end();
  }
}

/** Throws when the database was made with another key. */
export async function assertSameKey(db: Db, encryptionKey: string): Promise<void> {
  if (await isOtherKey(db, encryptionKey)) throw new Error(otherKeyMessage);
}

/** True if the database was made with another key; false before the first start. Writes nothing. */
export async function isOtherKey(db: Db, encryptionKey: string): Promise<boolean> {
  const { hasCheck } = await readSchemaState(db);
  const storedValue = hasCheck ? (await readKeyCheck(db))?.value : undefined;
  // verifyFields does not fit here, because it accepts the previous key as well.
  return storedValue !== undefined && !checkOf(encryptionKey).equals(storedValue);
}

/**
 * True if the database has ENCRYPTION_KEY already. Throws when it is of neither key, or never was of the previous one.
 */
async function refuseOtherKeys(db: Db, { encryptionKey, encryptionKeyPrevious: previousKey }: Keys): Promise<boolean> {
  if (await isOtherKey(db, encryptionKey)) {
    if (previousKey === undefined || (await isOtherKey(db, previousKey))) throw new Error(otherKeyMessage);
    return false;
  }
  const { hasCheck, hasRetiredKeys } = await readSchemaState(db);
  const isNew = !hasCheck || (await readKeyCheck(db)) === undefined;
  if (previousKey === undefined || isNew) return true;
  const retired = hasRetiredKeys ? await readRetiredKeys(db, encryptionKey) : [];
  if (!retired.some((key) => key.encryptionKey === previousKey)) throw new Error(otherPreviousMessage);
  return true;
}

/** One process rotates the key; those that start beside it wait and find it done. */
async function changeKey(database: Pick<Database, 'pool'>, change: KeyChange): Promise<void> {
  await inTx(database, async (tx) => {
    await lockName(tx, 'encryption key');
    const storedValue = (await readKeyCheck(tx))?.value;
    if (storedValue && checkOf(change.current).equals(storedValue)) return;
    await rotateKey(tx, change);
    await replaceKeyCheck(tx, { value: checkOf(change.current) });
  });
}
