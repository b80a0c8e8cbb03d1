import type { DocumentTexts } from './locales/en.ts';
import type { DocumentRow } from './orders.documents.queries.ts';

type Cell = (row: DocumentRow, texts: DocumentTexts) => string;

/** A spreadsheet runs what begins so as a formula; an apostrophe makes it text. Wide signs count too. */
const runsAsFormula = /^[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Text as one cell. */
function textCell(text: string | null): string {
  const safe = text !== null && runsAsFormula.test(text) ? `'${text}` : (text ?? '');
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A moment in a form every spreadsheet reads as one, in UTC. */
const momentCell = (at: string | null) => at?.replace('T', ' ').replace(/\.\d+Z$/, '') ?? '';

/** What was given, as text: a coin by name and symbol, an exchange by its two currencies. */
export function givenText({ type, cryptoName, unit, payoutCurrency }: DocumentRow): string {
  return type === 'fiat' ? `${unit} \u2192 ${payoutCurrency}` : `${cryptoName} (${unit})`;
}

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
  ['payoutCurrency', ({ payoutCurrency }) => textCell(payoutCurrency)],
  ['decidedAt', ({ decidedAt }) => momentCell(decidedAt)],
  ['hash', ({ transactionHash }) => textCell(transactionHash)],
  ['payoutId', ({ adminTransactionId }) => textCell(adminTransactionId)],
];

/** RFC 4180 in UTF-8, with the mark by which spreadsheets know it; names of columns and states in the caller's language. */
export async function* csvOf(
  batches: AsyncIterable<readonly DocumentRow[]>,
  texts: DocumentTexts,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${columns.map(([name]) => textCell(texts.csv[name])).join(',')}\r\n`);
  for await (const rows of batches) {
    yield Buffer.from(rows.map((row) => `${columns.map(([, cell]) => cell(row, texts)).join(',')}\r\n`).join(''));
  }
}
