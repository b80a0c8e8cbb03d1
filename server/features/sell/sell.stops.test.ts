import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { walletsNeedingAttention } from '#server/features/wallets/wallets.service.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import type { WalletWithHistory } from '#shared/wallets/wallets.contract.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { aProof, aQuote, aSeller, orderOf, saleOf, someBitcoin, submit } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, outcomeOf, reasonOf, teamCalls } from '#tests/setup/calls.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ WALLET_COOLOFF_HOURS: '24' });
const { app, database, mailbox, rows } = testbed;
const { aClient, goAway } = socketClients(() => `${app.url.replace('http', 'ws')}/ws`);
afterAll(goAway);

const ada = fixture(() => aSeller(app, database.pool));
const asAda = callsOf(app, ada);
const owner = fixture(() => theOwner(testbed));
const admin = teamCalls(app, owner);

const stoppedAt = expect.any(String) as string;
const noAddress = expect.objectContaining({ address: '', memo: null, stoppedAt }) as object;
const reason = 'The key was stolen';
const wallet = async (coin: string) => (await admin.get<WalletWithHistory>(`wallets/${coin}`)).body;
const requestQuote = (terms: object, key?: string) =>
  asAda.post<SellQuoteView>('sell-quotes', terms, key ? { 'Idempotency-Key': key } : {});

type Target = { address: string | null; memo?: string | null };
const stop = (coin: string, { address, memo = null }: Target, by = admin) =>
  by.post(`wallets/${coin}/stop`, { address, memo, reason });

