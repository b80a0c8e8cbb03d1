import { expect, test } from 'vitest';
import { sellTermsOf } from './sell.contract.ts';

test('a customer cannot sell less of a coin than its smallest deposit', () => {
  const terms = { cryptoId: 'bitcoin', targetCurrency: 'NGN' };
  const schema = sellTermsOf({ symbol: 'BTC', minimumDeposit: 0.001 });
  expect(schema.safeParse({ ...terms, cryptoAmount: '0.001' }).success).toBe(true);
  expect(schema.safeParse({ ...terms, cryptoAmount: '0.00099999' }).error?.issues[0]).toMatchObject({
    path: ['cryptoAmount'],
    message: 'below_minimum_deposit',
    params: { minimumDeposit: 0.001, symbol: 'BTC' },
  });
  expect(schema.safeParse({ ...terms, cryptoAmount: '' }).error?.issues.map(({ message }) => message)).toEqual([
    'amount_invalid',
  ]);
});
