import { describe, expect, test } from 'vitest';
import { normaliseAmount } from './amount-input.ts';

const read: [typed: string, language: string, amount: string | undefined][] = [
  ['0.05', 'en', '0.05'],
  ['.5', 'en', '0.5'],
  ['007.50', 'en', '7.50'],
  ['1,000.50 BTC', 'en', '1000.50'],
  ['₦1,482,310.55', 'en', '1482310.55'],
  ['USDT 25', 'en', '25'],
  ['1 000,5', 'fr', '1000.5'],
  ['1\u202f000,5', 'fr', '1000.5'],
  ["1'000.50", 'de', '1000.50'],
  ['1.000,50', 'en', '1000.50'],
  ['0,05', 'en', '0.05'],
  ['1,000', 'en', '1000'],
  ['1,000', 'de', '1.000'],
  ['1.000', 'en', '1.000'],
  ['1.000', 'de', '1000'],
  ['0.005', 'de', '0.005'],
  ['1,23,456.5', 'en', '123456.5'],
  ['١٢٣٫٥', 'ar', '123.5'],
  ['١٬٢٣٤٫٥٦', 'ar', '1234.56'],
  ['۱۲۳', 'en', '123'],
  ['１２．５', 'ja', '12.5'],
  ['１２', 'ja', '12'],
  ['0.00000001', 'en', '0.00000001'],
  ['123456789012345678', 'en', '123456789012345678'],
];

describe('an amount is read as the customer meant it', () => {
  test.each(read)('%s in %s', (typed, language, amount) => {
    expect(normaliseAmount(typed, language)).toBe(amount);
  });
});

describe('what is no amount is not guessed at', () => {
  test.each(['', ' ', '-1', 'abc', '1e5', '1.2.3', '1,2,3', '12,34.5', '.', '1 BTC 2', '1.000.00', '∞'])(
    '%s',
    (typed) => {
      expect(normaliseAmount(typed)).toBeUndefined();
    },
  );
});

test.each([
  ['０．０５', 'ja', '0.05'],
  ['１，０００．５０', 'zh', '1000.50'],
  ['0。05', 'ja', '0.05'],
  ['٠٫٠٥', 'ar', '0.05'],
])('an amount typed on a Japanese, Chinese or Arabic keyboard, %s, is understood', (typed, language, plain) => {
  expect(normaliseAmount(typed, language)).toBe(plain);
});
