import { expect, test } from 'vitest';
import { someDollars, theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, orderOf, someBitcoin, submit } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, another } = openTestbed();
const other = fixture(() => another());
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const asAdmin = (method: string, path: string, json?: unknown) =>
  app.call(method, `/api/admin/${path}`, { token: admin.token, headers: admin.stepUp, ...(json ? { json } : {}) });
const setOffer = (offer: object) => asAdmin('PUT', 'settings', { offer });
const estimate = (on = app, terms: object = someBitcoin) =>
  on.call('POST', '/api/calculate-sell-amount', { json: terms });
const quote = (terms: object) =>
  app.call('POST', '/api/sell-quotes', { token: ada.token, json: { ...someBitcoin, ...terms } });
const setPause = (verb: '' | '/resume', pause: object) => asAdmin('POST', `pauses${verb}`, pause);

test('a customer is paid the market less both spreads, and the limit still counts the market’s value', async () => {
  const before = (await estimate()).body;
  await setOffer({ coins: { bitcoin: { spreadPercent: 2 } }, currencies: { USD: { spreadPercent: 1 } } });
  const after = (await estimate()).body;
  expect(after).toMatchObject({ valueUsd: before.valueUsd, currency: 'USD' });
  expect(after.buyingRate).toBeCloseTo(Number(before.buyingRate) * 0.98 * 0.99, 6);
  await setOffer({ coins: {}, currencies: {} });
});

test('a customer is offered only the currencies that are on, and paid within their bounds and by their methods', async () => {
  const rule = { min: 10, max: 5_000, methods: ['paypal'] };
  expect((await setOffer({ others: false, currencies: { USD: rule } })).status).toBe(200);
  const { body } = await app.call('GET', '/api/payout-currencies');
  expect(body).toMatchObject([{ code: 'USD', min: 10, max: 5_000, methods: ['paypal'], isPaused: false }]);
  const bank = { accountName: 'Ada', accountNumber: '12345678', bankName: 'Bank' };
  const refused = [
    await quote({ targetCurrency: 'NGN' }),
    await quote({ cryptoAmount: 0.0002 * 10 }).then(() => quote({ cryptoAmount: 0.9 })),
    await quote({ paymentDetails: bank }),
  ];
  expect(refused.map(({ status, body: { code, reason } }) => [status, code, reason])).toEqual([
    [422, 'not_offered', 'currency_not_offered'],
    [422, 'not_offered', 'payout_above_maximum'],
    [422, 'not_offered', 'payout_method_off'],
  ]);
  await setOffer({ others: true, currencies: {} });
});

test('two customers at once do not both get what is left of a day’s cap', async () => {
  const sellers = [
    await aSeller(app, database.pool),
    await aSeller(app, database.pool),
    await aSeller(app, database.pool),
  ];
  await setOffer({ currencies: { EUR: { dailyCap: 800 } } });
  const sale = { ...someBitcoin, cryptoAmount: 0.01, targetCurrency: 'EUR' };
  const answers = await Promise.all(
    sellers.map(({ token }) => app.call('POST', '/api/sell-quotes', { token, json: sale })),
  );
  const reasons = answers.map(({ status, body }) => (status === 201 ? 'quoted' : String(body.reason)));
  expect(reasons.filter((reason) => reason === 'quoted')).toHaveLength(2);
  expect(reasons).toContain('payout_day_full');
  await setOffer({ currencies: {} });
});

test.each([
  [{ what: 'desk' }, ['coin', 'exchange']],
  [{ what: 'coin', subject: 'bitcoin' }, ['coin']],
  [{ what: 'currency', subject: 'USD' }, ['coin', 'exchange']],
  [{ what: 'exchanges' }, ['exchange']],
])(
  'a pause of %o stops what it names in every process, keeps open quotes, and ends with one press',
  async (pause, stopped) => {
    const open = await aQuote(app, ada);
    const held = await setPause('', { ...pause, reason: 'the bank is closed' });
    expect(held).toMatchObject({ status: 200, body: { active: [{ ...pause, reason: 'the bank is closed' }] } });
    expect((await setPause('', { ...pause, reason: 'again' })).body.reason).toBe('already_paused');
    await expect
      .poll(async () => (await other.call('GET', '/api/settings')).body.pauses)
      .toMatchObject({ active: [pause] });
    expect(JSON.stringify((await app.call('GET', '/api/settings')).body)).not.toContain('bank is closed');
    const results = {
      coin: await quote({}),
      exchange: await app.call('POST', '/api/fiat-exchange/calculate', { token: ada.token, json: someDollars }),
    };
    for (const [what, { status, body }] of Object.entries(results))
      expect([what, status, body.reason]).toEqual(
        stopped.includes(what) ? [what, 422, 'offer_paused'] : [what, what === 'coin' ? 201 : 200, undefined],
      );
    expect((await submit(app, ada, orderOf(open))).status).toBe(201);
    expect(await setPause('/resume', pause)).toMatchObject({ status: 200, body: { active: [] } });
    expect((await quote({})).status).toBe(201);
  },
);

test('a member who may not change rates pauses nothing, and nobody resumes without the password', async () => {
  const pause = { what: 'desk', reason: 'no' };
  expect((await app.call('POST', '/api/admin/pauses', { token: ada.token, json: pause })).status).toBe(403);
  await setPause('', pause);
  const resumed = await app.call('POST', '/api/admin/pauses/resume', { token: admin.token, json: { what: 'desk' } });
  expect(resumed).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  await setPause('/resume', { what: 'desk' });
});

test('a rate that follows the market moves with it, and one that has expired is quoted to nobody', async () => {
  const pair = ((await asAdmin('GET', 'fiat-exchange-rates')).body as unknown as Record<string, string>[]).find(
    ({ fromCurrency, toCurrency }) => fromCurrency === 'USD' && toCurrency === 'NGN',
  );
  const set = (body: object) => asAdmin('PUT', `fiat-exchange-rates/${pair?.id}`, body);
  const exchange = async () =>
    (await app.call('POST', '/api/fiat-exchange/calculate', { token: ada.token, json: someDollars })).body;
  expect(await set({ marketPercent: 21 })).toMatchObject({ status: 400 });
  expect(await set({ marketPercent: -2 })).toMatchObject({ status: 200, body: { marketPercent: -2, expiresAt: null } });
  const first = Number((await exchange()).exchangeRate);
  await database.pool.query(`update fx_rates set units_per_usd = units_per_usd * 1.1 where currency = 'NGN'`);
  await database.pool.query(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
  await expect.poll(async () => Number((await exchange()).exchangeRate) / first).toBeCloseTo(1.1, 6);
  expect(await set({ exchangeRate: 1500, validHours: 1, confirm: true })).toMatchObject({ status: 200 });
  expect(await exchange()).toMatchObject({ exchangeRate: 1500 });
  const sale = { ...someBitcoin, targetCurrency: 'NGN' };
  expect((await estimate(app, sale)).body.buyingRate).toBeGreaterThan(0);
  await database.pool.query('update fiat_exchange_rates set expires_at = now() where id = $1', [pair?.id]);
  await set({ isActive: true });
  expect(await exchange()).toMatchObject({ code: 'rate_unavailable' });
  // An operator who sets the naira must not sell at the provider's naira once its own has expired.
  expect((await estimate(app, sale)).body.buyingRate).toBe(0);
});
