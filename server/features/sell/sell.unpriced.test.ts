import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { market } from '#tests/factories/live-app.ts';
import { aQuote, aSeller, orderOf, someBitcoin, submit } from '#tests/factories/sales.ts';
import { outcomeOf, reasonOf } from '#tests/setup/calls.ts';
import { startRateSource } from '#tests/setup/rate-source.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const source = fixture(() => startRateSource(market()));
const testbed = openTestbed(() => ({ RATES_PROVIDER: 'coingecko', RATES_URL: source.url }));
const { app, minutesLater, rows } = testbed;
const ada = fixture(async () => {
  await untilPriced();
  return aSeller(app, testbed.database.pool);
});
const admin = ownerCalls(testbed);

const rateNow = async () =>
  (await app.call('POST', '/api/calculate-sell-amount', { json: someBitcoin })).body.buyingRate;
const untilPriced = () => vi.waitFor(async () => expect(await rateNow()).toBeGreaterThan(0), 30_000);
const setPriceAt = async (at: string) => {
  await rows(`update crypto_assets set price_at = ${at}`);
  await rows(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
};
/** The price source is gone and its last price too old to quote. */
const losePrices = async () => {
  source.answer({});
  await setPriceAt(`price_at - interval '30 minutes'`);
  await vi.waitFor(async () => expect(await rateNow()).toBe(0), 30_000);
};

afterEach(async () => {
  await setPriceAt('now()');
  await untilPriced();
});
afterAll(() => source.close());

test('a proof for an expired quote without a rate opens an order that waits for a price', async () => {
  const quote = await aQuote(app, ada);
  await losePrices();
  minutesLater(16);
  const { status, body: order } = await submit(app, ada, orderOf(quote));
  expect(status).toBe(201);
  expect(order).toMatchObject({ reference: quote.reference, payoutAmount: quote.netAmount, status: 'pending' });
  expect(order.events).toMatchObject([{ to: 'pending', note: null, because: { reason: 'quote_expired', params: {} } }]);

  const path = `transactions/${order.id}/status`;
  const complete = (json: object = {}) => admin.put(path, { status: 'completed', ...json });
  expect(await reasonOf(complete())).toBe('422 price_unconfirmed');
  const acceptance = { adminNotes: 'Price of the quote accepted.', adminTransactionId: 'WIRE-1' };
  expect(await reasonOf(complete(acceptance))).toContain('payout_screenshot_required');
});

test('a proof with other terms than its expired quote waits for a rate', async () => {
  const quote = await aQuote(app, ada);
  await losePrices();
  for (const [changes, minutes] of [
    [{ valueUsd: quote.netAmount * 1.02 }, 16],
    [{ amount: 0.02 }, 16],
    [{}, 25 * 60],
  ] as const) {
    minutesLater(minutes);
    expect((await submit(app, ada, orderOf(quote, changes))).body.code).toBe('rate_unavailable');
  }
});

test('an expired quote is offered again as soon as there is a rate', async () => {
  const quote = await aQuote(app, ada);
  minutesLater(16);
  expect(await outcomeOf(submit(app, ada, orderOf(quote)))).toBe('409 quote_changed');
});
