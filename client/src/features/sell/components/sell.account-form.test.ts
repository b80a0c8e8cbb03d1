import type { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { accountProblems, savedAccountForm } from './sell.account-form.ts';
import { emptyAccount } from './sell.draft.ts';

const t = ((key: string) => key) as ReturnType<typeof useTranslation<'sell'>>['t'];
const bank = { ...emptyAccount, accountName: 'Ada Obi', accountNumber: '0123 4567 89', bankName: 'GTB' };

test('a customer reads beside each field of a bank account what is missing there', () => {
  expect(accountProblems(emptyAccount, t)).toEqual({
    accountName: 'payment.accountNameMissing',
    accountNumber: 'payment.accountNumberMissing',
    bankName: 'payment.bankNameMissing',
  });
  expect(accountProblems(bank, t)).toEqual({});
});

test('PayPal and Wise are paid to an email address, and need no bank', () => {
  const paypal = { ...bank, method: 'paypal' as const, bankName: '' };
  expect(
    ['', 'ada', 'ada@', 'ada@example'].map((accountNumber) => accountProblems({ ...paypal, accountNumber }, t)),
  ).toEqual(Array.from({ length: 4 }, () => ({ accountNumber: 'payment.emailMissing' })));
  expect(accountProblems({ ...paypal, accountNumber: 'ada@example.test' }, t)).toEqual({});
});

test('an account is saved as the contract has it', () => {
  expect(savedAccountForm(t).parse({ ...bank, currency: 'NGN' })).toEqual({
    method: 'bank',
    accountName: 'Ada Obi',
    accountNumber: '0123456789',
    bankName: 'GTB',
    currency: 'NGN',
  });
});
