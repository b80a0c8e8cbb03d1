import { Router } from 'express';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { callerOf, platformDeps, serveRouters, type Call, type Served } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { route } from '../route.ts';
import { networkOf } from './limits.ts';

const base = { method: 'POST', errors: [], summary: 'test', response: 'empty', access: 'public' } as const;
const signIn = endpoint({ ...base, path: '/api/sign-in', limit: 'signIn', body: z.object({ email: z.string() }) });
const code = endpoint({ ...base, path: '/api/code', limit: 'code', body: z.object({ email: z.string() }) });
const write = endpoint({ ...base, path: '/api/write', limit: 'write' });
const mail = endpoint({ ...base, path: '/api/mail', limit: 'mail' });
const quote = endpoint({ ...base, path: '/api/quote', limit: 'quote' });

const database = openDatabase();
const served: Served[] = [];
const checkedEmails: string[] = [];

/** One more process on the same database. */
async function aProcess(options: { factor?: number; trustProxy?: number }): Promise<Call> {
  const router = Router();
  const deps = platformDeps(database, options);
  route(router, deps, signIn, () => undefined);
  route(router, deps, code, ({ body }) => {
    checkedEmails.push(body.email);
  });
  route(router, deps, write, () => undefined);
  route(router, deps, mail, () => undefined);
  route(router, deps, quote, () => undefined);
  const item = await serveRouters([router]);
  served.push(item);
  return callerOf(item.url);
}

afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await Promise.all(served.map(({ close }) => close()));
});

const statuses = async (times: number, item: () => ReturnType<Call>) => {
  const answers = await Promise.all(Array.from({ length: times }, item));
  return {
    passed: answers.filter(({ status }) => status === 204).length,
    refused: answers.find(({ status }) => status === 429),
  };
};

test('two processes share one count, kept by account', async () => {
  const processes = [await aProcess({ factor: 0.1 }), await aProcess({ factor: 0.1 })];
  let turn = 0;
  const { passed, refused } = await statuses(20, () =>
    (processes[turn++ % 2] as Call)('POST', '/api/write', { token: 'ann' }),
  );
  expect(passed).toBe(6);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await (processes[0] as Call)('POST', '/api/write', { token: 'bob' })).toMatchObject({ status: 204 });
});

test('guessing at one account from one place ends before anything is looked up, while others go on', async () => {
  const call = await aProcess({ factor: 1, trustProxy: 1 });
  const from = (ip: string, email: string) => () =>
    call('POST', '/api/code', { json: { email }, headers: { 'X-Forwarded-For': ip } });
  const { passed } = await statuses(25, from('203.0.113.1', 'victim@example.com'));
  expect(passed).toBe(20);
  expect(checkedEmails).toHaveLength(20);
  expect(await from('203.0.113.2', 'victim@example.com')()).toMatchObject({ status: 204 });
  expect(await from('203.0.113.1', 'other@example.com')()).toMatchObject({ status: 204 });
});

test('a sent X-Forwarded-For moves nobody’s count unless a proxy is trusted', async () => {
  const call = await aProcess({ factor: 0.2, trustProxy: 0 });
  let host = 0;
  const { passed } = await statuses(10, () =>
    call('POST', '/api/sign-in', {
      json: { email: `a${host}@b.c` },
      headers: { 'X-Forwarded-For': `198.51.100.${host++}` },
    }),
  );
  expect(passed).toBe(4);
});

test('a process whose clock is an hour ahead forgets no guess, and shuts nobody out for longer than a minute', async () => {
  const call = await aProcess({ factor: 0.2, trustProxy: 1 });
  const other = await aProcess({ factor: 0.2, trustProxy: 1 });
  const guess = (process: Call, ip: string) => () =>
    process('POST', '/api/sign-in', { json: { email: 'a@b.c' }, headers: { 'X-Forwarded-For': ip } });
  const aheadBy = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  expect((await statuses(3, guess(call, '203.0.113.50'))).passed).toBe(3);

  aheadBy(1);
  expect((await statuses(3, guess(other, '203.0.113.50'))).passed).toBe(1);
  expect((await statuses(3, guess(other, '203.0.113.51'))).passed).toBe(3);

  vi.useRealTimers();
  const { passed, refused } = await statuses(3, guess(call, '203.0.113.51'));
  expect(passed).toBe(1);
  expect(Number(refused?.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
});

test('quotes are counted in memory: no query, and visitors get half', async () => {
  const call = await aProcess({ factor: 0.1 });
  expect((await statuses(20, () => call('POST', '/api/quote', { token: 'ann' }))).passed).toBe(12);
  expect((await statuses(20, () => call('POST', '/api/quote'))).passed).toBe(6);
  const { rows } = await database.pool.query<{ key: string }>(`select key from request_limits`);
  expect(rows.filter(({ key }) => key.startsWith('quote'))).toEqual([]);
  expect(JSON.stringify(rows)).not.toMatch(/example\.com/);
});

test('one address makes the product mail strangers twenty times an hour and sixty a day, not each minute', async () => {
  const mailFrom = (call: Call) => () => call('POST', '/api/mail', { headers: { 'X-Forwarded-For': '203.0.113.70' } });
  const later = () => database.pool.query(`update request_limits set expire = 0 where key like 'mail-ip-3600%'`);
  const passed: number[] = [];
  for (let hour = 0; hour < 4; hour++) {
    // Another process each time: one remembers for the whole hour whom it refused.
    const { passed: count, refused } = await statuses(25, mailFrom(await aProcess({ factor: 1, trustProxy: 1 })));
    passed.push(count);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(600);
    await later();
  }
  expect(passed).toEqual([20, 20, 20, 0]);
});

test('a household counts as one address', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('2001:DB8:0:0:ffff::2')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});
