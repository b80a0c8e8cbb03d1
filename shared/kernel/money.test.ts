import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWire } from './amount.ts';
import {
  amountOf,
  convert,
  convertBack,
  crossRate,
  decimal,
  isWhole,
  smallerOf,
  none,
  proportionOf,
  rateOf,
  round,
  sumOf,
  toMinorText,
  toText,
  toUnits,
  toWire,
  unitOf,
  usdCents,
  unnamedAmount,
  type Amount,
  type Decimal,
} from './money.ts';
import { percentOf } from './percent.ts';

const parsedText = (value: unknown) => toText(parseWire(value) ?? decimal('404'));

describe('an amount from outside', () => {
  test('is read as a JSON number or as plain text, digit for digit', () => {
    expect([0.1, '0.10', 1e-8, -3].map(parsedText)).toEqual(['0.1', '0.1', '0.00000001', '-3']);
    expect([1e14, -0].map(parsedText)).toEqual(['100000000000000', '0']);
  });

  test('is refused if it is no number, infinite, with an exponent, too long or too fine', () => {
    const numbers = [NaN, Infinity, -Infinity, 1e308, 1e15, 0.1 + 0.2, 1e-9];
    const texts = ['1e3', '', ' 1', '1.', '.5', '+1', '0x10', '1,5', '1234567890123456', '0.123456789', '٣'];
    const otherInputs = [null, undefined, true, {}, [1], 5n];
    expect([...numbers, ...texts, ...otherInputs].filter((value) => parseWire(value) !== undefined)).toEqual([]);
  });

  test('is unchanged in the server’s answer, up to 15 digits', () => {
    const digits = fc.tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 8 }));
    const property = fc.property(digits, ([wholePart, places]) => {
      const value = decimal(BigInt(wholePart)).times(decimal(`1e-${places}`));
      return parseWire(toWire(value))?.eq(value) ?? false;
    });
    expect(() => fc.assert(property, { numRuns: 5_000 })).not.toThrow();
  });
});

describe('a calculation', () => {
  test('accepts no JavaScript number in a sum', () => {
    // @ts-expect-error: a number does not compile; this is what happens where types are bypassed.
    expect(() => decimal(0.1)).toThrow('[big.js] Invalid value');
    expect(() => decimal('1').plus(0.1)).toThrow('[big.js] Invalid value');
    expect(() => Number(decimal('1'))).toThrow('[big.js] valueOf disallowed');
    expect(() => amountOf('usd', '5') > amountOf('usd', '3')).toThrow('An amount is compared by its methods');
  });

  test('rounds halves away from zero or cuts digits, by the caller’s choice', () => {
    const roundedText = (value: string, decimals: number, mode: 'half-up' | 'down') =>
      toText(round(decimal(value), { decimals }, mode));
    const roundedHalves = [
      roundedText('2.345', 2, 'half-up'),
      roundedText('-2.345', 2, 'half-up'),
      roundedText('0.5', 0, 'half-up'),
    ];
    expect(roundedHalves).toEqual(['2.35', '-2.35', '1']);
    expect([roundedText('2.349', 2, 'down'), roundedText('-0.4', 0, 'down')]).toEqual(['2.34', '0']);
  });

  test('has no exponent in its text, and always all minor units', () => {
    expect(toText(decimal('1e-18'))).toBe('0.000000000000000001');
    expect(toText(decimal('1e30'))).toBe(`1${'0'.repeat(30)}`);
    expect(toMinorText(unnamedAmount('payout', '12.5'), unitOf('payout', 2))).toBe('12.50');
    expect(toMinorText(unnamedAmount('payout', '-0'), unitOf('payout', 2))).toBe('0.00');
    expect(() => toMinorText(unnamedAmount('payout', '12.505'), unitOf('payout', 2))).toThrow(RangeError);
  });
});

