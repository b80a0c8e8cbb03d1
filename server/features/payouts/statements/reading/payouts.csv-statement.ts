import { csvRowsOf, UnreadableCsv, type CsvRow } from '#server/lib/csv-reading.ts';
import { readCsvDay, readCsvSum, type CsvSum } from './payouts.csv-values.ts';
import { decodeStatement } from './payouts.statement.text.ts';
import {
  isNonZero,
  maxLines,
  UnreadableStatement,
  type ParsedLine,
  type ParsedStatement,
  type StatementProfile,
} from './payouts.statement.values.ts';

/**
 * Banks write their name, the account and the period above the headings, so the headings are searched for in this many
 * rows.
 */
const maxRowsAbove = 50;

/**
 * Reads the CSV of a bank by its saved profile; the currency is that of the account. Rows that are no bookings, because
 * they have no day or no sum, are left out and counted. Throws UnreadableStatement.
 */
export function parseCsvStatement(bytes: Uint8Array, profile: StatementProfile, currency: string): ParsedStatement[] {
  const rows = rowsOf(decodeStatement(bytes, profile.encoding), profile);
  const { at, columnOf } = headingOf(rows, profile);
  const width = rows[at]?.cells.length ?? 0;
  const body = rows.slice(at + 1);
  const sumColumns = [profile.amount, profile.debit, profile.credit].map((name) => columnOf(name) ?? -1);
  const table: Table = {
    profile,
    currency,
    columnOf,
    width,
    sumsEnd: Math.max(...sumColumns) + 2,
    negativeDebits: negativesIn(body, columnOf(profile.debit)),
    inWords: new Set(),
  };
  const byAccount = new Map<string, { lines: ParsedLine[]; leftOut: number }>();
  for (const [index, row] of body.entries()) {
    const parsedLine = lineOf(row, table, index === body.length - 1);
    const account = parsedLine ? cellOf(row, columnOf(profile.ownAccount)) : ([...byAccount.keys()].at(-1) ?? '');
    const part = byAccount.get(account) ?? { lines: [], leftOut: 0 };
    byAccount.set(account, part);
    if (parsedLine) part.lines.push(parsedLine);
    else part.leftOut += 1;
  }
  if ([...byAccount.values()].every(({ lines }) => lines.length === 0)) assertNoSums(body, table);
  if (byAccount.size === 0) byAccount.set('', { lines: [], leftOut: 0 });
  return [...byAccount].map(([account, { lines, leftOut }]) => {
    const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
    const period = { from: days[0] ?? null, to: days.at(-1) ?? null };
    return { account, currency: null, openingBalance: null, closingBalance: null, ...period, lines, leftOut };
  });
}

/** Refuses a table of sums without a day: its layout names another column, or the days are written in another way. */
function assertNoSums(body: readonly CsvRow[], { profile, columnOf }: Table): void {
  const sums = [profile.amount, profile.debit, profile.credit].filter((name) => name !== undefined);
  const row = body.find((item) => sums.some((name) => /[1-9]/.test(cellOf(item, columnOf(name)))));
  if (row) throw new UnreadableStatement(row.line, 'date', cellOf(row, columnOf(profile.date)));
}

function rowsOf(text: string, { separator, skip }: StatementProfile): CsvRow[] {
  let start = 0;
  for (let line = 0; line < skip && start < text.length; line += 1)
    start = text.indexOf('\n', start) + 1 || text.length;
  try {
    return csvRowsOf(text.slice(start), { separator, maxRows: maxLines, linesAbove: skip, isLenient: true });
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw new UnreadableStatement(error.line, error.why);
  }
}

/** Number of bytes that contain the headings of a file: the text above them, and a row or two. */
const headBytes = 64 * 1024;

/** Returns the beginning of a file in whole lines. */
export const headOf = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength <= headBytes ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, headBytes) + 1 || headBytes);

