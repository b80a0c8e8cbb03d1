import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readEnv } from '#server/env/env.ts';
import { startLandfall } from '#server/landfall.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, startTestApp } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { hasPgBouncer, startPgBouncer } from '#tests/setup/pgbouncer.ts';
import { callerOf, recordingLog } from '#tests/setup/platform.ts';
import { connect } from './connection.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-pooler-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = (settings: Record<string, string>) => {
  const { log, logged } = recordingLog();
  const own = { PORT: '0', DATA_DIR: join(folder, 'data'), ENCRYPTION_KEY: testEncryptionKey, PASSWORD_COST: '4' };
  const admin = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword, RATE_LIMIT_FACTOR: '1000' };
  return { logged, starting: startLandfall(readEnv({ ...own, ...admin, ...settings }), log) };
};

test('requests that all wait for one locked table do not make the process look as if it had no database', async () => {
  const { starting } = start({ DATABASE_URL: database.url });
  const { url, stop } = await starting;
  const call = callerOf(url);
  const token = await signedIn(call, adminEmail, adminPassword);
  const locker = await database.pool.connect();
  await locker.query('begin; lock table audit_log in access exclusive mode');
  const waiting = Array.from({ length: 14 }, () => call('GET', '/api/admin/audit-log', { token }));
  const blocked = `select from pg_stat_activity where application_name = 'landfall' and wait_event_type = 'Lock'
    and datname = current_database()`;
  try {
    await expect.poll(async () => (await database.pool.query(blocked)).rowCount).toBeGreaterThanOrEqual(10);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  } finally {
    await locker.query('rollback');
    locker.release();
    await Promise.all(waiting);
    await stop();
  }
});

test('an operator who gives a process four connections gets no more', async () => {
  const { starting } = start({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '4' });
  const { url, stop } = await starting;
  const json = { email: 'ada@example.com', password: 'whatever it is' };
  await Promise.all(Array.from({ length: 30 }, () => callerOf(url)('POST', '/api/login', { json })));
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'landfall'
       and pid <> pg_backend_pid()`,
  );
  // One more serves /readyz; those of this file's own pool are counted, too.
  expect(rows[0]?.n).toBeLessThanOrEqual(4 + 1 + database.pool.totalCount);
  await stop();
});

test.each(hasPgBouncer ? [] : ['it is not installed here'])('PgBouncer is not tried: %s', (reason) => {
  expect([hasPgBouncer, reason]).toEqual([false, 'it is not installed here']);
});

describe.each(hasPgBouncer ? ['PgBouncer'] : [])('behind %s', () => {
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let sessions: Awaited<ReturnType<typeof startPgBouncer>>;
  beforeAll(async () => {
    pooler = await startPgBouncer(inject('testServerUrl'));
    sessions = await startPgBouncer(inject('testServerUrl'), { pool_mode: 'session', default_pool_size: 20 });
  });
  afterAll(async () => {
    await Promise.all([pooler.stop(), sessions.stop()]);
  });

  test('a start that finds nothing but a transaction pooler is refused, and the sentence names the setting', async () => {
    const pooled = pooler.urlOf(database.url);
    await expect(start({ DATABASE_URL: pooled }).starting).rejects.toThrow(
      /^DATABASE_URL: a transaction pooler \(PgBouncer\) answers there\. Set DATABASE_DIRECT_URL/,
    );
    await expect(
      start({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled.replace('127.0.0.1', 'localhost') }).starting,
    ).rejects.toThrow(/^DATABASE_DIRECT_URL: a transaction pooler answers there, too/);
  });

  test('a direct address of another database is refused', async () => {
    const other = await createTestDatabase();
    const settings = { DATABASE_URL: pooler.urlOf(database.url), DATABASE_DIRECT_URL: other.url };
    await expect(start(settings).starting).rejects.toThrow(/^DATABASE_DIRECT_URL: this is another database/);
    await other.drop();
  });

  test.each([
    ['a pooler of sessions alone', () => ({ DATABASE_URL: sessions.urlOf(database.url) })],
    [
      'a transaction pooler and PostgreSQL',
      () => ({ DATABASE_URL: pooler.urlOf(database.url), DATABASE_DIRECT_URL: database.url }),
    ],
  ])('the whole product starts on %s, and is ready', async (_what, settings) => {
    const { url, stop } = await start(settings()).starting;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const call = callerOf(url);
    const token = await signedIn(call, adminEmail, adminPassword);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_unused, n) =>
        call('GET', n % 2 ? '/api/admin/overview' : '/api/admin/audit-log', { token }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await stop();
  });

  test('customers who sell at once through three sessions lose nothing, and events and mails arrive', async () => {
    const pooled = connect({ url: pooler.urlOf(database.url), directUrl: database.url, max: 12 });
    const app = await startTestApp({ ...pooled, drop: () => pooled.pool.end() });
    const sellers = await Promise.all(Array.from({ length: 12 }, () => aSeller(app, database.pool)));
    const orders = await Promise.all(
      sellers.map(async (seller) => {
        const quote = await aQuote(app, seller);
        return submit(app, seller, orderOf(quote));
      }),
    );
    expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 201));
    const sent = `select from outbox where sent_at is not null`;
    await expect.poll(async () => (await database.pool.query(sent)).rowCount).toBeGreaterThanOrEqual(sellers.length);
    expect(app.deps.events.connected).toBe(true);
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    await app.stop();
    await pooled.pool.end();
  });

  test('a transaction that is left open through the pooler is ended by PostgreSQL within its time limit', async () => {
    const pooled = connect({ url: pooler.urlOf(database.url), directUrl: database.url, max: 1 });
    const client = await pooled.pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
    expect(rows).toEqual([{ limit: '8s' }]);
    await client.query('rollback');
    client.release();
    await pooled.pool.end();
  });
});
