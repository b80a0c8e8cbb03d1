import { csvRowsOf, UnreadableCsv, type CsvRow } from '#server/lib/csv-reading.ts';
import { readCsvDay, readCsvSum, type CsvSum } from './payouts.csv-values.ts';
import { decodeStatement } from './payouts.statement.text.ts';
import {
  isSomething,
  maxLines,
  UnreadableStatement,
  type ParsedLine,
  type ParsedStatement,
  type StatementProfile,
} from './payouts.statement.values.ts';

/** Banks write their name, the account and the period above the headings: these are looked for in so many rows. */
const maxRowsAbove = 50;

/**
 * Reads the CSV of a bank by its saved layout; the currency is that of the account. Rows that are no bookings, because they
 * have no day or no sum, are left out and counted. Throws UnreadableStatement.
 */
export function parseCsvStatement(bytes: Uint8Array, profile: StatementProfile, currency: string): ParsedStatement[] {
  const rows = rowsOf(decodeStatement(bytes, profile.encoding), profile);
  const { at, columnOf } = headingOf(rows, profile);
  const width = rows[at]?.cells.length ?? 0;
  const table: Table = { profile, currency, columnOf, width, debits: new Set(), inWords: new Set() };
  const body = rows.slice(at + 1);
  const byAccount = new Map<string, { lines: ParsedLine[]; leftOut: number }>();
  for (const [index, row] of body.entries()) {
    const read = lineOf(row, table, index === body.length - 1);
    const account = read ? cellOf(row, columnOf(profile.ownAccount)) : ([...byAccount.keys()].at(-1) ?? '');
    const part = byAccount.get(account) ?? { lines: [], leftOut: 0 };
    byAccount.set(account, part);
    if (read) part.lines.push(read);
    else part.leftOut += 1;
  }
  if ([...byAccount.values()].every(({ lines }) => lines.length === 0)) requireNoSums(body, table);
  if (byAccount.size === 0) byAccount.set('', { lines: [], leftOut: 0 });
  return [...byAccount].map(([account, { lines, leftOut }]) => {
    const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
    const period = { from: days[0] ?? null, to: days.at(-1) ?? null };
    return { account, currency: null, openingBalance: null, closingBalance: null, ...period, lines, leftOut };
  });
}

/** Refuses a table of sums without a day: its layout names another column, or the days are written in another way. */
function requireNoSums(body: readonly CsvRow[], { profile, columnOf }: Table): void {
  const sums = [profile.amount, profile.debit, profile.credit].filter((name) => name !== undefined);
  const row = body.find((item) => sums.some((name) => /[1-9]/.test(cellOf(item, columnOf(name)))));
  if (row) throw new UnreadableStatement(row.line, 'date', cellOf(row, columnOf(profile.date)));
}

function rowsOf(text: string, { separator, skip }: StatementProfile): CsvRow[] {
  let start = 0;
  for (let line = 0; line < skip && start < text.length; line += 1)
    start = text.indexOf('\n', start) + 1 || text.length;
  try {
    const rows = csvRowsOf(text.slice(start), { separator, maxRows: maxLines, isLenient: true });
    return rows.map(({ line, cells }) => ({ line: line + skip, cells }));
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw new UnreadableStatement(error.line + skip, error.why);
  }
}

type ColumnOf = (heading: string | undefined) => number | undefined;

const plain = (heading: string) => heading.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The row of the headings that the layout names, with the place of each. */
function headingOf(rows: readonly CsvRow[], profile: StatementProfile): { at: number; columnOf: ColumnOf } {
  const { date, valueDate, amount, debit, credit, text, reference, counterparty, account } = profile;
  const named = [date, valueDate, amount, debit, credit, ...text, reference, counterparty, account];
  const wanted = [...named, profile.ownAccount, profile.directionColumn].filter((name) => name !== undefined);
  const missingIn = (row: CsvRow) => {
    const headings = new Set(row.cells.map(plain));
    return wanted.filter((name) => !headings.has(plain(name)));
  };
  const counts = rows.slice(0, maxRowsAbove).map((row) => missingIn(row).length);
  const at = counts.indexOf(Math.min(...counts));
  const heading = rows[at];
  if (!heading) throw new UnreadableStatement(1, 'unfinished');
  const missing = missingIn(heading);
  if (missing.length > 0) throw new UnreadableStatement(heading.line, 'column', missing.join(', '));
  const columns = heading.cells.map(plain);
  return { at, columnOf: (name) => (name === undefined ? undefined : columns.indexOf(plain(name))) };
}

