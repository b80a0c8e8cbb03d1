import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/statements.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { startJobs, type Jobs } from './jobs.runner.ts';
import { enqueue, type FeatureJobs } from './jobs.service.ts';

declare module './jobs.service.ts' {
  interface TaskPayloads {
    'test.note': { text: string };
    'test.poison': { email: string };
    'test.slow': { text: string };
    'test.cut': { text: string };
    'test.minutely': object;
  }
}

type JobDeps = { noted: string[]; emitter: EventEmitter };

const database = openDatabase();
let jobs: Jobs | undefined;
let deps: JobDeps;
let now = () => new Date();
const logMethod = () => vi.fn<(details: object, message: string) => void>();
const log = { info: logMethod(), warn: logMethod(), error: logMethod() };

beforeEach(() => {
  deps = { noted: [], emitter: new EventEmitter() };
});
afterEach(async () => {
  await jobs?.stop();
  await database.pool.query('delete from graphile_worker._private_jobs');
  vi.clearAllMocks();
});

const throwOut = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'landfall-jobs' and datname = current_database()`;

const feature: FeatureJobs<JobDeps> = {
  tasks: {
    'test.note': async ({ noted, emitter }, { text }) => {
      noted.push(text);
      emitter.emit('noted');
      await Promise.resolve();
    },
    'test.poison': async (_deps, { email }) => {
      await Promise.reject(new TypeError(`cannot write to ${email}`));
    },
    // PostgreSQL terminates all connections just before the job is marked as done.
    'test.cut': async ({ noted }, { text }) => {
      await database.pool.query(throwOut);
      if (!noted.includes(text)) noted.push(text);
    },
    'test.minutely': async ({ emitter }) => {
      emitter.emit('minute');
      await Promise.resolve();
    },
    'test.slow': async ({ noted, emitter }, { text }) => {
      emitter.emit('started');
      await once(emitter, 'go');
      noted.push(text);
    },
  },
  crons: [{ task: 'test.minutely', at: '* * * * *' }],
};
const start = async () => {
  jobs = await startJobs({ url: database.url, log, now, deps, features: [feature] });
};
const emitted = (name: string) => once(deps.emitter, name, { signal: AbortSignal.timeout(15_000) });
const note = (text: string) => inTx(database, (tx) => enqueue(tx, 'test.note', { text }));

const orphanNewJob = writeStatement(
  {},
  `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute'
   where locked_by is null`,
);

test('a job is done once its transaction has committed', async () => {
  await start();
  const noted = emitted('noted');
  await note('done');
  await noted;
  expect(deps.noted).toEqual(['done']);
});

test('jobs that always fail hold up nobody, and the log tells of them without what a user typed', async () => {
  await inTx(database, async (tx) => {
    for (let i = 0; i < 20; i++) await enqueue(tx, 'test.poison', { email: 'ada@example.com' }, { maxAttempts: 1 });
  });
  await note('healthy');
  const noted = emitted('noted');
  await start();
  await noted;
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(20), { timeout: 30_000 });
  expect(log.error.mock.calls[0]).toMatchObject([{ task: 'test.poison', error: 'TypeError' }, 'a job was given up']);
  const { rows } = await database.pool.query('select last_error from graphile_worker._private_jobs');
  expect(JSON.stringify([rows, ...log.error.mock.calls, ...log.warn.mock.calls])).not.toContain('ada@');
});

test('the jobs of a killed process are taken over', async () => {
  await inTx(database, async (tx) => {
    await enqueue(tx, 'test.note', { text: 'orphan' });
    await tx.run(orphanNewJob);
  });
  const noted = emitted('noted');
  await start();
  await noted;
  expect(deps.noted).toEqual(['orphan']);
});

test('the jobs of a process that lives are left to it', async () => {
  await start();
  const started = emitted('started');
  await inTx(database, (tx) => enqueue(tx, 'test.slow', { text: 'mine' }));
  await started;
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and classid = 7205321
         and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 30_000 },
  );
  await database.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`);

  // An orphan beside it shows that the second process has looked for jobs to take over.
  await inTx(database, async (tx) => {
    await enqueue(tx, 'test.note', { text: 'orphan' });
    await tx.run(orphanNewJob);
  });
  const noted = emitted('noted');
  const other = await startJobs({ url: database.url, log, now, deps, features: [feature] });
  await noted;
  const { rows } = await database.pool.query(
    `select task_identifier from graphile_worker.jobs where locked_by is not null and task_identifier = 'test.slow'`,
  );
  expect(rows).toHaveLength(1);
  await other.stop();
  deps.emitter.emit('go');
});

test('background work goes on after PostgreSQL has thrown everybody out', async () => {
  await start();
  await database.pool.query(throwOut);
  const noted = emitted('noted');
  await note('still here');
  await noted;
  expect(deps.noted).toEqual(['still here']);
});

test('a job that cannot be ticked off ends neither the process nor background work', async () => {
  await start();
  await inTx(database, async (tx) => {
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) await enqueue(tx, 'test.cut', { text });
  });
  await vi.waitFor(() => expect(deps.noted.length).toBeGreaterThan(0), 30_000);
  const noted = emitted('noted');
  await note('still here');
  await noted;
  expect(deps.noted).toContain('still here');
});

test('what recurs starts by the time of the database, not by that of a process that was an hour ahead', async () => {
  const beforeTheMinuteMs = 59_000 - (Date.now() % 60_000);
  now = () => new Date(Date.now() + beforeTheMinuteMs);
  await database.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('test.minutely', now(), now() + interval '1 hour')
     on conflict (identifier) do update set last_execution = excluded.last_execution`,
  );
  const minute = emitted('minute');
  await start();
  await expect(minute).resolves.toEqual([]);
  now = () => new Date();
});

test('stopping waits for the job at hand', async () => {
  await start();
  const started = emitted('started');
  await inTx(database, (tx) => enqueue(tx, 'test.slow', { text: 'finished' }));
  await started;
  const stopped = jobs?.stop();
  jobs = undefined;
  deps.emitter.emit('go');
  await stopped;
  expect(deps.noted).toEqual(['finished']);
  const { rows } = await database.pool.query('select 1 from graphile_worker.jobs');
  expect(rows).toEqual([]);
});

test('the operator’s alarm of a recurring job that was given up ends with its next success, that of any other job does not', async () => {
  for (const task of ['test.minutely', 'test.note'])
    await database.pool.query(`select graphile_worker.add_job($1, payload := '{}', max_attempts := 1)`, [task]);
  await database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  await start();
  await database.pool.query(`select graphile_worker.add_job('test.minutely', payload := '{}')`);
  const left = `select t.identifier as task from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id`;
  await expect.poll(async () => (await database.pool.query<object>(left)).rows).toEqual([{ task: 'test.note' }]);
});
