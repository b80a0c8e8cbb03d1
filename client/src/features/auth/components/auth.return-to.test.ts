import { expect, test } from 'vitest';
import { sellTermsOf } from './auth.return-to.ts';

test('the quote of the calculator travels along only when it is complete', () => {
  expect(sellTermsOf('/sell?crypto=bitcoin&amount=0.05&currency=NGN')).toEqual({
    cryptoId: 'bitcoin',
    cryptoAmount: '0.05',
    targetCurrency: 'NGN',
  });
  expect(sellTermsOf('/sell?crypto=bitcoin')).toBeUndefined();
  expect(sellTermsOf('/transactions')).toBeUndefined();
});
