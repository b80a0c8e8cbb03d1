import { expect, test } from 'vitest';
import { accountForm, savedAccountForm } from './sell.account-form.ts';
import { emptyAccount, type Account } from './sell.draft.ts';

const messagesOf = ({ method }: Account) => ({
  accountName: 'payment.accountNameMissing',
  bankName: 'payment.bankNameMissing',
  accountNumber: method === 'bank' ? 'payment.accountNumberMissing' : 'payment.emailMissing',
});
const problemsOf = (typed: Account) => {
  const { error } = accountForm(messagesOf).safeParse(typed);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const));
};
const bank = { ...emptyAccount, accountName: 'Ada Obi', accountNumber: '0123 4567 89', bankName: 'GTB' };

test('a customer reads beside each field of a bank account what is missing there', () => {
  expect(problemsOf(emptyAccount)).toEqual({
    accountName: 'payment.accountNameMissing',
    accountNumber: 'payment.accountNumberMissing',
    bankName: 'payment.bankNameMissing',
  });
  expect(problemsOf(bank)).toEqual({});
});

test('PayPal and Wise are paid to an email address, and need no bank', () => {
  const paypal = { ...bank, method: 'paypal' as const, bankName: '' };
  expect(['', 'ada', 'ada@', 'ada@example'].map((accountNumber) => problemsOf({ ...paypal, accountNumber }))).toEqual(
    Array.from({ length: 4 }, () => ({ accountNumber: 'payment.emailMissing' })),
  );
  expect(problemsOf({ ...paypal, accountNumber: 'ada@example.test' })).toEqual({});
});

test('an account is saved as the contract has it', () => {
  const { accountName, bankName } = bank;
  const saved = { method: 'bank', accountName, bankName, accountNumber: '0123456789', currency: 'NGN' };
  expect(savedAccountForm(messagesOf).parse({ ...bank, currency: 'NGN' })).toEqual(saved);
});
