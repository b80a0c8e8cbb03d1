import { describe, expect, test } from 'vitest';
import { sellQuoteView } from '#shared/sell/sell.contract.ts';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { someDollars } from '#tests/factories/exchanges.ts';
import {
  aQuote,
  aSeller,
  orderOf,
  plainOrder,
  saleOf,
  someBitcoin,
  someBitcoinNet,
  submit,
} from '#tests/factories/sales.ts';
import { callsOf, outcomeOf, reasonOf } from '#tests/setup/calls.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, another, database, minutesLater, rows } = testbed;
const newSeller = (who?: { kyc: 'none' }) => aSeller(app, database.pool, who);
const ada = fixture(() => newSeller());
const asAda = callsOf(app, ada);
const admin = ownerCalls(testbed);

const calculate = async (terms: object = someBitcoin) =>
  (await app.call('POST', '/api/calculate-sell-amount', { json: terms })).body;
const requestQuote = (terms: object = someBitcoin, { token } = ada) =>
  callsOf(app, { token }).post('sell-quotes', terms);

describe('the price that a visitor sees', () => {
  test('has gross, fee, net and rate that add up', async () => {
    const payout = { grossAmount: 391.45, marginAmount: 19.57, netAmount: 371.88, currency: 'USD' };
    const terms = { buyingRate: 39145.28, feePercent: 5, valueUsd: 391.45, source: 'sample' };
    expect(await calculate()).toMatchObject({ ...payout, ...terms });
  });

  test('has no decimals for yen and three for dinars', async () => {
    expect(Number.isInteger((await calculate(saleOf('bitcoin', 0.0123, 'JPY'))).netAmount)).toBe(true);
    expect(String((await calculate(saleOf('bitcoin', 0.0123, 'KWD'))).netAmount)).toMatch(/\.\d{3}$/);
  });

  test('names the field of a coin or currency that is not offered', async () => {
    const message = 'Invalid cryptocurrency selected';
    expect(await calculate(saleOf('dogecoin', 0.01))).toMatchObject({ message, fields: { cryptoId: message } });
    for (const terms of [saleOf('bitcoin', 0.01, 'XXX'), saleOf('bitcoin', 999_999_999_999_999)])
      expect(await calculate(terms)).toMatchObject({ code: 'invalid_input' });
  });

  test('reads no row while an amount is typed', async () => {
    await calculate();
    expect(await readsDuring(app, () => Promise.all(Array.from({ length: 20 }, () => calculate())))).toEqual([]);
  });
});

describe('a locked rate', () => {
  test('shows address, payment link and reference, and is valid for 15 minutes', async () => {
    const quote = sellQuoteView.parse(await aQuote(app, ada));
    expect(quote).toMatchObject({
      netAmount: someBitcoinNet,
      expired: false,
      deposit: { memo: null, networkHint: 'Bitcoin Network', isSample: true },
    });
    expect(quote.reference).toMatch(/^LF-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/);
    expect(quote.deposit.uri).toBe(`bitcoin:${quote.deposit.address}?amount=0.01`);
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(15 * 60_000);
  });

  test('of XRP has its destination tag in words and in the link', async () => {
    const { deposit } = await aQuote(app, ada, saleOf('ripple', 50));
    expect(deposit.memo).toMatch(/^\d+$/);
    expect(deposit.uri).toBe(`ripple:${deposit.address}?amount=50&dt=${deposit.memo}`);
  });

  test('is found again in another tab for 24 hours, by its owner only', async () => {
    const bob = await newSeller();
    const { quoteId } = await aQuote(app, bob);
    const asBob = callsOf(app, bob);
    expect(await outcomeOf(asBob.get(`sell-quotes/${quoteId}`))).toBe('200');
    expect(await outcomeOf(asAda.get(`sell-quotes/${quoteId}`))).toBe('404 not_found');
    minutesLater(23 * 60);
    expect((await asBob.get('sell-quotes')).body).toMatchObject([{ quoteId, expired: true }]);
    minutesLater(25 * 60);
    expect(await outcomeOf(asBob.get(`sell-quotes/${quoteId}`))).toBe('404 not_found');
  });

  test('is gone once it is dropped, and a stranger cannot drop it', async () => {
    const bob = await newSeller();
    const { quoteId } = await aQuote(app, bob);
    for (const [who, outcome] of [
      [ada, '404 not_found'],
      [bob, '204'],
      [bob, '404 not_found'],
    ] as const)
      expect(await outcomeOf(callsOf(app, who).del(`sell-quotes/${quoteId}`))).toBe(outcome);
    expect((await submit(app, bob, plainOrder({ quoteId }))).status).toBe(404);
  });

  test('is refused for a too small or too precise amount before an address is shown', async () => {
    const message = 'The smallest deposit we accept is 0.001 BTC.';
    expect((await requestQuote(saleOf('bitcoin', 0.0009))).body).toMatchObject({ code: 'below_minimum', message });
    expect(await outcomeOf(requestQuote(saleOf('ripple', 20.0000001)))).toBe('400 invalid_input');
  });
});

