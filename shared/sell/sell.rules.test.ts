import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, decimal, rateOf, round, toText, unitOf, zero } from '#shared/kernel/money.ts';
import { coins } from '#shared/reference/coins.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { amountForPayout, feePercentFor, feeTiers, priceSell } from './sell.rules.ts';

const tiers = feeTiers([
  { overUsd: 0, percent: 5 },
  { overUsd: 5000, percent: 4 },
  { overUsd: 10000, percent: 3 },
]);

const sell = (amount: string, priceUsd: string, unitsPerUsd: string, minorUnits: number) => {
  const priced = priceSell({
    amount: amountOf('coin', amount),
    priceUsd: rateOf('coin', 'usd', priceUsd),
    unitsPerUsd: rateOf('usd', 'payout', unitsPerUsd),
    minorUnits,
    tiers,
  });
  return {
    buyingRate: toText(priced.buyingRate),
    grossAmount: toText(priced.grossAmount),
    feePercent: toText(priced.feePercent),
    feeAmount: toText(priced.feeAmount),
    netAmount: toText(priced.netAmount),
    valueUsd: toText(priced.valueUsd),
  };
};

describe('what a customer gets for coins', () => {
  test('0.05 bitcoin at the sample price pays 1,859.40 dollars after 5 per cent', () => {
    expect(sell('0.05', '39145.28', '1', 2)).toEqual({
      buyingRate: '39145.28',
      grossAmount: '1957.26',
      feePercent: '5',
      feeAmount: '97.86',
      netAmount: '1859.4',
      valueUsd: '1957.26',
    });
  });

  test('yen have no decimals and Kuwaiti dinars have three', () => {
    expect(sell('0.05', '39145.28', '154.2', 0)).toMatchObject({ grossAmount: '301810', feeAmount: '15091' });
    expect(sell('0.05', '39145.28', '0.307', 3)).toMatchObject({ grossAmount: '600.88', netAmount: '570.836' });
  });

  test('the whole order moves to the lower fee once it is above a tier, and not at exactly its value', () => {
    const feeOf = (usd: string) => toText(feePercentFor(amountOf('usd', usd), tiers));
    expect(['0', '4999.99', '5000', '5000.01', '10000', '10000.01'].map(feeOf)).toEqual(['5', '5', '5', '4', '4', '3']);
    expect(sell('5000', '1', '1', 2)).toMatchObject({ feePercent: '5', feeAmount: '250' });
    expect(sell('5000.01', '1', '1', 2)).toMatchObject({ feePercent: '4', feeAmount: '200' });
  });

  test('tiers out of order mean the same, and tiers that leave a gap price nothing', () => {
    expect(toText(feePercentFor(amountOf('usd', '7000'), tiers.toReversed()))).toBe('4');
    expect(() => feePercentFor(amountOf('usd', '7000'), [])).toThrow(RangeError);
  });
});

test('a sale is priced from coins and rates in their order, and its fee from its value in dollars alone', () => {
  const amount = amountOf('coin', '0.05');
  const priceUsd = rateOf('coin', 'usd', '39145.28');
  const unitsPerUsd = rateOf('usd', 'payout', '1500');
  const sale = { amount, priceUsd, unitsPerUsd, minorUnits: 2, tiers };
  expect(toText(feePercentFor(priceSell(sale).valueUsd, tiers))).toBe('5');
  // @ts-expect-error: a tier is named in dollars; the gross, in naira, would take the lowest fee.
  feePercentFor(priceSell(sale).grossAmount, tiers);
  // @ts-expect-error: a value in dollars is no amount of coins.
  priceSell({ ...sale, amount: amountOf('usd', '0.05') });
  // @ts-expect-error: the price of a coin and the rate of the dollar cannot change places.
  priceSell({ ...sale, priceUsd: unitsPerUsd, unitsPerUsd: priceUsd });
});

