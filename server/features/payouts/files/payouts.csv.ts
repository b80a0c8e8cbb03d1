import type { PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import type { FileBatch, FileLine } from './payouts.file.types.ts';

/** The bytes of a file, and the texts of which a character does not exist in its encoding. */
export type EncodedFile = { bytes: Buffer; replaced: string[] };

/** Amounts and numbers, which a bank reads as they are; everything else is text, which no spreadsheet may run. */
const plainValues = new Set(['accountNumber', 'bankCode', 'iban', 'bic', 'amount', 'endToEndId', 'executeOn']);

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Quotes inside a text are left as they are: banks that know no quoting read them so, and others too. */
function cell(text: string, separator: string): string {
  const isQuoted = text.includes(separator) || /^["\s]|\s$/.test(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

const row = (cells: readonly string[], separator: string) =>
  `${cells.map((text) => cell(text, separator)).join(separator)}\r\n`;

function valuesOf({ payee, endToEndId, reference, amount, currency }: FileLine, { executeOn }: FileBatch) {
  const { accountName, accountNumber, bankName, bankCode, iban, bic, country } = payee;
  const bank = { accountName, accountNumber, bankName, bankCode, iban, bic, country };
  return { ...bank, amount, currency, reference, endToEndId, executeOn } as Record<string, string | null>;
}

/** A column with its blanks filled; a formula is defused unless the column is one plain value. */
function filledColumn(template: string, values: Record<string, string | null>, decimal: string): string {
  const whole = /^\{(\w+)\}$/.exec(template)?.[1];
  const text = oneLine(
    template.replaceAll(/\{(\w+)\}/g, (_blank, name: string) => {
      const value = values[name] ?? '';
      return name === 'amount' ? value.replace('.', decimal) : value;
    }),
  );
  return whole && plainValues.has(whole) ? text : guarded(text);
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
export function csvFile(batch: FileBatch, shape: PayoutShape): EncodedFile {
  const { columns, separator, decimal, encoding, heading, template } = shape;
  const lines = batch.lines.map((line) => {
    const values = valuesOf(line, batch);
    const cells = columns.map((column) =>
      filledColumn(template === 'wise' ? wiseColumn(column.heading, line) : column.value, values, decimal),
    );
    return row(cells, separator);
  });
  const names = columns.map((column) => column.heading);
  return encoded((heading ? row(names, separator) : '') + lines.join(''), encoding, batch);
}

/** The mass payment of PayPal: no heading, an id of at most 30 characters. */
export function paypalFile(batch: FileBatch): EncodedFile {
  const lines = batch.lines.map(({ payee, amount, currency, endToEndId, reference }) =>
    row([payee.accountNumber, amount, currency, endToEndId, reference, 'PayPal'], ','),
  );
  return { bytes: Buffer.from(lines.join('')), replaced: [] };
}

/** What windows-1252 has between 0x80 and 0x9f; bytes without a meaning stay control characters. */
export const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function encoded(text: string, encoding: PayoutShape['encoding'], { lines }: FileBatch): EncodedFile {
  if (encoding === 'utf-8') return { bytes: Buffer.from(text), replaced: [] };
  const codeOf = (sign: string): number => {
    const code = sign.codePointAt(0) ?? 63;
    const at = encoding === 'windows-1252' ? windows1252.indexOf(sign) : -1;
    if (at >= 0) return 0x80 + at;
    return code < 0x80 || (code >= 0xa0 && code < 0x100) ? code : -1;
  };
  const names = lines.map(({ payee }) => payee.accountName);
  const replaced = [...new Set(names)].filter((name) => Array.from(name).some((sign) => codeOf(sign) < 0));
  const question = 0x3f;
  const codes = Array.from(text, codeOf).map((code) => (code < 0 ? question : code));
  return { bytes: Buffer.from(codes), replaced };
}
