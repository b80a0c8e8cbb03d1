import { describe, expect, test, vi } from 'vitest';
import { currentUnits } from '#server/features/rates/rates.service.ts';
import { toText } from '#shared/kernel/money.ts';
import { anExchange, someDollars, theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail, type TestApp } from '#tests/setup/app.ts';
import { callsOf, type Row } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, another, rows } = openTestbed();
const otherProcess = fixture(() => another());
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const rates = () => admin.list('fiat-exchange-rates');
const rateOf = async (from: string, to: string) =>
  (await rates()).find(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to);
const setRate = (id: unknown, json: object) => admin.put(`fiat-exchange-rates/${String(id)}`, json);
const currencies = () => admin.list('fiat-currencies');
const currencyOf = async (code: string) => (await currencies()).find((row) => row.code === code);
const calculate = (terms: object, at: TestApp = app) => callsOf(at, ada).post('fiat-exchange/calculate', terms);
/** Every process is notified of a change right after the commit, not within it. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000 });

describe('a new installation in local mode', () => {
  test('has the four currencies, a sample rate for each pair, and an account to pay into for each', async () => {
    const { body } = await app.call('GET', '/api/fiat-currencies');
    expect(body).toMatchObject([
      { code: 'USD', symbol: '$', exchangesInto: ['HKD', 'NGN', 'PHP'], canBePaidIn: true, minorUnits: 2 },
      { code: 'PHP', symbol: '₱', canBePaidIn: true },
      { code: 'NGN', symbol: '₦', canBePaidIn: true },
      { code: 'HKD', symbol: 'HK$', canBePaidIn: true },
    ]);
    const all = await rates();
    expect(all).toHaveLength(12);
    expect(all.every(({ isSample, isActive }) => isSample === true && isActive === true)).toBe(true);
  });

  test('pays no gain for exchanging round several pairs', async () => {
    const gaps = (await rates()).map(({ inverseGapPercent }) => Number(inverseGapPercent));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0);
    expect(Math.min(...gaps)).toBeGreaterThan(-0.5);
  });

  test('pays sales by the provider’s rate, not by a sample rate', async () => {
    expect(await app.deps.adminRates()).toEqual(new Map());
    expect((await currentUnits(app.deps, 'NGN'))?.source).toBe('sample');
  });
});

describe('a rate', () => {
  test('is in the next answer of the same process after a change', async () => {
    const { id, exchangeRate: before } = (await rateOf('PHP', 'NGN')) as Row;
    for (let round = 1; round <= 20; round++) {
      const exchangeRate = 30 + round / 8;
      await setRate(id, { exchangeRate, confirm: true });
      const { body } = await calculate({ fromCurrency: 'PHP', toCurrency: 'NGN', amount: 1000 });
      expect(body.exchangeRate).toBe(exchangeRate);
    }
    await setRate(id, { exchangeRate: before, confirm: true });
  });

  test('is quoted by every process at once, and replaces the provider in payouts of sales', async () => {
    const id = (await rateOf('USD', 'NGN'))?.id;
    const sample = await calculate(someDollars, otherProcess);
    expect(sample.body).toMatchObject({ source: 'sample', outputAmount: 144_850 });
    const { status, body } = await setRate(id, { exchangeRate: '1500.12345678' });
    expect([status, body.exchangeRate, body.isSample]).toEqual([200, 1500.12345678, false]);
    await soon(async () => {
      expect((await calculate(someDollars, otherProcess)).body).toMatchObject({
        source: 'manual',
        outputAmount: 150_012.34,
      });
      const units = await currentUnits(otherProcess.deps, 'NGN');
      expect([units?.source, units && toText(units.unitsPerUsd)]).toEqual(['manual', '1500.12345678']);
    });
    const json = { cryptoId: 'usdt-trc20', cryptoAmount: 100, targetCurrency: 'NGN' };
    const sale = await app.call('POST', '/api/calculate-sell-amount', { json });
    expect(sale.body.buyingRate).toBe(1500.12345678);
    const auditRows = await rows(`select details from audit_log where action = 'fiat_rate.changed' order by id`);
    const change = { before: { exchangeRate: '1448.5' }, after: { exchangeRate: '1500.12345678' } };
    expect(auditRows.at(-1)?.details).toMatchObject(change);
  });

  test('is not quoted once it is switched off, and sales use the provider again', async () => {
    const id = (await rateOf('USD', 'NGN'))?.id;
    await setRate(id, { isActive: false });
    const refusal = { code: 'rate_unavailable', message: 'Failed to calculate exchange rate' };
    await soon(async () => expect(await calculate(someDollars)).toMatchObject({ status: 422, body: refusal }));
    expect((await currentUnits(app.deps, 'NGN'))?.source).toBe('sample');
    await setRate(id, { isActive: true });
    await soon(async () => expect((await calculate(someDollars)).status).toBe(200));
  });

  test('shows the gain of exchanging round several pairs', async () => {
    const id = (await rateOf('HKD', 'USD'))?.id;
    await setRate(id, { exchangeRate: 0.14 });
    expect((await rateOf('USD', 'HKD'))?.inverseGapPercent).toBe(8.85);
    await setRate(id, { exchangeRate: 0.1286 });
  });

  test('is added once, deleted, and refused with the messages of the screen', async () => {
    const pair = { fromCurrency: 'PHP', toCurrency: 'NGN' };
    const add = (json: object) => admin.post('fiat-exchange-rates', { ...pair, ...json });
    expect(await add({ exchangeRate: 25 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await admin.del(`fiat-exchange-rates/${(await rateOf('PHP', 'NGN'))?.id}`)).status).toBe(204);
    expect(await rateOf('PHP', 'NGN')).toBeUndefined();
    const addedRate = { exchangeRate: 25.5, isActive: true, isSample: false };
    expect(await add({ exchangeRate: '25.5' })).toMatchObject({ status: 201, body: addedRate });
    for (const [json, message] of [
      [{ fromCurrency: undefined, exchangeRate: 1 }, 'Please fill in all fields'],
      [{}, 'Please fill in all fields'],
      [{ exchangeRate: '' }, 'Please fill in all fields'],
      [{ toCurrency: 'PHP', exchangeRate: 1 }, 'From and To currencies must be different'],
      [{ exchangeRate: 0 }, 'Exchange rate must be greater than 0'],
      [{ exchangeRate: '1234567890.12345678' }, 'Exchange rate must be greater than 0'],
    ] as const)
      expect([json, (await add(json)).body.message]).toEqual([json, message]);
    expect((await add({ toCurrency: 'EUR', exchangeRate: 1 })).status).toBe(404);
    const { body } = await setRate((await rateOf('PHP', 'NGN'))?.id, { exchangeRate: -1 });
    expect(body.message).toBe('Please enter a valid exchange rate');
  });
});

describe('a currency', () => {
  test('is added in upper case, changed field by field, ordered and deleted', async () => {
    const response = await admin.post('fiat-currencies', { code: 'eur', name: 'Euro', symbol: '€', sortOrder: 9 });
    expect(response).toMatchObject({ status: 201, body: { code: 'EUR', isActive: true, sortOrder: 9 } });
    const path = `fiat-currencies/${String(response.body.id)}`;
    const changedCurrency = { name: 'Euro', isActive: true, sortOrder: 1 };
    expect((await admin.put(path, { sortOrder: 1 })).body).toMatchObject(changedCurrency);
    expect((await admin.post('fiat-currencies', { code: 'EUR', name: 'E', symbol: 'E' })).status).toBe(409);
    const empty = await admin.post('fiat-currencies', { code: '', name: '', symbol: '' });
    expect(empty.body.message).toBe('Please fill in all required fields');
    expect((await admin.del(path)).status).toBe(204);
    expect(await currencyOf('EUR')).toBeUndefined();
  });

  test('is not deleted while it is used, and the answer names its users', async () => {
    await anExchange(app, ada);
    const path = `fiat-currencies/${(await currencyOf('USD'))?.id}`;
    const { status, body } = await admin.del(path);
    expect([status, body.code]).toEqual([409, 'in_use']);
    expect(body.message).toContain('exchange rates: 6, payment methods: 1, open exchanges: 1');
    expect((await admin.put(path, { code: 'USX' })).body.code).toBe('in_use');
    expect((await admin.put(path, { name: 'Dollar' })).body.name).toBe('Dollar');
  });

  test('is inserted by the seed if it is a missing default, and nothing else changes', async () => {
    for (const { id, fromCurrency, toCurrency } of await rates())
      if ([fromCurrency, toCurrency].includes('HKD')) await admin.del(`fiat-exchange-rates/${id}`);
    await rows(`delete from payment_methods where currency = 'HKD'`);
    expect((await admin.del(`fiat-currencies/${(await currencyOf('HKD'))?.id}`)).status).toBe(204);
    const answers = await Promise.all([admin.post('seed-fiat-currencies'), admin.post('seed-fiat-currencies')]);
    expect(answers.flatMap(({ body }) => body as unknown as Row[]).map(({ code }) => code)).toEqual(['HKD']);
    expect((await currencies()).map(({ code }) => code)).toEqual(['USD', 'PHP', 'NGN', 'HKD']);
    expect(await rateOf('USD', 'HKD')).toBeUndefined();
  });
});

describe('a thief with a session, or a member who mistypes,', () => {
  test('changes no rate, currency or limit without the password', async () => {
    const rate = `fiat-exchange-rates/${(await rates())[0]?.id}`;
    const currency = `fiat-currencies/${(await currencyOf('HKD'))?.id}`;
    const answers = await Promise.all([
      admin.post('fiat-exchange-rates', { fromCurrency: 'HKD', toCurrency: 'PHP', exchangeRate: 7 }, {}),
      admin.put(rate, { exchangeRate: 7 }, {}),
      admin.del(rate, {}, {}),
      admin.post('fiat-currencies', { code: 'GHS', name: 'Cedi', symbol: 'C' }, {}),
      admin.put(currency, { name: 'Dollar' }, {}),
      admin.del(currency, {}, {}),
      admin.post('seed-fiat-currencies', {}, {}),
    ]);
    const refusal = { status: 403, body: { code: 'step_up_required' } };
    expect(answers).toMatchObject(answers.map(() => refusal));
  });

  test('moves no rate by more than 20 % without a confirmation, and the owner is mailed', async () => {
    const { id, exchangeRate } = (await rates())[0] as Row;
    const farRate = Number((Number(exchangeRate) * 1000).toPrecision(6));
    const refusal = { code: 'confirmation_required', reason: 'exchange_rate_far' };
    expect(await setRate(id, { exchangeRate: farRate })).toMatchObject({ status: 409, body: refusal });
    expect((await rates())[0]).toMatchObject({ id, exchangeRate });
    const response = await setRate(id, { exchangeRate: farRate, confirm: true });
    expect(response).toMatchObject({ status: 200, body: { exchangeRate: farRate } });
    await setRate(id, { exchangeRate, confirm: true });
    // A mail that is already sent no longer holds its recipient.
    const notices = await rows(
      `select 1 from outbox where template = 'pair_rate_notice' and (recipient = $1 or sent_at is not null)`,
      [adminEmail],
    );
    expect(notices.length).toBeGreaterThanOrEqual(2);
  });
});
