import { expect, test } from 'vitest';
import { accountForm, savedAccountForm } from './sell.account-form.ts';
import { emptyAccount, paymentDetailsOf, termsOf, type SellDraft, type Account } from './sell.draft.ts';
import { presetsFor, startingAmount } from './sell.round-amounts.ts';

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

test.each(['', '0', '0.000', '-1', 'abc', '1e3'])('no price is requested while the amount is %j', (amount) => {
  expect(termsOf({ ...draft, amount }, 'en')).toBeUndefined();
});

test('an account number typed in groups or in other digits is sent in the form that banks use', () => {
  const bank = { method: 'bank', accountName: 'Ada', accountNumber: '0123 456 789', bankName: 'First' } as const;
  expect(paymentDetailsOf({ ...emptyAccount, ...bank }, 'NGN')).toEqual({ ...bank, accountNumber: '0123456789' });
  expect(paymentDetailsOf({ ...emptyAccount, accountNumber: '０１２３ ٤٥٦٧' }, 'NGN').accountNumber).toBe('01234567');
  const paypal = { method: 'paypal', accountName: 'Ada', accountNumber: 'ada@example.com' } as const;
  expect(paymentDetailsOf({ ...emptyAccount, ...paypal }, 'NGN')).toMatchObject({
    method: 'paypal',
    bankName: 'PayPal',
  });
});

const messagesOf = ({ method }: Account) => ({
  accountName: 'payment.accountNameMissing',
  bankName: 'payment.bankNameMissing',
  accountNumber: method === 'paypal' ? 'payment.emailMissing' : 'payment.accountNumberMissing',
});
const problemsOf = (typedAccount: Account) => {
  const { issues = [] } = accountForm(messagesOf, 'NGN').safeParse(typedAccount).error ?? {};
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
};
const bank = { ...emptyAccount, accountName: 'Ada Obi', accountNumber: '0123 4567 89', bankName: 'GTB' };

test('a customer reads beside each field of a bank account whether it is missing', () => {
  expect(problemsOf(emptyAccount)).toEqual(messagesOf(emptyAccount));
  expect(problemsOf(bank)).toEqual({});
});

test('PayPal and Wise are paid to an email address, and need no bank', () => {
  const paypal = { ...bank, method: 'paypal' as const, bankName: '' };
  for (const accountNumber of ['', 'ada', 'ada@', 'ada@example'])
    expect(problemsOf({ ...paypal, accountNumber })).toEqual({ accountNumber: 'payment.emailMissing' });
  expect(problemsOf({ ...paypal, accountNumber: 'ada@example.test' })).toEqual({});
});

test('an account is saved in the form of the contract', () => {
  const { accountName, bankName } = bank;
  const savedAccount = { method: 'bank', accountName, bankName, accountNumber: '0123456789', currency: 'NGN' };
  expect(savedAccountForm(messagesOf, () => []).parse({ ...bank, currency: 'NGN' })).toEqual(savedAccount);
});

const bitcoin = { price: 39_145.28, minimumDeposit: 0.001 };

test('a visitor is offered an amount that a new customer may sell without an identity check', () => {
  expect(startingAmount(bitcoin, 1000)).toBe('0.02');
  expect(startingAmount(bitcoin, 300)).toBe('0.005');
  expect(startingAmount({ price: 0.12, minimumDeposit: 10 }, 1000)).toBe('5000');
});

test.each([10, 99, 250, 1000, 5000])('with %d dollars without a check, the offer stays below the limit', (limitUsd) => {
  for (const price of [0.12, 1, 143.57, 2654.32, 39_145.28, 100_001]) {
    expect(Number(startingAmount({ price, minimumDeposit: 0 }, limitUsd)) * price).toBeLessThan(limitUsd);
  }
});

test('the calculator has an example even if every sale needs an identity check or no price is known', () => {
  expect(startingAmount(bitcoin, 0)).toBe('0.05');
  expect(startingAmount({ price: 0, minimumDeposit: 0.001 }, 1000)).toBe('0.001');
});

test('suggested amounts are round, never below the minimum and never written with an exponent', () => {
  expect(presetsFor(bitcoin)).toEqual(['0.001', '0.005', '0.01']);
  expect(presetsFor({ price: 100_000_000, minimumDeposit: 0 })).toEqual(['0.0000005', '0.000002', '0.000005']);
  expect(presetsFor({ price: 0, minimumDeposit: 1 })).toEqual([]);
});
