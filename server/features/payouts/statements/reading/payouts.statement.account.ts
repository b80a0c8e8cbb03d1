import type { ParsedStatement } from './payouts.statement.values.ts';

/** The account of the business that a file has to be about. */
export interface StatementAccount {
  currency: string;
  iban: string | null;
  accountNumber: string | null;
}

/** True for a statement that names this account, in any of the spellings that banks use. */
export function namesAccount({ account }: Pick<ParsedStatement, 'account'>, ownAccount: StatementAccount): boolean {
  const writtenAccount = compact(account.replace(new RegExp(`\\s*${ownAccount.currency}$`), '')).replace(/^\//, '');
  const [bank, number = ''] = writtenAccount.includes('/') ? writtenAccount.split('/', 2) : ['', writtenAccount];
  const iban = compact(ownAccount.iban ?? '');
  const isNumber = (text: string) => text !== '' && withoutZeros(text) === withoutZeros(number);
  // German banks still write bank code and number, which the IBAN contains.
  const isInIban = bank !== '' && iban.slice(4) === `${bank ?? ''}${number.padStart(10, '0')}`;
  // Banks still write the national number alone, which a Dutch IBAN has after the letters of its bank.
  const [, dutch = ''] = /^NL\d\d[A-Z]{4}(\d+)$/.exec(iban) ?? [];
  return (
    (iban !== '' && (number === iban || isInIban)) ||
    isNumber(dutch) ||
    isNumber(compact(ownAccount.accountNumber ?? ''))
  );
}

/** True for a statement whose bookings are all in the currency of the account. */
export function isInCurrency({ currency, lines }: ParsedStatement, ownAccount: StatementAccount): boolean {
  const isOwn = (code: string) => code === ownAccount.currency;
  return (currency === null || isOwn(currency)) && lines.every((line) => isOwn(line.currency));
}

const compact = (text: string) => text.replace(/[\s-]/g, '').toUpperCase();
const withoutZeros = (text: string) => text.replace(/^0+/, '');
