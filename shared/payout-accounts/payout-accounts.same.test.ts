import { expect, test } from 'vitest';
import { isSameAccount } from './payout-accounts.same.ts';

const account = { accountNumber: '0123 456-789', bankName: 'First Bank', bankCode: '011' };
const iban = { accountNumber: 'DE89 3704 0044 0532 0130 00', bankName: 'Bank of Berlin' };

test.each([
  ['the number, spaced in another way', account, { ...account, accountNumber: '0123456789' }, true],
  ['the number at another bank', account, { ...account, bankCode: '058' }, false],
  [
    'the number at a bank of another name',
    { ...account, bankCode: undefined },
    { ...account, bankName: 'GTBank' },
    false,
  ],
  ['an IBAN, whatever its bank is called', iban, { accountNumber: 'de89370400440532013000', bankName: 'BB' }, true],
  ['another number', account, { ...account, accountNumber: '0123456780' }, false],
  ['no number', { ...account, accountNumber: '' }, { ...account, accountNumber: '' }, false],
])(
  'a customer who names %s after a return names that account or another one',
  (_name, firstAccount, otherAccount, isSame) => {
    expect(isSameAccount(firstAccount, otherAccount)).toBe(isSame);
  },
);