describe('open quotes', () => {
  const largeSale = saleOf('bitcoin', 0.02);

  test('count against the limit without an identity check until they are dropped', async () => {
    const eve = await newSeller({ kyc: 'none' });
    const { quoteId } = await aQuote(app, eve, largeSale);
    const { status, body } = await requestQuote(largeSale, eve);
    const params = { leftUsd: '1000.00', heldUsd: '782.91' };
    expect([status, body]).toMatchObject([403, { code: 'kyc_required', reason: 'kyc_limit_held', params }]);
    await callsOf(app, eve).del(`sell-quotes/${quoteId}`);
    expect((await requestQuote(largeSale, eve)).status).toBe(201);
  });

  test('at the limit are given to one of five requests at once, which becomes an order', async () => {
    const eve = await newSeller({ kyc: 'none' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestQuote(largeSale, eve)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403, 403, 403]);
    const quote = sellQuoteView.parse(answers.find(({ status }) => status === 201)?.body);
    expect((await submit(app, eve, orderOf(quote))).status).toBe(201);
  });

  test('are at most ten a customer, so that an attacker cannot fill the list of awaited coins', async () => {
    const bob = await newSeller();
    for (let n = 0; n < 10; n += 1) await aQuote(app, bob);
    const { status, body } = await requestQuote(someBitcoin, bob);
    expect([status, body]).toMatchObject([409, { code: 'conflict', reason: 'quotes_open_max', params: { max: 10 } }]);
    minutesLater(25 * 60);
    await aQuote(app, bob);
  });
});

