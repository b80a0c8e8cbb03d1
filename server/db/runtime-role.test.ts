import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateUnderKey } from '#server/keys/key-check.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { withClient } from '#tests/setup/client.ts';
import { urlWithDatabase } from '#tests/setup/template.ts';
import { connect } from './connection.ts';
import { appendOnlyTables, assertNotOwner, grantRuntimeRole } from './runtime-role.ts';

const suffix = randomUUID().slice(0, 8);
const owner = `owner_${suffix}`;
const app = `app-${suffix}`;
const database = `test_roles_${suffix}`;
let urls: { owner: string; app: string };

const onServer = (...commands: string[]) =>
  withClient(inject('testServerUrl'), async (client) => {
    for (const command of commands) await client.query(command);
  });

// The commands of docs/OPERATIONS.md.
beforeAll(async () => {
  await onServer(
    `create role "${owner}" login password 'of the owner'`,
    `create role "${app}" login password 'of the product'`,
    `create database "${database}" owner "${owner}"`,
  );
  const url = new URL(urlWithDatabase(inject('testServerUrl'), database));
  const urlOf = (username: string, password: string) => Object.assign(url, { username, password }).href;
  urls = { owner: urlOf(owner, 'of the owner'), app: urlOf(app, 'of the product') };
  await migrateUnderKey(urls.owner, { encryptionKey: testEncryptionKey });
  await Promise.all([grantRuntimeRole(urls.owner, app), grantRuntimeRole(urls.owner, app)]);
});
afterAll(() => onServer(`drop database "${database}" with (force)`, `drop role "${app}"`, `drop role "${owner}"`));

test('the product works under a database role that owns nothing', async () => {
  const runtime = connect({ url: urls.app });
  const running = await startTestApp({ ...runtime, drop: async () => undefined });
  const seller = await aSeller(running, runtime.pool);
  const { body } = await submit(running, seller, orderOf(await aQuote(running, seller)));
  const { put } = await theAdmin(running);
  expect((await put(`transactions/${body.id}/status`, { status: 'processing' })).status).toBe(200);
  for (const work of ['outbox where sent_at is not null', 'audit_checkpoints'])
    await expect.poll(async () => (await runtime.pool.query(`select from ${work}`)).rowCount).toBeGreaterThan(0);
  await running.stop();
  await runtime.pool.end();
});

test.each(appendOnlyTables)('an attacker with the product’s role cannot change, empty or unguard %s', async (table) => {
  const { pool } = connect({ url: urls.app, max: 1 });
  for (const attempt of [
    `update ${table} set ctid = ctid`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop table ${table}`,
    'set session_replication_role = replica',
  ]) {
    await expect(pool.query(attempt)).rejects.toThrow(/permission denied|must be owner|cannot assign to system/);
  }
  await pool.end();
});

test('a start under the owner is refused where another role is to migrate', async () => {
  await expect(assertNotOwner(urls.owner)).rejects.toThrow('this role owns the tables');
  await assertNotOwner(urls.app);
});
