import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createCrons } from './jobs.crons.ts';
import type { FeatureJobs } from './jobs.service.ts';

declare module './jobs.service.ts' {
  interface TaskPayloads {
    'test.minutely': object;
    'test.nightly': object;
  }
}

const minuteMs = 60_000;
const midnight = Date.UTC(2026, 2, 12);
const feature: FeatureJobs<never> = {
  tasks: {},
  crons: [
    { task: 'test.minutely', at: '* * * * *' },
    { task: 'test.nightly', at: '41 3 * * *' },
  ],
};

const database = openDatabase();
let nowMs = midnight;
afterEach(async () => {
  nowMs = midnight;
  await database.pool.query('delete from graphile_worker._private_known_crontabs');
});

const aProcess = () => createCrons({ pool: database.pool, features: [feature], now: () => new Date(nowMs) });

/** Jobs enqueued since the last call; marks them as done. */
async function started(): Promise<string[]> {
  const { rows } = await database.pool.query<{ task_identifier: string }>(
    'select task_identifier from graphile_worker.jobs order by 1',
  );
  await database.pool.query('delete from graphile_worker._private_jobs');
  return rows.map(({ task_identifier }) => task_identifier);
}

test('what recurs starts once a minute, however many processes look', async () => {
  const [item, other] = [aProcess(), aProcess()];
  await item.startDue();
  expect(await started()).toEqual([]);
  nowMs += minuteMs;
  await item.startDue();
  expect(await started()).toEqual(['test.minutely']);
  await other.startDue();
  await item.startDue();
  expect(await started()).toEqual([]);
  nowMs += minuteMs;
  await other.startDue();
  expect(await started()).toEqual(['test.minutely']);
});

test('what is meant for the night starts then, also when the process was busy at that minute', async () => {
  const admin = aProcess();
  nowMs = midnight + (3 * 60 + 40) * minuteMs;
  await admin.startDue();
  expect(await started()).toEqual(['test.minutely']);
  nowMs += 5 * minuteMs;
  await admin.startDue();
  expect(await started()).toEqual(['test.minutely', 'test.nightly']);
  nowMs += 24 * 60 * minuteMs;
  await admin.startDue();
  expect(await started()).toEqual(['test.minutely']);
});

test('what recurs goes on after a time when clocks were years ahead', async () => {
  const admin = aProcess();
  nowMs = Date.UTC(2040, 0, 1);
  await admin.startDue();
  await started();
  nowMs = midnight + minuteMs;
  await admin.startDue();
  expect(await started()).toEqual(['test.minutely']);
});
