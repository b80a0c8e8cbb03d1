import type { PayoutShape } from './payouts.accounts.contract.ts';
import type { PayoutView } from './payouts.contract.ts';

/** Values for the placeholders of a layout; null if unknown. */
export type ColumnValues = Readonly<Record<string, string | null>>;

const isIban = (text: string) => /^[A-Za-z]{2}\d{2}/.test(text);

/** The IBAN of a payee, in whichever field the customer typed it. */
export function ibanOf({ iban, accountNumber }: Pick<PayoutView['payee'], 'iban' | 'accountNumber'>): string | null {
  return iban ?? (isIban(accountNumber) ? accountNumber : null);
}

type PayoutColumns = Record<'reference' | 'endToEndId' | 'amount' | 'currency' | 'executeOn', string> & {
  payee: PayoutView['payee'];
  account: Record<'iban' | 'accountNumber', string | null>;
};

/** The values of one payout from one of our accounts, by their placeholder names. */
export function columnValues({ payee, account, ...payment }: PayoutColumns): ColumnValues {
  const { accountName, accountNumber, bankName, bankCode, bic, country } = payee;
  const { amount, currency, reference, endToEndId, executeOn } = payment;
  const fromAccount = account.iban ?? account.accountNumber;
  const bank = { accountName, accountNumber, bankName, bankCode, iban: ibanOf(payee), bic, country, fromAccount };
  return { ...bank, amount, currency, reference, endToEndId, executeOn };
}

/**
 * The heading of a column that would stay empty with these values: the bank would guess the missing value, or refuse
 * the whole file. In the template of Wise columns may be empty.
 */
export function emptyColumnOf(
  { columns, template }: Pick<PayoutShape, 'columns' | 'template'>,
  values: ColumnValues,
): string | undefined {
  if (template === 'wise') return undefined;
  return columns.find(({ value }) => {
    const placeholderNames = [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return placeholderNames.length > 0 && placeholderNames.every((name) => !values[name]?.trim());
  })?.heading;
}
