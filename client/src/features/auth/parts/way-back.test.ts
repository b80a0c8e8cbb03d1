import { expect, test } from 'vitest';
import { saleTermsOf } from './way-back.ts';

test('the quote of the calculator travels along only when it is complete', () => {
  expect(saleTermsOf('/sell?crypto=bitcoin&amount=0.05&currency=NGN')).toEqual({
    cryptoId: 'bitcoin',
    cryptoAmount: '0.05',
    targetCurrency: 'NGN',
  });
  expect(saleTermsOf('/sell?crypto=bitcoin')).toBeUndefined();
  expect(saleTermsOf('/transactions')).toBeUndefined();
});
