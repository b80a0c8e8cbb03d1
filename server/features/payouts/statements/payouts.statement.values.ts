import type { z } from 'zod';
import { amountOf, none } from '#shared/kernel/money.ts';
import type { statementShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { windows1252 } from '#shared/payouts/payouts.encoding.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';

const utf8 = 'utf-8';
const readable = new Set([utf8, 'us-ascii', 'iso-8859-1', 'iso-8859-15', 'windows-1252']);
/** Control characters that no text of a bank holds, and those that stand for a byte without a meaning. */
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/;

/** Text of a file: by its byte order mark, else in the encoding given. Throws on bytes that do not fit. */
export function decodeStatement(bytes: Uint8Array, encoding: string): string {
  const mark = markOf(bytes);
  const name = mark ?? encoding.toLowerCase();
  if (!mark && !readable.has(name)) throw new UnreadableStatement(1, 'charset');
  const isAscii = name === 'us-ascii' && bytes.some((byte) => byte > 127);
  const text = isAscii ? undefined : decode(bytes, name);
  const at = text?.search(unprintable) ?? 0;
  if (text === undefined || at >= 0) throw new UnreadableStatement(lineAt(text ?? '', at), 'charset');
  return text;
}

const [replaced, latin9] = ['¤¦¨´¸¼½¾', '€ŠšŽžŒœŸ'];

/** Single bytes by hand: TextDecoder reads ISO-8859-1 as windows-1252, and that one, in some versions of Node, as neither. */
function decode(bytes: Uint8Array, name: string): string | undefined {
  const latin1 = () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (name === 'iso-8859-1') return latin1();
  if (name === 'iso-8859-15')
    return latin1().replace(/[\u00a4-\u00be]/g, (sign) => latin9[replaced.indexOf(sign)] ?? sign);
  if (name === 'windows-1252')
    return latin1().replace(/[\u0080-\u009f]/g, (sign) => windows1252[sign.charCodeAt(0) - 128] ?? sign);
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? utf8 : undefined;
}

/** UTF-8, else what banks wrote before it. */
export function decodeUtf8OrWindows(bytes: Uint8Array): string {
  return decodeStatement(bytes, decode(bytes, utf8) === undefined ? 'windows-1252' : utf8);
}

/** A statement has a booking on a line or more; a file of nothing but line breaks is none. */
export const maxLines = 250_000;

/** The number of the line at an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Decimals of a currency, or an unreadable statement. */
export function requireMinorUnits(currency: string, line: number): number {
  const known = payoutCurrency(currency);
  if (!known) throw new UnreadableStatement(line, 'currency');
  return known.minorUnits;
}

/** A sum without a sign, as decimal text with exactly the minor units of its currency. */
export function parseSum(text: string, decimal: string, currency: string, line: number): string {
  const units = requireMinorUnits(currency, line);
  const [whole = '', fraction = '', ...more] = text.split(decimal);
  const isSum = /^\d+$/.test(whole) && /^\d*$/.test(fraction) && more.length === 0;
  if (!isSum || fraction.length > units || whole.length + fraction.length > 15)
    throw new UnreadableStatement(line, 'amount');
  const digits = whole.replace(/^0+(?=\d)/, '');
  return units === 0 ? digits : `${digits}.${fraction.padEnd(units, '0')}`;
}

/** True of a sum without a sign, as decimal text, that is more than nothing. */
export const isSomething = (sum: string): boolean => amountOf('payout', sum).gt(none.payout);

/** The day of the calendar, as `YYYY-MM-DD`. */
export function dayOf(year: string, month: string, day: string, line: number): string {
  const text = `${year}-${month}-${day}`;
  const at = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text) throw new UnreadableStatement(line, 'date');
  return text;
}

/** So much of a text of the bank is read: no bank writes as much about one booking, and a file of one text is no statement. */
export const maxTextLength = 2_000;

/** One text of the parts that are there, each once, as far as it is read. */
export function joinTexts(parts: Iterable<string>): string {
  const joined = new Set<string>();
  let length = 0;
  for (const part of parts) {
    if (length > maxTextLength) break;
    if (part === '' || joined.has(part)) continue;
    joined.add(part);
    length += part.length + 1;
  }
  return cutText([...joined].join(' '));
}

/** The beginning of a text, as far as it is read; never half of a character. */
export function cutText(text: string, length = maxTextLength): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** One booking as the bank wrote it. Amounts are decimal text with the minor units of their currency, days `YYYY-MM-DD`. */
export interface ParsedLine {
  bookedOn: string;
  valueOn: string | null;
  direction: 'in' | 'out';
  amount: string;
  currency: string;
  text: string;
  bankRef: string;
  endToEndId: string;
  counterpartyName: string;
  counterpartyAccount: string;
  isReversal: boolean;
}

/** One statement of a file; balances are signed. */
export interface ParsedStatement {
  /** IBAN or number as the bank writes it; empty where the file names none. */
  account: string;
  currency: string | null;
  openingBalance: string | null;
  closingBalance: string | null;
  from: string | null;
  to: string | null;
  lines: ParsedLine[];
}

export type UnreadableReason =
  | ('account' | 'amount' | 'attributes' | 'charset' | 'column' | 'currency' | 'date' | 'depth' | 'doctype' | 'format')
  | ('size' | 'unfinished' | 'xml');

/** Why a file is refused as a whole: nothing of it is stored. */
export class UnreadableStatement extends Error {
  readonly line: number;
  readonly why: UnreadableReason;

  constructor(line: number, why: UnreadableReason) {
    super(`line ${line}: ${why}`);
    this.line = line;
    this.why = why;
  }
}

/** How the CSV of a bank is laid out, by its headings. */
export type StatementProfile = z.output<typeof statementShape>;
