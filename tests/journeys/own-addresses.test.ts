import { afterEach, expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { litecoinSource, payee, someLitecoin } from '#tests/factories/own-addresses.ts';
import { aSeller, tokensOf } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, testJwtSecret } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { callerOf } from '#tests/setup/platform.ts';
import { aDataDir, Program } from '#tests/setup/program.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const secrets = { JWT_SECRET: testJwtSecret, ENCRYPTION_KEY: testEncryptionKey };
const settings = {
  ...secrets,
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: adminPassword,
  CHAIN_LITECOIN: 'simulated',
  RATE_LIMIT_FACTOR: '1000',
  WALLET_COOLOFF_HOURS: '0',
};
const wait = { timeout: 30_000 };

test('a server that is killed between a deposit and its order opens that order once when it runs again', async () => {
  const { url, pool, drop } = await createTestDatabase();
  const { path, remove } = await aDataDir();
  cleanups.push(drop, remove);
  const start = () => new Program({ ...settings, DATA_DIR: path, DATABASE_URL: url });
  const first = start();
  cleanups.push(() => first.end('SIGKILL'));
  const call = callerOf((await first.ready()).url);
  const ada = await aSeller(tokensOf(secrets), pool);
  const { token, stepUp } = await theAdmin({ call });
  const source = await call('POST', '/api/admin/deposit-sources', { token, headers: stepUp, json: litecoinSource });
  expect(source.status).toBe(201);
  const sale = { token: ada.token, json: { ...someLitecoin, ...payee } };
  const quote = async () => (await call('POST', '/api/sell-quotes', sale)).body.quoteId as string | undefined;
  let quoteId: string | undefined;
  // No own address is given out before its chain was read to its end.
  await expect.poll(async () => (quoteId ??= await quote()), wait).toBeDefined();
  const holder = await pool.connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
  await holder.query('select from sell_quotes where id = $1 for update', [quoteId]);
  for (const play of ['exact', 'block'])
    await call('POST', `/api/admin/sell-quotes/${quoteId}/play`, { token, json: { play } });
  const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(blocked)).rowCount, wait).toBeGreaterThan(0);
  await first.end('SIGKILL');
  await holder.query('rollback');
  holder.release();

  const second = start();
  cleanups.push(() => second.end());
  await second.ready();
  const opened = async () =>
    (
      await pool.query<Record<string, unknown>>(
        `select o.stage, q.used_at is not null as used, count(c.id)::int as claims from orders o
           join sell_quotes q on q.id = o.quote_id left join transfer_claims c on c.order_id = o.id
         where o.quote_id = $1 group by o.id, q.id`,
        [quoteId],
      )
    ).rows;
  await expect.poll(opened, wait).toEqual([{ stage: 'confirming', used: true, claims: 1 }]);
}, 120_000);
