import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createExchangeQuote } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { exchange, exchangeEstimate, exchangeOf, someDollars, theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, plainOrder, someBitcoin, submit, worldOf, type Seller } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, codeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, mailbox, rows } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const world = () => worldOf(app, database.pool);
const someone = () => aSeller(app, database.pool);
const unverified = () => aSeller(app, database.pool, { kyc: 'none' });
const shown = async (terms: object = someDollars, seller: Seller = ada) => exchangeEstimate(app, seller, terms);
/** Submits the shown terms under a key of its own. */
const send = (seller: Seller, ...args: Parameters<typeof exchangeOf>) =>
  exchange(app, seller, exchangeOf(...args), randomUUID());
const instructions = (seller: Seller, terms: object = someDollars) =>
  callsOf(app, seller).post('fiat-exchange/instructions', terms);
const pair = (fromCurrency: string, toCurrency: string, amount = 1000) => ({ fromCurrency, toCurrency, amount });

/** Sets one rate as admin and waits until this process has it. */
async function setRate(from: string, to: string, change: object) {
  const rates = await admin.list('fiat-exchange-rates');
  const id = rates.find(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to)?.id;
  expect((await admin.put(`fiat-exchange-rates/${id}`, { confirm: true, ...change })).status).toBe(200);
}
async function setCurrency(code: string, json: object) {
  const id = (await admin.list('fiat-currencies')).find((currency) => currency.code === code)?.id;
  expect((await admin.put(`fiat-currencies/${id}`, json)).status).toBe(200);
}

describe('an exchange order', () => {
  test('stores the shown terms and the accounts to pay into, and waits for its proof', async () => {
    const ready = await instructions(ada);
    expect(ready).toMatchObject({ status: 200, body: { instructions: [{ currency: 'USD', isSample: true }] } });
    const { reference, estimate, instructions: accounts } = createExchangeQuote.response.parse(ready.body);
    const { status, body } = await send(ada, estimate, { reference, paymentMethodId: accounts[0]?.id });
    expect(status).toBe(201);
    const amounts = { inputAmount: 100, outputAmount: 144_850, payoutAmount: 144_850, feeAmount: 0, valueUsd: 100 };
    const terms = { type: 'fiat', fromCurrency: 'USD', toCurrency: 'NGN', rate: 1448.5, ...amounts };
    const pending = { status: 'pending', awaitingProof: true, paymentProofFiles: [] };
    expect(orderDetails.parse(body.transaction)).toMatchObject({
      reference,
      ...terms,
      ...pending,
      paymentDetails: { method: 'bank', bankName: 'First Bank', accountNumber: '0123456789' },
      paymentInstructions: [{ id: accounts[0]?.id, isChosen: true, accountDetails: { 'Routing number': '000000000' } }],
    });
    expect(await mailbox.to(ada.email)).toMatchObject([{ template: 'order_awaiting_proof', data: { reference } }]);
    // The admin is notified once the proof arrives, as there is nothing to decide yet.
    expect((await mailbox.to(adminEmail)).filter(({ data }) => data.reference === reference)).toEqual([]);
    expect((await instructions(ada)).body.reference).not.toBe(reference);
  });

  test('has the reference that its customer was shown, never another customer’s', async () => {
    const bob = await someone();
    const notified = async (seller: Seller) => (await instructions(seller)).body.reference;
    const ofBob = await notified(bob);
    const ofAda = await notified(ada);
    expect(await notified(ada)).toBe(ofAda);
    const estimate = await shown();
    const referenceOf = async (seller: Seller) =>
      (await send(seller, estimate, { reference: ofBob })).body.transaction.reference;
    expect(await referenceOf(ada)).not.toBe(ofBob);
    expect(await referenceOf(bob)).toBe(ofBob);
    expect(await referenceOf(bob)).not.toBe(ofBob);
  });

  test('stores a routing number only if dollars are received', async () => {
    const details = { bankName: 'B', accountNumber: '1', accountName: 'Ada', routingNumber: '021000021' };
    const out = async (terms: object) =>
      (await send(ada, await shown(terms), { bankDetails: details })).body.transaction.paymentDetails;
    expect(await out(pair('NGN', 'USD', 200_000))).toMatchObject({ routingNumber: '021000021' });
    expect(await out(someDollars)).not.toHaveProperty('routingNumber');
  });

  test('is made once by ten equal requests, under one key or within one minute', async () => {
    const order = exchangeOf(await shown());
    const bob = await someone();
    const key = randomUUID();
    const tenOf = async (seller: Seller, sentKey?: string) => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(app, seller, order, sentKey)));
      return new Set(answers.map(({ status, body }) => `${status} ${body.transaction.id}`)).size;
    };
    expect([await tenOf(bob, key), await tenOf(await someone())]).toEqual([1, 1]);
    const another = await exchange(app, bob, { ...order, inputAmount: 1, outputAmount: 1448.5 }, key);
    expect(another).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  });
});

