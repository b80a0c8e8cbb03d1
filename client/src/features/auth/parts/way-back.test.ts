import { expect, test } from 'vitest';
import { safePath, saleTermsOf } from './way-back.ts';

test('signing in leads back to the exact place on this site', () => {
  expect(safePath('/sell?crypto=bitcoin&amount=0.05#top')).toBe('/sell?crypto=bitcoin&amount=0.05#top');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '',
  null,
  '/\t/evil.example',
])('an attacker cannot lead a person elsewhere after signing in with %j', (next) => {
  expect(safePath(next)).toBeUndefined();
});

test('the quote of the calculator travels along only when it is complete', () => {
  expect(saleTermsOf('/sell?crypto=bitcoin&amount=0.05&currency=NGN')).toEqual({
    cryptoId: 'bitcoin',
    cryptoAmount: '0.05',
    targetCurrency: 'NGN',
  });
  expect(saleTermsOf('/sell?crypto=bitcoin')).toBeUndefined();
  expect(saleTermsOf('/transactions')).toBeUndefined();
});
