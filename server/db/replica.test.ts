import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolder } from '#tests/setup/folder.ts';
import { startOwnServer, type OwnServer } from '#tests/setup/own-server.ts';
import { startReplica, type Replica } from '#tests/setup/replica.ts';
import { connect, type Database } from './connection.ts';
import { startOrAttach, stop } from './embedded/cluster.ts';
import { rows, type Reads } from './query.ts';
import { assertSameDatabase, openReports, type Reports } from './replica.ts';

const openedFolder = openFolder();
const sales = pgTable('sales', { n: integer('n').notNull() });
const writtenRows = rows((db: Reads) => db.select().from(sales).orderBy(sales.n));

let server: OwnServer;
let replica: Replica;
let primary: Database;
let copy: Database;
let reports: Reports;
const failures: Error[] = [];

const readAll = async () => (await writtenRows(await reports.db())).map(({ n }) => n);
const servesReports = async () => (await reports.db()) === copy.db;
/** Two readings of the lag, of which the second is longer. */
const expectLagToGrow = async () => {
  const first = await reports.readLag();
  const laterLag = await reports.readLag();
  expect(laterLag?.seconds).toBeGreaterThan(first?.seconds ?? Infinity);
  return laterLag;
};
const replayState = async () =>
  (await copy.pool.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')).rows[0]?.state;

beforeAll(async () => {
  server = await startOwnServer();
  primary = connect({ url: server.url });
  await primary.pool.query('create table sales (n integer not null)');
  replica = await startReplica(server, openedFolder);
  copy = connect({ url: replica.url });
  reports = openReports(primary, copy, (error) => failures.push(error));
});
afterAll(async () => {
  await Promise.all([primary.pool.end(), copy.pool.end()]);
  await stop(replica.cluster, 5_000);
  await server.remove();
});

test('a report is read at the replica and has everything committed before it', async () => {
  await expect.poll(servesReports).toBe(true);
  for (let n = 0; n < 50; n += 1) {
    await primary.pool.query('insert into sales values ($1)', [n]);
    expect(await readAll()).toHaveLength(n + 1);
  }
  expect(await servesReports()).toBe(true);
  expect(await reports.readLag()).toMatchObject({ bytes: 0, seconds: 0 });
});

test('the primary serves reports while the replica lags, and the operator reads by how much', async () => {
  await copy.pool.query('select pg_wal_replay_pause()');
  await expect.poll(replayState).toBe('paused');
  await primary.pool.query('insert into sales values (1000)');
  expect(await readAll()).toContain(1000);
  expect(await servesReports()).toBe(false);
  const lag = await expectLagToGrow();
  expect(lag?.bytes).toBeGreaterThan(0);
  expect(lag?.newestAt).toBeInstanceOf(Date);
  await copy.pool.query('select pg_wal_replay_resume()');
  await expect.poll(() => reports.readLag()).toMatchObject({ bytes: 0, seconds: 0 });
  await expect.poll(servesReports).toBe(true);
});

test('an operator may name the role that owns nothing for both', async () => {
  await primary.pool.query(`create role app login password 'copper-river-twenty'`);
  await primary.pool.query('grant select on sales to app');
  const [serving, following] = [server.url, replica.url].map((address) => {
    const url = Object.assign(new URL(address), { username: 'app', password: 'copper-river-twenty' });
    return connect({ url: url.href });
  }) as [Database, Database];
  const ownReports = openReports(serving, following, (error) => failures.push(error));
  await expect.poll(async () => (await ownReports.db()) === following.db).toBe(true);
  await Promise.all([serving.pool.end(), following.pool.end()]);
});

test('a missing replica costs no report, and is used again once it is back', async () => {
  const { port } = new URL(replica.url);
  await stop(replica.cluster, 5_000);
  expect(await readAll()).toContain(1000);
  expect(await reports.readLag()).toMatchObject({ bytes: null, newestAt: null });
  expect(failures.length).toBeGreaterThan(0);
  await startOrAttach(replica.cluster, Number(port));
  await expect.poll(servesReports).toBe(true);
});

const warningsAtStart = async (namedDatabase: Database) => {
  const warnings: string[] = [];
  await assertSameDatabase(primary, namedDatabase, ({ message }) => warnings.push(message));
  return warnings;
};

test('an operator who names another database as the replica is refused', async () => {
  const otherDatabase = connect({ url: replica.url.replace(/postgres$/, 'template1') });
  await expect(warningsAtStart(otherDatabase)).rejects.toThrow('DATABASE_REPLICA_URL: this is another database');
  await otherDatabase.pool.end();
  expect(await warningsAtStart(copy)).toEqual([]);
  const noServer = connect({ url: 'postgres://someone:x@127.0.0.1:1/none' });
  expect(await warningsAtStart(noServer)).toEqual([expect.stringContaining('ECONNREFUSED')]);
  await noServer.pool.end();
});

test('a process starts after its replica was promoted, and reports the growing lag', async () => {
  await copy.pool.query('select pg_promote()');
  expect(await warningsAtStart(copy)).toEqual(['this server follows no other.']);
  reports = openReports(primary, copy, (error) => failures.push(error));
  expect(await readAll()).toContain(1000);
  expect(await servesReports()).toBe(false);
  await expectLagToGrow();
  // After the failover both settings name one server.
  expect(await warningsAtStart(primary)).toEqual(['this server follows no other.']);
});
