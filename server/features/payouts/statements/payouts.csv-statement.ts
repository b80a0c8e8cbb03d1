import { decodeStatement } from './payouts.statement.text.ts';
import {
  dayOf,
  maxLines,
  parseSum,
  isSomething,
  UnreadableStatement,
  type ParsedLine,
  type ParsedStatement,
  type StatementProfile,
} from './payouts.statement.values.ts';

interface Row {
  line: number;
  cells: string[];
}

/** Reads the CSV of a bank by its saved profile; the currency is that of the account. Throws UnreadableStatement. */
export function parseCsvStatement(bytes: Uint8Array, profile: StatementProfile, currency: string): ParsedStatement[] {
  const [heading, ...rows] = rowsOf(decodeStatement(bytes, profile.encoding), profile.separator, profile.skip);
  if (!heading) throw new UnreadableStatement(1, 'unfinished');
  const columns = heading.cells.map((cell) => cell.trim());
  const columnOf = (name: string | undefined): number => {
    if (name === undefined) return -1;
    const at = columns.indexOf(name);
    if (at < 0) throw new UnreadableStatement(heading.line, 'column');
    return at;
  };
  const date = columnOf(profile.date);
  const valueDate = columnOf(profile.valueDate);
  const sums = [columnOf(profile.amount), columnOf(profile.debit), columnOf(profile.credit)] as const;
  const texts = profile.text.map(columnOf);
  const [reference, name, account] = [profile.reference, profile.counterparty, profile.account].map(columnOf);
  const lines = rows.flatMap((row): ParsedLine[] => {
    if (row.cells.length < columns.length) throw new UnreadableStatement(row.line, 'unfinished');
    const cell = (at: number | undefined) => (at === undefined ? '' : (row.cells[at]?.trim() ?? ''));
    const sum = sumOf(row, sums.map(cell), profile, currency);
    if (!sum) return [];
    const value = cell(valueDate);
    return [
      {
        ...sum,
        currency,
        bookedOn: parseDay(cell(date), profile.dateFormat, row.line),
        valueOn: value ? parseDay(value, profile.dateFormat, row.line) : null,
        text: texts.map(cell).filter(Boolean).join(' '),
        bankRef: cell(reference),
        endToEndId: '',
        counterpartyName: cell(name),
        counterpartyAccount: cell(account),
        isReversal: false,
      },
    ];
  });
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const period = { from: days[0] ?? null, to: days.at(-1) ?? null };
  return [{ account: '', currency: null, openingBalance: null, closingBalance: null, ...period, lines }];
}

const maxCells = 500;

/** RFC 4180 with any separator; empty lines are left out. */
export function rowsOf(text: string, separator: string, skip: number): Row[] {
  const rows: Row[] = [];
  let line = 1;
  let at = 0;
  for (; line <= skip && at < text.length; line += 1) at = text.indexOf('\n', at) + 1 || text.length;
  let row: Row = { line, cells: [] };
  while (at < text.length) {
    if (line > maxLines || row.cells.length > maxCells) throw new UnreadableStatement(line, 'size');
    const end = readCell(text, at, separator);
    if (!end) throw new UnreadableStatement(line, 'unfinished');
    row.cells.push(end.value);
    line += end.lines;
    at = end.at;
    if (text.startsWith(separator, at)) {
      at += separator.length;
      if (at < text.length) continue;
      row.cells.push('');
    }
    const [breaking] = /^(\r\n|\n|\r)/.exec(text.slice(at, at + 2)) ?? [''];
    if (at < text.length && !breaking) throw new UnreadableStatement(line, 'format');
    at += breaking.length;
    if (row.cells.some(Boolean)) rows.push(row);
    line += 1;
    row = { line, cells: [] };
  }
  return rows;
}

function readCell(text: string, at: number, separator: string) {
  let end = at;
  if (text[at] !== '"') {
    while (end < text.length && !text.startsWith(separator, end) && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { value: text.slice(at, end), at: end, lines: 0 };
  }
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return undefined;
    // Two quotes stand for one.
    if (text[end + 1] === '"') end += 1;
    else break;
  } while (end < text.length);
  const inner = text.slice(at + 1, end);
  return { value: inner.replaceAll('""', '"'), at: end + 1, lines: inner.split('\n').length - 1 };
}

/** Amount and direction of a row; nothing where no money moved. */
function sumOf(
  row: Row,
  [amount = '', debit = '', credit = '']: string[],
  profile: StatementProfile,
  currency: string,
) {
  const signed = profile.amount !== undefined;
  const group = profile.decimal === ',' ? '.' : ',';
  const read = (text: string): string => {
    const grouped = new RegExp(`^\\d{1,3}([${group}'\u00a0\u202f ]\\d{3})+(?=[${profile.decimal}]|$)`);
    return parseSum(
      grouped.test(text) ? text.replace(new RegExp(`[${group}'\u00a0\u202f ]`, 'g'), '') : text,
      profile.decimal,
      currency,
      row.line,
    );
  };
  const isEmpty = (text: string) => text === '' || !isSomething(read(text));
  if (!signed) {
    if (isEmpty(debit) && isEmpty(credit)) return undefined;
    if (!isEmpty(debit) && !isEmpty(credit)) throw new UnreadableStatement(row.line, 'amount');
    return isEmpty(debit)
      ? { amount: read(credit), direction: 'in' as const }
      : { amount: read(debit), direction: 'out' as const };
  }
  const [, sign = '', digits = ''] = /^([+\-\u2212]?)(.*)$/.exec(amount) ?? [];
  const isNegative = (sign === '-' || sign === '\u2212') !== (profile.sign === 'reversed');
  const sum = read(digits);
  return !isSomething(sum) ? undefined : { amount: sum, direction: isNegative ? ('out' as const) : ('in' as const) };
}

function parseDay(text: string, format: string, line: number): string {
  const pattern = format.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  const named = pattern
    .replace(/YYYY|YY/, (year) => `(?<year>\\d{${year.length}})`)
    .replace('MM', '(?<month>\\d{1,2})')
    .replace('DD', '(?<day>\\d{1,2})');
  const { year = '', month = '', day = '' } = new RegExp(`^${named}(?:[T ].*)?$`).exec(text)?.groups ?? {};
  return dayOf(year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0'), line);
}
