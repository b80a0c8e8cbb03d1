import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aProof, aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
/** A transaction that reaches the point where a test halts it waits for this lock. */
const haltLock = 4711;
let lockHolder: PoolClient;

const ada = fixture(() => aSeller(testbed.app, testbed.database.pool));
const admin = fixture(() => theAdmin(testbed.app));
beforeAll(async () => {
  await testbed.rows(`create function wait_for_halt_lock() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${haltLock}); return new; end $$`);
});
beforeEach(async () => {
  lockHolder = await testbed.database.pool.connect();
  await lockHolder.query('select pg_advisory_lock($1)', [haltLock]);
});
afterEach(async () => {
  await lockHolder.query('select pg_advisory_unlock_all()');
  lockHolder.release();
  await testbed.rows('drop trigger if exists halt on idempotency_keys');
  await testbed.rows('drop trigger if exists halt on deposit_address_stops');
});

/** Halts a customer's request right before the commit, with its response already stored. */
const haltBeforeAnswer = () =>
  testbed.rows(`create trigger halt before update on idempotency_keys for each row
    when (old.answer is null) execute function wait_for_halt_lock()`);
/** Halts the stop when its row is written. */
const haltStop = () =>
  testbed.rows(
    `create trigger halt after insert on deposit_address_stops for each row execute function wait_for_halt_lock()`,
  );
const releaseHaltLock = () => lockHolder.query('select pg_advisory_unlock($1)', [haltLock]);

/** How many requests wait for a lock of a name or for the halt lock. */
const waiting = async () =>
  (
    await testbed.rows(`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
  ).length;

/** A request in flight: its response, and whether there is one yet. */
function track<Answer>(request: Promise<Answer>) {
  const state = { isAnswered: false, answer: request };
  void request.finally(() => (state.isAnswered = true));
  return state;
}

const requestQuote = (cryptoId: string, cryptoAmount: number, key: string) =>
  testbed.app.call('POST', '/api/sell-quotes', {
    token: ada.token,
    json: { cryptoId, cryptoAmount, targetCurrency: 'USD' },
    headers: { 'Idempotency-Key': key },
  });
const addressOf = async (coin: string) => {
  const { body } = await testbed.app.call('GET', `/api/admin/wallets/${coin}`, { token: admin.token });
  return { address: body.address as string, memo: body.memo as string | null };
};
const stop = async (coin: string) => {
  const json = { ...(await addressOf(coin)), reason: 'The key was stolen' };
  const path = `/api/admin/wallets/${coin}/stop`;
  return testbed.app.call('POST', path, { token: admin.token, headers: admin.stepUp, json });
};
const noAddress = expect.objectContaining({ address: '', stoppedAt: expect.any(String) as string }) as object;

test('a quote under way is answered before the stop of its address, and a repeat of the request shows no address', async () => {
  const key = randomUUID();
  await haltBeforeAnswer();
  const quote = track(requestQuote('bitcoin', 0.01, key));
  await expect.poll(waiting).toBe(1);
  const stopping = track(stop('bitcoin'));
  await expect.poll(async () => stopping.isAnswered || (await waiting()) === 2).toBe(true);
  expect(stopping.isAnswered).toBe(false);
  await releaseHaltLock();
  expect((await quote.answer).status).toBe(201);
  expect((await stopping.answer).status).toBe(200);
  expect(await requestQuote('bitcoin', 0.01, key)).toMatchObject({ status: 201, body: { deposit: noAddress } });
});

test('a quote that began before a stop and would be written after it is refused, and stores nothing', async () => {
  await haltStop();
  const stopping = track(stop('litecoin'));
  await expect.poll(waiting).toBe(1);
  const quote = track(requestQuote('litecoin', 1, randomUUID()));
  await expect.poll(async () => quote.isAnswered || (await waiting()) === 2).toBe(true);
  expect(quote.isAnswered).toBe(false);
  await releaseHaltLock();
  expect((await stopping.answer).status).toBe(200);
  expect(await quote.answer).toMatchObject({ status: 422, body: { code: 'address_unavailable' } });
  expect(await testbed.rows(`select 1 from sell_quotes where crypto_id = 'litecoin'`)).toEqual([]);
});

test.each([
  ['of a quote', 'bitcoin-cash', true],
  ['without a quote', 'tron', false],
] as const)(
  'an order %s that is under way is answered before the stop, and a repeat shows no address',
  async (_name, coin, isQuoted) => {
    const quote = await aQuote(testbed.app, ada, {
      cryptoId: coin,
      cryptoAmount: coin === 'tron' ? 500 : 2,
      targetCurrency: 'USD',
    });
    const order = orderOf(quote, isQuoted ? {} : { quoteId: undefined });
    await haltBeforeAnswer();
    const sent = { key: randomUUID(), proof: aProof() };
    const submitting = track(submit(testbed.app, ada, order, sent));
    await expect.poll(waiting).toBe(1);
    const stopping = track(stop(coin));
    await expect.poll(async () => stopping.isAnswered || (await waiting()) === 2).toBe(true);
    expect(stopping.isAnswered).toBe(false);
    await releaseHaltLock();
    expect((await submitting.answer).status).toBe(201);
    expect((await stopping.answer).status).toBe(200);
    expect(await submit(testbed.app, ada, order, sent)).toMatchObject({ status: 201, body: { deposit: noAddress } });
  },
);
