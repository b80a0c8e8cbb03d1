import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, decimal, rateOf, round, toText, unitOf, zero, unnamedAmount } from '#shared/kernel/money.ts';
import { coins } from '#shared/reference/coins.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { decimalText, digitsAndScale } from '#tests/factories/decimals.ts';
import { sellTermsOf } from './sell.contract.ts';
import { amountForPayout, feePercentFor, feeTiers, priceSell } from './sell.rules.ts';

const tiers = feeTiers([
  { overUsd: 0, percent: 5 },
  { overUsd: 5000, percent: 4 },
  { overUsd: 10000, percent: 3 },
]);

const sell = (amount: string, priceUsd: string, unitsPerUsd: string, minorUnits: number) => {
  const soldTerms = priceSell({
    amount: unnamedAmount('coin', amount),
    ...pricingOf(priceUsd, unitsPerUsd, minorUnits),
  });
  const { buyingRate, grossAmount, feePercent, feeAmount, netAmount, valueUsd } = soldTerms;
  const texts = { buyingRate, grossAmount, feePercent, feeAmount, netAmount, valueUsd };
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, toText(value)]));
};
const pricingOf = (coin: string, units: string, minorUnits: number) => ({
  priceUsd: rateOf('coin', 'usd', coin),
  unitsPerUsd: rateOf('usd', 'payout', units),
  minorUnits,
  tiers,
});

describe('the amount that a customer gets for coins', () => {
  test('is 1,859.40 dollars for 0.05 bitcoin at the sample price after 5 per cent', () => {
    const dollars = { grossAmount: '1957.26', feePercent: '5', feeAmount: '97.86', netAmount: '1859.4' };
    expect(sell('0.05', '39145.28', '1', 2)).toEqual({ ...dollars, buyingRate: '39145.28', valueUsd: '1957.26' });
  });

  test('has no decimals in yen and three in Kuwaiti dinars', () => {
    expect(sell('0.05', '39145.28', '154.2', 0)).toMatchObject({ grossAmount: '301810', feeAmount: '15091' });
    expect(sell('0.05', '39145.28', '0.307', 3)).toMatchObject({ grossAmount: '600.88', netAmount: '570.836' });
  });

  test('has the lower fee for the whole order above a tier, and not at exactly its value', () => {
    const feeOf = (usd: string) => toText(feePercentFor(amountOf('usd', usd), tiers));
    expect(['0', '4999.99', '5000', '5000.01', '10000', '10000.01'].map(feeOf)).toEqual(['5', '5', '5', '4', '4', '3']);
    expect(sell('5000', '1', '1', 2)).toMatchObject({ feePercent: '5', feeAmount: '250' });
    expect(sell('5000.01', '1', '1', 2)).toMatchObject({ feePercent: '4', feeAmount: '200' });
  });

  test('does not depend on the order of tiers, and does not exist in a gap between tiers', () => {
    expect(toText(feePercentFor(amountOf('usd', '7000'), tiers.toReversed()))).toBe('4');
    expect(() => feePercentFor(amountOf('usd', '7000'), [])).toThrow(RangeError);
  });
});

test('a sale is priced from coins and rates in their order, with the fee from its dollar value', () => {
  const sale = { amount: unnamedAmount('coin', '0.05'), ...pricingOf('39145.28', '1500', 2) };
  expect(toText(feePercentFor(priceSell(sale).valueUsd, tiers))).toBe('5');
  // @ts-expect-error: a tier is named in dollars; the gross, in naira, would take the lowest fee.
  feePercentFor(priceSell(sale).grossAmount, tiers);
  // @ts-expect-error: a value in dollars is no amount of coins.
  priceSell({ ...sale, amount: amountOf('usd', '0.05') });
  // @ts-expect-error: the price of a coin and the rate of the dollar cannot change places.
  priceSell({ ...sale, priceUsd: sale.unitsPerUsd, unitsPerUsd: sale.priceUsd });
});

/** Computes the price again on whole numbers only, without the product's own decimals. */
function reference(amount: string, price: string, units: string, minorUnits: number) {
  const toScale = (value: bigint, from: bigint, to: bigint, halfUp: boolean): bigint => {
    if (to >= from) return value * 10n ** (to - from);
    const unit = 10n ** (from - to);
    return (value + (halfUp ? unit / 2n : 0n)) / unit;
  };
  const a = digitsAndScale(amount);
  const p = digitsAndScale(price);
  const u = digitsAndScale(units);
  const rate = toScale(p.digits * u.digits, p.scale + u.scale, 8n, false);
  const gross = toScale(a.digits * rate, a.scale + 8n, BigInt(minorUnits), true);
  const cents = toScale(a.digits * p.digits, a.scale + p.scale, 2n, true);
  const percent = cents > 1_000_000n ? 3n : cents > 500_000n ? 4n : 5n;
  const fee = toScale(gross * percent, 2n, 0n, true);
  return { rate, gross, cents, percent, fee, net: gross - fee };
}

