import { csvRowsOf, UnreadableCsv } from '#server/lib/csv-reading.ts';
import headings from './payouts.csv-headings.json' with { type: 'json' };
import { headOf, normalizeHeading } from './payouts.csv-statement.ts';
import { maxSumLength, readCsvDay } from './payouts.csv-values.ts';
import { namesAccount, type StatementAccount } from './payouts.statement.account.ts';
import { decodeStatement, encodingOf } from './payouts.statement.text.ts';
import { UnreadableStatement, type StatementProfile } from './payouts.statement.values.ts';

/** Maximum length of a heading that a layout can name. */
const maxHeading = 60;
/** Number of rows that show the layout of a table. */
const maxRows = 500;
/** Banks write their name, the account and the period above the headings. */
const maxRowsAbove = 50;

const roles = [
  'date',
  'valueDate',
  'amount',
  'debit',
  'credit',
  'text',
  'reference',
  'counterparty',
  'account',
  'balance',
] as const;
type Role = (typeof roles)[number];

/** The words of a list, as headings are compared. */
const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split('|').map(normalizeHeading));
const outWords = new Set(wordsOf(headings.out));
const inWords = new Set(wordsOf(headings.in));

interface Column {
  /** Empty where a layout could not name it. */
  heading: string;
  cells: string[];
  role: Role | undefined;
}

/**
 * How a table seems to be laid out: its separator, what its headings name, and how its days and sums are written;
 * undefined where no column of days and none of sums is found. `accounts` are those of the business, which a column may
 * name.
 */
export function guessProfile(bytes: Uint8Array, accounts: readonly StatementAccount[]): StatementProfile | undefined {
  const encoding = encodingOf(bytes);
  const { separator, rows } = splitBest(decodeStatement(headOf(bytes), encoding));
  const columns = columnsOf(rows);
  const dateColumn = datedOf(columns);
  const sums = dateColumn && sumsOf(columns.filter((column) => column !== dateColumn.date));
  if (!dateColumn || !sums) return undefined;
  const { date, dateFormat } = dateColumn;
  const usedColumns = new Set([date, ...sums.columns]);
  const otherColumns = columns.filter((column) => !usedColumns.has(column) && column.heading !== '');
  const headingOfRole = (role: Role) => otherColumns.find((column) => column.role === role)?.heading;
  const value = otherColumns.find((column) => column.role === 'valueDate' && isDayColumn(column, dateFormat));
  const ownHeading = otherColumns.find(({ cells }) => accounts.some((account) => areOf(cells, account)))?.heading;
  const text = textsOf(otherColumns.filter(({ heading }) => heading !== ownHeading && heading !== value?.heading));
  if (text.length === 0) return undefined;
  const account = headingOfRole('account');
  return {
    date: date.heading,
    valueDate: value?.heading,
    ...sums.layout,
    text,
    reference: headingOfRole('reference'),
    counterparty: headingOfRole('counterparty'),
    account: account === ownHeading ? undefined : account,
    ownAccount: ownHeading,
    separator,
    encoding,
    dateFormat,
    decimal: decimalOf(sums.columns.flatMap(({ cells }) => cells)),
    sign: 'asWritten',
    skip: 0,
  };
}

/** True of a column that names one account of the business in each row. */
const areOf = (cells: readonly string[], account: StatementAccount): boolean =>
  cells.some(Boolean) && cells.every((cell) => cell === '' || namesAccount({ account: cell }, account));

const separators = [';', ',', '\t', '|'] as const;

/** The separator that makes most of the rows equally wide, and the rows that it makes. */
function splitBest(text: string): { separator: (typeof separators)[number]; rows: string[][] } {
  const splits = separators.map((separator) => {
    const rows = rowsOf(text, separator);
    const width = modeOf(rows.map((row) => row.length));
    return { separator, rows, score: (width - 1) * rows.filter((row) => row.length === width).length };
  });
  return splits.reduce((best, candidate) => (candidate.score > best.score ? candidate : best));
}