/** The same sums on whole numbers only, written without the product's own decimals. */
function reference(amount: string, price: string, units: string, minorUnits: number) {
  const scaled = (text: string): [bigint, number] => {
    const [whole = '', fraction = ''] = text.split('.');
    return [BigInt(whole + fraction), fraction.length];
  };
  const toScale = (value: bigint, from: number, to: number, halfUp: boolean): bigint => {
    if (to >= from) return value * 10n ** BigInt(to - from);
    const unit = 10n ** BigInt(from - to);
    return (value + (halfUp ? unit / 2n : 0n)) / unit;
  };
  const [a, aScale] = scaled(amount);
  const [p, pScale] = scaled(price);
  const [u, uScale] = scaled(units);
  const rate = toScale(p * u, pScale + uScale, 8, false);
  const gross = toScale(a * rate, aScale + 8, minorUnits, true);
  const cents = toScale(a * p, aScale + pScale, 2, true);
  const percent = cents > 1_000_000n ? 3n : cents > 500_000n ? 4n : 5n;
  const fee = toScale(gross * percent, 2, 0, true);
  return { rate, gross, cents, percent, fee, net: gross - fee };
}

/** Whole minor units of an exact text; throws when digits would be lost. */
function minor(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > scale) throw new RangeError(`${text} is finer than ${scale} decimals`);
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

const amountText = fc
  .tuple(
    fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 16n)),
    fc.integer({ min: 0, max: 8 }),
  )
  .map(([digits, scale]) => {
    const text = digits.toString().padStart(scale + 1, '0');
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  });

/** A live rate: many more decimals than the shipped ones. */
const rateText = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.bigInt(1n, 10n ** 18n - 1n))
  .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(18, '0')}`);

describe('the sums, against an independent reference on whole numbers', () => {
  test('100,000 amounts over all coins and currencies differ nowhere', { timeout: 120_000 }, () => {
    const price = fc.oneof(
      fc.constantFrom(...coins).map(({ samplePrice }) => samplePrice),
      rateText,
    );
    const sale = [amountText, price, fc.constantFrom(...payoutCurrencies), fc.option(rateText)] as const;
    const property = fc.property(...sale, (amount, priceUsd, { code, minorUnits }, liveUnits) => {
      const units = liveUnits ?? fxSample[code] ?? '0';
      const got = sell(amount, priceUsd, units, minorUnits);
      const want = reference(amount, priceUsd, units, minorUnits);
      return (
        minor(got.buyingRate, 8) === want.rate &&
        minor(got.grossAmount, minorUnits) === want.gross &&
        minor(got.feeAmount, minorUnits) === want.fee &&
        minor(got.netAmount, minorUnits) === want.net &&
        minor(got.valueUsd, 2) === want.cents &&
        BigInt(got.feePercent) === want.percent
      );
    });
    expect(() => fc.assert(property, { numRuns: 100_000 })).not.toThrow();
  });
});

test('the amount for a wanted payout pays at least that, and no smaller amount does', () => {
  const property = fc.property(
    fc.bigInt(1n, 10n ** 10n),
    fc.constantFrom(...coins),
    fc.constantFrom(...payoutCurrencies),
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    (wanted, coin, { code, minorUnits }, share) => {
      const pricing = {
        priceUsd: rateOf('coin', 'usd', coin.samplePrice),
        unitsPerUsd: rateOf('usd', 'payout', fxSample[code] ?? '1'),
        minorUnits,
        tiers,
      };
      const payout = amountOf('payout', decimal(wanted).times(decimal('10').pow(-minorUnits)));
      const amount = amountForPayout(payout, 8, pricing);
      if (!amount) return false;
      const paysEnough = (tried: typeof amount) => priceSell({ ...pricing, amount: tried }).netAmount.gte(payout);
      const unit = amountOf('coin', '0.00000001');
      const smaller = round(amount.times(decimal(String(share))), unitOf('coin', 8), 'down');
      return paysEnough(amount) && !paysEnough(amount.minus(unit)) && (amount.eq(unit) || !paysEnough(smaller));
    },
  );
  expect(() => fc.assert(property, { numRuns: 2_000 })).not.toThrow();
});

test('a payout between two fee tiers takes the smallest amount of the higher tier', () => {
  const pricing = {
    priceUsd: rateOf('coin', 'usd', '1'),
    unitsPerUsd: rateOf('usd', 'payout', '1'),
    minorUnits: 2,
    tiers,
  };
  const amountFor = (payout: string) => toText(amountForPayout(amountOf('payout', payout), 2, pricing) ?? zero);
  expect(['4750', '4750.01', '4800.01', '4800.02'].map(amountFor)).toEqual(['5000', '5000.01', '5000.01', '5000.02']);
});
