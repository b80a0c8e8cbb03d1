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

const { app, database, rows } = openTestbed();
const admin = fixture(() => theAdmin(app));
beforeEach(async () => {
  await rows('delete from outbox');
  await rows('delete from graphile_worker._private_jobs');
});

const readStopped = async () => ((await admin.get('overview')).body as unknown as OverviewView).needs.stopped;
const gauges = () => readOperations(app.deps);

const aMail = (minutesOld: number, error: string | null, done = false) =>
  rows(
    `insert into outbox (template, recipient, data, created_at, last_error, dropped_at)
     values ('verification_code', 'ada@example.com', '{}', now() - make_interval(mins => $1), $2,
    case when $3 then now() end)`,
    [minutesOld, error, done],
  );
/** A job of a task that no process has. */
const aJob = (minutesDue: number) =>
  rows(
    `select graphile_worker.add_job('nobody.knows', run_at := now() - make_interval(mins => $1), max_attempts := 1)`,
    [minutesDue],
  );

test('a healthy business has no stopped work', async () => {
  await aMail(2, 'ESOCKET ECONNREFUSED');
  await aJob(1);
  expect(await readStopped()).toEqual([]);
});

test('the administrator reads that no mail was sent for ten minutes', async () => {
  await aMail(600, 'EENVELOPE 550');
  await aMail(600, 'ESOCKET ECONNREFUSED', true);
  expect(await readStopped()).toEqual([]);
  await aMail(11, 'ESOCKET ECONNREFUSED');
  expect(await readStopped()).toMatchObject([{ what: 'mail' }]);
});

test('the administrator reads that due jobs are run by no process', async () => {
  await aJob(6);
  expect(await readStopped()).toMatchObject([{ what: 'jobs' }]);
});

test.each([
  ['prices', 4, 6],
  ['fx', 60 * 23, 60 * 25],
] as const)(
  'the administrator reads that %s have stopped once they are too old to quote',
  async (name, freshHours, late) => {
    const providers = app.deps[name].map((provider) => ({ ...provider, source: 'live one', live: true }));
    const stoppedAfter = async (minutes: number) => {
      const answerQuery = `update rate_feeds set source = 'live one', succeeded_at = now() - make_interval(mins => $1)`;
      await rows(`${answerQuery} where name = $2`, [minutes, name]);
      const { needs } = await overviewOf({ ...app.deps, [name]: providers }, { userId: randomUUID(), may: [] }, 7);
      return needs.stopped;
    };
    expect(await stoppedAfter(freshHours)).toEqual([]);
    expect(await stoppedAfter(late)).toMatchObject([{ what: name, since: expect.any(String) as string }]);
  },
);

test('an operator sees how much waits for the product, how long, and if it receives events', async () => {
  await aMail(30, null);
  await aMail(40, 'given up', true);
  await aJob(20);
  const gaugesBefore = await gauges();
  expect(gaugesBefore).toMatchObject({
    landfall_mails_waiting: 1,
    landfall_mails_dropped: 1,
    landfall_jobs_waiting: 1,
    landfall_jobs_failed: 0,
    landfall_orders_waiting: 0,
    landfall_orders_oldest_seconds: 0,
    landfall_rates_held: 0,
    landfall_listening: 1,
  });
  expect(gaugesBefore.landfall_mails_oldest_seconds).toBeCloseTo(1_800, -2);
  expect(gaugesBefore.landfall_jobs_oldest_seconds).toBeCloseTo(1_200, -2);
  // Sample prices never grow old.
  expect(gaugesBefore.landfall_prices_age_seconds).toBeUndefined();
  await rows('update graphile_worker._private_jobs set attempts = max_attempts');
  expect(await gauges()).toMatchObject({ landfall_jobs_waiting: 0, landfall_jobs_failed: 1 });
  await rows(`update graphile_worker._private_jobs set updated_at = now() - interval '25 hours'`);
  expect(await gauges()).toMatchObject({ landfall_jobs_failed: 0 });
});

test('an operator reads the findings of the nightly check of the audit log', async () => {
  await expect.poll(async () => (await gauges()).landfall_audit_rows_unsealed).toBe(0);
  await verifyNightly(app.deps);
  const gaugesBefore = await gauges();
  expect(gaugesBefore).toMatchObject({ landfall_audit_findings: 0, landfall_forged: 0, landfall_forgery_alarms: 0 });
  expect(gaugesBefore.landfall_audit_verified_age_seconds).toBeLessThan(60);

  await database.pool.query(`set session_replication_role = replica;
    update audit_log set action = 'auth.signed_out' where id = (select min(id) from audit_log);
    update deposit_wallets set address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' where crypto_id = 'tron';
    insert into forgery_alarms (fingerprint, subject_type, subject_id) values ('\\x01', 'wallet', 'tron');
    update audit_log set at = at - interval '2 days';
    set session_replication_role = default`);
  await verifyNightly(app.deps);
  const result = await gauges();
  expect(result).toMatchObject({ landfall_forged: 1, landfall_forgery_alarms: 1 });
  expect(result.landfall_audit_findings).toBeGreaterThan(0);
  expect(result.landfall_backup_age_seconds).toBeCloseTo(2 * 86_400, -4);
  const logged = expect.objectContaining({ level: 50, findings: result.landfall_audit_findings }) as unknown;
  expect(app.logged).toContainEqual(logged);
  expect(await readStopped()).toMatchObject([{ what: 'audit' }]);
  await inTx(database, (tx) => recordAudit(tx, 'system', 'backup.made'));
  expect((await gauges()).landfall_backup_age_seconds).toBeLessThan(60);
});

test('the administrator reads of a running process with another secret, until it ends', async () => {
  const { deps } = app;
  const differingSettings = { what: 'settings', since: null };
  expect(await readStopped()).not.toContainEqual(differingSettings);
  const stranger = await startTestApp(database, {
    JWT_SECRET: 'a secret that the other process does not have',
    STORAGE_URL: `file://${deps.env.dataDir}/files`,
  });
  expect((await gauges()).landfall_settings_differ).toBe(1);
  expect(await readDifferences(deps.db, stranger.deps.env)).toMatchObject([{ setting: 'JWT_SECRET' }]);
  expect(await readStopped()).toContainEqual(differingSettings);
  const { log, logged } = recordingLog();
  const watch = watchProcesses({ ...deps, log });
  await expect.poll(() => logged).toMatchObject([{ msg: 'another process runs with another JWT_SECRET' }]);
  watch.stop();
  await stranger.stop();
  await expect.poll(async () => (await gauges()).landfall_settings_differ).toBe(0);
});

test('a mail server and a bucket that fail are counted', async () => {
  const { storage, mailer, failures } = app.deps;
  await expect(storage.get('../etc/passwd')).rejects.toThrow('not a name');
  const mail = { id: '1', template: 'x', to: 'nobody', subject: '', html: '', text: '' };
  await expect(mailer.send(mail)).rejects.toThrow('bad address');
  expect(failures).toEqual({ storage: 1, mail: 1 });
});