/** The headings that a layout names and a table lacks. Throws UnreadableStatement where it is no table at all. */
export function missingHeadings(bytes: Uint8Array, profile: StatementProfile): string[] {
  const text = decodeStatement(headOf(bytes), profile.encoding);
  return nearestHeading(rowsOf(text, profile), profile)?.missing ?? columnsOfProfile(profile);
}

type ColumnOf = (heading: string | undefined) => number | undefined;

/** Returns a heading in the form in which headings are compared. */
export const normalizeHeading = (heading: string): string => heading.trim().replaceAll(/\s+/g, ' ').toLowerCase();

function columnsOfProfile(profile: StatementProfile): string[] {
  const { date, valueDate, amount, debit, credit, text, reference, counterparty, account } = profile;
  const namedColumns = [date, valueDate, amount, debit, credit, ...text, reference, counterparty, account];
  return [...namedColumns, profile.ownAccount, profile.directionColumn].filter((name) => name !== undefined);
}

/** The row that has most of the headings that the layout names, and those that it lacks. */
function nearestHeading(rows: readonly CsvRow[], profile: StatementProfile) {
  const profileColumns = columnsOfProfile(profile);
  const candidates = rows.slice(0, maxRowsAbove).map((row, index) => {
    const headings = new Set(row.cells.map(normalizeHeading));
    return { row, at: index, missing: profileColumns.filter((name) => !headings.has(normalizeHeading(name))) };
  });
  const fewestMissing = Math.min(...candidates.map(({ missing }) => missing.length));
  return candidates.find(({ missing }) => missing.length === fewestMissing);
}

/** The row of the headings that the layout names, with the place of each. */
function headingOf(rows: readonly CsvRow[], profile: StatementProfile): { at: number; columnOf: ColumnOf } {
  const heading = nearestHeading(rows, profile);
  if (!heading) throw new UnreadableStatement(1, 'unfinished');
  const { at, row, missing } = heading;
  if (missing.length > 0) throw new UnreadableStatement(row.line, 'column', missing.join(', '));
  const columns = row.cells.map(normalizeHeading);
  const columnIndexes = new Map(
    columnsOfProfile(profile).map((name) => [name, columns.indexOf(normalizeHeading(name))]),
  );
  return { at, columnOf: (name) => (name === undefined ? undefined : columnIndexes.get(name)) };
}

interface Table {
  profile: StatementProfile;
  currency: string;
  columnOf: ColumnOf;
  /** The number of cells in the heading. */
  width: number;
  /** The number of cells of a row whose last sum is whole. */
  sumsEnd: number;
  /**
   * Sign of debits in the file: some banks write a minus on every debit, others only on a debit that they take back.
   */
  negativeDebits: 'all' | 'few' | 'mixed';
  /**
   * Words for incoming money that the rows had so far: a second one means that the layout lacks the word for outgoing
   * money.
   */
  inWords: Set<string>;
}

