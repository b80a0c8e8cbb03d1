import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000' });
const { approve, listed } = approvalCalls(testbed);
type Owner = Awaited<ReturnType<typeof theOwner>>;
let owner: Owner;

const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
beforeEach(async () => {
  owner = await theOwner(testbed);
});

const asOwner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object) =>
  testbed.app.call(method, `/api/admin/${path}`, { ...owner, ...(json && { json }) });
const detailsOf = async (id: unknown) => (await listed(reviewer.token)).find((item) => item.id === id)?.facts;

/** The request that an action of the owner has become. */
async function pendingOf(answer: Promise<{ status: number; body: Record<string, unknown> }>): Promise<string> {
  const { status, body } = await answer;
  expect([status, typeof body.approvalId]).toEqual([202, 'string']);
  return String(body.approvalId);
}

describe('a thief who adds the rate of a pair that never had one', () => {
  const addRate = (toCurrency: string, exchangeRate: number, fromCurrency = 'USD') =>
    asOwner('POST', 'fiat-exchange-rates', { fromCurrency, toCurrency, exchangeRate, confirm: true });
  const unconfirmed = (toCurrency: string, exchangeRate: number) =>
    asOwner('POST', 'fiat-exchange-rates', { fromCurrency: 'USD', toCurrency, exchangeRate });
  const aCurrency = (code: string) => asOwner('POST', 'fiat-currencies', { code, name: code, symbol: code });
  const soldInRands = async () => {
    const json = { cryptoId: 'usdt-trc20', cryptoAmount: 100, targetCurrency: 'ZAR' };
    return (await testbed.app.call('POST', '/api/calculate-sell-amount', { json })).body.buyingRate;
  };
  beforeAll(async () => {
    owner = await theOwner(testbed);
    await aCurrency('ZAR');
    await aCurrency('QQQ');
  });

  test('is compared with the provider, and sells nobody a hundred times the payout', async () => {
    await setRules(testbed, { rateOverPercent: 5 });
    const before = await soldInRands();
    const id = await pendingOf(addRate('ZAR', 1_715));
    expect(await detailsOf(id)).toMatchObject({ pair: 'USD-ZAR', marketRate: '17.15', percent: '9900' });
    expect(await soldInRands()).toBe(before);
    // The cross of two pairs that the provider knows, and a pair near to it.
    expect(await detailsOf(await pendingOf(addRate('ZAR', 1_800, 'HKD')))).toMatchObject({ pair: 'HKD-ZAR' });
    expect((await addRate('ZAR', 17.5)).status).toBe(201);
  });

  test('always needs a second member where nothing is known, and is compared by way of that pair from then on', async () => {
    await setRules(testbed, { rateOverPercent: 5 });
    const id = await pendingOf(addRate('QQQ', 3));
    expect(await detailsOf(id)).toMatchObject({ pair: 'USD-QQQ', marketRate: null, rateDayAgo: null, percent: null });
    expect((await approve(id, reviewer.token)).status).toBe(200);
    expect((await addRate('USD', 0.3334, 'QQQ')).status).toBe(201);
    await pendingOf(addRate('HKD', 9, 'QQQ'));
  });

  test('has to confirm it where no rule is on, far from the market and where nothing is known', async () => {
    await testbed.rows(`delete from fiat_exchange_rates where 'QQQ' in (from_currency, to_currency)`);
    await testbed.rows(`delete from settings where key = 'fourEyes'`);
    await testbed.app.deps.settings.refresh();
    await aCurrency('KES');
    await aCurrency('QQX');
    expect(await unconfirmed('KES', 12_900)).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation_required',
        reason: 'exchange_rate_far',
        params: { percent: '9876.8', rate: '129.3' },
      },
    });
    expect(await unconfirmed('QQX', 3)).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', reason: 'exchange_rate_incomparable' },
    });
    expect((await addRate('QQX', 3)).status).toBe(201);
  });
});
