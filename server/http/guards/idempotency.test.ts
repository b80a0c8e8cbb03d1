import { randomUUID } from 'node:crypto';
import { integer, numeric, pgTable } from 'drizzle-orm/pg-core';
import { Router } from 'express';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { one as oneRow, type Blanks, type Drizzle } from '#server/db/query.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { outcomeOf, platformDeps } from '#tests/setup/platform.ts';
import { openDatabase, openRoutes } from '#tests/setup/testbed.ts';
import { Unprocessable } from '../../lib/refusal.ts';
import { route, type RouteDeps } from '../route.ts';
import { deleteOldKeys } from './idempotency.queries.ts';

const pay = endpoint({
  method: 'POST',
  path: '/api/payments',
  access: 'customer',
  summary: 'test',
  status: 201,
  body: z.object({ amount: z.number(), to: z.string().default('me') }),
  response: z.object({ number: z.number(), to: z.string() }),
  errors: ['below_minimum'],
  limit: 'money',
  idempotent: true,
});
const paymentsTable = pgTable('payments', {
  number: integer('number').notNull().generatedAlwaysAsIdentity(),
  amount: numeric('amount', { mode: 'number' }),
});
const insertPayment = oneRow((db: Drizzle, { amount }: Blanks<{ amount: number }>) =>
  db.insert(paymentsTable).values({ amount }).returning({ number: paymentsTable.number }),
);

const database = openDatabase();
beforeAll(async () => {
  await database.pool.query('create table payments (number int generated always as identity, amount numeric)');
});

function payments(deps: RouteDeps): Router {
  const router = Router();
  route(router, deps, pay, ({ body: { amount, to }, idempotency }) =>
    idempotency.run(async (tx) => {
      const { number } = await insertPayment(tx, { amount });
      if (amount === 422) throw new Unprocessable('below_minimum', 'amount_too_small');
      return { number, to };
    }),
  );
  return router;
}
/** Two processes on one database. */
const firstProcess = openRoutes(database, payments);
const otherProcess = openRoutes(database, payments);

const paymentsOf = async (amount: number) =>
  (await database.rows('select from payments where amount = $1', [amount])).length;
const send = (json: object, key?: string, { process = firstProcess, token = 'ann' } = {}) =>
  process.call('POST', '/api/payments', { token, json, key });
const outcome = async (...args: Parameters<typeof send>) => outcomeOf(await send(...args));
const paidOutcome = [201, undefined];

test('a customer who taps twenty times on two processes pays once', async () => {
  const key = randomUUID();
  const taps = Array.from({ length: 10 }, () => [firstProcess, otherProcess]).flat();
  const answers = await Promise.all(taps.map((process) => send({ amount: 10 }, key, { process })));
  expect(answers.map(outcomeOf)).toEqual(taps.map(() => paidOutcome));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
  expect(await paymentsOf(10)).toBe(1);
});

test('a repeated key with another body is refused, in any order of fields', async () => {
  const key = randomUUID();
  const first = await send({ amount: 11, to: 'ann' }, key);
  expect(await send({ to: 'ann', amount: 11 }, key)).toMatchObject({ status: 201, body: first.body });
  expect(await outcome({ amount: 12 }, key)).toEqual([409, 'idempotency_mismatch']);
  expect(await paymentsOf(12)).toBe(0);
});

test('a key belongs to one user, and calls without a key all count', async () => {
  const key = randomUUID();
  await send({ amount: 13 }, key);
  expect((await send({ amount: 13 }, key, { token: 'bob' })).headers.get('idempotent-replayed')).toBeNull();
  await send({ amount: 13 });
  await send({ amount: 13 });
  expect(await paymentsOf(13)).toBe(4);
});

test('a refusal is not stored, so that its key may be used again', async () => {
  const key = randomUUID();
  expect(await outcome({ amount: 422 }, key)).toEqual([422, 'below_minimum']);
  expect(await paymentsOf(422)).toBe(0);
  expect(await outcome({ amount: 14 }, key)).toEqual(paidOutcome);
});

test('a process that dies leaves the key free, and the next request does the work', async () => {
  const key = randomUUID();
  const dying = await database.pool.connect();
  await dying.query('begin');
  await dying.query(
    `insert into idempotency_keys (user_id, endpoint, key, body_hash)
     values ('0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01', 'POST /api/payments', $1, '\\x00')`,
    [key],
  );
  const waiting = outcome({ amount: 15 }, key);
  const locked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => database.rows(locked)).toHaveLength(1);
  dying.release(new Error('killed'));
  expect(await waiting).toEqual(paidOutcome);
  expect(await paymentsOf(15)).toBe(1);
});

test('keys are visible ASCII of at most 255 characters', async () => {
  expect(await outcome({ amount: 16 }, 'k'.repeat(255))).toEqual(paidOutcome);
  for (const key of ['k'.repeat(256), 'a key'])
    expect(await outcome({ amount: 16 }, key)).toEqual([400, 'invalid_input']);
});

test('a key is deleted after 24 hours', async () => {
  const key = randomUUID();
  const passDay = () =>
    database.rows(`update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, [key]);
  await send({ amount: 17 }, key);
  await passDay();
  expect(await outcome({ amount: 18 }, key)).toEqual(paidOutcome);
  await passDay();
  await platformDeps(database).inTx(deleteOldKeys);
  expect(await database.rows('select from idempotency_keys where key = $1', [key])).toEqual([]);
});
