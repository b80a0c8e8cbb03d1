import { expect, test } from 'vitest';
import { presetsFor, startingAmount } from './sell.round-amounts.ts';

const bitcoin = { price: 39_145.28, minimumDeposit: 0.001 };

test('a visitor is offered an amount that a new customer may sell without an identity check', () => {
  expect(startingAmount(bitcoin, 1000)).toBe('0.02');
  expect(startingAmount(bitcoin, 300)).toBe('0.005');
  expect(startingAmount({ price: 0.12, minimumDeposit: 10 }, 1000)).toBe('5000');
});

test.each([10, 99, 250, 1000, 5000])('with %d dollars without a check, the offer stays below the limit', (limitUsd) => {
  for (const price of [0.12, 1, 143.57, 2654.32, 39_145.28, 100_001]) {
    expect(Number(startingAmount({ price, minimumDeposit: 0 }, limitUsd)) * price).toBeLessThan(limitUsd);
  }
});

test('where every sale needs an identity check, or no price is known, the calculator still has an example', () => {
  expect(startingAmount(bitcoin, 0)).toBe('0.05');
  expect(startingAmount({ price: 0, minimumDeposit: 0.001 }, 1000)).toBe('0.001');
});

test('the amounts to tap are round, never below the minimum and never written with an exponent', () => {
  expect(presetsFor(bitcoin)).toEqual(['0.001', '0.005', '0.01']);
  expect(presetsFor({ price: 100_000_000, minimumDeposit: 0 })).toEqual(['0.0000005', '0.000002', '0.000005']);
  expect(presetsFor({ price: 0, minimumDeposit: 1 })).toEqual([]);
});
