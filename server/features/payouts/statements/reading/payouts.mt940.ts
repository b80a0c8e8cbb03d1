import { addDetails } from './payouts.mt940.details.ts';
import { decodeUtf8OrOlder } from './payouts.statement.text.ts';
import {
  dayOf,
  isNonZero,
  maxLines,
  parseSum,
  UnreadableStatement,
  type ParsedLine,
  type ParsedStatement,
} from './payouts.statement.values.ts';

interface Field {
  tag: string;
  value: string;
  line: number;
}

interface Draft extends ParsedStatement {
  isOpen: boolean;
  /** The booking that the fields 86 below it belong to. */
  last: ParsedLine | null;
}

/** Reads MT940, with or without the envelope of SWIFT. `country` is that of the account. Throws UnreadableStatement. */
export function parseMt940(bytes: Uint8Array, country?: string): ParsedStatement[] {
  const statements: Draft[] = [];
  const fields = fieldsOf(decodeUtf8OrOlder(bytes, country));
  // An MT942 lists the bookings of the day so far, and has no balances.
  const interim = fields.find(({ tag }) => /^(13D?|34F|90[CD])$/.test(tag));
  if (interim && !fields.some(({ tag }) => /^6[02]/.test(tag)))
    throw new UnreadableStatement(interim.line, 'interim', `:${interim.tag}:`);
  for (const field of fields) {
    const statement = statements.at(-1);
    if (field.tag === '20') statements.push(emptyStatement());
    else if (!statement) throw new UnreadableStatement(field.line, 'format', `:${field.tag}:`);
    else readField(statement, field);
  }
  const openStatement = statements.find(({ isOpen }) => isOpen);
  if (openStatement || statements.length === 0)
    throw new UnreadableStatement(1, openStatement ? 'unfinished' : 'format');
  return statements.map(({ isOpen: _isOpen, last: _last, ...statement }) => {
    const lines = statement.lines.filter(({ amount }) => isNonZero(amount));
    return { ...statement, lines, ...periodOf(statement, lines) };
  });
}

/** Banks write no day beside the balance of an account that they do not date: its bookings say when it was. */
function periodOf(
  { from, to }: Pick<ParsedStatement, 'from' | 'to'>,
  lines: readonly ParsedLine[],
): Pick<ParsedStatement, 'from' | 'to'> {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  return { from: from ?? days[0] ?? to, to: to ?? days.at(-1) ?? from };
}

function emptyStatement(): Draft {
  const balances = { openingBalance: null, closingBalance: null, from: null, to: null };
  return { account: '', currency: null, ...balances, lines: [], isOpen: true, last: null };
}

