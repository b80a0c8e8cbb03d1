import { SaxesParser } from 'saxes';
import { csvRowsOf } from '#server/lib/csv-reading.ts';
import type { PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { ibanOf } from '#shared/payouts/payouts.columns.ts';
import type { FileFormat } from '#shared/payouts/payouts.lifecycle.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import type { FileLine } from './payouts.file.types.ts';

/** Values of one transfer in a file and in the database: end-to-end id, account and sum, as texts. */
type Cells = readonly string[];
type PayoutFileReader = (
  bytes: Buffer,
  shape: PayoutShape | null,
) => { found: Cells[]; expected: (line: FileLine) => Cells };

/** Spaces and case do not make another account. */
const compactText = (text: string) => text.replaceAll(/\s/g, '').toUpperCase();

/**
 * True if a file pays exactly these lines, and nothing else: parsers that share nothing with the writers read it, and
 * look for account, sum and, where the layout has it, end-to-end id of each line.
 */
export function paysExactly(
  { format, bytes, shape }: { format: FileFormat; bytes: Buffer; shape: PayoutShape | null },
  lines: readonly FileLine[],
): boolean {
  const { found, expected } = readers[format](bytes, shape);
  const inOrder = (transfers: readonly Cells[]) =>
    transfers.map((cells) => JSON.stringify(cells.map(compactText))).toSorted();
  const writtenCells = inOrder(found);
  const expectedTransfers = inOrder(lines.map(expected));
  return (
    writtenCells.length === expectedTransfers.length &&
    writtenCells.every((transfer, index) => transfer === expectedTransfers[index])
  );
}

const readPain001: PayoutFileReader = (bytes) => {
  const transfers: string[][] = [];
  const path: string[] = [];
  const parser = new SaxesParser();
  let id = '';
  let account = '';
  let sum = '';
  let currency = '';
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (name === 'CdtTrfTxInf') [id, account, sum, currency] = ['', '', '', ''];
    if (name === 'InstdAmt') currency = attributes['Ccy'] ?? '';
  });
  parser.on('text', (text) => {
    const elementPath = path.slice(3).join('/');
    if (elementPath === 'CdtTrfTxInf/PmtId/EndToEndId') id += text;
    if (elementPath === 'CdtTrfTxInf/Amt/InstdAmt') sum += text;
    if (elementPath === 'CdtTrfTxInf/CdtrAcct/Id/IBAN' || elementPath === 'CdtTrfTxInf/CdtrAcct/Id/Othr/Id')
      account += text;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (name === 'CdtTrfTxInf') transfers.push([id, account, sum, currency]);
  });
  parser.write(bytes.toString()).close();
  const cellsOfLine = ({ endToEndId, payee, amount, currency: paidCurrency }: FileLine) => {
    return [endToEndId, payee.iban ?? payee.accountNumber, amount, paidCurrency];
  };
  return { found: transfers, expected: cellsOfLine };
};

/** Maximum number of rows of a file. */
const maxRows = 10_000;

const cellsOf = (bytes: Buffer, separator: string, encoding: PayoutShape['encoding'] = 'utf-8') =>
  csvRowsOf(bytes.toString(encoding === 'utf-8' ? 'utf8' : 'latin1'), { separator, maxRows }).map(({ cells }) => cells);

const readPaypal: PayoutFileReader = (bytes) => {
  const transfers = cellsOf(bytes, ',').map(([email = '', amount = '', currency = '', id = '']) => {
    return [id, email, amount, currency];
  });
  const cellsOfLine = ({ endToEndId, payee, amount, currency }: FileLine) => {
    return [endToEndId, payee.accountNumber, amount, currency];
  };
  return { found: transfers, expected: cellsOfLine };
};

const readCsv: PayoutFileReader = (bytes, shape) => {
  if (shape === null) return { found: [['']], expected: () => [] };
  const { columns, separator, decimal, encoding, heading, template } = shape;
  const rows = cellsOf(bytes, separator, encoding).slice(heading ? 1 : 0);
  const values = ({ endToEndId, payee, amount }: FileLine): Record<string, string> => {
    const { accountNumber } = payee;
    return { endToEndId, accountNumber, iban: ibanOf(payee) ?? '', amount: amount.replace('.', decimal) };
  };
  if (template === 'wise') {
    const columnIndex = (name: string) => columns.findIndex((column) => column.heading === name);
    const accounts = ['IBAN', 'accountNumber', 'recipientEmail'].map(columnIndex);
    const transfers = rows.map((cells) => {
      const account = accounts.map((column) => cells[column] ?? '').find((text) => text !== '');
      return [account ?? '', cells[columnIndex('amount')] ?? ''];
    });
    const cellsOfLine = ({ payee, amount }: FileLine) => {
      const iban = railKindOf(payee.method) === 'bank' && columnIndex('IBAN') >= 0 ? ibanOf(payee) : null;
      return [iban ?? payee.accountNumber, amount.replace('.', decimal)];
    };
    return { found: transfers, expected: cellsOfLine };
  }
  const knownValues = ['endToEndId', 'accountNumber', 'iban', 'amount'].flatMap((name) =>
    columns.flatMap(({ value }, index) => (value === `{${name}}` ? [{ name, at: index }] : [])),
  );
  return {
    found: rows.map((cells) => (cells.length === columns.length ? knownValues.map(({ at }) => cells[at] ?? '') : [])),
    expected: (line) => knownValues.map(({ name }) => values(line)[name] ?? ''),
  };
};

const readers: Readonly<Record<FileFormat, PayoutFileReader>> = {
  pain001: readPain001,
  paypal: readPaypal,
  wise: readCsv,
  csv: readCsv,
};