describe('an amount with its asset', () => {
  const coins = unnamedAmount('coin', '0.5');
  const dollars = amountOf('usd', '100');
  const payout = unnamedAmount('payout', '1500');
  const priceUsd = rateOf('coin', 'usd', '200');
  const unitsPerUsd = rateOf('usd', 'payout', '1500.5');

  test('is converted to another asset only by a rate, in the rate’s direction', () => {
    expect(toText(convert(coins, priceUsd).plus(dollars))).toBe('200');
    expect(toText(convert(coins, crossRate(priceUsd, unitsPerUsd)).plus(payout))).toBe('151550');
    expect(toText(convertBack(dollars, priceUsd))).toBe('0.5');
    // @ts-expect-error: the price is for coins, and these are dollars.
    convert(dollars, priceUsd);
    // @ts-expect-error: the rate gives dollars, and these are coins.
    convertBack(coins, priceUsd);
    // @ts-expect-error: the second rate does not begin where the first one ends.
    crossRate(unitsPerUsd, priceUsd);
  });

  test('of coins, dollars or payout money does not compile in a sum with another', () => {
    // @ts-expect-error: dollars are no coins.
    coins.plus(dollars);
    // @ts-expect-error: a payout, also one in dollars, is no value in dollars.
    dollars.plus(payout);
    // @ts-expect-error: what a customer sends is not what the customer gets.
    payout.minus(amountOf('sent', '1'));
    // @ts-expect-error: coins have no order among dollars.
    coins.lt(dollars);
    // @ts-expect-error: nor are they equal to any.
    dollars.eq(coins);
    // @ts-expect-error: a number without an asset is no amount.
    dollars.gte(decimal('100'));
    // @ts-expect-error: an amount of either asset could be added to the other.
    unnamedAmount<'coin' | 'payout'>('coin', '1').plus(coins);
    expect(toText(payout.minus(payout))).toBe('0');
  });

  test('is not accepted as another amount, a rate or a plain value', () => {
    const feeOf = (value: typeof dollars) => percentOf(value, decimal('5'));
    expect(toText(feeOf(dollars))).toBe('5');
    // @ts-expect-error: the fee of a payout is not the fee of a value in dollars.
    feeOf(payout);
    // @ts-expect-error: a value without an asset may be in any.
    feeOf(decimal('100'));
    // @ts-expect-error: a rate is no amount.
    feeOf(unitsPerUsd);
    // @ts-expect-error: an amount is no percentage.
    expect(() => percentOf(dollars, dollars)).toThrow('[big.js] Invalid value');
    // @ts-expect-error: an amount does not become one of another asset by its name.
    expect(() => unnamedAmount('coin', dollars)).toThrow('[big.js] Invalid value');
    // @ts-expect-error: nor does a rate.
    rateOf('coin', 'payout', priceUsd);
    // @ts-expect-error: an amount times a rate is converted, or it would stay what it was.
    expect(() => coins.times(priceUsd)).not.toThrow();
  });

  test('is rounded to the unit of its own asset and counted in it', () => {
    const satoshi = unitOf('coin', 8);
    expect(toText(round(amountOf('usd', '0.005'), usdCents, 'half-up'))).toBe('0.01');
    expect(toText(round(unnamedAmount('coin', '0.123456789'), satoshi, 'down'))).toBe('0.12345678');
    expect([isWhole(coins, satoshi), isWhole(unnamedAmount('coin', '1e-9'), satoshi)]).toEqual([true, false]);
    expect([toUnits(coins, satoshi), toUnits(unnamedAmount('coin', '1.5e-9'), satoshi)]).toEqual(['50000000', '0']);
    // @ts-expect-error: coins have no cents.
    round(coins, usdCents, 'down');
    // @ts-expect-error: the mode is never implied.
    round(dollars, usdCents);
    // @ts-expect-error: an amount has no rounding of its own.
    const ownMethod: keyof typeof dollars = 'round';
    expect(ownMethod in dollars).toBe(false);
    // @ts-expect-error: nor do digits get lost while it is written.
    dollars.toFixed(2);
  });
});

