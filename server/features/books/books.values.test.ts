import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, decimal } from '#shared/kernel/money.ts';
import { baseOf, baseText, settledLines, sumOf, type OrderWorth } from './books.values.ts';

/** 0.011 BTC at 39,145.28 dollars, paid in euros at 0.92. */
const sale: OrderWorth = {
  given: 'bitcoin',
  payoutCurrency: 'EUR',
  amount: '0.011',
  rate: '36013.6576',
  valueUsd: '430.59808',
};
const base = (unit: string, amount: string, order: OrderWorth | null = sale, dayRate: string | null = null) =>
  baseText(baseOf({ unit, amount, order, dayRate }));

describe('the value of a line in dollars', () => {
  test('is computed from its order for its coin and its payout currency, half-up to cents', () => {
    expect(base('bitcoin', '0.011')).toBe('430.60');
    expect(base('EUR', '396.1502336')).toBe('430.60');
    expect(base('EUR', '385.70')).toBe('419.24');
    expect(base('USD', '0.005', null)).toBe('0.01');
  });

  test('is computed from the rate of its day without an order', () => {
    expect(base('ethereum', '0.0021', sale, '2450.55')).toBe('5.15');
    expect(base('JPY', '1000', null, '0.0065')).toBe('6.50');
  });

  test('is unknown without a rate, not zero', () => {
    expect(base('ethereum', '0.0021')).toBeNull();
    expect(base('JPY', '1000', null)).toBeNull();
    expect(sumOf([{ base: amountOf('usd', '1') }, { base: null }])).toBeNull();
    expect(baseText(sumOf([]))).toBe('0.00');
  });
});

describe('the coins of a settlement', () => {
  const line = (unit: string, amount: string) => ({
    unit,
    amount,
    base: baseOf({ unit, amount, order: sale, dayRate: null }),
  });

  test('are worth their purchase price', () => {
    const [coins] = settledLines([line('bitcoin', '0.011'), line('EUR', '376.34'), line('EUR', '19.81')]);
    expect(baseText(coins?.base ?? null)).toBe('430.60');
  });

  test('are worth an unknown amount if a part of the payment is unknown', () => {
    const unknownValue = { unit: 'NGN', amount: '5', base: null };
    expect(settledLines([line('bitcoin', '0.011'), unknownValue])[0]?.base).toBeNull();
  });

  test('share their value by parts, to the cent', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 });
    const sharesAll = fc.property(parts, fc.integer({ min: 1, max: 1_000_000 }), (amounts, cents) => {
      const money = { unit: 'USD', amount: '1', base: amountOf('usd', String(cents)).times(decimal('0.01')) };
      const coins = amounts.map((amount) => line('bitcoin', String(amount)));
      const valued = settledLines([...coins, money]).filter(({ unit }) => unit === 'bitcoin');
      expect(sumOf(valued)?.toFixed()).toBe(money.base.toFixed());
    });
    fc.assert(sharesAll);
  });
});
