import { EventEmitter, once } from 'node:events';
import { isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { sent, type Drizzle } from '#server/db/query.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createCrons } from './jobs.crons.ts';
import { libraryJobs } from './jobs.library.tables.ts';
import { jobsPool } from './jobs.pool.ts';
import { startJobs, type Jobs } from './jobs.runner.ts';
import { enqueue, type FeatureJobs, type TaskPayloads } from './jobs.service.ts';

declare module './jobs.service.ts' {
  interface TaskPayloads {
    'test.note': { text: string };
    'test.poison': { email: string };
    'test.slow': { text: string };
    'test.cut': { text: string };
    'test.minutely': object;
    'test.nightly': object;
  }
}

type JobDeps = { noted: string[]; emitter: EventEmitter };

const database = openDatabase();
const rows: typeof database.rows = (...args) => database.rows(...args);
let jobs: Jobs | undefined;
let deps: JobDeps;
let now = () => new Date();
const { log, logged } = recordingLog();

beforeEach(() => {
  deps = { noted: [], emitter: new EventEmitter() };
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
  now = () => new Date();
  await rows('delete from graphile_worker._private_jobs');
  await rows('delete from graphile_worker._private_known_crontabs');
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
      await rows(throwOut);
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
const aProcess = () => startJobs({ url: database.url, log, now, deps, features: [feature] });
const start = async () => {
  jobs = await aProcess();
};
const emitted = (name: string) => once(deps.emitter, name, { signal: AbortSignal.timeout(15_000) });
const add = <Task extends keyof TaskPayloads>(task: Task, payload: TaskPayloads[Task]) =>
  inTx(database, (tx) => enqueue(tx, task, payload));
const note = (text: string) => add('test.note', { text });
/** Runs the work and waits for the next note; returns all notes. */
async function notedAfter(work: () => Promise<unknown>) {
  const noted = emitted('noted');
  await work();
  await noted;
  return deps.noted;
}

const orphanNewJob = sent((db: Drizzle) =>
  db
    .update(libraryJobs)
    .set({ lockedBy: 'pool-of-the-dead', lockedAt: sql`now() - interval '1 minute'` })
    .where(isNull(libraryJobs.lockedBy)),
);
/** Leaves a job locked, as a process that was killed during it. */
const addOrphan = () =>
  inTx(database, async (tx) => {
    await enqueue(tx, 'test.note', { text: 'orphan' });
    await orphanNewJob(tx);
  });

test('a job runs once its transaction has committed', async () => {
  await start();
  expect(await notedAfter(() => note('done'))).toEqual(['done']);
});

test('jobs of a restored copy wait until it becomes the installation', async () => {
  let isCopy = true;
  await note('waits');
  const features = [{ ...feature, copyTasks: ['test.minutely'] as const }];
  const ofScreens = emitted('minute');
  jobs = await startJobs({ url: database.url, log, now, deps, features, isCopy: () => isCopy });
  await add('test.minutely', {});
  await ofScreens;
  expect(deps.noted).toEqual([]);
  isCopy = false;
  await note('goes on');
  await expect.poll(() => deps.noted.toSorted()).toEqual(['goes on', 'waits']);
});

test('jobs that always fail delay no other, and the log has no text of a user', async () => {
  await inTx(database, async (tx) => {
    for (let i = 0; i < 20; i++) await enqueue(tx, 'test.poison', { email: 'ada@example.com' }, { maxAttempts: 1 });
  });
  await note('healthy');
  expect(await notedAfter(start)).toEqual(['healthy']);
  const givenUp = { task: 'test.poison', error: 'TypeError', msg: 'a job was given up' };
  const failures = () => logged.filter(({ level }) => level === 50);
  await expect.poll(failures).toMatchObject(Array.from({ length: 20 }, () => givenUp));
  const storedRows = await rows('select last_error from graphile_worker._private_jobs');
  expect(JSON.stringify([storedRows, logged])).not.toContain('ada@');
});

test('the jobs of a killed process are taken over', async () => {
  await addOrphan();
  expect(await notedAfter(start)).toEqual(['orphan']);
});

test('the jobs of a living process are left to it', async () => {
  await start();
  const started = emitted('started');
  await add('test.slow', { text: 'mine' });
  await started;
  const heartbeat = `select 1 from pg_locks where locktype = 'advisory' and classid = 7205321
    and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(async () => expect(await rows(heartbeat)).toHaveLength(1), { timeout: 30_000 });
  await rows(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`);

  // An orphan beside it shows that the second process has looked for jobs to take over.
  await addOrphan();
  const others: Jobs[] = [];
  expect(await notedAfter(async () => others.push(await aProcess()))).toEqual(['orphan']);
  const locked = `select from graphile_worker.jobs where locked_by is not null and task_identifier = 'test.slow'`;
  expect(await rows(locked)).toHaveLength(1);
  for (const otherJobs of others) await otherJobs.stop();
  deps.emitter.emit('go');
});

test('background work continues after PostgreSQL has closed all connections', async () => {
  await start();
  await rows(throwOut);
  expect(await notedAfter(() => note('still here'))).toContain('still here');
});

test('a job that cannot be completed ends neither the process nor background work', async () => {
  await start();
  await inTx(database, async (tx) => {
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) await enqueue(tx, 'test.cut', { text });
  });
  await vi.waitFor(() => expect(deps.noted.length).toBeGreaterThan(0), 30_000);
  expect(await notedAfter(() => note('still here'))).toContain('still here');
});

test('stopping while PostgreSQL stops ends no process, even if a client is released twice', async () => {
  const pool = jobsPool({ connectionString: database.url }, () => undefined);
  const releasedTwice = new Promise((resolve) =>
    pool.connect((_error, _client, release) => resolve([release(), release()])),
  );
  await expect(releasedTwice).resolves.toEqual([undefined, undefined]);
  await pool.end();
});

test('stopping waits for the running job', async () => {
  await start();
  const started = emitted('started');
  await add('test.slow', { text: 'finished' });
  await started;
  const stopped = jobs?.stop();
  jobs = undefined;
  deps.emitter.emit('go');
  await stopped;
  expect(deps.noted).toEqual(['finished']);
  expect(await rows('select 1 from graphile_worker.jobs')).toEqual([]);
});

test('the alarm of a failed recurring job ends with its next success', async () => {
  for (const task of ['test.minutely', 'test.note'])
    await rows(`select graphile_worker.add_job($1, payload := '{}', max_attempts := 1)`, [task]);
  await rows('update graphile_worker._private_jobs set attempts = max_attempts');
  await start();
  await rows(`select graphile_worker.add_job('test.minutely', payload := '{}')`);
  const jobsQuery = `select t.identifier as task from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id`;
  await expect.poll(() => rows(jobsQuery)).toEqual([{ task: 'test.note' }]);
});

describe('a recurring job', () => {
  const minuteMs = 60_000;
  const midnight = Date.UTC(2026, 2, 12);
  let nowMs: number;
  beforeEach(() => {
    nowMs = midnight;
  });
  const crons = [
    { task: 'test.minutely', at: '* * * * *' },
    { task: 'test.nightly', at: '41 3 * * *' },
  ] as const;
  const cronsOfAProcess = () =>
    createCrons({ pool: database.pool, features: [{ tasks: {}, crons }], now: () => new Date(nowMs) });
  /** Returns the jobs that this run has started, and marks them as done. */
  async function startedBy({ startDue }: ReturnType<typeof cronsOfAProcess>) {
    await startDue();
    const startedRows = await rows('select task_identifier from graphile_worker.jobs order by 1');
    await rows('delete from graphile_worker._private_jobs');
    return startedRows.map(({ task_identifier }) => task_identifier);
  }

  test('starts once a minute, however many processes run it', async () => {
    const item = cronsOfAProcess();
    const otherCrons = cronsOfAProcess();
    expect(await startedBy(item)).toEqual([]);
    nowMs += minuteMs;
    expect(await startedBy(item)).toEqual(['test.minutely']);
    expect([await startedBy(otherCrons), await startedBy(item)]).toEqual([[], []]);
    nowMs += minuteMs;
    expect(await startedBy(otherCrons)).toEqual(['test.minutely']);
  });

  test('at night starts at its time, even if the process was busy at that minute', async () => {
    const admin = cronsOfAProcess();
    nowMs = midnight + (3 * 60 + 40) * minuteMs;
    expect(await startedBy(admin)).toEqual(['test.minutely']);
    nowMs += 5 * minuteMs;
    expect(await startedBy(admin)).toEqual(['test.minutely', 'test.nightly']);
    nowMs += 24 * 60 * minuteMs;
    expect(await startedBy(admin)).toEqual(['test.minutely']);
  });

  test('continues after a time when clocks were years ahead', async () => {
    const admin = cronsOfAProcess();
    nowMs = Date.UTC(2040, 0, 1);
    await startedBy(admin);
    nowMs = midnight + minuteMs;
    expect(await startedBy(admin)).toEqual(['test.minutely']);
  });

  test('starts by the time of the database, not by that of a process an hour ahead', async () => {
    const beforeTheMinuteMs = 59_000 - (Date.now() % minuteMs);
    now = () => new Date(Date.now() + beforeTheMinuteMs);
    await rows(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('test.minutely', now(), now() + interval '1 hour')`,
    );
    const minute = emitted('minute');
    await start();
    await expect(minute).resolves.toEqual([]);
  });
});
