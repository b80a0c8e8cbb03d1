import { describe, expect, test, vi } from 'vitest';
import { currentUnits } from '#server/features/rates/rates.service.ts';
import { toText } from '#shared/kernel/money.ts';
import { anExchange, someDollars, theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail, type TestApp } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, another } = openTestbed();
const other = fixture(() => another());
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

type Row = Record<string, unknown> & { id: string };
const asAdmin = (method: string, path: string, json?: unknown) =>
  app.call(method, `/api/admin/${path}`, {
    token: admin.token,
    headers: admin.stepUp,
    ...(json === undefined ? {} : { json }),
  });
const rates = async () => (await asAdmin('GET', 'fiat-exchange-rates')).body as unknown as Row[];
const rateOf = async (from: string, to: string) =>
  (await rates()).find(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to);
const currencies = async () => (await asAdmin('GET', 'fiat-currencies')).body as unknown as Row[];
const currencyOf = async (code: string) => (await currencies()).find((row) => row.code === code);
const actions = async (action: string) =>
  (
    await database.pool.query<{ details: unknown }>('select details from audit_log where action = $1 order by id', [
      action,
    ])
  ).rows;
const calculate = (terms: object, at: TestApp = app) =>
  at.call('POST', '/api/fiat-exchange/calculate', { token: ada.token, json: terms });

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

  test('pays nobody for going in a circle', async () => {
    const gaps = (await rates()).map(({ inverseGapPercent }) => Number(inverseGapPercent));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0);
    expect(Math.min(...gaps)).toBeGreaterThan(-0.5);
  });

  test('does not let a sample rate win over the provider when sales are paid out', async () => {
    expect(await app.deps.adminRates()).toEqual(new Map());
    expect((await currentUnits(app.deps, 'NGN'))?.source).toBe('sample');
  });
});

describe('a rate', () => {
  test('that the administrator changes is in the next answer of the same process, every time', async () => {
    const { id } = (await rateOf('PHP', 'NGN')) ?? { id: '' };
    const before = (await rateOf('PHP', 'NGN'))?.exchangeRate;
    for (let round = 1; round <= 20; round++) {
      const exchangeRate = 30 + round / 8;
      await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate, confirm: true });
      const { body } = await calculate({ fromCurrency: 'PHP', toCurrency: 'NGN', amount: 1000 });
      expect(body.exchangeRate).toBe(exchangeRate);
    }
    await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate: before, confirm: true });
  });

  test('that the administrator sets is quoted by every process at once, and wins for the payout of sales', async () => {
    const id = (await rateOf('USD', 'NGN'))?.id;
    const sample = await calculate(someDollars, other);
    expect(sample.body).toMatchObject({ source: 'sample', outputAmount: 144_850 });
    const { status, body } = await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate: '1500.12345678' });
    expect([status, body.exchangeRate, body.isSample]).toEqual([200, 1500.12345678, false]);
    await vi.waitFor(
      async () => {
        expect((await calculate(someDollars, other)).body).toMatchObject({ source: 'desk', outputAmount: 150_012.34 });
        const units = await currentUnits(other.deps, 'NGN');
        expect([units?.source, units && toText(units.unitsPerUsd)]).toEqual(['desk', '1500.12345678']);
      },
      { timeout: 30_000 },
    );
    const json = { cryptoId: 'usdt-trc20', cryptoAmount: 100, targetCurrency: 'NGN' };
    const sale = await app.call('POST', '/api/calculate-sell-amount', { json });
    expect(sale.body.buyingRate).toBe(1500.12345678);
    expect((await actions('fiat_rate.changed')).at(-1)?.details).toMatchObject({
      before: { exchangeRate: '1448.5' },
      after: { exchangeRate: '1500.12345678' },
    });
  });

  test('that is switched off is quoted by nobody, and leaves sales to the provider again', async () => {
    const id = (await rateOf('USD', 'NGN'))?.id;
    await asAdmin('PUT', `fiat-exchange-rates/${id}`, { isActive: false });
    // Every process is notified of a change right after the commit, not within it.
    await vi.waitFor(
      async () =>
        expect(await calculate(someDollars)).toMatchObject({
          status: 422,
          body: { code: 'rate_unavailable', message: 'Failed to calculate exchange rate' },
        }),
      { timeout: 30_000 },
    );
    expect((await currentUnits(app.deps, 'NGN'))?.source).toBe('sample');
    await asAdmin('PUT', `fiat-exchange-rates/${id}`, { isActive: true });
    await vi.waitFor(async () => expect((await calculate(someDollars)).status).toBe(200), { timeout: 30_000 });
  });

  test('that gains in a circle shows how much', async () => {
    const id = (await rateOf('HKD', 'USD'))?.id;
    await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate: 0.14 });
    expect((await rateOf('USD', 'HKD'))?.inverseGapPercent).toBe(8.85);
    await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate: 0.1286 });
  });

  test('is added once, deleted, and refused in the words of the screen', async () => {
    const pair = { fromCurrency: 'PHP', toCurrency: 'NGN' };
    expect(await asAdmin('POST', 'fiat-exchange-rates', { ...pair, exchangeRate: 25 })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await asAdmin('DELETE', `fiat-exchange-rates/${(await rateOf('PHP', 'NGN'))?.id}`)).status).toBe(204);
    expect(await rateOf('PHP', 'NGN')).toBeUndefined();
    expect(await asAdmin('POST', 'fiat-exchange-rates', { ...pair, exchangeRate: '25.5' })).toMatchObject({
      status: 201,
      body: { exchangeRate: 25.5, isActive: true, isSample: false },
    });
    const messageOf = async (json: object) => (await asAdmin('POST', 'fiat-exchange-rates', json)).body.message;
    expect(await messageOf({ ...pair, fromCurrency: undefined, exchangeRate: 1 })).toBe('Please fill in all fields');
    expect(await messageOf(pair)).toBe('Please fill in all fields');
    expect(await messageOf({ ...pair, exchangeRate: '' })).toBe('Please fill in all fields');
    expect(await messageOf({ fromCurrency: 'PHP', toCurrency: 'PHP', exchangeRate: 1 })).toBe(
      'From and To currencies must be different',
    );
    expect(await messageOf({ ...pair, exchangeRate: 0 })).toBe('Exchange rate must be greater than 0');
    expect(await messageOf({ ...pair, exchangeRate: '1234567890.12345678' })).toBe(
      'Exchange rate must be greater than 0',
    );
    expect((await asAdmin('POST', 'fiat-exchange-rates', { ...pair, toCurrency: 'EUR', exchangeRate: 1 })).status).toBe(
      404,
    );
    const id = (await rateOf('PHP', 'NGN'))?.id;
    expect((await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate: -1 })).body.message).toBe(
      'Please enter a valid exchange rate',
    );
  });
});