describe('an amount with the code of its currency', () => {
  const code = fc.constantFrom('EUR', 'NGN', undefined);
  const digits = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  const scale = fc.integer({ min: 0, max: 18 });
  const units = fc.tuple(digits, scale).map(([wholePart, places]) => decimal(wholePart).times(decimal(`1e-${places}`)));
  const payoutIn = (currency: string | undefined, value: Decimal | string): Amount<'payout'> =>
    currency === undefined ? unnamedAmount('payout', value) : amountOf('payout', value, currency);
  const anAmount = fc.tuple(units, code).map(([value, currency]) => payoutIn(currency, value));
  const operations = [
    (a: Amount<'payout'>, b: Amount<'payout'>) => a.plus(b),
    (a: Amount<'payout'>, b: Amount<'payout'>) => a.minus(b),
    (a: Amount<'payout'>, b: Amount<'payout'>) => a.cmp(b),
    (a: Amount<'payout'>, b: Amount<'payout'>) => a.eq(b),
    (a: Amount<'payout'>, b: Amount<'payout'>) => a.lte(b),
    (a: Amount<'payout'>, b: Amount<'payout'>) => smallerOf(a, b),
    (a: Amount<'payout'>, b: Amount<'payout'>) => sumOf(a, [b]),
  ];

  const isRefused = (operate: () => unknown): boolean => {
    try {
      operate();
      return false;
    } catch (error) {
      return error instanceof RangeError;
    }
  };

  test('does not compile beside another coin or currency that the source names', () => {
    const euros = amountOf('payout', '1', 'EUR');
    const shillings = amountOf('payout', '1', 'KES');
    const litecoins = amountOf('coin', '1', 'litecoin');
    expect(toText(euros.plus(euros))).toBe('2');
    // @ts-expect-error: shillings are no euros.
    expect(() => euros.plus(shillings)).toThrow('An amount of EUR meets one of KES');
    // @ts-expect-error: they have no order among euros.
    expect(() => euros.lt(shillings)).toThrow(RangeError);
    // @ts-expect-error: a litecoin is no bitcoin.
    expect(() => amountOf('coin', '1', 'bitcoin').minus(litecoins)).toThrow(RangeError);
    // @ts-expect-error: an amount of coins names its coin.
    expect(amountOf('coin', '1').code).toBeUndefined();
    // @ts-expect-error: an amount that is paid out names its currency.
    expect(amountOf('payout', '1').code).toBeUndefined();
  });

  test('is refused at run time beside another currency that a row names', () => {
    const readFrom = (row: { currency: string }) => amountOf('payout', '1', row.currency);
    const refuse = () => readFrom({ currency: 'EUR' }).plus(readFrom({ currency: 'KES' }));
    expect(refuse).toThrow('An amount of EUR meets one of KES');
  });

  test('is refused in an operation with another currency', () => {
    fc.assert(
      fc.property(anAmount, anAmount, fc.constantFrom(...operations), (entry, otherAmount, operate) => {
        const differ = entry.code !== undefined && otherAmount.code !== undefined && entry.code !== otherAmount.code;
        expect(isRefused(() => operate(entry, otherAmount))).toBe(differ);
      }),
    );
  });

  test('is added exactly, in any order, and has its currency', () => {
    const amounts = fc.array(units, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, (values) => {
        const countedAmounts = values.map((value) => amountOf('payout', value, 'EUR'));
        const sum = sumOf(none.payout, countedAmounts);
        const reversedSum = sumOf(none.payout, countedAmounts.toReversed());
        expect(sum.code).toBe('EUR');
        expect(toText(sum)).toBe(toText(reversedSum));
        const scaledValues = values.map((value) => BigInt(value.times(decimal('1e18')).toFixed()));
        const total = scaledValues.reduce((all, value) => all + value, 0n);
        expect(toText(sum)).toBe(toText(decimal(total).times(decimal('1e-18'))));
        expect(
          toText(
            sumOf(
              sum,
              countedAmounts.map((amount) => none.payout.minus(amount)),
            ),
          ),
        ).toBe('0');
      }),
    );
  });

  test('is rounded once by less than one unit, and by at most half of one', () => {
    fc.assert(
      fc.property(anAmount, fc.integer({ min: 0, max: 8 }), (amount, decimals) => {
        const unit = unitOf('payout', decimals);
        const step = payoutIn(amount.code, decimal(`1e-${decimals}`));
        const nearestAmount = round(amount, unit, 'half-up');
        const cutAmount = round(amount, unit, 'down');
        expect(nearestAmount.minus(amount).abs().times(decimal('2')).lte(step)).toBe(true);
        expect(cutAmount.minus(amount).abs().lt(step) && cutAmount.abs().lte(amount.abs())).toBe(true);
        expect(
          [nearestAmount, cutAmount].every((rounded) => rounded.code === amount.code && isWhole(rounded, unit)),
        ).toBe(true);
        expect(round(nearestAmount, unit, 'down').eq(nearestAmount)).toBe(true);
        expect(toText(unnamedAmount('payout', toMinorText(nearestAmount, unit)))).toBe(toText(nearestAmount));
      }),
    );
  });

  test('is read back equal from its text, and its parts add up to it', () => {
    fc.assert(
      fc.property(anAmount, fc.integer({ min: 1, max: 1_000 }), (amount, parts) => {
        expect(payoutIn(amount.code, toText(amount)).eq(amount)).toBe(true);
        const share = proportionOf(amount, unnamedAmount('coin', '1'), unnamedAmount('coin', String(parts)));
        const rest = share
          .times(decimal(String(parts)))
          .minus(amount)
          .abs();
        expect(rest.lt(unnamedAmount('payout', '1e-30'))).toBe(true);
      }),
    );
  });
});
