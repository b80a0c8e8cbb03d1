import { expect, test } from 'vitest';
import { guessCurrency } from './rates.guess-currency.ts';

const offeredCodes = ['USD', 'EUR', 'NGN'];

test.each([
  ['from Nigeria in naira at once', offeredCodes, ['en-NG', 'en'], 'NGN'],
  ['whose browser names no region in dollars', offeredCodes, ['en'], 'USD'],
  ['from where nothing is paid out in dollars', offeredCodes, ['de-CH'], 'USD'],
  ['in no currency that the administrator does not pay', ['EUR'], ['en-NG'], 'EUR'],
  ['in nothing where nothing is paid', [], ['en-NG'], undefined],
  ['by the first region, past a malformed tag', offeredCodes, ['C', 'en-US@posix', 'en-NG', 'de-DE'], 'NGN'],
  ['in dollars where a malformed tag is all there is', offeredCodes, ['C'], 'USD'],
])('a visitor is quoted %s', (_sentence, currencies, languages, currency) => {
  expect(guessCurrency(currencies, languages)).toBe(currency);
});