describe('a currency', () => {
  test('is added in upper case, changed field by field, ordered and deleted', async () => {
    const made = await asAdmin('POST', 'fiat-currencies', { code: 'eur', name: 'Euro', symbol: '€', sortOrder: 9 });
    expect(made).toMatchObject({ status: 201, body: { code: 'EUR', isActive: true, sortOrder: 9 } });
    const path = `fiat-currencies/${String(made.body.id)}`;
    expect((await asAdmin('PUT', path, { sortOrder: 1 })).body).toMatchObject({
      name: 'Euro',
      isActive: true,
      sortOrder: 1,
    });
    expect((await asAdmin('POST', 'fiat-currencies', { code: 'EUR', name: 'E', symbol: 'E' })).status).toBe(409);
    expect((await asAdmin('POST', 'fiat-currencies', { code: '', name: '', symbol: '' })).body.message).toBe(
      'Please fill in all required fields',
    );
    expect((await asAdmin('DELETE', path)).status).toBe(204);
    expect(await currencyOf('EUR')).toBeUndefined();
  });

  test('in use is kept, and the answer says by what', async () => {
    await anExchange(app, ada);
    const { id } = (await currencyOf('USD')) ?? { id: '' };
    const answer = await asAdmin('DELETE', `fiat-currencies/${id}`);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'in_use',
        message: expect.stringContaining('exchange rates: 6, payment methods: 1, open exchanges: 1') as string,
      },
    });
    expect((await asAdmin('PUT', `fiat-currencies/${id}`, { code: 'USX' })).body.code).toBe('in_use');
    expect((await asAdmin('PUT', `fiat-currencies/${id}`, { name: 'Dollar' })).body.name).toBe('Dollar');
  });

  test('of the default ones that is missing comes back with the seed, and nothing else changes', async () => {
    for (const row of (await rates()).filter(({ fromCurrency, toCurrency }) =>
      [fromCurrency, toCurrency].includes('HKD'),
    )) {
      await asAdmin('DELETE', `fiat-exchange-rates/${row.id}`);
    }
    await database.pool.query(`delete from payment_methods where currency = 'HKD'`);
    expect((await asAdmin('DELETE', `fiat-currencies/${(await currencyOf('HKD'))?.id}`)).status).toBe(204);
    const added = await Promise.all([asAdmin('POST', 'seed-fiat-currencies'), asAdmin('POST', 'seed-fiat-currencies')]);
    expect(added.flatMap(({ body }) => body as unknown as Row[]).map(({ code }) => code)).toEqual(['HKD']);
    expect((await currencies()).map(({ code }) => code)).toEqual(['USD', 'PHP', 'NGN', 'HKD']);
    expect(await rateOf('USD', 'HKD')).toBeUndefined();
  });
});

describe('a stolen session or a slipped digit', () => {
  test('changes no rate, currency or limit without the password given again', async () => {
    const { id } = (await rates())[0] as Row;
    const currency = (await currencyOf('HKD')) as Row;
    const calls: [string, string, object][] = [
      ['POST', 'fiat-exchange-rates', { fromCurrency: 'HKD', toCurrency: 'PHP', exchangeRate: 7 }],
      ['PUT', `fiat-exchange-rates/${id}`, { exchangeRate: 7 }],
      ['DELETE', `fiat-exchange-rates/${id}`, {}],
      ['POST', 'fiat-currencies', { code: 'GHS', name: 'Cedi', symbol: 'C' }],
      ['PUT', `fiat-currencies/${currency.id}`, { name: 'Dollar' }],
      ['DELETE', `fiat-currencies/${currency.id}`, {}],
      ['POST', 'seed-fiat-currencies', {}],
    ];
    for (const [method, path, json] of calls) {
      const answer = await app.call(method, `/api/admin/${path}`, { token: admin.token, json });
      expect(answer).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    }
  });

  test('moves no rate by more than 20 % unless the change is confirmed, and a mail tells the owner of each', async () => {
    const { id, exchangeRate } = (await rates())[0] as Row;
    const far = Number((Number(exchangeRate) * 1000).toPrecision(6));
    const refused = await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate: far });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', reason: 'exchange_rate_far' },
    });
    expect((await rates())[0]).toMatchObject({ id, exchangeRate });
    const confirmed = await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate: far, confirm: true });
    expect(confirmed).toMatchObject({ status: 200, body: { exchangeRate: far } });
    await asAdmin('PUT', `fiat-exchange-rates/${id}`, { exchangeRate, confirm: true });
    // A mail that is already sent no longer holds its recipient.
    const { rows } = await database.pool.query(
      `select 1 from outbox where template = 'pair_rate_notice' and (recipient = $1 or sent_at is not null)`,
      [adminEmail],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });
});
