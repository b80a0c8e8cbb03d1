import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { signedIn } from '#tests/factories/accounts.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, startTestApp } from '#tests/setup/app.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { hasPgBouncer, startPgBouncer } from '#tests/setup/pgbouncer.ts';
import { callerOf } from '#tests/setup/platform.ts';
import { startProduct } from '#tests/setup/start.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { connect } from './connection.ts';

const folder = openFolder();
const database = openDatabase();
const admin = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword, RATE_LIMIT_FACTOR: '1000' };
type Settings = { DATABASE_URL: string } & Record<string, string>;
const starting = (settings: Settings) => startProduct({ DATA_DIR: folder, ...admin, ...settings }).starting;

async function start(settings: Settings = { DATABASE_URL: database.url }) {
  const { url, stop } = await starting(settings);
  onTestFinished(stop);
  return { url, call: callerOf(url) };
}
const many = <Answer>(count: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
const rowCount = async (query: string) => (await database.rows(query)).length;

test('requests that wait for one locked table do not make the process look disconnected', async () => {
  const { url, call } = await start();
  const token = await signedIn(call, adminEmail, adminPassword);
  const locker = await database.pool.connect();
  await locker.query('begin; lock table audit_log in access exclusive mode');
  const requests = many(14, () => call('GET', '/api/admin/audit-log', { token }));
  const blocked = `select from pg_stat_activity where application_name = 'landfall' and wait_event_type = 'Lock'
    and datname = current_database()`;
  try {
    await expect.poll(() => rowCount(blocked)).toBeGreaterThanOrEqual(10);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  } finally {
    await locker.query('rollback');
    locker.release();
    await requests;
  }
});

test('an operator who gives a process four connections gets no more', async () => {
  const { call } = await start({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '4' });
  const json = { email: 'ada@example.com', password: 'whatever it is' };
  await many(30, () => call('POST', '/api/login', { json }));
  const connections = await rowCount(`select from pg_stat_activity where datname = current_database()
    and application_name = 'landfall' and pid <> pg_backend_pid()`);
  // One more serves /readyz; those of this file's own pool are counted, too.
  expect(connections).toBeLessThanOrEqual(4 + 1 + database.pool.totalCount);
});

test.each(hasPgBouncer ? [] : ['it is not installed here'])('PgBouncer is not tried: %s', (reason) => {
  expect([hasPgBouncer, reason]).toEqual([false, 'it is not installed here']);
});

describe.each(hasPgBouncer ? ['PgBouncer'] : [])('behind %s', () => {
  const pooler = fixture(() => startPgBouncer(inject('testServerUrl')));
  const sessions = fixture(() =>
    startPgBouncer(inject('testServerUrl'), { pool_mode: 'session', default_pool_size: 20 }),
  );
  const pooled = () => pooler.urlOf(database.url);
  afterAll(async () => void (await Promise.all([pooler.stop(), sessions.stop()])));
  const connectPooled = (max: number) => {
    const connection = connect({ url: pooled(), directUrl: database.url, max });
    onTestFinished(() => connection.pool.end());
    return connection;
  };

  test('a start with only a transaction pooler is refused with the name of the setting', async () => {
    await expect(starting({ DATABASE_URL: pooled() })).rejects.toThrow(
      /^DATABASE_URL: a transaction pooler \(PgBouncer\) answers there\. Set DATABASE_DIRECT_URL/,
    );
    const another = pooled().replace('127.0.0.1', 'localhost');
    await expect(starting({ DATABASE_URL: pooled(), DATABASE_DIRECT_URL: another })).rejects.toThrow(
      /^DATABASE_DIRECT_URL: a transaction pooler answers there, too/,
    );
  });

  test('a direct address of another database is refused', async () => {
    const testDatabase = await createTestDatabase();
    const settings = { DATABASE_URL: pooled(), DATABASE_DIRECT_URL: testDatabase.url };
    await expect(starting(settings)).rejects.toThrow(/^DATABASE_DIRECT_URL: this is another database/);
    await testDatabase.drop();
  });

  test.each([
    ['a pooler of sessions alone', () => ({ DATABASE_URL: sessions.urlOf(database.url) })],
    ['a transaction pooler and PostgreSQL', () => ({ DATABASE_URL: pooled(), DATABASE_DIRECT_URL: database.url })],
  ])('the whole product starts on %s, and is ready', async (_what, settings) => {
    const { url, call } = await start(settings());
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const token = await signedIn(call, adminEmail, adminPassword);
    const answers = await many(60, (n) => call('GET', `/api/admin/${n % 2 ? 'overview' : 'audit-log'}`, { token }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('customers who sell at once through three sessions lose nothing, and events and mails arrive', async () => {
    const app = await startTestApp({ ...connectPooled(12), drop: async () => undefined });
    const sellers = await many(12, () => aSeller(app, database.pool));
    const orders = await Promise.all(
      sellers.map(async (seller) => submit(app, seller, orderOf(await aQuote(app, seller)))),
    );
    expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 201));
    const sentMails = `select from outbox where sent_at is not null`;
    await expect.poll(() => rowCount(sentMails)).toBeGreaterThanOrEqual(sellers.length);
    expect(app.deps.events.connected).toBe(true);
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    await app.stop();
  });

  test('a transaction left open through the pooler is ended by PostgreSQL within its time limit', async () => {
    const client = await connectPooled(1).pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
    expect(rows).toEqual([{ limit: '8s' }]);
    await client.query('rollback');
    client.release();
  });
});
