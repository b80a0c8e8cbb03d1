import { monthNamed } from './payouts.month-names.ts';
import { dayOf, parseSum, requireMinorUnits, UnreadableStatement } from './payouts.statement.values.ts';

/** An amount as a bank writes it in a table: without its sign and the text around it. */
export interface CsvSum {
  /** Decimal text with the minor units of the currency. */
  amount: string;
  /** A minus before or behind it, or parentheses round it. */
  isNegative: boolean;
  /** `DR` means out and `CR` in, from the customer of the bank. */
  mark: 'in' | 'out' | undefined;
}

/** No bank writes a longer sum, so longer text in its column is not parsed. */
export const maxSumLength = 60;

const sign = '[+\\-\u2212\u2013]';
const besideMark = new RegExp(`^(?:(dr|cr)\\.?\\s*)?(.*?)(?:\\s*(dr|cr)\\.?)?$`, 'i');
const signedNumber = new RegExp(`^(${sign})?\\s*(.*?)\\s*(${sign})?$`);

/**
 * Reads a sum of the currency with its decimal sign: grouped, signed on either side, with the currency. Throws
 * UnreadableStatement.
 */
export function readCsvSum(text: string, decimal: ',' | '.', currency: string, line: number): CsvSum {
  if (text.length > maxSumLength) throw new UnreadableStatement(line, 'amount', text);
  const [, markBefore, middle = '', markBehind] = besideMark.exec(text.trim()) ?? [];
  const [, innerText] = /^\((.*)\)$/.exec(middle.trim()) ?? [];
  let numberText = (innerText ?? middle).trim();
  const plusOrMinus: string[] = [];
  // The currency is within the sign or outside of it.
  for (let round = 0; round < 2; round += 1) {
    const [, first, body = '', last] = signedNumber.exec(numberText) ?? [];
    plusOrMinus.push(...[first, last].filter((item) => item !== undefined));
    numberText = withoutCurrency(body, currency);
  }
  const isSum = plusOrMinus.length + (innerText === undefined ? 0 : 1) <= 1 && !(markBefore && markBehind);
  if (!isSum || !/^\d/.test(numberText)) throw new UnreadableStatement(line, 'amount', text);
  const mark = (markBefore ?? markBehind)?.toLowerCase();
  const isNegative = innerText !== undefined || (plusOrMinus.length > 0 && plusOrMinus[0] !== '+');
  const plainSum = withoutGroups(numberText, decimal);
  // Three digits behind the sign are thousands of a layout with the wrong one, not padding.
  const [integerPart = '', behindSign = ''] = plainSum.split(decimal);
  if (/^[1-9]\d{0,2}$/.test(integerPart) && behindSign.length === 3 && requireMinorUnits(currency, line) < 3)
    throw new UnreadableStatement(line, 'amount', text);
  try {
    const amount = parseSum(plainSum, decimal, currency, line);
    return { amount, isNegative, mark: mark === undefined ? undefined : mark === 'dr' ? 'out' : 'in' };
  } catch (error) {
    throw error instanceof UnreadableStatement ? new UnreadableStatement(line, error.why, text) : error;
  }
}

const groups = { ',': groupsWith('.', ','), '.': groupsWith(',', '.') };

function groupsWith(separator: string, decimal: string) {
  const group = `[${separator}'\u2019\u00a0\u202f ]`;
  const grouped = new RegExp(`^\\d{1,3}(${group}\\d{2,3})*${group}\\d{3}(?=[${decimal}]|$)`);
  return { grouped, group: new RegExp(group, 'g') };
}

/** Thousands, and the lakhs of India, between points, commas, apostrophes or blanks. */
function withoutGroups(text: string, decimal: ',' | '.'): string {
  if (/^\d+[.,]?\d*$/.test(text) && !text.includes(decimal === ',' ? '.' : ',')) return text;
  const { grouped, group } = groups[decimal];
  return grouped.test(text) ? text.replaceAll(group, '') : text;
}

/** Abbreviations of banks for currencies whose sign no standard names. */
const abbreviations: Partial<Record<string, string[]>> = {
  CHF: ['Fr.', 'SFr.'],
  INR: ['Rs.', 'Rs'],
  KES: ['KSh', 'Ksh'],
  NGN: ['N'],
};
const symbolsOf = new Map<string, string[]>();

/** The text without the code or the sign of its own currency; that of another one stays, and is no digit. */
function withoutCurrency(text: string, currency: string): string {
  let knownSymbol = symbolsOf.get(currency);
  if (!knownSymbol) {
    const displays = ['symbol', 'narrowSymbol'] as const;
    const writtenSums = displays.flatMap((currencyDisplay) =>
      new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
    );
    knownSymbol = [...new Set([currency, ...writtenSums, ...(abbreviations[currency] ?? [])])].toSorted(
      (a, b) => b.length - a.length,
    );
    symbolsOf.set(currency, knownSymbol);
  }
  const leadingSymbol = knownSymbol.find((item) => text.startsWith(item));
  const trailingSymbol = leadingSymbol === undefined ? knownSymbol.find((item) => text.endsWith(item)) : undefined;
  return (
    leadingSymbol === undefined
      ? text.slice(0, text.length - (trailingSymbol?.length ?? 0))
      : text.slice(leadingSymbol.length)
  ).trim();
}

const patterns = new Map<string, RegExp>();

/** Parsed days by their text: a file repeats few of them on thousands of lines. */
const knownDays = new Map<string, string>();
const maxKnownDays = 2_000;

/**
 * A day in the format of a layout: `DD.MM.YYYY`, `MM/DD/YY`, `DD-MMM-YYYY`. A time may follow. Throws
 * UnreadableStatement.
 */
export function readCsvDay(text: string, format: string, line: number): string {
  const writtenSum = `${format} ${text}`;
  const knownDay = knownDays.get(writtenSum);
  if (knownDay !== undefined) return knownDay;
  const day = readDay(text, format, line);
  if (knownDays.size < maxKnownDays) knownDays.set(writtenSum, day);
  return day;
}

function readDay(text: string, format: string, line: number): string {
  let pattern = patterns.get(format);
  if (!pattern) {
    const source = format.replaceAll(/YYYY|YY|MMMM?|MM?|DD?|./g, (token) => partOf[token] ?? escapeSign(token));
    pattern = new RegExp(`^${source}(?:[T ].*)?$`, 'u');
    patterns.set(format, pattern);
  }
  const { year = '', month, name = '', day = '' } = pattern.exec(text)?.groups ?? {};
  const number = month ?? String(monthNamed(name) ?? '');
  const isDay = year !== '' && number !== '' && day !== '';
  if (!isDay) throw new UnreadableStatement(line, 'date', text);
  return dayOf(year.length === 2 ? `20${year}` : year, number.padStart(2, '0'), day.padStart(2, '0'), line);
}

const numbers = { MM: '(?<month>\\d{1,2})', M: '(?<month>\\d{1,2})', DD: '(?<day>\\d{1,2})', D: '(?<day>\\d{1,2})' };
const names = { MMMM: '(?<name>\\p{L}+)\\.?', MMM: '(?<name>\\p{L}+)\\.?' };
const years = { YYYY: '(?<year>\\d{4})', YY: '(?<year>\\d{2})' };
const partOf: Partial<Record<string, string>> = { ...numbers, ...names, ...years };
const escapeSign = (character: string) => character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
