import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { initializeRates } from '#server/features/rates/rates.service.ts';
import { seedSampleWallets } from '#server/features/wallets/wallets.service.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { testDeps } from '#tests/setup/deps.ts';
import { isOtherKey, migrateUnderKey } from './key-check.ts';

const otherKey = 'another key, as long as the one for tests alone';
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const record = (count: number) =>
  inTx(database, async (tx) => {
    for (let n = 0; n < count; n++) await recordAudit(tx, 'system', 'admin.created');
  });
/** Rows that no key signed, before or after those of the product. */
const forge = (ids: number[]) =>
  database.pool.query(
    `insert into audit_log (id, actor_role, action, signature) overriding system value
     select unnest($1::bigint[]), 'system', 'admin.created', $2`,
    [ids, randomBytes(44)],
  );
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

test('a database without a check value is known by its audit entries, even when some of them are forged', async () => {
  await record(3);
  await forge([-1, 7001]);
  expect([await isRefused(testEncryptionKey), await isRefused(otherKey)]).toEqual([false, true]);
  await expect(migrateUnderKey(database.url, { encryptionKey: otherKey })).rejects.toThrow(
    'ENCRYPTION_KEY is another key',
  );
  await migrateUnderKey(database.url, { encryptionKey: testEncryptionKey });
  expect(await isRefused(testEncryptionKey)).toBe(false);
});

test('a database without a check value and without audit entries is known by its deposit addresses', async () => {
  const deps = testDeps(database);
  await initializeRates(deps);
  await seedSampleWallets(deps);
  expect([await isRefused(testEncryptionKey), await isRefused(otherKey)]).toEqual([false, true]);
});

test('an attacker cannot put a second check value beside the first', async () => {
  await migrateUnderKey(database.url, { encryptionKey: testEncryptionKey });
  const add = `insert into encryption_key_check (id, value) values (2, '\\x00')`;
  await expect(database.pool.query(add)).rejects.toThrow('encryption_key_check_one_row');
});
