import type { Pool, PoolClient, QueryConfig } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { startClock, type Clock } from './clock.ts';

const hourMs = 3_600_000;
/** Delay that a busy machine may add between two questions. */
const nearlyMs = 20_000;

const database = openDatabase();
const running: Clock[] = [];
const logMethod = () => vi.fn<(details: object, message: string) => void>();
const log = { info: logMethod(), warn: logMethod(), error: logMethod() };
/** Milliseconds by which the database's clock is ahead of a clock. */
const msBehind = async (clock: Clock) => (await databaseTime()) - clock.now().getTime();

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  for (const clock of running.splice(0)) clock.stop();
  vi.useRealTimers();
  vi.clearAllMocks();
});

async function aClock(pool: Pool = database.pool): Promise<Clock> {
  const clock = await startClock({ pool }, log, 20);
  running.push(clock);
  return clock;
}

async function databaseTime(): Promise<number> {
  const time = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';
  return (await database.pool.query<{ ms: number }>(time)).rows[0]?.ms ?? Number.NaN;
}

/** A database whose own clock was set (`aheadMs`), or which does not respond (`isDown`). */
function aMovableDatabase() {
  const state = { aheadMs: 0, isDown: false, asked: 0 };
  const connect = async () => {
    const client = await database.pool.connect();
    const query = async (statement: QueryConfig) => {
      state.asked += 1;
      if (state.isDown) throw new Error('no answer');
      const { rows } = await client.query<{ ms: number }>(statement);
      return { rows: rows.map(({ ms }) => ({ ms: ms + state.aheadMs })) };
    };
    return { query, release: () => client.release() } as unknown as PoolClient;
  };
  return { state, pool: { connect } as unknown as Pool };
}

test.each([
  ['eleven minutes ahead', 11 * 60_000],
  ['a year behind', -365 * 24 * hourMs],
])("a server whose clock is %s uses the database's time, and logs it once", async (_name, offMs) => {
  vi.setSystemTime(Date.now() + offMs);
  const clock = await aClock();
  expect(Math.abs(await msBehind(clock))).toBeLessThan(nearlyMs);
  const aheadSeconds = expect.closeTo(offMs / 1000, -1) as number;
  expect(log.warn.mock.calls).toEqual([[{ aheadSeconds }, "this machine's clock is wrong; the database's counts"]]);
});

test("setting the server's clock while it runs changes no time", async () => {
  const clock = await aClock();
  const timeBefore = clock.now().getTime();
  vi.setSystemTime(Date.now() - hourMs);
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(timeBefore);
  vi.setSystemTime(Date.now() + 9 * hourMs);
  expect(clock.now().getTime() - timeBefore).toBeLessThan(nearlyMs);
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(timeBefore);
});

test('time never runs backwards', async () => {
  const { state, pool } = aMovableDatabase();
  const clock = await aClock(pool);
  let last = clock.now().getTime();
  await vi.waitUntil(() => {
    const next = clock.now().getTime();
    expect(next).toBeGreaterThanOrEqual(last);
    last = next;
    return state.asked > 20;
  }, 90_000);
});

test("every server follows when the database's clock is set", async () => {
  const { state, pool } = aMovableDatabase();
  const clock = await aClock(pool);
  for (const aheadMs of [-hourMs, hourMs]) {
    state.aheadMs = aheadMs;
    await expect.poll(async () => Math.abs(aheadMs + (await msBehind(clock)))).toBeLessThan(nearlyMs);
  }
});

test('time continues while the database does not answer, and the log has the reason', async () => {
  const { state, pool } = aMovableDatabase();
  const clock = await aClock(pool);
  state.isDown = true;
  const reason = 'the database could not be asked for the time';
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledWith(expect.anything(), reason), 30_000);
  expect(Math.abs(await msBehind(clock))).toBeLessThan(nearlyMs);
  await expect(startClock({ pool }, log)).rejects.toThrow('no answer');
});
