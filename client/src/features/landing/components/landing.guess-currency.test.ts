import { expect, test } from 'vitest';
import { guessCurrency } from './landing.guess-currency.ts';

const offered = ['USD', 'EUR', 'NGN'];

test('a visitor from Nigeria is quoted in naira at once', () => {
  expect(guessCurrency(offered, ['en-NG', 'en'])).toBe('NGN');
});

test('a visitor whose region says nothing is quoted in dollars', () => {
  expect([guessCurrency(offered, ['en']), guessCurrency(offered, ['de-CH'])]).toEqual(['USD', 'USD']);
});

test('a currency that the administrator does not pay is never guessed', () => {
  expect([guessCurrency(['EUR'], ['en-NG']), guessCurrency([], ['en-NG'])]).toEqual(['EUR', undefined]);
});

test('a visitor is quoted by the first region their browser names, and a malformed tag before it is passed over', () => {
  expect(guessCurrency(offered, ['C', 'en-US@posix', 'en-NG', 'de-DE'])).toBe('NGN');
  expect(guessCurrency(offered, ['C'])).toBe('USD');
});
