import { afterEach, describe, expect, test } from 'vitest';
import { sellQuoteView } from '#shared/sell/sell.contract.ts';
import {
  aQuote,
  aSeller,
  orderOf,
  plainOrder,
  someBitcoin,
  someBitcoinNet,
  submit,
  type Seller,
} from '#tests/factories/sales.ts';
import { readsDuring } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
afterEach(() => {
  app.deps.now = () => new Date();
});

const minutesLater = (minutes: number) => {
  app.deps.now = () => new Date(Date.now() + minutes * 60_000);
};

describe('the live figure', () => {
  const calculate = (terms: object) => app.call('POST', '/api/calculate-sell-amount', { json: terms });

  test('a visitor sees gross, fee, net and rate that add up', async () => {
    const { status, body } = await calculate({ cryptoId: 'bitcoin', cryptoAmount: 0.01, targetCurrency: 'USD' });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      grossAmount: 391.45,
      marginAmount: 19.57,
      netAmount: 371.88,
      buyingRate: 39145.28,
      currency: 'USD',
      feePercent: 5,
      valueUsd: 391.45,
      source: 'sample',
    });
  });

  test('the fee falls for the whole order above 5,000 and above 10,000 dollars', async () => {
    const percents = await Promise.all(
      [5000, 5000.01, 10_000, 10_000.01].map(async (cryptoAmount) => {
        const { body } = await calculate({ cryptoId: 'usdt-trc20', cryptoAmount, targetCurrency: 'EUR' });
        return body.feePercent;
      }),
    );
    expect(percents).toEqual([5, 4, 4, 3]);
  });

  test('yen come without decimals and dinars with three', async () => {
    const [yen, dinar] = await Promise.all(
      ['JPY', 'KWD'].map((targetCurrency) => calculate({ cryptoId: 'bitcoin', cryptoAmount: 0.0123, targetCurrency })),
    );
    expect(Number.isInteger(yen?.body.netAmount)).toBe(true);
    expect(String(dinar?.body.netAmount)).toMatch(/\.\d{3}$/);
  });

  test('a coin or currency the administrator does not deal in is named as the field to correct', async () => {
    expect(await calculate({ ...someBitcoin, cryptoId: 'dogecoin' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid cryptocurrency selected', fields: { cryptoId: 'Invalid cryptocurrency selected' } },
    });
    expect(await calculate({ ...someBitcoin, targetCurrency: 'XXX' })).toMatchObject({ status: 400 });
    expect(await calculate({ ...someBitcoin, cryptoAmount: 999_999_999_999_999 })).toMatchObject({ status: 400 });
  });

  test('typing a figure reads no row', async () => {
    await calculate(someBitcoin);
    const type = () => Promise.all(Array.from({ length: 20 }, () => calculate(someBitcoin)));
    expect(await readsDuring(app, type)).toEqual([]);
  });
});

describe('a held rate', () => {
  test('shows address, payment link and reference, and holds for 15 minutes', async () => {
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

  test('XRP comes with its destination tag, in words and in the link', async () => {
    const { deposit } = await aQuote(app, ada, { cryptoId: 'ripple', cryptoAmount: 50, targetCurrency: 'USD' });
    expect(deposit.memo).toMatch(/^\d+$/);
    expect(deposit.uri).toBe(`ripple:${deposit.address}?amount=50&dt=${deposit.memo}`);
  });

  test('a sale is found again from another tab for 24 hours, by its owner only', async () => {
    const bob = await aSeller(app, database.pool);
    const quote = await aQuote(app, bob);
    const seenBy = async ({ token }: Seller) =>
      (await app.call('GET', `/api/sell-quotes/${quote.quoteId}`, { token })).status;
    expect(await seenBy(bob)).toBe(200);
    expect(await seenBy(ada)).toBe(404);
    minutesLater(23 * 60);
    const list = await app.call('GET', '/api/sell-quotes', { token: bob.token });
    expect(list.body).toMatchObject([{ quoteId: quote.quoteId, expired: true }]);
    minutesLater(25 * 60);
    expect(await seenBy(bob)).toBe(404);
  });

  test('a dropped hold is gone, and a stranger cannot drop it', async () => {
    const bob = await aSeller(app, database.pool);
    const { quoteId } = await aQuote(app, bob);
    const drop = ({ token }: Seller) => app.call('DELETE', `/api/sell-quotes/${quoteId}`, { token });
    expect((await drop(ada)).status).toBe(404);
    expect((await drop(bob)).status).toBe(204);
    expect((await drop(bob)).status).toBe(404);
    expect((await submit(app, bob, plainOrder({ quoteId }))).status).toBe(404);
  });

  test('less than the administrator takes, and more decimals than the chain has, are refused before an address is shown', async () => {
    const quote = (terms: object) => app.call('POST', '/api/sell-quotes', { token: ada.token, json: terms });
    expect(await quote({ ...someBitcoin, cryptoAmount: 0.0009 })).toMatchObject({
      status: 422,
      body: { code: 'below_minimum', message: 'The smallest deposit we accept is 0.001 BTC.' },
    });
    expect(await quote({ cryptoId: 'ripple', cryptoAmount: 20.0000001, targetCurrency: 'USD' })).toMatchObject({
      status: 400,
    });
  });
});

describe('open quotes of a customer without a verified identity', () => {
  const quote = ({ token }: Seller, cryptoAmount = 0.02) =>
    app.call('POST', '/api/sell-quotes', { token, json: { ...someBitcoin, cryptoAmount } });

  test('count against the limit before another address is shown, until they are dropped', async () => {
    const eve = await aSeller(app, database.pool, { kyc: 'none' });
    const first = await aQuote(app, eve, { ...someBitcoin, cryptoAmount: 0.02 });
    expect(await quote(eve)).toMatchObject({
      status: 403,
      body: { code: 'kyc_required', reason: 'kyc_limit_held', params: { leftUsd: '1000.00', heldUsd: '782.91' } },
    });
    await app.call('DELETE', `/api/sell-quotes/${first.quoteId}`, { token: eve.token });
    expect((await quote(eve)).status).toBe(201);
  });

  test('of five at the same moment one is given, and it becomes an order whatever was asked for meanwhile', async () => {
    const eve = await aSeller(app, database.pool, { kyc: 'none' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => quote(eve)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403, 403, 403]);
    const given = sellQuoteView.parse(answers.find(({ status }) => status === 201)?.body);
    expect((await submit(app, eve, orderOf(given))).status).toBe(201);
  });
});

test('a customer has at most ten open quotes, so that nobody fills the list of those whose coins are awaited', async () => {
  const bob = await aSeller(app, database.pool);
  for (let n = 0; n < 10; n += 1) await aQuote(app, bob);
  const tooMany = await app.call('POST', '/api/sell-quotes', { token: bob.token, json: someBitcoin });
  expect(tooMany).toMatchObject({
    status: 409,
    body: { code: 'conflict', reason: 'quotes_open_max', params: { max: 10 } },
  });
  minutesLater(25 * 60);
  await aQuote(app, bob);
});