function rowsOf(text: string, separator: string): string[][] {
  try {
    // The last line of the beginning of a file may be cut.
    const rows = csvRowsOf(text, { separator, maxRows: 20_000, isLenient: true });
    return rows.slice(0, maxRows).map(({ cells }) => cells.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof UnreadableCsv) return [];
    throw error;
  }
}

function modeOf(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** The columns below the row of headings: the one with most of the known words, else the last before the first day. */
function columnsOf(rows: readonly string[][]): Column[] {
  const topRows = rows.slice(0, maxRowsAbove);
  const roleCounts = topRows.map((row) => new Set(row.map(roleOf).filter(Boolean)).size);
  const maxKnown = Math.max(0, ...roleCounts);
  const datedIndex = topRows.findIndex((row) => row.some((cell) => formats.some((format) => isDay(cell, format))));
  const at = maxKnown >= 2 ? roleCounts.indexOf(maxKnown) : datedIndex - 1;
  const names = rows[at] ?? [];
  const body = rows.slice(at + 1);
  return names.map((heading, column) => {
    const isOnce = names.filter((name) => normalizeHeading(name) === normalizeHeading(heading)).length === 1;
    const isNamed = isOnce && heading.length <= maxHeading;
    const cells = body.map((row) => row[column] ?? '');
    return { heading: isNamed ? heading : '', cells, role: isNamed ? roleOf(heading) : undefined };
  });
}

const roleByWord = new Map(roles.flatMap((role) => wordsOf(headings[role]).map((word) => [word, role] as const)));

/** The role that a heading names, also with a currency or a unit behind it. */
function roleOf(heading: string): Role | undefined {
  if (heading.length > maxHeading) return undefined;
  const plainHeading = normalizeHeading(heading).replace(/^\ufeff/, '');
  return (
    roleByWord.get(plainHeading) ?? roleByWord.get(plainHeading.replace(/\s*[([/].*$/, '').replace(/[\s:*]+$/, ''))
  );
}

const formats = [
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'DD.MM.YY',
  'DD/MM/YY',
  'MM/DD/YY',
  'DD-MM-YY',
  'DD-MMM-YYYY',
  'DD-MMM-YY',
  'DD MMM YYYY',
  'DD. MMMM YYYY',
  'MMM DD, YYYY',
];

function dayIn(cell: string, format: string): string | undefined {
  try {
    return readCsvDay(cell, format, 1);
  } catch (error) {
    if (error instanceof UnreadableStatement) return undefined;
    throw error;
  }
}

const isDay = (cell: string, format: string): boolean => /\p{Nd}/u.test(cell) && dayIn(cell, format) !== undefined;

/** True if the cells of a column are days in a format, except totals and end marks. */
function isDayColumn({ cells }: Column, format: string): boolean {
  const writtenCells = cells.filter((cell) => /^\p{Nd}|^\p{L}{3,9}\.? \d/u.test(cell));
  return writtenCells.length > 0 && writtenCells.every((cell) => isDay(cell, format));
}

/**
 * The column of the day of booking and its format: of several formats that fit, the one whose days lie closest
 * together.
 */
function datedOf(columns: readonly Column[]): { date: Column; dateFormat: string } | undefined {
  const dateColumns = columns
    .filter(({ heading }) => heading !== '')
    .map((date) => ({ date, fitting: formats.filter((format) => isDayColumn(date, format)) }))
    .filter(({ fitting }) => fitting.length > 0);
  const byRole = (role: Role | undefined) => dateColumns.find(({ date }) => date.role === role);
  const dates = byRole('date') ?? byRole(undefined) ?? byRole('valueDate');
  if (!dates) return undefined;
  const { date, fitting } = dates;
  const spans = fitting.map((format) => ({ format, span: spanOf(date.cells, format) }));
  const { format: dateFormat } = spans.reduce((best, candidate) => (candidate.span < best.span ? candidate : best));
  return { date, dateFormat };
}

/** Milliseconds between the first and the last day of a column. */
function spanOf(cells: readonly string[], format: string): number {
  const days = cells.flatMap((cell) => (isDay(cell, format) ? [Date.parse(dayIn(cell, format) ?? '')] : []));
  return Math.max(...days) - Math.min(...days);
}

const isWrittenSum = (cell: string): boolean =>
  cell.length <= maxSumLength &&
  /\d/.test(cell) &&
  /^[^\p{L}]*(?:\p{L}{1,4}\.?)?[\d\s.,'\u2019()+\-\u2212\u2013\p{Sc}]+(?:\p{L}{1,4}\.?)?$/u.test(cell);

const isSum = ({ heading, cells }: Column): boolean =>
  heading !== '' &&
  cells.some(isWrittenSum) &&
  cells.every((cell) => cell === '' || /^\P{Nd}*$/u.test(cell) || isWrittenSum(cell));

type Sums = { columns: Column[]; layout: Partial<StatementProfile> };

/** The sums: one column with signs or words of the direction, or one for each direction. Never the balance. */
function sumsOf(columns: readonly Column[]): Sums | undefined {
  const sums = columns.filter(isSum);
  const sumColumnOf = (role: Role) => sums.find((column) => column.role === role);
  const debit = sumColumnOf('debit');
  const credit = sumColumnOf('credit');
  if (debit && credit) return { columns: [debit, credit], layout: { debit: debit.heading, credit: credit.heading } };
  const unnamedColumns = sums.filter(
    ({ role, cells }) => role === undefined && cells.some((cell) => /[.,]\d{2}\D*$/.test(cell)),
  );
  const amount = sumColumnOf('amount') ?? (unnamedColumns.length === 1 ? unnamedColumns[0] : undefined);
  if (!amount) return undefined;
  const isSigned = amount.cells.some((cell) => /^\D*[-\u2212\u2013(]|[-\u2212\u2013]\s*$|\b[CD]R\b/iu.test(cell));
  const direction = isSigned ? undefined : columns.find((column) => column !== amount && isDirection(column));
  const outWord = direction?.cells.find((cell) => outWords.has(normalizeHeading(cell)));
  return {
    columns: [amount],
    layout: { amount: amount.heading, directionColumn: outWord && direction?.heading, outWord },
  };
}

/** True of a column of nothing but words for out and in. */
function isDirection({ heading, cells }: Column): boolean {
  const words = cells.map(normalizeHeading).filter(Boolean);
  const areKnown = words.every((word) => outWords.has(word) || inWords.has(word));
  return heading !== '' && areKnown && words.some((word) => outWords.has(word));
}

/** The columns of the text: those that are named so, else the one with most to read. */
function textsOf(columns: readonly Column[]): string[] {
  const namedColumns = columns.filter(({ role }) => role === 'text');
  const lengthOf = ({ cells }: Column) => cells.reduce((sum, cell) => sum + cell.length, 0);
  const fullestColumns = columns
    .filter(({ role }) => role === undefined || role === 'counterparty' || role === 'reference')
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, 1);
  return (namedColumns.length > 0 ? namedColumns : fullestColumns).slice(0, 10).map(({ heading }) => heading);
}

/** Guesses the decimal separator: the last sign of an amount that is not followed by exactly three digits. */
function decimalOf(cells: readonly string[]): '.' | ',' {
  const marks = cells.flatMap((cell) => /([.,])(?:\d{1,2}|\d{4,})\D*$/.exec(cell)?.[1] ?? []);
  const commas = marks.filter((mark) => mark === ',').length;
  if (marks.length > 0) return commas * 2 > marks.length ? ',' : '.';
  // Sums without minor units: a sign among them is between thousands.
  return cells.some((cell) => /\d\.\d{3}/.test(cell)) ? ',' : '.';
}
