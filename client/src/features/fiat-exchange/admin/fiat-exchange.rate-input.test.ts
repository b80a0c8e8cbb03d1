import { expect, test } from 'vitest';
import { readRate } from './fiat-exchange.rate-input.ts';

test.each([
  ['1448.5', '1448.5'],
  ['1,448.50', '1448.50'],
  ['0.00069036', '0.00069036'],
])('%s is the rate %s', (typed, rate) => {
  expect(readRate(typed, 'en')).toBe(rate);
});

test.each(['', '0', '0.000', '-1', 'abc', '0.123456789', '1234567890.12345678'])('%j is no rate', (typed) => {
  expect(readRate(typed, 'en')).toBeUndefined();
});