test('a member stops an address only with the password, with a reason, and if the coin had it', async () => {
  const tron = await wallet('tron');
  const withoutStepUp = teamCalls(app, { token: owner.token });
  const asCustomer = teamCalls(app, { token: ada.token, headers: owner.headers });
  expect(await outcomeOf(stop('tron', tron, withoutStepUp))).toBe('403 step_up_required');
  const unreasoned = { address: tron.address, memo: null, reason: ' ' };
  expect(await outcomeOf(admin.post('wallets/tron/stop', unreasoned))).toBe('400 invalid_input');
  const foreignTarget = { address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' };
  expect(await reasonOf(stop('tron', foreignTarget))).toBe('404 deposit_address_not_found');
  expect((await stop('dogecoin', tron)).status).toBe(404);
  expect((await stop('tron', tron, asCustomer)).status).toBe(403);
  expect((await wallet('tron')).stoppedAt).toBeNull();
});

test('an address is found by a whole payment link, and not stopped by a link with another tag', async () => {
  const { address, memo } = await wallet('ripple');
  const link = `ripple:${address}?amount=5&dt=${memo}`;
  const use = await admin.get(`wallets/ripple/use?address=${encodeURIComponent(link)}`);
  expect(use).toMatchObject({ status: 200, body: { openOrders: expect.any(Number) as number } });
  const otherTag = await stop('ripple', { address: `${address}?dt=${memo}`, memo: '1' });
  expect(otherTag).toMatchObject({ status: 400, body: { fields: { memo: expect.any(String) as string } } });
});

test('a stopped address disappears at once from every answer, and open screens are notified', async () => {
  const key = randomUUID();
  const openQuote = (await requestQuote(someBitcoin, key)).body;
  const { address } = openQuote.deposit;
  const { body: order } = await submit(app, ada, orderOf(await aQuote(app, ada)));
  expect(order.deposit).toMatchObject({ address, stoppedAt: null });
  const page = 'transactions?page=1&pageSize=5';
  const etag = (await asAda.get(page)).headers.get('etag') ?? '';
  const screen = await aClient({ token: ada.token });

  expect(await stop('bitcoin', { address })).toMatchObject({ status: 200, body: { address } });
  await waitForMessage(screen, { type: 'deposit_address_stopped' });

  const quotePath = `sell-quotes/${openQuote.quoteId}`;
  for (const path of ['sell-quotes', quotePath, 'transactions', `transactions/${order.id}`]) {
    const { status, body } = await asAda.get<object>(path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(address);
    expect([body].flat()[0]).toMatchObject({ deposit: noAddress });
  }
  expect((await asAda.get(quotePath)).body.deposit).toMatchObject({ uri: '' });
  const repeatedQuote = await requestQuote(someBitcoin, key);
  expect(repeatedQuote.body).toMatchObject({ quoteId: openQuote.quoteId, deposit: noAddress });
  expect(JSON.stringify(repeatedQuote.body)).not.toContain(address);
  expect((await asAda.get(page, undefined, { 'If-None-Match': etag })).status).toBe(200);
  expect(await outcomeOf(requestQuote(someBitcoin))).toBe('422 address_unavailable');

  // A customer who has already paid submits the proof as planned, and the team still sees the address.
  const response = await submit(app, ada, orderOf(openQuote));
  expect(response).toMatchObject({ status: 201, body: { deposit: noAddress } });
  expect((await admin.get(`transactions/${response.body.id}`)).body.deposit).toMatchObject({ address, stoppedAt });
});

test('the stop is mailed to customers who may be about to pay, without the address', async () => {
  const { deposit, reference, quoteId } = await aQuote(app, ada, saleOf('ripple', 100));
  await stop('ripple', deposit);
  const mail = (await mailbox.of('address_stopped', ada.email)).at(-1);
  expect(mail).toMatchObject({ reference, id: quoteId });
  expect(JSON.stringify(mail)).not.toContain(deposit.address);
  const { address, memo } = deposit;
  const notice = (await mailbox.of('wallet_notice', adminEmail)).at(-1);
  expect(notice).toMatchObject({ kind: 'stopped', address, memo });
  const auditRows = (await testbed.audit('wallet.address_stopped')).at(-1);
  expect(auditRows).toMatchObject({ subject_id: 'ripple', details: { address, memo, reason } });
});

test('an address with another destination tag is another address', async () => {
  const { address, memo } = await wallet('ripple');
  await stop('ripple', { address: `ripple:${address}?amount=5&dt=${memo}` });
  expect((await wallet('ripple')).stoppedAt).not.toBeNull();
  expect((await admin.put('wallets/ripple', { address, memo: '77' })).body).toMatchObject({
    waiting: { toMemo: '77' },
  });
});

test('a stopped address can never be set or switched on again', async () => {
  const { address } = await wallet('usdt-trc20');
  await stop('usdt-trc20', { address });
  expect(await wallet('usdt-trc20')).toMatchObject({ stoppedAt, isActive: true });
  const put = (json: object) => admin.put('wallets/usdt-trc20', json);
  expect(await reasonOf(stop('usdt-trc20', { address }))).toBe('409 deposit_address_stopped');
  expect((await put({ address })).status).toBe(400);
  // Another address waits for the usual cool-off, and may be stopped before its hour.
  const toAddress = 'TBNLnFYRyggGp8tqZpBdyr31gXps4248Mr';
  expect((await put({ address: toAddress })).body).toMatchObject({ waiting: { toAddress, stoppedAt: null } });
  expect((await stop('usdt-trc20', { address: toAddress })).body.waiting).toBeNull();
  await put({ isActive: false });
  expect(await reasonOf(put({ isActive: true }))).toBe('422 deposit_address_stopped');
  const { closed } = await walletsNeedingAttention(app.deps);
  expect(closed.map(({ cryptoId }) => cryptoId)).toContain('usdt-trc20');
  await expect(rows(`delete from deposit_address_stops`)).rejects.toThrow('never removed');
  await expect(rows(`update deposit_address_stops set address = 'x'`)).rejects.toThrow('append only');
});

test('a stop inserted into the database stops the address too, and raises the alarm', async () => {
  const { deposit } = await aQuote(app, ada, saleOf('litecoin', 1));
  await rows(
    `insert into deposit_address_stops (crypto_id, address, memo, reason, stopped_by, stopped_at, signature)
     values ('litecoin', $1, '', 'None', gen_random_uuid(), now(), '\\x00')`,
    [deposit.address],
  );
  expect(await outcomeOf(requestQuote(saleOf('litecoin', 1)))).toBe('422 address_unavailable');
  const { forged } = await walletsNeedingAttention(app.deps);
  expect(forged.map(({ cryptoId }) => cryptoId)).toEqual(['litecoin']);
});

describe('a request at the same moment as a stop', () => {
  /** A transaction that reaches the point where a test halts it waits for this lock. */
  const haltLock = 4711;
  let lockHolder: PoolClient;
  beforeAll(async () => {
    await rows(`create function wait_for_halt_lock() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${haltLock}); return new; end $$`);
  });
  beforeEach(async () => {
    lockHolder = await database.pool.connect();
    await lockHolder.query('select pg_advisory_lock($1)', [haltLock]);
  });
  afterEach(async () => {
    await lockHolder.query('select pg_advisory_unlock_all()');
    lockHolder.release();
    for (const table of ['idempotency_keys', 'deposit_address_stops'])
      await rows(`drop trigger if exists halt on ${table}`);
  });
  const halt = (when: string) => rows(`create trigger halt ${when} execute function wait_for_halt_lock()`);
  /** Halts a customer's request right before the commit, with its response already stored. */
  const haltBeforeAnswer = () => halt('before update on idempotency_keys for each row when (old.answer is null)');
  /** Halts the stop when its row is written. */
  const haltStop = () => halt('after insert on deposit_address_stops for each row');

  /** Number of requests that wait for a lock of a name or for the halt lock. */
  const waiting = async () =>
    (
      await rows(`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).length;

  /** Sends both, the second once the first is halted; releases them when the second waits too, unanswered. */
  async function inThisOrder<One, Other>(first: () => Promise<One>, second: () => Promise<Other>) {
    const firstAnswer = first();
    await expect.poll(waiting).toBe(1);
    let isAnswered = false;
    const secondAnswer = second().finally(() => (isAnswered = true));
    await expect.poll(async () => isAnswered || (await waiting()) === 2).toBe(true);
    expect(isAnswered).toBe(false);
    await lockHolder.query('select pg_advisory_unlock($1)', [haltLock]);
    return [await firstAnswer, await secondAnswer] as const;
  }

  test('for a quote is answered before the stop, and its repeat shows no address', async () => {
    const request = () => requestQuote(saleOf('ethereum', 1), key);
    const key = randomUUID();
    const target = await wallet('ethereum');
    await haltBeforeAnswer();
    const [quote, stopped] = await inThisOrder(request, () => stop('ethereum', target));
    expect([quote.status, stopped.status]).toEqual([201, 200]);
    expect(await request()).toMatchObject({ status: 201, body: { deposit: noAddress } });
  });

  test('for a quote that would be written after the stop is refused, and stores nothing', async () => {
    const target = await wallet('binancecoin');
    await haltStop();
    const request = () => requestQuote(saleOf('binancecoin', 1), randomUUID());
    const [stopped, quote] = await inThisOrder(() => stop('binancecoin', target), request);
    expect(stopped.status).toBe(200);
    expect(await outcomeOf(quote)).toBe('422 address_unavailable');
    expect(await rows(`select 1 from sell_quotes where crypto_id = 'binancecoin'`)).toEqual([]);
  });

  test.each([
    ['of a quote', saleOf('bitcoin-cash', 2), {}],
    ['without a quote', saleOf('tron', 500), { quoteId: undefined }],
  ])('for an order %s is answered before the stop, and its repeat shows no address', async (_name, terms, changes) => {
    const target = await wallet(terms.cryptoId);
    const order = orderOf(await aQuote(app, ada, terms), changes);
    await haltBeforeAnswer();
    const payload = { key: randomUUID(), proof: aProof() };
    const request = () => submit(app, ada, order, payload);
    const [submitted, stopped] = await inThisOrder(request, () => stop(terms.cryptoId, target));
    expect([submitted.status, stopped.status]).toEqual([201, 200]);
    expect(await request()).toMatchObject({ status: 201, body: { deposit: noAddress } });
  });
});
