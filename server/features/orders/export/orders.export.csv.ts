import { momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import type { DocumentTexts } from './orders.documents.format.ts';
import type { DocumentRow } from './orders.documents.queries.ts';

/** What was given, as text: a coin by name and symbol, an exchange by its two currencies. */
export function givenText({ type, cryptoName, unit, payoutCurrency }: DocumentRow): string {
  return type === 'fiat' ? `${unit} \u2192 ${payoutCurrency}` : `${cryptoName} (${unit})`;
}

type Cell = (row: DocumentRow, texts: DocumentTexts) => string;

/** Column by column: the specified six first. Amounts are plain decimals, as PostgreSQL has them. */
const columns: readonly (readonly [keyof DocumentTexts['csv'], Cell])[] = [
  ['date', ({ createdAt }) => momentCell(createdAt)],
  ['given', (row) => textCell(givenText(row))],
  ['amount', ({ amount }) => amount],
  ['valueUsd', ({ valueUsd }) => valueUsd],
  ['status', ({ status }, { statuses }) => textCell(statuses[status])],
  ['id', ({ id }) => textCell(id)],
  ['reference', ({ reference }) => textCell(reference)],
  ['type', ({ type }, { types }) => textCell(types[type])],
  ['unit', ({ unit }) => textCell(unit)],
  ['rate', ({ rate }) => rate],
  ['feePercent', ({ feePercent }) => feePercent],
  ['fee', ({ feeAmount }) => feeAmount],
  ['payout', ({ payoutAmount }) => payoutAmount],
  ['agreedPayout', ({ agreedPayout }) => agreedPayout],
  ['payoutCurrency', ({ payoutCurrency }) => textCell(payoutCurrency)],
  ['decidedAt', ({ decidedAt }) => momentCell(decidedAt)],
  ['hash', ({ transactionHash }) => textCell(transactionHash)],
  ['payoutId', ({ adminTransactionId }) => textCell(adminTransactionId)],
];

/** The columns with their names, and the names of states, in the language of these texts. */
export function orderColumns(texts: DocumentTexts): CsvColumn<DocumentRow>[] {
  return columns.map(([name, cell]) => [texts.csv[name], (row) => cell(row, texts)]);
}
