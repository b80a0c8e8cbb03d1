import type { PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { columnValues, ibanOf, type ColumnValues } from '#shared/payouts/payouts.columns.ts';
import { byteOf } from '#shared/payouts/payouts.encoding.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import type { FileBatch, FileLine } from './payouts.file.types.ts';

/** A cell that a bank reads unquoted, checked before; everything else is text, which no spreadsheet may run. */
const plainValues = new Set(['accountNumber', 'amount']);

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');
const defuseFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/**
 * Quotes a cell that has the separator or blanks at its ends. A quote inside any other text stays as it is: banks with
 * and without quoting read it so.
 */
function cell(text: string, separator: string): string {
  const isQuoted = text.includes(separator) || /^["\s]|\s$/.test(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

const row = (cells: readonly string[], separator: string) =>
  `${cells.map((text) => cell(text, separator)).join(separator)}\r\n`;

/** The values of a line by the names that profiles have for them. */
export function valuesOf({ payee, endToEndId, reference, amount, currency }: FileLine, batch: FileBatch): ColumnValues {
  const { executeOn, account } = batch;
  return columnValues({ payee, account, endToEndId, reference, amount, currency, executeOn });
}

/** A column with its blanks filled; a formula is defused unless the column is one plain value. */
function filledColumn(template: string, values: ColumnValues, decimal: string): string {
  const placeholder = /^\{(\w+)\}$/.exec(template)?.[1];
  const text = template.replaceAll(/\{(\w+)\}/g, (_blank, name: string) => {
    const value = values[name] ?? '';
    return name === 'amount' ? value.replace('.', decimal) : value;
  });
  return oneLine(placeholder && plainValues.has(placeholder) ? text : defuseFormula(text));
}

/** Names that Wise gives to the columns that the product knows. */
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

function wiseColumn(heading: string, { payee }: FileLine): string {
  if (heading === 'recipientEmail') return payee.method === 'wise' ? '{accountNumber}' : '';
  if (heading === 'IBAN')
    return railKindOf(payee.method) === 'bank' ? (ibanOf(payee)?.replaceAll(/\s/g, '') ?? '') : '';
  return wiseColumns[heading] ?? '';
}

/** The CSV of a saved layout; with the template of Wise, its headings in their order. */
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
  return encoding === 'utf-8'
    ? Buffer.from(text)
    : Buffer.from(Array.from(text, (character) => byteOf(character, encoding)));
}
