import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exchangeInstructions } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { exchange, exchangeEstimate, exchangeOf, someDollars, theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, orderOf, submit, worldOf, type Seller } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, mailbox } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const world = () => worldOf(app, database.pool);
const shown = async (terms: object = someDollars, who: Seller = ada) => exchangeEstimate(app, who, terms);
/** Sets one rate as admin and waits until this process has it. */
async function setRate(from: string, to: string, change: object) {
  const { body } = await app.call('GET', '/api/admin/fiat-exchange-rates', { token: admin.token });
  const rates = body as unknown as { id: string; fromCurrency: string; toCurrency: string }[];
  const id = rates.find(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to)?.id;
  const answer = await app.call('PUT', `/api/admin/fiat-exchange-rates/${id}`, {
    token: admin.token,
    headers: admin.stepUp,
    json: { confirm: true, ...change },
  });
  expect(answer.status).toBe(200);
}

async function setCurrency(code: string, json: object) {
  const { body } = await app.call('GET', '/api/admin/fiat-currencies', { token: admin.token });
  const id = (body as unknown as { id: string; code: string }[]).find((currency) => currency.code === code)?.id;
  const sent = { token: admin.token, headers: admin.stepUp, json };
  expect((await app.call('PUT', `/api/admin/fiat-currencies/${id}`, sent)).status).toBe(200);
}

