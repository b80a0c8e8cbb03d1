import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { readDifferences } from '#server/db/processes.ts';
import { verifyNightly } from '#server/features/alarms/alarms.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { watchProcesses } from '#server/start/process-watch.ts';
import type { OverviewView } from '#shared/overview/overview.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { overviewOf, readOperations } from './overview.service.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));
beforeEach(async () => {
  await testbed.rows('delete from outbox');
  await testbed.rows('delete from graphile_worker._private_jobs');
});

const stopped = async () => {
  const { body } = await testbed.app.call('GET', '/api/admin/overview', { token: admin.token });
  return (body as unknown as OverviewView).needs.stopped;
};

const aMail = (minutesOld: number, error: string | null, done = false) =>
  testbed.rows(
    `insert into outbox (template, recipient, data, created_at, last_error, dropped_at)
     values ('verification_code', 'ada@example.com', '{}', now() - make_interval(mins => $1), $2, case when $3 then now() end)`,
    [minutesOld, error, done],
  );
/** A job of a task that no process has. */
const aJob = (minutesDue: number) =>
  testbed.rows(
    `select graphile_worker.add_job('nobody.knows', run_at := now() - make_interval(mins => $1), max_attempts := 1)`,
    [minutesDue],
  );

test('a business where all is well has nothing that stopped', async () => {
  await aMail(2, 'ESOCKET ECONNREFUSED');
  await aJob(1);
  expect(await stopped()).toEqual([]);
});

test('the administrator reads that mails have not left for ten minutes, unless their own addresses are to blame', async () => {
  await aMail(600, 'EENVELOPE 550');
  await aMail(600, 'ESOCKET ECONNREFUSED', true);
  expect(await stopped()).toEqual([]);
  await aMail(11, 'ESOCKET ECONNREFUSED');
  expect(await stopped()).toMatchObject([{ what: 'mail' }]);
});

test('the administrator reads that jobs are due that nobody runs', async () => {
  await aJob(6);
  expect(await stopped()).toMatchObject([{ what: 'jobs' }]);
});

test.each([
  ['prices', 4, 6],
  ['fx', 60 * 23, 60 * 25],
] as const)('the administrator reads that %s have stopped once they are too old to quote', async (name, fine, late) => {
  const source = { source: 'live one', live: true };
  const provider = { ...testbed.app.deps[name], ...source };
  const ask = async () =>
    (await overviewOf({ ...testbed.app.deps, [name]: provider }, { userId: randomUUID(), may: [] }, 7)).needs.stopped;
  const answeredAgo = (minutes: number) =>
    testbed.rows(
      `update rate_feeds set source = 'live one', succeeded_at = now() - make_interval(mins => $1) where name = $2`,
      [minutes, name],
    );
  await answeredAgo(fine);
  expect(await ask()).toEqual([]);
  await answeredAgo(late);
  expect(await ask()).toMatchObject([{ what: name, since: expect.any(String) as string }]);
});

test('an operator sees how much waits for the product, how long, and whether it listens', async () => {
  await aMail(30, null);
  await aMail(40, 'given up', true);
  await aJob(20);
  const before = await readOperations(testbed.app.deps);
  expect(before).toMatchObject({
    landfall_mails_waiting: 1,
    landfall_mails_dropped: 1,
    landfall_jobs_waiting: 1,
    landfall_jobs_failed: 0,
    landfall_orders_waiting: 0,
    landfall_orders_oldest_seconds: 0,
    landfall_rates_held: 0,
    landfall_listening: 1,
  });
  expect(before.landfall_mails_oldest_seconds).toBeCloseTo(1_800, -2);
  expect(before.landfall_jobs_oldest_seconds).toBeCloseTo(1_200, -2);
  // Sample prices never grow old.
  expect(before.landfall_prices_age_seconds).toBeUndefined();
  await testbed.rows('update graphile_worker._private_jobs set attempts = max_attempts');
  expect(await readOperations(testbed.app.deps)).toMatchObject({ landfall_jobs_waiting: 0, landfall_jobs_failed: 1 });
  await testbed.rows(`update graphile_worker._private_jobs set updated_at = now() - interval '25 hours'`);
  expect(await readOperations(testbed.app.deps)).toMatchObject({ landfall_jobs_failed: 0 });
  await expect.poll(async () => (await readOperations(testbed.app.deps)).landfall_audit_rows_unsealed).toBe(0);
});

test('an operator is told of what the night found in the audit log, of forged rows and of the age of the last backup', async () => {
  const { deps } = testbed.app;
  const gauges = () => readOperations(deps);
  await expect.poll(async () => (await gauges()).landfall_audit_rows_unsealed).toBe(0);
  await verifyNightly(deps);
  expect(await gauges()).toMatchObject({ landfall_audit_findings: 0, landfall_forged: 0, landfall_forgery_alarms: 0 });
  expect((await gauges()).landfall_audit_verified_age_seconds).toBeLessThan(60);

  const attack = (statement: string) =>
    testbed.database.pool.query(
      `set session_replication_role = replica; ${statement}; set session_replication_role = default`,
    );
  await attack(`update audit_log set action = 'auth.signed_out' where id = (select min(id) from audit_log)`);
  await attack(`update deposit_wallets set address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' where crypto_id = 'tron'`);
  await attack(`insert into forgery_alarms (fingerprint, subject_type, subject_id) values ('\\x01', 'wallet', 'tron')`);
  await attack(`update audit_log set at = at - interval '2 days'`);
  await verifyNightly(deps);
  const found = await gauges();
  expect(found).toMatchObject({ landfall_forged: 1, landfall_forgery_alarms: 1 });
  expect(found.landfall_audit_findings).toBeGreaterThan(0);
  expect(found.landfall_backup_age_seconds).toBeCloseTo(2 * 86_400, -3);
  expect(testbed.app.logged).toContainEqual(
    expect.objectContaining({ level: 50, findings: found.landfall_audit_findings }),
  );
  expect(await stopped()).toMatchObject([{ what: 'audit' }]);
  await inTx(testbed.database, (tx) => recordAudit(tx, 'system', 'backup.made'));
  expect((await gauges()).landfall_backup_age_seconds).toBeLessThan(60);
});

test('the administrator and the operator hear of a living process with another secret, until it ends', async () => {
  const { deps } = testbed.app;
  const before = (await stopped()).filter(({ what }) => what === 'settings');
  expect(before).toEqual([]);
  const stranger = await startTestApp(testbed.database, {
    JWT_SECRET: 'a secret that the other process does not have',
    STORAGE_URL: `file://${deps.env.dataDir}/files`,
  });
  expect((await readOperations(deps)).landfall_settings_differ).toBe(1);
  expect(await readDifferences(deps.db, stranger.deps.env)).toMatchObject([{ setting: 'JWT_SECRET' }]);
  expect(await stopped()).toContainEqual({ what: 'settings', since: null });
  const { log, logged } = recordingLog();
  const watch = watchProcesses({ ...deps, log });
  await expect.poll(() => logged).toMatchObject([{ msg: 'another process runs with another JWT_SECRET' }]);
  watch.stop();
  await stranger.stop();
  await expect.poll(async () => (await readOperations(deps)).landfall_settings_differ).toBe(0);
});

test('a mail server and a bucket that fail are counted', async () => {
  const { deps } = testbed.app;
  await expect(deps.storage.get('../etc/passwd')).rejects.toThrow('not a name');
  await expect(
    deps.mailer.send({ id: '1', template: 'x', to: 'nobody', subject: '', html: '', text: '' }),
  ).rejects.toThrow('bad address');
  expect(deps.failures).toEqual({ storage: 1, mail: 1 });
});