describe('a customer who pays while the rate moves', () => {
  const instructed = async (seller: Seller) =>
    createExchangeQuote.response.parse((await instructions(seller, pair('USD', 'HKD', 100))).body);

  test('gets the rate that was locked with the instructions once, until its deadline', async () => {
    const bob = await someone();
    const { estimate, reference, lockedUntil, proofDueAt, serverTime } = await instructed(bob);
    const minutesTo = (at: string) => (Date.parse(at) - Date.parse(serverTime)) / 60_000;
    expect([lockedUntil, proofDueAt].map(minutesTo)).toEqual([15, 24 * 60]);
    await setRate('USD', 'HKD', { exchangeRate: 7.1 });
    expect(await instructed(bob)).toMatchObject({ estimate, reference, lockedUntil, proofDueAt });
    const { status, body } = await send(bob, estimate, { reference });
    expect(status).toBe(201);
    expect(body.transaction).toMatchObject({ rate: estimate.exchangeRate, reference, proofDueAt });
    expect(await send(bob, estimate)).toMatchObject({ status: 409, body: { code: 'rate_changed' } });
  });

  test('gets the locked rate after the pair is switched off, and none for other terms', async () => {
    const bob = await someone();
    const carol = await someone();
    const { estimate } = await instructed(bob);
    await setRate('USD', 'HKD', { isActive: false });
    const shiftLock = (by: string) => rows('update exchange_quotes set locked_until = locked_until + $1', [by]);
    const double = { inputAmount: 200, outputAmount: estimate.outputAmount * 2 };
    expect(await codeOf(send(carol, estimate))).toBe('rate_unavailable');
    expect(await codeOf(send(bob, estimate, double))).toBe('rate_unavailable');
    await shiftLock('1 day');
    expect(await codeOf(send(bob, estimate))).toBe('rate_unavailable');
    await shiftLock('-1 day');
    expect((await send(bob, estimate)).status).toBe(201);
    await setRate('USD', 'HKD', { isActive: true });
  });
});

describe('a refused exchange stores nothing', () => {
  const refusals: [string, Record<string, unknown>, number, string][] = [
    ['a better rate', { exchangeRate: 1449 }, 409, 'rate_changed'],
    ['a rate a hair off', { exchangeRate: 1448.50000001 }, 409, 'rate_changed'],
    ['a bigger output', { outputAmount: 10_000_000 }, 409, 'rate_changed'],
    ['an output two kobo off', { outputAmount: 144_850.02 }, 409, 'rate_changed'],
    ['nothing', { inputAmount: 0 }, 400, 'invalid_input'],
    ['less than nothing', { inputAmount: -100 }, 400, 'invalid_input'],
    ['half a cent', { inputAmount: 100.005, outputAmount: 144_857.24 }, 400, 'invalid_input'],
    ['powers of ten', { inputAmount: '1e2' }, 400, 'invalid_input'],
    ['more than any desk pays', { inputAmount: 999_999_999_999 }, 400, 'invalid_input'],
    ['the same currency twice', { toCurrency: 'USD' }, 400, 'invalid_input'],
    ['a currency nobody exchanges', { toCurrency: 'EUR' }, 422, 'rate_unavailable'],
    ['an account that is not the desk’s', { paymentMethodId: randomUUID() }, 422, 'payment_method_unavailable'],
    ['no account holder', { bankDetails: { bankName: 'B', accountNumber: '1' } }, 400, 'invalid_input'],
    ['no bank at all', { bankDetails: undefined }, 400, 'invalid_input'],
  ];

  test.each(refusals)('%s', async (_name, changes, status, code) => {
    const order = exchangeOf(await shown(), changes);
    const worldBefore = await world();
    expect(await exchange(app, ada, order)).toMatchObject({ status, body: { code } });
    expect(await world()).toEqual(worldBefore);
  });

  test('for a rate that changed in the meantime, with the current amounts in the answer', async () => {
    const order = exchangeOf(await shown(pair('HKD', 'PHP')));
    await setRate('HKD', 'PHP', { exchangeRate: 7.5 });
    const worldBefore = await world();
    const current = { exchangeRate: 7.5, outputAmount: 7500 };
    expect(await exchange(app, ada, order)).toMatchObject({ status: 409, body: { code: 'rate_changed', ...current } });
    expect(await world()).toEqual(worldBefore);
    expect((await exchange(app, ada, { ...order, ...current })).status).toBe(201);
  });

  test('for a rate or a currency that was switched off', async () => {
    const order = exchangeOf(await shown(pair('PHP', 'HKD')));
    await setRate('PHP', 'HKD', { isActive: false });
    const refusal = { code: 'rate_unavailable', message: 'Failed to calculate exchange rate' };
    expect(await exchange(app, ada, order)).toMatchObject({ status: 422, body: refusal });
    await setRate('PHP', 'HKD', { isActive: true });
    await setCurrency('HKD', { isActive: false });
    expect(await codeOf(exchange(app, ada, order))).toBe('rate_unavailable');
    await setCurrency('HKD', { isActive: true });
  });

  test('for a currency that the administrator has no account for', async () => {
    const order = exchangeOf(await shown(pair('NGN', 'PHP')));
    await rows(`update payment_methods set currency = 'XXX' where currency = 'NGN'`);
    const worldBefore = await world();
    const noAccount = { status: 422, body: { code: 'payment_method_unavailable' } };
    expect(await exchange(app, ada, order)).toMatchObject(noAccount);
    expect(await instructions(ada, pair('NGN', 'PHP'))).toMatchObject(noAccount);
    expect(await world()).toEqual(worldBefore);
    await rows(`update payment_methods set currency = 'NGN' where currency = 'XXX'`);
  });
});