describe('an exchange order', () => {
  test('stores what was shown, with the accounts to pay into, and waits for its proof', async () => {
    const ready = await app.call('POST', '/api/fiat-exchange/instructions', { token: ada.token, json: someDollars });
    expect(ready).toMatchObject({ status: 200, body: { instructions: [{ currency: 'USD', isSample: true }] } });
    const { reference, estimate, instructions } = ready.body as {
      reference: string;
      estimate: never;
      instructions: { id: string }[];
    };
    const order = exchangeOf(estimate, { reference, paymentMethodId: instructions[0]?.id });
    const { status, body } = await exchange(app, ada, order, randomUUID());
    expect(status).toBe(201);
    expect(orderDetails.parse(body.transaction)).toMatchObject({
      reference,
      type: 'fiat',
      status: 'pending',
      fromCurrency: 'USD',
      toCurrency: 'NGN',
      inputAmount: 100,
      outputAmount: 144_850,
      payoutAmount: 144_850,
      feeAmount: 0,
      rate: 1448.5,
      valueUsd: 100,
      awaitingProof: true,
      paymentProofFiles: [],
      paymentDetails: { method: 'bank', bankName: 'First Bank', accountNumber: '0123456789' },
      paymentInstructions: [
        { id: instructions[0]?.id, isChosen: true, accountDetails: { 'Routing number': '000000000' } },
      ],
    });
    const mails = (await mailbox.to(ada.email)).filter(({ data }) => data.reference === reference);
    expect(mails.map(({ template }) => template)).toEqual(['order_awaiting_proof']);
    // Nothing to decide yet: the admin is notified on the proof.
    expect((await mailbox.to(adminEmail)).filter(({ data }) => data.reference === reference)).toEqual([]);
    const again = await app.call('POST', '/api/fiat-exchange/instructions', { token: ada.token, json: someDollars });
    expect(again.body.reference).not.toBe(reference);
  });

  test('carries the reference the customer was told, never one of somebody else', async () => {
    const bob = await aSeller(app, database.pool);
    const notified = async ({ token }: Seller) =>
      (await app.call('POST', '/api/fiat-exchange/instructions', { token, json: someDollars })).body.reference;
    const [ofBob, ofAda] = [await notified(bob), await notified(ada)];
    expect(await notified(ada)).toBe(ofAda);
    const estimate = await shown();
    const stolen = await exchange(app, ada, exchangeOf(estimate, { reference: ofBob }), randomUUID());
    expect(stolen.body.transaction.reference).not.toBe(ofBob);
    const own = await exchange(app, bob, exchangeOf(estimate, { reference: ofBob }), randomUUID());
    expect(own.body.transaction.reference).toBe(ofBob);
    const second = await exchange(app, bob, exchangeOf(estimate, { reference: ofBob }), randomUUID());
    expect(second.body.transaction.reference).not.toBe(ofBob);
  });

  test('keeps a routing number only where dollars are received', async () => {
    const details = { bankName: 'B', accountNumber: '1', accountName: 'Ada', routingNumber: '021000021' };
    const out = async (terms: object) =>
      (await exchange(app, ada, exchangeOf(await shown(terms), { bankDetails: details }), randomUUID())).body
        .transaction.paymentDetails;
    expect(await out({ fromCurrency: 'NGN', toCurrency: 'USD', amount: 200_000 })).toMatchObject({
      routingNumber: '021000021',
    });
    expect(await out(someDollars)).not.toHaveProperty('routingNumber');
  });

  test('ten equal requests with one key make one order; without a key a minute makes them one', async () => {
    const bob = await aSeller(app, database.pool);
    const order = exchangeOf(await shown());
    const key = randomUUID();
    const keyed = await Promise.all(Array.from({ length: 10 }, () => exchange(app, bob, order, key)));
    expect(new Set(keyed.map(({ status, body }) => `${status} ${body.transaction.id}`)).size).toBe(1);
    const carol = await aSeller(app, database.pool);
    const plain = await Promise.all(Array.from({ length: 10 }, () => exchange(app, carol, order)));
    expect(new Set(plain.map(({ status, body }) => `${status} ${body.transaction.id}`)).size).toBe(1);
    expect(await exchange(app, bob, { ...order, inputAmount: 1, outputAmount: 1448.5 }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
  });
});

describe('a customer who pays while the rate moves', () => {
  const terms = { fromCurrency: 'USD', toCurrency: 'HKD', amount: 100 };
  const instructed = async (who: Seller) => {
    const { body } = await app.call('POST', '/api/fiat-exchange/instructions', { token: who.token, json: terms });
    return exchangeInstructions.response.parse(body);
  };

  test('gets the rate that was locked when the instructions were opened, once, and its deadline for the proof', async () => {
    const bob = await aSeller(app, database.pool);
    const { estimate, reference, lockedUntil, proofDueAt, serverTime } = await instructed(bob);
    expect([lockedUntil, proofDueAt].map((at) => (Date.parse(at) - Date.parse(serverTime)) / 60_000)).toEqual([
      15,
      24 * 60,
    ]);
    await setRate('USD', 'HKD', { exchangeRate: 7.1 });
    expect(await instructed(bob)).toMatchObject({ estimate, reference, lockedUntil, proofDueAt });
    const opened = await exchange(app, bob, exchangeOf(estimate, { reference }), randomUUID());
    expect(opened).toMatchObject({
      status: 201,
      body: { transaction: { rate: estimate.exchangeRate, reference, proofDueAt } },
    });
    const second = await exchange(app, bob, exchangeOf(estimate), randomUUID());
    expect(second).toMatchObject({ status: 409, body: { code: 'rate_changed' } });
  });

  test('keeps the rate of a pair that is switched off, and no rate for other terms, of another customer or after the lock', async () => {
    const [bob, carol] = [await aSeller(app, database.pool), await aSeller(app, database.pool)];
    const { estimate } = await instructed(bob);
    await setRate('USD', 'HKD', { isActive: false });
    const refused = async (who: Seller, changes: Record<string, unknown> = {}) =>
      (await exchange(app, who, exchangeOf(estimate, changes), randomUUID())).body.code;
    expect(await refused(carol)).toBe('rate_unavailable');
    expect(await refused(bob, { inputAmount: 200, outputAmount: estimate.outputAmount * 2 })).toBe('rate_unavailable');
    await database.pool.query(`update exchange_quotes set locked_until = locked_until + interval '1 day'`);
    expect(await refused(bob)).toBe('rate_unavailable');
    await database.pool.query(`update exchange_quotes set locked_until = locked_until - interval '1 day'`);
    expect((await exchange(app, bob, exchangeOf(estimate), randomUUID())).status).toBe(201);
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
    const before = await world();
    const answer = await exchange(app, ada, order);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await world()).toEqual(before);
  });

  test('a rate the administrator has moved meanwhile, answered with the current amounts', async () => {
    const order = exchangeOf(await shown({ fromCurrency: 'HKD', toCurrency: 'PHP', amount: 1000 }));
    await setRate('HKD', 'PHP', { exchangeRate: 7.5 });
    const before = await world();
    expect(await exchange(app, ada, order)).toMatchObject({
      status: 409,
      body: { code: 'rate_changed', exchangeRate: 7.5, outputAmount: 7500 },
    });
    expect(await world()).toEqual(before);
    expect((await exchange(app, ada, { ...order, exchangeRate: 7.5, outputAmount: 7500 })).status).toBe(201);
  });

  test('a rate or a currency that was switched off', async () => {
    const order = exchangeOf(await shown({ fromCurrency: 'PHP', toCurrency: 'HKD', amount: 1000 }));
    await setRate('PHP', 'HKD', { isActive: false });
    expect(await exchange(app, ada, order)).toMatchObject({
      status: 422,
      body: { code: 'rate_unavailable', message: 'Failed to calculate exchange rate' },
    });
    await setRate('PHP', 'HKD', { isActive: true });
    await setCurrency('HKD', { isActive: false });
    expect((await exchange(app, ada, order)).body.code).toBe('rate_unavailable');
    await setCurrency('HKD', { isActive: true });
  });

  test('a currency the administrator has no account for', async () => {
    const order = exchangeOf(await shown({ fromCurrency: 'NGN', toCurrency: 'PHP', amount: 1000 }));
    await database.pool.query(`update payment_methods set currency = 'XXX' where currency = 'NGN'`);
    const before = await world();
    const noAccount = { status: 422, body: { code: 'payment_method_unavailable' } };
    expect(await exchange(app, ada, order)).toMatchObject(noAccount);
    const json = { fromCurrency: 'NGN', toCurrency: 'PHP', amount: 1000 };
    expect(await app.call('POST', '/api/fiat-exchange/instructions', { token: ada.token, json })).toMatchObject(
      noAccount,
    );
    expect(await world()).toEqual(before);
    await database.pool.query(`update payment_methods set currency = 'NGN' where currency = 'XXX'`);
  });

  test('more than may be exchanged without an identity, sales counted in, however many try at once', async () => {
    const dan = await aSeller(app, database.pool, { kyc: 'none' });
    await submit(app, dan, orderOf(await aQuote(app, dan)));
    const estimate = await shown({ ...someDollars, amount: 250 }, dan);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => exchange(app, dan, exchangeOf(estimate), randomUUID())),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    // 391.45 are used: two of 250 fit into 1,000.
    expect([
      codes.filter((code) => code === 201).length,
      codes.filter((code) => code === 'kyc_required').length,
    ]).toEqual([2, 4]);
    const json = { ...someDollars, amount: 250 };
    const early = await app.call('POST', '/api/fiat-exchange/instructions', { token: dan.token, json });
    expect(early).toMatchObject({ status: 403, body: { code: 'kyc_required', leftUsd: 108.55 } });
  });
});

test('while the administrator changes a rate again and again, every order is made at a rate the customer had seen', async () => {
  const bob = await aSeller(app, database.pool);
  const estimate = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      if (at % 4 === 0) await setRate('HKD', 'NGN', { exchangeRate: 180 + at });
      const terms = { fromCurrency: 'HKD', toCurrency: 'NGN', amount: 10 + at };
      const order = exchangeOf(await shown(terms, bob));
      return { order, answer: await exchange(app, bob, order, randomUUID()) };
    }),
  );
  const refused = estimate.filter(({ answer }) => answer.status !== 201);
  expect(refused.map(({ answer }) => answer.body.code)).toEqual(refused.map(() => 'rate_changed'));
  const made = estimate.filter(({ answer }) => answer.status === 201);
  expect(made.map(({ answer: { body } }) => [body.transaction.rate, body.transaction.outputAmount])).toEqual(
    made.map(({ order }) => [order.exchangeRate, order.outputAmount]),
  );
  expect(made.length).toBeGreaterThan(0);
}, 60_000);
