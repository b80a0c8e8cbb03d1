/** A column of a CSV: its header, and a row's cell, ready to be written. */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => string];

/**
 * A spreadsheet runs a cell that begins so as a formula; an apostrophe makes it text. Wide signs count too. Where its
 * list separator is a semicolon or a tab, a cell also begins behind one, or behind a line break.
 */
const runsAsFormula = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

/** Returns a text as a cell of CSV; one that a spreadsheet would run as a formula begins with an apostrophe. */
export function textCell(text: string | null): string {
  const safeText = (text ?? '').replace(runsAsFormula, "'");
  return /[",\r\n]|^\s|\s$/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Returns a moment as a cell: ISO 8601 in UTC, in a form that every spreadsheet reads as one. */
export const momentCell = (at: string | null): string => at?.replace('T', ' ').replace(/(\.\d+)?Z$/, '') ?? '';

/**
 * Yields CSV by RFC 4180 in UTF-8, with the byte order mark that spreadsheets need, piece by piece as the rows are
 * read.
 */
export async function* csvOf<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly CsvColumn<Row>[],
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${columns.map(([header]) => textCell(header)).join(',')}\r\n`);
  for await (const rows of batches) {
    yield Buffer.from(rows.map((row) => `${columns.map(([, cell]) => cell(row)).join(',')}\r\n`).join(''));
  }
}