describe('a customer without an identity check', () => {
  const ofDollars = async (seller: Seller, amount: number) =>
    exchangeOf(await shown({ ...someDollars, amount }, seller));
  const allowanceOf = async (seller: Seller) => (await callsOf(app, seller).get('sell-allowance')).body;

  test('makes simultaneous sales and exchanges only up to the limit', async () => {
    const eve = await unverified();
    const order = await ofDollars(eve, 250);
    const both = () => [submit(app, eve, plainOrder()), exchange(app, eve, order, randomUUID())];
    const answers = await Promise.all(Array.from({ length: 25 }, both).flat());
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => ![201, 'kyc_required', 'unavailable'].includes(code as string))).toEqual([]);
    const [takenRow] = await rows(
      'select count(*)::int as orders, sum(value_usd) as used from orders where user_id = $1',
      [eve.id],
    );
    expect(takenRow?.orders).toBe(codes.filter((code) => code === 201).length);
    const used = Number(takenRow?.used);
    expect(used).toBeLessThanOrEqual(1000);
    // None that was refused would have fitted: the smaller ones are of 250.
    expect(used).toBeGreaterThan(750);
    const allowance = { usedUsd: used, leftUsd: Number((1000 - used).toFixed(2)) };
    expect(await allowanceOf(eve)).toMatchObject(allowance);
    expect(await instructions(eve, { ...someDollars, amount: 250 })).toMatchObject({
      status: 403,
      body: { code: 'kyc_required', leftUsd: allowance.leftUsd },
    });
  });

  test('exchanges exactly the limit, and not a cent more', async () => {
    const eve = await unverified();
    const refusal = { code: 'kyc_required', limitUsd: 1000, usedUsd: 0, leftUsd: 1000 };
    expect((await exchange(app, eve, await ofDollars(eve, 1000.01))).body).toMatchObject(refusal);
    expect((await exchange(app, eve, await ofDollars(eve, 1000))).status).toBe(201);
    expect(await allowanceOf(eve)).toMatchObject({ usedUsd: 1000, leftUsd: 0 });
    expect(await codeOf(exchange(app, eve, await ofDollars(eve, 0.01)))).toBe('kyc_required');
  });

  test('has no limit left for an exchange while a sale of that amount has an address', async () => {
    const eve = await unverified();
    const order = await ofDollars(eve, 300);
    await aQuote(app, eve, { ...someBitcoin, cryptoAmount: 0.02 });
    const holdRefusal = { code: 'kyc_required', reason: 'kyc_limit_held' };
    expect((await exchange(app, eve, order)).body).toMatchObject(holdRefusal);
  });
});

test('an exchange gets a rate that its customer saw, even while rates change', async () => {
  const bob = await someone();
  const attempt = async (_: unknown, at: number) => {
    if (at % 4 === 0) await setRate('HKD', 'NGN', { exchangeRate: 180 + at });
    const order = exchangeOf(await shown(pair('HKD', 'NGN', 10 + at), bob));
    return { order, answer: await exchange(app, bob, order, randomUUID()) };
  };
  const attempts = await Promise.all(Array.from({ length: 40 }, attempt));
  const refusedAttempts = attempts.filter(({ answer }) => answer.status !== 201);
  expect(refusedAttempts.map(({ answer }) => answer.body.code)).toEqual(refusedAttempts.map(() => 'rate_changed'));
  const newAttempts = attempts.filter(({ answer }) => answer.status === 201);
  expect(newAttempts.map(({ answer: { body } }) => [body.transaction.rate, body.transaction.outputAmount])).toEqual(
    newAttempts.map(({ order }) => [order.exchangeRate, order.outputAmount]),
  );
  expect(newAttempts.length).toBeGreaterThan(0);
});