/** A minus on either side, or parentheses. */
const minusSign = /^\D*[-\u2212\u2013(]|[-\u2212\u2013]\s*$/;

function negativesIn(body: readonly CsvRow[], column: number | undefined): Table['negativeDebits'] {
  const sums = body.map((row) => cellOf(row, column)).filter((cell) => /[1-9]/.test(cell));
  const negative = sums.filter((cell) => minusSign.test(cell)).length;
  if (negative === sums.length) return 'all';
  return negative * 2 < sums.length ? 'few' : 'mixed';
}

const cellOf = (row: CsvRow, at: number | undefined) => (at === undefined ? '' : (row.cells[at]?.trim() ?? ''));

/** The booking of a row; undefined for a row that is none. */
function lineOf(row: CsvRow, table: Table, isLast: boolean): ParsedLine | undefined {
  const { profile, columnOf, width } = table;
  const cell = (name: string | undefined) => cellOf(row, columnOf(name));
  const date = cell(profile.date);
  // Balances, totals and end marks begin with a word; a line that is not booked yet has no day.
  const isNamed = !/^\d/.test(date) && /^\P{Nd}/u.test(date) && !profile.dateFormat.startsWith('MMM');
  if (isNamed || !(/\d/.test(date) || /\p{Nd}/u.test(date))) return undefined;
  const bookedOn = readCsvDay(date, profile.dateFormat, row.line);
  // A row that ends within its sum is half of a booking; one that lacks empty cells behind it is whole.
  const isCut = row.cells.length < width && (isLast || row.cells.length < table.sumsEnd);
  if (isCut) throw new UnreadableStatement(row.line, 'unfinished', row.cells.join(profile.separator));
  const sum = sumOf(row, table, cell);
  if (!sum) return undefined;
  const value = cell(profile.valueDate);
  const { amount, direction, isReversal } = sum;
  return {
    bookedOn,
    valueOn: value ? readCsvDay(value, profile.dateFormat, row.line) : null,
    direction,
    amount,
    currency: table.currency,
    text: profile.text.map(cell).filter(Boolean).join(' '),
    bankRef: cell(profile.reference),
    endToEndId: '',
    counterpartyName: cell(profile.counterparty),
    counterpartyAccount: cell(profile.account),
    isReversal,
  };
}

type Direction = Pick<ParsedLine, 'amount' | 'direction' | 'isReversal'>;
type Cell = (name: string | undefined) => string;

/** Amount and direction of a row; nothing where no money moved. */
function sumOf(row: CsvRow, table: Table, cell: Cell): Direction | undefined {
  const { profile, currency, negativeDebits } = table;
  const read = (name: string | undefined): (CsvSum & { text: string }) | undefined => {
    const text = cell(name);
    // Tables have a dash where nothing moved.
    const sum = /^[-\u2212\u2013]*$/.test(text) ? undefined : readCsvSum(text, profile.decimal, currency, row.line);
    return sum && isNonZero(sum.amount) ? { ...sum, text } : undefined;
  };
  const unreadableAmount = (text: string) => new UnreadableStatement(row.line, 'amount', text);
  const amount = read(profile.amount);
  if (amount) return { amount: amount.amount, direction: directionOf(row, amount, table, cell), isReversal: false };
  const debit = read(profile.debit);
  const credit = read(profile.credit);
  if (debit && credit) throw unreadableAmount(`${debit.text} ${credit.text}`);
  if (credit) {
    if (credit.mark === 'out') throw unreadableAmount(credit.text);
    // No bank signs incoming money, so a sign marks a credit that was taken back.
    return { amount: credit.amount, direction: credit.isNegative ? 'out' : 'in', isReversal: credit.isNegative };
  }
  if (!debit) return undefined;
  if (debit.mark === 'in' || (debit.isNegative && negativeDebits === 'mixed')) throw unreadableAmount(debit.text);
  const isReversal = debit.isNegative && negativeDebits === 'few';
  return { amount: debit.amount, direction: isReversal ? 'in' : 'out', isReversal };
}

/**
 * Returns the direction by its own column, else by `DR` or `CR` next to the sum, else by its sign; they must not
 * contradict each other.
 */
function directionOf(
  row: CsvRow,
  sum: CsvSum & { text: string },
  { profile, inWords }: Table,
  cell: Cell,
): 'in' | 'out' {
  const { directionColumn, outWord = '' } = profile;
  if (directionColumn === undefined && sum.mark === undefined)
    return sum.isNegative !== (profile.sign === 'reversed') ? 'out' : 'in';
  const word = cell(directionColumn);
  if (directionColumn !== undefined && word === '') throw new UnreadableStatement(row.line, 'direction', word);
  const namedMark =
    directionColumn === undefined ? sum.mark : normalizeHeading(word) === normalizeHeading(outWord) ? 'out' : 'in';
  if (directionColumn !== undefined && namedMark === 'in') inWords.add(normalizeHeading(word));
  if (inWords.size > 1) throw new UnreadableStatement(row.line, 'direction', word);
  const isContrary = (sum.mark !== undefined && sum.mark !== namedMark) || (sum.isNegative && namedMark === 'in');
  if (isContrary) throw new UnreadableStatement(row.line, 'direction', `${sum.text} ${word}`);
  return namedMark ?? 'in';
}