interface Table {
  profile: StatementProfile;
  currency: string;
  columnOf: ColumnOf;
  /** How many cells the heading has. */
  width: number;
  /** The signs of the debits so far: a bank writes all of them with a minus, or none. */
  debits: Set<boolean>;
  /** The words for money that came in so far: one, or the layout does not name the one for out. */
  inWords: Set<string>;
}

const cellOf = (row: CsvRow, at: number | undefined) => (at === undefined ? '' : (row.cells[at]?.trim() ?? ''));

/** The booking of a row; undefined for a row that is none. */
function lineOf(row: CsvRow, table: Table, isLast: boolean): ParsedLine | undefined {
  const { profile, columnOf, width } = table;
  const cell = (name: string | undefined) => cellOf(row, columnOf(name));
  const date = cell(profile.date);
  // Balances, totals and marks of the end begin with a word; what is not booked yet has no day.
  const isNamed = /^\P{Nd}/u.test(date) && !profile.dateFormat.startsWith('MMM');
  if (!/\p{Nd}/u.test(date) || isNamed) return undefined;
  const bookedOn = readCsvDay(date, profile.dateFormat, row.line);
  const sumColumns = [profile.amount, profile.debit, profile.credit].map((name) => columnOf(name) ?? -1);
  // A row that ends within its sum is half of a booking; one that lacks empty cells behind it is whole.
  const isCut = row.cells.length < width && (isLast || row.cells.length < Math.max(...sumColumns) + 2);
  if (isCut) throw new UnreadableStatement(row.line, 'unfinished', row.cells.join(profile.separator));
  const sum = sumOf(row, table, cell);
  if (!sum) return undefined;
  const value = cell(profile.valueDate);
  return {
    ...sum,
    currency: table.currency,
    bookedOn,
    valueOn: value ? readCsvDay(value, profile.dateFormat, row.line) : null,
    text: profile.text.map(cell).filter(Boolean).join(' '),
    bankRef: cell(profile.reference),
    endToEndId: '',
    counterpartyName: cell(profile.counterparty),
    counterpartyAccount: cell(profile.account),
    isReversal: false,
  };
}

type Direction = Pick<ParsedLine, 'amount' | 'direction'>;
type Cell = (name: string | undefined) => string;

/** Amount and direction of a row; nothing where no money moved. */
function sumOf(row: CsvRow, table: Table, cell: Cell): Direction | undefined {
  const { profile, currency, debits } = table;
  const read = (name: string | undefined): (CsvSum & { text: string }) | undefined => {
    const text = cell(name);
    const sum = text === '' ? undefined : readCsvSum(text, profile.decimal, currency, row.line);
    return sum && isSomething(sum.amount) ? { ...sum, text } : undefined;
  };
  const refused = (text: string) => new UnreadableStatement(row.line, 'amount', text);
  const amount = read(profile.amount);
  if (amount) return { amount: amount.amount, direction: directionOf(row, amount, table, cell) };
  const [debit, credit] = [read(profile.debit), read(profile.credit)];
  if (debit && credit) throw refused(`${debit.text} ${credit.text}`);
  if (credit) {
    if (credit.isNegative || credit.mark === 'out') throw refused(credit.text);
    return { amount: credit.amount, direction: 'in' };
  }
  if (!debit) return undefined;
  debits.add(debit.isNegative);
  if (debit.mark === 'in' || debits.size > 1) throw refused(debit.text);
  return { amount: debit.amount, direction: 'out' };
}

/** By the column of its own, else by `DR` or `CR` beside the sum, else by its sign; they must not contradict each other. */
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
  const named = directionColumn === undefined ? sum.mark : plain(word) === plain(outWord) ? 'out' : 'in';
  if (directionColumn !== undefined && named === 'in') inWords.add(plain(word));
  if (inWords.size > 1) throw new UnreadableStatement(row.line, 'direction', word);
  const isContrary = (sum.mark !== undefined && sum.mark !== named) || (sum.isNegative && named === 'in');
  if (isContrary) throw new UnreadableStatement(row.line, 'direction', `${sum.text} ${word}`);
  return named ?? 'in';
}