const tags = new Set('20 21 25 25P 28 28C 13 13D 34F 60F 60M 61 62F 62M 64 65 86 90C 90D'.split(' '));
/** Heads of the envelope of SWIFT that are before the first field, or between two messages. */
const envelope = /^(?:-\}|\{1:).*\{4:/;

/**
 * The fields in order. A line without a known tag continues the field above, within the statement: lines before its
 * field 20 or behind its closing balance belong to the envelope in which the bank sends it.
 */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let isOpen = false;
  for (const [at, rawLine] of text.split(/\r\n|\n|\r/).entries()) {
    if (at >= maxLines) throw new UnreadableStatement(at + 1, 'size');
    const bodyText = rawLine.replace(envelope, '');
    const [, tag = '', value = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(bodyText) ?? [];
    const lastField = fields.at(-1);
    if (tags.has(tag) && !(isOpen && lastField && isTime(lastField.value, value))) {
      fields.push({ tag, value, line: at + 1 });
      isOpen = tag === '62F' || tag === '62M' ? false : isOpen || tag === '20';
    } else if (isOpen && lastField && bodyText.trim() !== '') lastField.value += `\n${bodyText}`;
  }
  return fields;
}

/** True where a text ends with an hour and the next line begins with `:mm:ss`: a time that the bank has broken. */
function isTime(textBefore: string, value: string): boolean {
  return /(?:^|\D)(?:[01]\d|2[0-3])$/.test(textBefore.slice(-3)) && /^[0-5]\d(?!\d)/.test(value);
}

function readField(statement: Draft, { tag, value, line }: Field): void {
  if (tag === '86') {
    if (statement.last) addDetails(statement.last, value);
    return;
  }
  statement.last = null;
  // The BIC of the bank follows the account of option P.
  if (tag === '25' || tag === '25P') statement.account = value.split('\n')[0]?.trim() ?? '';
  else if (tag === '60F' || tag === '60M') {
    const { currency, amount, day } = balanceOf(value, line);
    Object.assign(statement, { currency, openingBalance: amount, from: day });
  } else if (tag === '62F' || tag === '62M') {
    const { amount, day } = balanceOf(value, line);
    Object.assign(statement, { closingBalance: amount, to: day, isOpen: false });
  } else if (tag === '61') {
    statement.last = bookingOf(value, statement.currency ?? '', line);
    statement.lines.push(statement.last);
  }
}

const balance = /^([CD])\s*(\d{6})\s*([A-Z]{3})\s*([\d.,]+)\s*$/;

function balanceOf(value: string, line: number): { currency: string; amount: string; day: string | null } {
  const [firstLine = ''] = value.split('\n');
  const [, sign, date = '', currency = '', sum = ''] = balance.exec(firstLine) ?? [];
  if (sign === undefined) throw new UnreadableStatement(line, 'amount', firstLine);
  const amount = sumOf(sum, currency, line);
  // No day: the bank does not know it.
  const day = date === '000000' ? null : swiftDay(date, line);
  return { currency, amount: sign === 'D' && isNonZero(amount) ? `-${amount}` : amount, day };
}

/** SWIFT has a comma; some banks write a point, which before three digits could also be one between thousands. */
function sumOf(text: string, currency: string, line: number): string {
  const isPoint = /^\d+\.(\d{0,2}|\d{4,})$/.test(text);
  return parseSum(text, isPoint ? '.' : ',', currency, line);
}

function swiftDay(text: string, line: number): string {
  return dayOf(`20${text.slice(0, 2)}`, text.slice(2, 4), text.slice(4, 6), line);
}

/**
 * Day of value, day of entry, mark, third letter of the currency, sum, type, references. Banks leave the type out or
 * pad it.
 */
const booking =
  /^(\d{6})(?:(?:\d{2})?(\d{4}))?\s*(RC|RD|C|D)([A-Z])?\s*([\d.,]+)\s*(?:(?!NONREF)[NSF][A-Z0-9]{2}[A-Z0-9 ]|(?=\/\/|NONREF|$))(.*)$/;

function bookingOf(value: string, currency: string, line: number): ParsedLine {
  const [firstLine = '', ...supplement] = value.split('\n');
  const [, date = '', entry, mark, , sum = '', references = ''] = booking.exec(firstLine) ?? [];
  if (mark === undefined) throw new UnreadableStatement(line, /^\d{6}/.test(firstLine) ? 'amount' : 'date', firstLine);
  const [ownReference = '', bank = ''] = references.split('//', 2);
  const valueOn = swiftDay(date, line);
  return {
    bookedOn: entry === undefined ? valueOn : entryDay(valueOn, entry, line),
    valueOn,
    direction: mark === 'C' || mark === 'RD' ? 'in' : 'out',
    amount: sumOf(sum, currency, line),
    currency,
    text: [ownReference.trim() === 'NONREF' ? '' : ownReference.trim(), ...supplement].filter(Boolean).join(' '),
    bankRef: bank.trim(),
    endToEndId: '',
    counterpartyName: '',
    counterpartyAccount: '',
    isReversal: mark.startsWith('R'),
  };
}

/** The day of the entry has no year: it is the one nearest to the value date. */
function entryDay(valueOn: string, entry: string, line: number): string {
  const year = Number(valueOn.slice(0, 4));
  const difference = Number(entry.slice(0, 2)) - Number(valueOn.slice(5, 7));
  const nearestYear = difference > 6 ? year - 1 : difference < -6 ? year + 1 : year;
  return dayOf(String(nearestYear), entry.slice(0, 2), entry.slice(2, 4), line);
}