describe('the administrator’s offer', () => {
  const otherProcess = fixture(() => another());
  const setOffer = (offer: object) => admin.put('settings', { offer });
  const exchange = () => asAda.post('fiat-exchange/calculate', someDollars);

  test('pays a customer the market less both spreads, and counts the market’s value in the limit', async () => {
    const estimateBefore = await calculate();
    await setOffer({ coins: { bitcoin: { spreadPercent: 2 } }, currencies: { USD: { spreadPercent: 1 } } });
    const after = await calculate();
    expect(after).toMatchObject({ valueUsd: estimateBefore.valueUsd, currency: 'USD' });
    expect(after.buyingRate).toBeCloseTo(Number(estimateBefore.buyingRate) * 0.98 * 0.99, 6);
    await setOffer({ coins: {}, currencies: {} });
  });

  test('lists the active currencies, and pays within their bounds and by their methods', async () => {
    const rule = { min: 10, max: 5_000, methods: ['paypal'] };
    expect((await setOffer({ others: false, currencies: { USD: rule } })).status).toBe(200);
    expect((await asAda.get('payout-currencies')).body).toMatchObject([{ code: 'USD', ...rule, isPaused: false }]);
    const paymentDetails = { accountName: 'Ada', accountNumber: '12345678', bankName: 'Bank' };
    for (const [terms, reason] of [
      [saleOf('bitcoin', 0.01, 'NGN'), 'currency_not_offered'],
      [saleOf('bitcoin', 0.9), 'payout_above_maximum'],
      [{ ...someBitcoin, paymentDetails }, 'payout_method_off'],
    ] as const)
      expect((await requestQuote(terms)).body).toMatchObject({ code: 'not_offered', reason });
    await setOffer({ others: true, currencies: {} });
  });

  test('does not give the rest of a day’s cap to two customers at once', async () => {
    const sellers = [await newSeller(), await newSeller(), await newSeller()];
    await setOffer({ currencies: { EUR: { dailyCap: 800 } } });
    const answers = await Promise.all(sellers.map((seller) => requestQuote(saleOf('bitcoin', 0.01, 'EUR'), seller)));
    const results = await Promise.all(answers.map(reasonOf));
    expect(results.toSorted()).toEqual(['201', '201', '422 payout_day_full']);
    await setOffer({ currencies: {} });
  });

  test.each([
    [{ what: 'desk' }, { coin: '422 offer_paused', exchange: '422 offer_paused' }],
    [
      { what: 'coin', subject: 'bitcoin' },
      { coin: '422 offer_paused', exchange: '200' },
    ],
    [
      { what: 'currency', subject: 'USD' },
      { coin: '422 offer_paused', exchange: '422 offer_paused' },
    ],
    [{ what: 'exchanges' }, { coin: '201', exchange: '422 offer_paused' }],
  ])(
    'with a pause of %o stops in every process, leaves open quotes, and resumes by one press',
    async (pause, results) => {
      const open = await aQuote(app, ada);
      const stated = { ...pause, reason: 'the bank is closed' };
      expect(await admin.post('pauses', stated)).toMatchObject({ status: 200, body: { active: [stated] } });
      expect(await reasonOf(admin.post('pauses', { ...pause, reason: 'again' }))).toContain('already_paused');
      const settings = async () => (await otherProcess.call('GET', '/api/settings')).body;
      await expect.poll(settings).toMatchObject({ pauses: { active: [pause] } });
      expect(JSON.stringify((await asAda.get('settings')).body)).not.toContain('bank is closed');
      expect({ coin: await reasonOf(requestQuote()), exchange: await reasonOf(exchange()) }).toEqual(results);
      expect((await submit(app, ada, orderOf(open))).status).toBe(201);
      expect(await admin.post('pauses/resume', pause)).toMatchObject({ status: 200, body: { active: [] } });
      expect((await requestQuote()).status).toBe(201);
    },
  );

  test('that is paused is refused as paused, whatever the amount', async () => {
    await admin.post('pauses', { what: 'coin', subject: 'bitcoin', reason: 'the node is down' });
    expect(await reasonOf(requestQuote(saleOf('bitcoin', 0.00001)))).toBe('422 offer_paused');
    await admin.post('pauses/resume', { what: 'coin', subject: 'bitcoin' });
  });

  test('is not paused by a member without the permission, or resumed without the password', async () => {
    const pause = { what: 'desk', reason: 'no' };
    expect((await asAda.post('admin/pauses', pause)).status).toBe(403);
    await admin.post('pauses', pause);
    const withoutStepUp = { 'X-Step-Up': '' };
    expect(await outcomeOf(admin.post('pauses/resume', { what: 'desk' }, withoutStepUp))).toBe('403 step_up_required');
    await admin.post('pauses/resume', { what: 'desk' });
  });

  test('with a rate that follows the market moves with it, and is not quoted once it has expired', async () => {
    const { body: pairs } = await admin.get<Record<string, string>[]>('fiat-exchange-rates');
    const pair = pairs.find(({ fromCurrency, toCurrency }) => `${fromCurrency} ${toCurrency}` === 'USD NGN');
    const set = (body: object) => admin.put(`fiat-exchange-rates/${pair?.id}`, body);
    expect((await set({ marketPercent: 21 })).status).toBe(400);
    expect((await set({ marketPercent: -2 })).body).toMatchObject({ marketPercent: -2, expiresAt: null });
    const rateNow = async () => Number((await exchange()).body.exchangeRate);
    const first = await rateNow();
    await rows(`update fx_rates set units_per_usd = units_per_usd * 1.1 where currency = 'NGN'`);
    await rows(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
    await expect.poll(async () => (await rateNow()) / first).toBeCloseTo(1.1, 6);
    expect((await set({ exchangeRate: 1500, validHours: 1, confirm: true })).status).toBe(200);
    expect(await rateNow()).toBe(1500);
    const sale = saleOf('bitcoin', 0.01, 'NGN');
    expect((await calculate(sale)).buyingRate).toBeGreaterThan(0);
    await rows('update fiat_exchange_rates set expires_at = now() where id = $1', [pair?.id]);
    await set({ isActive: true });
    expect((await exchange()).body.code).toBe('rate_unavailable');
    // An operator who sets the naira must not sell at the provider's naira once its own has expired.
    expect((await calculate(sale)).buyingRate).toBe(0);
  });
});
