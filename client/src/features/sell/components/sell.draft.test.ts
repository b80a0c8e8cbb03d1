import { expect, test } from 'vitest';
import { emptyAccount, paymentDetailsOf, termsOf, type SellDraft } from './sell.draft.ts';

const draft: SellDraft = {
  cryptoId: 'bitcoin',
  amount: '0.05',
  currency: 'NGN',
  quoteId: undefined,
  sent: false,
  transactionHash: '',
  waitsForId: false,
  step: 2,
  account: emptyAccount,
};

test('an amount typed with grouping or another decimal mark reaches the server as plain decimal text', () => {
  expect(termsOf({ ...draft, amount: '1,000.50 BTC' }, 'en')?.cryptoAmount).toBe('1000.50');
  expect(termsOf({ ...draft, amount: '0,05' }, 'de')?.cryptoAmount).toBe('0.05');
});

test.each(['', '0', '0.000', '-1', 'abc', '1e3'])('no figure is asked for while %j stands in the amount', (amount) => {
  expect(termsOf({ ...draft, amount }, 'en')).toBeUndefined();
});

test('an account number typed in groups is sent without its spaces, and PayPal stands in the same three fields', () => {
  const bank = { method: 'bank', accountName: 'Ada', accountNumber: '0123 456 789', bankName: 'First' } as const;
  expect(paymentDetailsOf({ ...emptyAccount, ...bank })).toEqual({ ...bank, accountNumber: '0123456789' });
  const paypal = { method: 'paypal', accountName: 'Ada', accountNumber: 'ada@example.com' } as const;
  expect(paymentDetailsOf({ ...emptyAccount, ...paypal })).toMatchObject({ method: 'paypal', bankName: 'PayPal' });
});

test('an account number typed in full-width or Arabic digits is sent as banks write it', () => {
  expect(paymentDetailsOf({ ...emptyAccount, accountNumber: '０１２３ ٤٥٦٧' }).accountNumber).toBe('01234567');
});
