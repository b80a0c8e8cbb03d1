import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { outcome } from '#tests/setup/outcomes.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows } = testbed;
const { approve, found, asOwner, pendingOf } = approvalCalls(testbed);
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
beforeEach(async () => {
  await rows(`delete from settings where key = 'fourEyes'`);
  await testbed.app.deps.settings.refresh();
});

const factsOf = async (id: string) => (await found(id, reviewer.token))?.facts;
const approved = (id: string) => outcome(approve(id, reviewer.token));
const farNeedsTwo = () => setRules(testbed, { rateOverPercent: 5 });
const addRate = (toCurrency: string, exchangeRate: number, fromCurrency = 'USD', confirm = true) =>
  asOwner('POST', 'fiat-exchange-rates', { fromCurrency, toCurrency, exchangeRate, confirm });

test('a pair rate moves a little by one member and far by two, however many steps it takes, removed and added again too', async () => {
  const ofPair = async () => {
    const [row] = await rows(
      `select id, exchange_rate::float as rate from fiat_exchange_rates where from_currency = 'USD' and to_currency = 'NGN'`,
    );
    return { id: String(row?.id), rate: Number(row?.rate) };
  };
  const { id, rate } = await ofPair();
  const near = (factor: number) => Number((rate * factor).toFixed(4));
  const put = (json: object) => asOwner('PUT', `fiat-exchange-rates/${id}`, { ...json, confirm: true });
  await farNeedsTwo();
  expect(await outcome(put({ exchangeRate: near(1.04) }))).toBe('200');
  const second = await pendingOf(put({ exchangeRate: near(1.08) }));
  expect(await factsOf(second)).toMatchObject({ pair: 'USD-NGN', rate: String(near(1.08)), percent: '8' });
  expect((await ofPair()).rate).toBe(near(1.04));
  expect(await approved(second)).toBe('200');
  expect((await ofPair()).rate).toBe(near(1.08));
  expect(await outcome(asOwner('PUT', `fiat-exchange-rates/${id}`, { isActive: false }))).toBe('200');

  expect(await outcome(asOwner('DELETE', `fiat-exchange-rates/${id}`))).toBe('204');
  const added = await pendingOf(addRate('NGN', near(2)));
  expect((await ofPair()).id).toBe('undefined');
  expect(await approved(added)).toBe('200');
  expect((await ofPair()).rate).toBe(near(2));
});

describe('a thief who adds the rate of a pair that never had one', () => {
  const aCurrency = (code: string) => asOwner('POST', 'fiat-currencies', { code, name: code, symbol: code });
  const soldInRands = async () => {
    const json = { cryptoId: 'usdt-trc20', cryptoAmount: 100, targetCurrency: 'ZAR' };
    return (await testbed.app.call('POST', '/api/calculate-sell-amount', { json })).body.buyingRate;
  };
  beforeAll(async () => {
    for (const code of ['ZAR', 'QQQ', 'KES', 'QQX']) await aCurrency(code);
  });

  test('is compared with the provider, and sells nobody a hundred times the payout', async () => {
    await farNeedsTwo();
    const before = await soldInRands();
    const id = await pendingOf(addRate('ZAR', 1_715));
    expect(await factsOf(id)).toMatchObject({ pair: 'USD-ZAR', marketRate: '17.15', percent: '9900' });
    expect(await soldInRands()).toBe(before);
    // The cross of two pairs that the provider knows, and a pair near to it.
    expect(await factsOf(await pendingOf(addRate('ZAR', 1_800, 'HKD')))).toMatchObject({ pair: 'HKD-ZAR' });
    expect(await outcome(addRate('ZAR', 17.5))).toBe('201');
  });

  test('always needs a second member where nothing is known, and is compared by way of that pair from then on', async () => {
    await farNeedsTwo();
    const id = await pendingOf(addRate('QQQ', 3));
    const nothing = { marketRate: null, rateDayAgo: null, percent: null };
    expect(await factsOf(id)).toMatchObject({ pair: 'USD-QQQ', ...nothing });
    expect(await approved(id)).toBe('200');
    expect(await outcome(addRate('USD', 0.3334, 'QQQ'))).toBe('201');
    await pendingOf(addRate('HKD', 9, 'QQQ'));
  });

  test('has to confirm it where no rule is on, far from the market and where nothing is known', async () => {
    // Nothing is known by way of another pair either.
    await rows(`delete from fiat_exchange_rates where 'QQQ' in (from_currency, to_currency)`);
    const far = await addRate('KES', 12_900, 'USD', false);
    expect(await outcome(far)).toBe('409 confirmation_required exchange_rate_far');
    expect(far.body.params).toEqual({ percent: '9876.8', rate: '129.3' });
    const unknown = addRate('QQX', 3, 'USD', false);
    expect(await outcome(unknown)).toBe('409 confirmation_required exchange_rate_incomparable');
    expect(await outcome(addRate('QQX', 3))).toBe('201');
  });
});
