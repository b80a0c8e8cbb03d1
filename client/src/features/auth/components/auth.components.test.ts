import { expect, test } from 'vitest';
import { browserOf } from './auth.browser.ts';
import { guessedCountry } from './auth.registration-form.ts';
import { sellTermsOf } from './auth.return-to.ts';

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0 Mobile Safari/537.36', 'Chrome, Android', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iPhone', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge, Windows', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox, macOS', false],
  ['curl/8.5.0', undefined, false],
  ['', undefined, false],
])('a customer reads %s as %s', (userAgent, name, isPhone) => {
  expect(browserOf(userAgent)).toEqual({ name, isPhone });
});

test('the country of a visitor is guessed by the first region that the administrator serves', () => {
  expect(guessedCountry(['C', 'eo', 'de-AQ', 'en-NG', 'en-GH'])).toBe('NG');
});

test('the calculator passes a sale on only when it is complete', () => {
  const terms = { cryptoId: 'bitcoin', cryptoAmount: '0.05', targetCurrency: 'NGN' };
  expect(sellTermsOf('/sell?crypto=bitcoin&amount=0.05&currency=NGN')).toEqual(terms);
  expect(sellTermsOf('/sell?crypto=bitcoin')).toBeUndefined();
  expect(sellTermsOf('/transactions')).toBeUndefined();
});
