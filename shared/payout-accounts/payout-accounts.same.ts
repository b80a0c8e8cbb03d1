type Account = { accountNumber?: string; bankName?: string; bankCode?: string | undefined };

const compactNumber = (text = '') => text.replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * True for the same number at the same bank, however they are spaced: another bank may use the same number. An IBAN
 * identifies its bank.
 */
export function isSameAccount(account: Account, otherAccount: Account): boolean {
  const number = compactNumber(account.accountNumber);
  if (number === '' || number !== compactNumber(otherAccount.accountNumber)) return false;
  if (/^[A-Z]{2}\d{2}/.test(number)) return true;
  return account.bankCode && otherAccount.bankCode
    ? compactNumber(account.bankCode) === compactNumber(otherAccount.bankCode)
    : compactNumber(account.bankName) === compactNumber(otherAccount.bankName);
}