/** Minor units of an exact text; throws if digits would be lost. */
function minor(text: string | undefined, decimals: number): bigint {
  const { digits, scale } = digitsAndScale(text ?? '');
  if (scale > decimals) throw new RangeError(`${text} is finer than ${decimals} decimals`);
  return digits * 10n ** (BigInt(decimals) - scale);
}

const amountText = fc.oneof(...[10n ** 6n, 10n ** 12n, 10n ** 16n].map((max) => decimalText(max, 8)));

/** A live rate: many more decimals than the shipped ones. */
const rateText = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.bigInt(1n, 10n ** 18n - 1n))
  .map(([wholePart, fraction]) => `${wholePart}.${fraction.toString().padStart(18, '0')}`);

test(
  'the sums of 100,000 amounts over all coins and currencies equal an independent reference',
  { timeout: 120_000 },
  () => {
    const samplePrice = fc.constantFrom(...coins.map((coin) => coin.samplePrice));
    const price = fc.oneof(samplePrice, rateText);
    const sale = [amountText, price, fc.constantFrom(...payoutCurrencies), fc.option(rateText)] as const;
    const property = fc.property(...sale, (amount, priceUsd, { code, minorUnits }, liveUnits) => {
      const units = liveUnits ?? fxSample[code] ?? '0';
      const receivedText = sell(amount, priceUsd, units, minorUnits);
      const expectedText = reference(amount, priceUsd, units, minorUnits);
      return (
        minor(receivedText.buyingRate, 8) === expectedText.rate &&
        minor(receivedText.grossAmount, minorUnits) === expectedText.gross &&
        minor(receivedText.feeAmount, minorUnits) === expectedText.fee &&
        minor(receivedText.netAmount, minorUnits) === expectedText.net &&
        minor(receivedText.valueUsd, 2) === expectedText.cents &&
        minor(receivedText.feePercent, 0) === expectedText.percent
      );
    });
    expect(() => fc.assert(property, { numRuns: 100_000 })).not.toThrow();
  },
);

test('the amount for a wanted payout pays at least that, and no smaller amount does', () => {
  const property = fc.property(
    fc.bigInt(1n, 10n ** 10n),
    fc.constantFrom(...coins),
    fc.constantFrom(...payoutCurrencies),
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    (wantedPayout, coin, { code, minorUnits }, share) => {
      const pricing = pricingOf(coin.samplePrice, fxSample[code] ?? '1', minorUnits);
      const payout = unnamedAmount('payout', decimal(wantedPayout).times(decimal('10').pow(-minorUnits)));
      const amount = amountForPayout(payout, 8, pricing);
      if (!amount) return false;
      const paysEnough = (triedAmount: typeof amount) =>
        priceSell({ ...pricing, amount: triedAmount }).netAmount.gte(payout);
      const unit = unnamedAmount('coin', '0.00000001');
      const smallerAmount = round(amount.times(decimal(String(share))), unitOf('coin', 8), 'down');
      return paysEnough(amount) && !paysEnough(amount.minus(unit)) && (amount.eq(unit) || !paysEnough(smallerAmount));
    },
  );
  expect(() => fc.assert(property, { numRuns: 2_000 })).not.toThrow();
});

test('a payout between two fee tiers takes the smallest amount of the higher tier', () => {
  const amountFor = (payout: string) =>
    toText(amountForPayout(unnamedAmount('payout', payout), 2, pricingOf('1', '1', 2)) ?? zero);
  expect(['4750', '4750.01', '4800.01', '4800.02'].map(amountFor)).toEqual(['5000', '5000.01', '5000.01', '5000.02']);
});

test('a customer cannot sell less of a coin than its smallest deposit', () => {
  const terms = { cryptoId: 'bitcoin', targetCurrency: 'NGN' };
  const schema = sellTermsOf({ symbol: 'BTC', minimumDeposit: 0.001 });
  expect(schema.safeParse({ ...terms, cryptoAmount: '0.001' }).success).toBe(true);
  expect(schema.safeParse({ ...terms, cryptoAmount: '0.00099999' }).error?.issues[0]).toMatchObject({
    path: ['cryptoAmount'],
    message: 'below_minimum_deposit',
    params: { minimumDeposit: 0.001, symbol: 'BTC' },
  });
  expect(schema.safeParse({ ...terms, cryptoAmount: '' }).error?.issues.map(({ message }) => message)).toEqual([
    'amount_invalid',
  ]);
});
