import { afterEach, beforeEach, expect, test } from 'vitest';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { isOtherKey, migrateUnderKey } from './key-check.ts';

const otherKey = 'another key, as long as the one for tests alone';
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const isRefused = async (key: string) => isOtherKey(database.db, key);

test('a database that holds nothing signed takes the key of the first start, and from then on no other', async () => {
  expect([await isRefused(testEncryptionKey), await isRefused(otherKey)]).toEqual([false, false]);
  await migrateUnderKey(database.url, { encryptionKey: testEncryptionKey });
  expect([await isRefused(testEncryptionKey), await isRefused(otherKey)]).toEqual([false, true]);
  await expect(migrateUnderKey(database.url, { encryptionKey: otherKey })).rejects.toThrow(
    'ENCRYPTION_KEY is another key',
  );
  await migrateUnderKey(database.url, { encryptionKey: testEncryptionKey });
});

test('an attacker cannot put a second check value beside the first', async () => {
  await migrateUnderKey(database.url, { encryptionKey: testEncryptionKey });
  const add = `insert into encryption_key_check (id, value) values (2, '\\x00')`;
  await expect(database.pool.query(add)).rejects.toThrow('encryption_key_check_one_row');
});
