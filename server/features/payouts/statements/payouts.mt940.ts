import {
  dayOf,
  decodeUtf8OrWindows,
  maxLines,
  parseSum,
  isSomething,
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
  /** The booking that a field 86 belongs to. */
  last: ParsedLine | null;
}

/** Reads MT940, with or without the envelope of SWIFT. Throws UnreadableStatement. */
export function parseMt940(bytes: Uint8Array): ParsedStatement[] {
  const statements: Draft[] = [];
  for (const field of fieldsOf(decodeUtf8OrWindows(bytes))) {
    const statement = statements.at(-1);
    if (field.tag === '20') statements.push(emptyStatement());
    else if (!statement) throw new UnreadableStatement(field.line, 'format');
    else readField(statement, field);
  }
  const open = statements.find(({ isOpen }) => isOpen);
  if (open || statements.length === 0) throw new UnreadableStatement(1, open ? 'unfinished' : 'format');
  return statements.map(({ isOpen: _isOpen, last: _last, ...statement }) => {
    const lines = statement.lines.filter(({ amount }) => isSomething(amount));
    return { ...statement, lines };
  });
}

function emptyStatement(): Draft {
  const balances = { openingBalance: null, closingBalance: null, from: null, to: null };
  return { account: '', currency: null, ...balances, lines: [], isOpen: true, last: null };
}

/** The fields in order; a line without a tag continues the field above. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    if (at >= maxLines) throw new UnreadableStatement(at + 1, 'size');
    const written = raw.replace(/^(\{\d:[^{}]*\})*\{4:/, '');
    const [, tag, value] = /^:(\d{2}[A-Z]?):(.*)$/.exec(written) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, value: value ?? '', line: at + 1 });
    else if (/^\s*$|^-\}?|^\{/.test(written)) continue;
    else if (last) last.value += `\n${written}`;
    else throw new UnreadableStatement(at + 1, 'format');
  }
  return fields;
}

function readField(statement: Draft, { tag, value, line }: Field): void {
  if (tag === '86') {
    if (statement.last) addDetails(statement.last, value);
    statement.last = null;
    return;
  }
  statement.last = null;
  if (tag === '25') statement.account = value.trim();
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

function balanceOf(value: string, line: number): { currency: string; amount: string; day: string } {
  const [, sign, date = '', currency = '', sum = ''] = /^([CD])(\d{6})([A-Z]{3})(\S*)\s*$/.exec(value) ?? [];
  if (sign === undefined) throw new UnreadableStatement(line, 'amount');
  const amount = parseSum(sum, ',', currency, line);
  return { currency, amount: sign === 'D' && isSomething(amount) ? `-${amount}` : amount, day: swiftDay(date, line) };
}

function swiftDay(text: string, line: number): string {
  return dayOf(`20${text.slice(0, 2)}`, text.slice(2, 4), text.slice(4, 6), line);
}

const booking = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?([^NSF\s]+)([NSF][A-Z0-9]{3})(.*)$/;

function bookingOf(value: string, currency: string, line: number): ParsedLine {
  const [first = '', ...supplement] = value.split('\n');
  const [, date = '', entry, mark, , sum = '', , references = ''] = booking.exec(first) ?? [];
  if (mark === undefined) throw new UnreadableStatement(line, /^\d{6}/.test(first) ? 'amount' : 'date');
  const [own = '', bank = ''] = references.split('//', 2);
  const valueOn = swiftDay(date, line);
  return {
    bookedOn: entry === undefined ? valueOn : entryDay(valueOn, entry, line),
    valueOn,
    direction: mark === 'C' || mark === 'RD' ? 'in' : 'out',
    amount: parseSum(sum, ',', currency, line),
    currency,
    text: [own.trim() === 'NONREF' ? '' : own.trim(), ...supplement].filter(Boolean).join(' '),
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
  const near = difference > 6 ? year - 1 : difference < -6 ? year + 1 : year;
  return dayOf(String(near), entry.slice(0, 2), entry.slice(2, 4), line);
}

const keyword = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|PURP|IBAN|BIC)\+/;

/** Field 86: in parts of two digits behind a sign, in parts between slashes, or free text. */
function addDetails(line: ParsedLine, value: string): void {
  const [, separator] = /^\d{3}([^\dA-Za-z\s])(?=\d{2})/.exec(value) ?? [];
  if (separator === undefined) {
    const free = value.replaceAll('\n', ' ').trim();
    line.endToEndId = /\/EREF\/([^/]+)/.exec(value.replaceAll('\n', ''))?.[1]?.trim() ?? '';
    line.text = [line.text, free].filter(Boolean).join(' ');
    return;
  }
  const parts = value.replaceAll('\n', '').split(separator).slice(1);
  const partsOf = (numbers: RegExp) =>
    parts.filter((part) => numbers.test(part.slice(0, 2))).map((part) => part.slice(2));
  const purpose = partsOf(/^[26]\d$/)
    .join('')
    .split(keyword);
  const named = (name: string) => purpose[purpose.indexOf(name) + 1]?.trim() ?? '';
  const has = (name: string) => purpose.length > 1 && purpose.includes(name);
  line.endToEndId = has('EREF') ? named('EREF') : '';
  // A batch is named by the message it came in.
  const texts = purpose.length === 1 ? purpose : ['SVWZ', 'KREF'].filter(has).map(named);
  line.text = [...new Set([line.text, ...texts])].filter(Boolean).join(' ');
  line.counterpartyAccount = partsOf(/^31$/).join('').trim();
  line.counterpartyName = partsOf(/^3[23]$/)
    .join('')
    .trim();
}
