import type { PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { byteOf } from '#shared/payouts/payouts.encoding.ts';
import type { FileBatch, FileLine } from './payouts.file.types.ts';

/** What a bank reads as it is, checked before; everything else is text, which no spreadsheet may run. */
const plainValues = new Set(['accountNumber', 'amount']);

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Quotes inside a text are left as they are: banks that know no quoting read them so, and others too. */
function cell(text: string, separator: string): string {
  const isQuoted = text.includes(separator) || /^["\s]|\s$/.test(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

const row = (cells: readonly string[], separator: string) =>
  `${cells.map((text) => cell(text, separator)).join(separator)}\r\n`;

type Values = Readonly<Record<string, string | null>>;

function valuesOf({ payee, endToEndId, reference, amount, currency }: FileLine, batch: FileBatch): Values {
  const { accountName, accountNumber, bankName, bankCode, bic, country } = payee;
  const { executeOn, account } = batch;
  const fromAccount = account.iban ?? account.accountNumber;
  const bank = { accountName, accountNumber, bankName, bankCode, iban: ibanOf(payee), bic, country, fromAccount };
  return { ...bank, amount, currency, reference, endToEndId, executeOn };
}

/** The IBAN of a payee, in whichever field the customer typed it. */
export function ibanOf({ iban, accountNumber }: FileLine['payee']): string | null {
  return iban ?? (isIban(accountNumber) ? accountNumber : null);
}

/** A column with its blanks filled; a formula is defused unless the column is one plain value. */
function filledColumn(template: string, values: Values, decimal: string): string {
  const whole = /^\{(\w+)\}$/.exec(template)?.[1];
  const text = template.replaceAll(/\{(\w+)\}/g, (_blank, name: string) => {
    const value = values[name] ?? '';
    return name === 'amount' ? value.replace('.', decimal) : value;
  });
  return oneLine(whole && plainValues.has(whole) ? text : guarded(text));
}

/**
 * A line and the heading of a column of it that would stay empty: the bank would guess what is missing, or refuse the whole
 * file. With the template of Wise columns may be empty.
 */
export function findEmptyColumn(batch: FileBatch, { columns, template }: PayoutShape) {
  if (template === 'wise') return undefined;
  const named = columns.flatMap(({ heading, value }) => {
    const blanks = [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return blanks.length > 0 ? [{ heading, blanks }] : [];
  });
  for (const line of batch.lines) {
    const values = valuesOf(line, batch);
    const empty = named.find(({ blanks }) => blanks.every((name) => !values[name]?.trim()));
    if (empty) return { line, heading: empty.heading };
  }
  return undefined;
}

/** What Wise calls the columns that the product knows. */
const wiseColumns: Readonly<Record<string, string>> = {
  name: '{accountName}',
  paymentReference: '{endToEndId}',
  receiverType: 'PERSON',
  amountCurrency: 'target',
  amount: '{amount}',
  sourceCurrency: '{currency}',
  targetCurrency: '{currency}',
  accountNumber: '{accountNumber}',
  sortCode: '{bankCode}',
  BIC: '{bic}',
};

const isIban = (text: string) => /^[A-Za-z]{2}\d{2}/.test(text);

function wiseColumn(heading: string, { payee }: FileLine): string {
  const number = payee.iban ?? payee.accountNumber;
  if (heading === 'recipientEmail') return payee.method === 'wise' ? '{accountNumber}' : '';
  if (heading === 'IBAN') return payee.method === 'bank' && isIban(number) ? number.replaceAll(/\s/g, '') : '';
  return wiseColumns[heading] ?? '';
}

/** The CSV of a saved profile; with the template of Wise, its headings in their order. */
export function csvFile(batch: FileBatch, shape: PayoutShape): Buffer {
  const { columns, separator, decimal, encoding, heading, template } = shape;
  const lines = batch.lines.map((line) => {
    const values = valuesOf(line, batch);
    const cells = columns.map((column) =>
      filledColumn(template === 'wise' ? wiseColumn(column.heading, line) : column.value, values, decimal),
    );
    return row(cells, separator);
  });
  const names = columns.map((column) => oneLine(column.heading));
  return encoded((heading ? row(names, separator) : '') + lines.join(''), encoding);
}

/** The mass payment of PayPal: no heading, an id of at most 30 characters. */
export function paypalFile(batch: FileBatch): Buffer {
  const lines = batch.lines.map(({ payee, amount, currency, endToEndId, reference }) =>
    row([payee.accountNumber, amount, currency, endToEndId, reference, 'PayPal'], ','),
  );
  return Buffer.from(lines.join(''));
}

function encoded(text: string, encoding: PayoutShape['encoding']): Buffer {
  return encoding === 'utf-8' ? Buffer.from(text) : Buffer.from(Array.from(text, (sign) => byteOf(sign, encoding)));
}
