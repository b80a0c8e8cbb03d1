import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { market } from '#tests/factories/live-app.ts';
import { aQuote, aSeller, orderOf, submit, type Seller } from '#tests/factories/sales.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { startRateSource, type RateSource } from '#tests/setup/rate-source.ts';

const pollFor = { timeout: 30_000 };
const sale = { cryptoId: 'bitcoin', cryptoAmount: 0.01, targetCurrency: 'USD' };
let database: TestDatabase;
let source: RateSource;
let app: TestApp;
let ada: Seller;

const rateNow = async () => (await app.call('POST', '/api/calculate-sell-amount', { json: sale })).body.buyingRate;
const minutesLater = (minutes: number) => {
  app.deps.now = () => new Date(Date.now() + minutes * 60_000);
};
/** The price source is gone and its last price too old to quote. */
const losePrices = async () => {
  source.answer({});
  await database.pool.query(`update crypto_assets set price_at = price_at - interval '30 minutes'`);
  await database.pool.query(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
  await vi.waitFor(async () => expect(await rateNow()).toBe(0), pollFor);
};
const untilPriced = () => vi.waitFor(async () => expect(await rateNow()).toBeGreaterThan(0), pollFor);
const givePrices = async () => {
  await database.pool.query(`update crypto_assets set price_at = now()`);
  await database.pool.query(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
  await untilPriced();
};

beforeAll(async () => {
  database = await createTestDatabase();
  source = await startRateSource(market());
  app = await startTestApp(database, { RATES_PROVIDER: 'coingecko', RATES_URL: source.url });
  ada = await aSeller(app, database.pool);
  await untilPriced();
});
afterEach(async () => {
  app.deps.now = () => new Date();
  await givePrices();
});
afterAll(async () => {
  await app.stop();
  await source.close();
  await database.drop();
});

test('a proof that comes when the quote has expired and there is no rate opens an order, which is paid only once its price is accepted', async () => {
  const quote = await aQuote(app, ada, sale);
  await losePrices();
  minutesLater(16);
  const { status, body: order } = await submit(app, ada, orderOf(quote));
  expect(status).toBe(201);
  expect(order).toMatchObject({ reference: quote.reference, payoutAmount: quote.netAmount, status: 'pending' });
  expect(order.events).toMatchObject([{ to: 'pending', note: null, because: { reason: 'quote_expired', params: {} } }]);

  const { token, stepUp: headers } = await theAdmin(app);
  const complete = (json: object) =>
    app.call('PUT', `/api/admin/transactions/${order.id}/status`, {
      token,
      headers,
      json: { status: 'completed', ...json },
    });
  expect(await complete({})).toMatchObject({ status: 422, body: { reason: 'price_unconfirmed' } });
  const accepted = { adminNotes: 'Price of the quote accepted.', adminTransactionId: 'WIRE-1' };
  expect((await complete(accepted)).body).toMatchObject({ reason: 'payout_screenshot_required' });
});

test('a proof that names other terms than its expired quote, or a quote of the day before, waits for a rate', async () => {
  const quote = await aQuote(app, ada, sale);
  await losePrices();
  minutesLater(16);
  const codeOf = async (changes: object) => (await submit(app, ada, orderOf(quote, { ...changes }))).body.code;
  expect(await codeOf({ valueUsd: quote.netAmount * 1.02 })).toBe('rate_unavailable');
  expect(await codeOf({ amount: 0.02 })).toBe('rate_unavailable');
  minutesLater(25 * 60);
  expect(await codeOf({})).toBe('rate_unavailable');
});

test('an expired quote is asked about again as soon as there is a rate', async () => {
  const quote = await aQuote(app, ada, sale);
  minutesLater(16);
  expect((await submit(app, ada, orderOf(quote))).body).toMatchObject({ code: 'quote_changed' });
});
