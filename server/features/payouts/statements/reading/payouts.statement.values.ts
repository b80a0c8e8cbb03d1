import type { z } from 'zod';
import type { statementShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';

/** A statement has a booking on a line or more; a file of nothing but line breaks is none. */
export const maxLines = 250_000;

/** The number of the line at an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Returns the number of decimals of a currency. Throws UnreadableStatement for an unknown one. */
export function requireMinorUnits(currency: string, line: number): number {
  const currencyDetails = payoutCurrency(currency);
  if (!currencyDetails) throw new UnreadableStatement(line, 'currency', currency);
  return currencyDetails.minorUnits;
}

/**
 * Parses a sum without a sign into decimal text with exactly the minor units of its currency; leading zeros and zeros
 * beyond the minor units are padding.
 */
export function parseSum(text: string, decimal: string, currency: string, line: number): string {
  const units = requireMinorUnits(currency, line);
  const [integerPart = '', fraction = '', ...more] = text.split(decimal);
  const isSum = /^\d+$/.test(integerPart) && /^\d*$/.test(fraction) && more.length === 0;
  const digits = integerPart.replace(/^0+(?=\d)/, '');
  const isPadded = /^0*$/.test(fraction.slice(units));
  if (!isSum || !isPadded || digits.length + Math.min(fraction.length, units) > 15)
    throw new UnreadableStatement(line, 'amount', text);
  return units === 0 ? digits : `${digits}.${fraction.slice(0, units).padEnd(units, '0')}`;
}

/** True for a sum above zero, given as decimal text without a sign. */
export const isNonZero = (sum: string): boolean => /[1-9]/.test(sum);

/**
 * The day of the calendar, as `YYYY-MM-DD`. Banks that count 30 days a month write 30 February: the last day of a month
 * stands for those that it does not have.
 */
export function dayOf(year: string, month: string, day: string, line: number): string {
  const at = Number(month);
  const number = Number(day);
  const isDay =
    /^\d{4} \d\d \d\d$/.test(`${year} ${month} ${day}`) && at >= 1 && at <= 12 && number >= 1 && number <= 31;
  if (!isDay) throw new UnreadableStatement(line, 'date', [year, month, day].filter(Boolean).join('-'));
  const lastDay = new Date(Date.UTC(Number(year), at, 0)).getUTCDate();
  return `${year}-${month}-${String(Math.min(number, lastDay)).padStart(2, '0')}`;
}

/**
 * Maximum length of a text of the bank: no bank writes more about one booking, and a file of one text is no statement.
 */
export const maxTextLength = 2_000;

/** Banks write these where they have no reference. */
export const noReference = new Set(['', 'NONREF', 'NOTPROVIDED']);

/** Joins the distinct parts of a text, up to the length that is read. */
export function joinTexts(parts: Iterable<string>): string {
  const uniqueParts = new Set<string>();
  let length = 0;
  for (const part of parts) {
    if (length > maxTextLength) break;
    if (part === '' || uniqueParts.has(part)) continue;
    uniqueParts.add(part);
    length += part.length + 1;
  }
  return cutText([...uniqueParts].join(' '));
}

/** Cuts a text to the length that is read, never inside a character. */
export function cutText(text: string, length = maxTextLength): string {
  const beginning = text.slice(0, length);
  const lastUnit = beginning.charCodeAt(beginning.length - 1);
  return lastUnit >= 0xd800 && lastUnit <= 0xdbff ? beginning.slice(0, -1) : beginning;
}

/**
 * One booking as the bank wrote it. Amounts are decimal text with the minor units of their currency, days `YYYY-MM-DD`.
 */
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
  /** Rows of a table that are no bookings. */
  leftOut?: number;
}

/** Why a file is no statement; each reason has a sentence of its own. */
const unreadableReasons = [
  'advice',
  'amount',
  'attributes',
  'charset',
  'column',
  'currency',
  'date',
  'depth',
  'direction',
  'doctype',
  'excel',
  'format',
  'interim',
  'layout',
  'pdf',
  'size',
  'unfinished',
  'xml',
  'zip',
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/** Maximum length of the text of a file that a refusal repeats. */
const maxFound = 60;

/** Why a file is refused as a whole: nothing of it is stored. `foundText` is the text at that place of the file. */
export class UnreadableStatement extends Error {
  readonly line: number;
  readonly why: UnreadableReason;
  readonly found: string;

  constructor(line: number, reason: UnreadableReason, foundText = '') {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.why = reason;
    this.found = cutText(foundText.replaceAll(/\s+/g, ' ').trim(), maxFound);
  }
}

/** True if a file was read with a result of the expected kind. */
export function isReadable<Result>(read: () => Result, isWanted: (result: Result) => boolean = () => true): boolean {
  try {
    return isWanted(read());
  } catch (error) {
    if (error instanceof UnreadableStatement) return false;
    throw error;
  }
}

/** The layout of a bank's CSV, by its headings. */
export type StatementProfile = z.output<typeof statementShape>;
