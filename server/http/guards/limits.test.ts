import { Router } from 'express';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { outcomeOf, platformDeps, serveRouters, type Call, type RouterApp } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { route } from '../route.ts';
import { networkOf } from './limits.ts';

const base = { method: 'POST', errors: [], summary: 'test', response: 'empty', access: 'public' } as const;
const body = z.object({ email: z.string() });
const plain = (['write', 'mail', 'quote'] as const).map((limit) => endpoint({ ...base, path: `/api/${limit}`, limit }));
const signIn = endpoint({ ...base, path: '/api/sign-in', limit: 'signIn', body });
const code = endpoint({ ...base, path: '/api/code', limit: 'code', body });

const database = openDatabase();
const served: RouterApp[] = [];
const checkedEmails: string[] = [];

/** One more process on the same database. */
async function aProcess(options: { factor?: number; trustProxy?: number }): Promise<Call> {
  const router = Router();
  const deps = platformDeps(database, options);
  for (const item of plain) route(router, deps, item, () => undefined);
  route(router, deps, signIn, () => undefined);
  route(router, deps, code, ({ body: { email } }) => void checkedEmails.push(email));
  const item = await serveRouters([router]);
  served.push(item);
  return item.call;
}

afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await Promise.all(served.map(({ close }) => close()));
});

/** Returns how many of these calls pass at once, and one that does not. */
const statuses = async (times: number, ...calls: (() => ReturnType<Call>)[]) => {
  const all = Array.from({ length: times / calls.length }, () => calls).flat();
  const answers = await Promise.all(all.map((call) => call()));
  const refusedAnswer = answers.find(({ status }) => status === 429);
  const waitSeconds = Number(refusedAnswer?.headers.get('retry-after'));
  return { passed: answers.filter(({ status }) => status === 204).length, refused: refusedAnswer, waitSeconds };
};
const to = (call: Call, path: string, token?: string) => () => call('POST', `/api/${path}`, { token });
const from = (ip: string, call: Call, path: string, email: string) => () =>
  call('POST', `/api/${path}`, { json: { email }, headers: { 'X-Forwarded-For': ip } });

test('two processes share one count for each account', async () => {
  const firstProcess = await aProcess({ factor: 0.1 });
  const otherProcess = await aProcess({ factor: 0.1 });
  const { passed, refused, waitSeconds } = await statuses(
    20,
    to(firstProcess, 'write', 'ann'),
    to(otherProcess, 'write', 'ann'),
  );
  expect(passed).toBe(6);
  expect(refused && outcomeOf(refused)).toEqual([429, 'too_many_requests']);
  expect(waitSeconds).toBeGreaterThan(0);
  expect(await statuses(1, to(firstProcess, 'write', 'bob'))).toMatchObject({ passed: 1 });
});

test('guessing at one account from one place is refused before any query, and others sign in', async () => {
  const call = await aProcess({ factor: 1, trustProxy: 1 });
  const guess = (ip: string, email: string) => from(ip, call, 'code', email);
  expect((await statuses(25, guess('203.0.113.1', 'victim@example.com'))).passed).toBe(20);
  expect(checkedEmails).toHaveLength(20);
  const otherCallers = [guess('203.0.113.2', 'victim@example.com'), guess('203.0.113.1', 'other@example.com')];
  expect(await statuses(2, ...otherCallers)).toMatchObject({ passed: 2 });
});

test('a sent X-Forwarded-For changes no count without a trusted proxy', async () => {
  const call = await aProcess({ factor: 0.2, trustProxy: 0 });
  const hosts = Array.from({ length: 10 }, (_, host) => from(`198.51.100.${host}`, call, 'sign-in', `a${host}@b.c`));
  expect((await statuses(10, ...hosts)).passed).toBe(4);
});

test('a process whose clock is an hour ahead locks a user out for at most a minute', async () => {
  const settings = { factor: 0.2, trustProxy: 1 };
  const call = await aProcess(settings);
  const otherProcess = await aProcess(settings);
  const guess = (process: Call, host: number) => statuses(3, from(`203.0.113.${host}`, process, 'sign-in', 'a@b.c'));
  expect((await guess(call, 50)).passed).toBe(3);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect((await guess(otherProcess, 50)).passed).toBe(1);
  expect((await guess(otherProcess, 51)).passed).toBe(3);

  vi.useRealTimers();
  const { passed, waitSeconds } = await guess(call, 51);
  expect(passed).toBe(1);
  expect(waitSeconds).toBeLessThanOrEqual(60);
});

test('quotes are counted in memory without a query, and visitors get half as many', async () => {
  const call = await aProcess({ factor: 0.1 });
  expect((await statuses(20, to(call, 'quote', 'ann'))).passed).toBe(12);
  expect((await statuses(20, to(call, 'quote'))).passed).toBe(6);
  const { rows } = await database.pool.query<{ key: string }>(`select key from request_limits`);
  expect(rows.filter(({ key }) => key.startsWith('quote'))).toEqual([]);
  expect(JSON.stringify(rows)).not.toMatch(/example\.com/);
});

test('one address can cause at most twenty mails to strangers an hour and sixty a day', async () => {
  const passed: number[] = [];
  for (let hour = 0; hour < 4; hour++) {
    // Another process each time: one remembers for the whole hour whom it refused.
    const call = await aProcess({ factor: 1, trustProxy: 1 });
    const sentStatuses = await statuses(25, from('203.0.113.70', call, 'mail', ''));
    passed.push(sentStatuses.passed);
    expect(sentStatuses.waitSeconds).toBeGreaterThan(600);
    await database.pool.query(`update request_limits set expire = 0 where key like 'mail-ip-3600%'`);
  }
  expect(passed).toEqual([20, 20, 20, 0]);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:DB8:0:0:ffff::2', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('a household counts as one address: %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
