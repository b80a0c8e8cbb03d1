type Account = { accountNumber?: string; bankName?: string; bankCode?: string | undefined };

const bare = (text = '') => text.replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * True for one number at one bank, however they are spaced: another bank may have the same number. An IBAN names its
 * bank itself.
 */
export function isSameAccount(one: Account, other: Account): boolean {
  const number = bare(one.accountNumber);
  if (number === '' || number !== bare(other.accountNumber)) return false;
  if (/^[A-Z]{2}\d{2}/.test(number)) return true;
  return one.bankCode && other.bankCode
    ? bare(one.bankCode) === bare(other.bankCode)
    : bare(one.bankName) === bare(other.bankName);
}
