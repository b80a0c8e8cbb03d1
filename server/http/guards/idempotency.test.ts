import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { callerOf, platformDeps, serveRouters, type Call, type Served } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { Unprocessable } from '../../lib/refusal.ts';
import { route } from '../route.ts';
import { deleteOldKeys } from './idempotency.queries.ts';

const pay = endpoint({
  method: 'POST',
  path: '/api/payments',
  access: 'customer',
  summary: 'test',
  status: 201,
  body: z.object({ amount: z.number(), to: z.string().default('me') }),
  response: z.object({ number: z.number(), to: z.string() }),
  errors: [],
  limit: 'money',
  idempotent: true,
});

const insertPayment = writeStatement(
  { number: column.integer },
  'insert into payments (amount) values ($1) returning number',
);
const countPayments = readStatement(
  { count: column.integer },
  'select count(*)::int as count from payments where amount = $1',
);

const database = openDatabase();
/** Two processes on one database. */
const served: Served[] = [];
const calls: Call[] = [];

beforeAll(async () => {
  await database.pool.query('create table payments (number int generated always as identity, amount numeric)');
  const deps = platformDeps(database);
  const insert = async (tx: Tx, amount: number) => {
    const [payment] = await tx.run(insertPayment, [amount]);
    if (amount === 422) throw new Unprocessable('below_minimum', 'amount_too_small');
    return payment?.number ?? 0;
  };
  for (let process = 0; process < 2; process++) {
    const router = Router();
    route(router, deps, pay, ({ body, idempotency }) =>
      idempotency.run(async (tx) => ({ number: await insert(tx, body.amount), to: body.to })),
    );
    served.push(await serveRouters([router]));
  }
  calls.push(...served.map(({ url }) => callerOf(url)));
});
afterAll(async () => {
  await Promise.all(served.map(({ close }) => close()));
});

const paymentsOf = async (amount: number) => (await database.db.run(countPayments, [amount]))[0]?.count;
const send = (json: object, key?: string, { process = 0, token = 'ann' } = {}) =>
  (calls[process] as Call)('POST', '/api/payments', { token, json, headers: key ? { 'Idempotency-Key': key } : {} });

test('a customer who taps twenty times, through two processes, pays once and gets the same answer each time', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => send({ amount: 10 }, key, { process: at % 2 })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
  expect(await paymentsOf(10)).toBe(1);
});

test('the same key with another body is refused, and the order of keys is not another body', async () => {
  const key = randomUUID();
  const first = await send({ amount: 11, to: 'ann' }, key);
  expect(await send({ to: 'ann', amount: 11 }, key)).toMatchObject({ status: 201, body: first.body });
  expect(await send({ amount: 12 }, key)).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  expect(await paymentsOf(12)).toBe(0);
});

test('a key belongs to one user, and without a key each call counts', async () => {
  const key = randomUUID();
  await send({ amount: 13 }, key);
  expect((await send({ amount: 13 }, key, { token: 'bob' })).headers.get('idempotent-replayed')).toBeNull();
  await send({ amount: 13 });
  await send({ amount: 13 });
  expect(await paymentsOf(13)).toBe(4);
});

test('a refusal is not stored: nothing was done, so the same key may try again', async () => {
  const key = randomUUID();
  expect(await send({ amount: 422 }, key)).toMatchObject({ status: 422, body: { code: 'below_minimum' } });
  expect(await paymentsOf(422)).toBe(0);
  expect(await send({ amount: 14 }, key)).toMatchObject({ status: 201 });
});

test('a process that dies in the middle leaves the key free: the next request does the work', async () => {
  const key = randomUUID();
  const dying = await database.pool.connect();
  await dying.query('begin');
  await dying.query(
    `insert into idempotency_keys (user_id, endpoint, key, body_hash)
     values ('0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01', 'POST /api/payments', $1, '\\x00')`,
    [key],
  );
  const waiting = send({ amount: 15 }, key);
  const isWaiting = async () => {
    const { rowCount } = await database.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rowCount;
  };
  await expect.poll(isWaiting).toBe(1);
  dying.release(new Error('killed'));
  expect(await waiting).toMatchObject({ status: 201 });
  expect(await paymentsOf(15)).toBe(1);
});

test('keys are visible ASCII of at most 255 characters', async () => {
  expect(await send({ amount: 16 }, 'k'.repeat(255))).toMatchObject({ status: 201 });
  expect(await send({ amount: 16 }, 'k'.repeat(256))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await send({ amount: 16 }, 'a key')).toMatchObject({ status: 400 });
});

test('after 24 hours a key is forgotten', async () => {
  const key = randomUUID();
  await send({ amount: 17 }, key);
  await database.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, [
    key,
  ]);
  expect(await send({ amount: 18 }, key)).toMatchObject({ status: 201 });
  await database.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, [
    key,
  ]);
  await platformDeps(database).inTx(deleteOldKeys);
  expect((await database.pool.query('select from idempotency_keys where key = $1', [key])).rowCount).toBe(0);
});
