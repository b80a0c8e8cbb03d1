import i18next from 'i18next';
import { dayMs, hourMs, minuteMs } from '#shared/reference/units-of-time.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { withRegion } from '../i18n/region.ts';

/** Money as it crosses the wire: decimal text, or a JSON number of at most 8 decimals. */
export type Decimal = string | number;

const minus = '\u2212';
export const noBreak = '\u00a0';

// Latin digits in every language: users compare these amounts with a bank statement and a wallet.
const locale = (): string => `${currentLanguage()}-u-nu-latn`;

/** Locale of dates: English ones are written day first, as in the whole product. */
export const dateLocale = (): string => (currentLanguage() === 'en' ? 'en-GB' : locale());

// Arabic numbers run left to right as in English: Intl's own add marks and swap symbol and amount.
function numberLocale({ notation }: Intl.NumberFormatOptions): string {
  return currentLanguage() === 'ar' && !notation ? 'en' : `${withRegion(currentLanguage())}-u-nu-latn`;
}

// Intl takes decimal text exactly, without passing through a binary float; its type asks for the literal form.
function exactNumber(value: Decimal): `${number}` {
  // A decimal is written in digits, as the literal type asks.
  return String(value) as `${number}`;
}

function fractionDigits(value: Decimal): number {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').replace(/0+$/, '').length - Number(exponent));
}

// Versions of Intl differ in which no-break space they use, and hydration needs the same text from server and browser.
function textOf(parts: Intl.NumberFormatPart[]): string {
  const text = parts.map(({ type, value }) => (type === 'minusSign' ? minus : value)).join('');
  return text.replaceAll('\u202f', '\u00a0');
}

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const language = numberLocale(options);
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}

/** Minor digits of a currency (JPY 0, USD 2, KWD 3); 2 for one unknown to the browser. */
export function minorUnits(currency: string): number {
  try {
    return numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/**
 * Fiat money with its symbol: `₦1,482,310.55`. At least the currency's minor digits, and never fewer than the value
 * has. Write the ISO code beside it: `$` alone is ambiguous.
 */
export function formatMoney(value: Decimal, currency: string): string {
  const digits = minorUnits(currency);
  const maximumFractionDigits = Math.min(8, Math.max(digits, fractionDigits(value)));
  const digitOptions = { minimumFractionDigits: digits, maximumFractionDigits };
  let parts: Intl.NumberFormatPart[];
  try {
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digitOptions } as const;
    parts = numberFormat(options).formatToParts(exactNumber(value));
  } catch {
    parts = numberFormat(digitOptions).formatToParts(exactNumber(value));
  }
  // Without a symbol Intl writes the currency code, which is shown beside the amount anyway, and a space after a minus.
  const bareParts = parts.filter(({ type, value: text }) => type !== 'currency' || text !== currency);
  return textOf(bareParts).trim().replace(/^−\s/, '−');
}

/** Fiat money with symbol and code in one text, on one line: `₦1,482,310.55 NGN`. */
export function formatMoneyText(value: Decimal, currency: string): string {
  return `${formatMoney(value, currency)}${noBreak}${currency}`;
}

const maxCoinDecimals = 8;

/** An amount of a coin: up to 8 decimals without trailing zeros; `exact` retains the coin's number of decimals. */
export function formatCrypto(
  value: Decimal,
  symbol: string,
  { exact = 0 }: { exact?: number | undefined } = {},
): string {
  const format = numberFormat({
    minimumFractionDigits: Math.min(exact, maxCoinDecimals),
    maximumFractionDigits: maxCoinDecimals,
  });
  return `${textOf(format.formatToParts(exactNumber(value)))}${noBreak}${symbol}`;
}

/** A bare number with grouping and up to `digits` decimals. */
export function formatNumber(value: Decimal, digits = 8): string {
  return textOf(numberFormat({ maximumFractionDigits: digits }).formatToParts(exactNumber(value)));
}

/** Decimals that a rate is stored with. */
const maxRateDecimals = 18;

/** `1 BTC = 39,145.28 USD`: 6 significant digits, never less than the smallest unit; `exact` shows every digit. */
export function formatRate(
  from: string,
  to: string,
  rate: Decimal,
  { exact = false }: { exact?: boolean } = {},
): string {
  const digits = minorUnits(to);
  const integerDigits = Math.floor(Math.log10(Number(rate))) + 1;
  const options =
    Number(rate) < 1 && !exact
      ? { maximumSignificantDigits: 6 }
      : {
          minimumFractionDigits: Number(rate) < 1 ? 0 : digits,
          maximumFractionDigits: exact ? maxRateDecimals : Math.max(digits, 6 - integerDigits),
        };
  return `1${noBreak}${from} = ${textOf(numberFormat(options).formatToParts(exactNumber(rate)))}${noBreak}${to}`;
}

// Per cent is a unit here, so that the sign is placed by the language and the value is not multiplied.
const perCent = { style: 'unit', unit: 'percent', maximumFractionDigits: 2 } as const;

/** A change with its sign: `+2.31%`, `−0.84%`. */
export function formatChange(percent: Decimal): string {
  const options = { ...perCent, minimumFractionDigits: 2, signDisplay: 'exceptZero' } as const;
  return textOf(numberFormat(options).formatToParts(exactNumber(percent)));
}

/** A percentage as given: `5%`, `2.5%`, `2,5 %`. */
export function formatPercent(percent: Decimal): string {
  return textOf(numberFormat(perCent).formatToParts(exactNumber(percent)));
}

/** The magnitude as text, `2.87 million`: an extra zero can cost a week of wages. Empty below 10,000. */
export function formatMagnitude(value: Decimal): string {
  if (Number(value) < 10_000) return '';
  const options = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 } as const;
  return textOf(numberFormat(options).formatToParts(exactNumber(value)));
}

/** A compact number for chart axes, `48.2K`, `1.2M`: only axes shorten amounts. */
export function formatCompact(value: Decimal): string {
  return textOf(numberFormat({ notation: 'compact', maximumFractionDigits: 1 }).formatToParts(exactNumber(value)));
}

const names = new Map<string, Intl.DisplayNames>();

/** Returns the name of a currency in the page's language; its code if neither the runtime nor we know a name. */
export function currencyName(code: string): string {
  const displayNames = names.get(locale()) ?? new Intl.DisplayNames([locale()], { type: 'currency', fallback: 'code' });
  names.set(locale(), displayNames);
  const name = displayNames.of(code);
  if (name && name !== code) return name;
  // Newer than the currency data of the runtime.
  return i18next.t(`common:currency.${code as 'SLE'}`, { lng: currentLanguage(), defaultValue: code });
}

/**
 * The name of a country in the user's language; a text that is not a two-letter code stays unchanged, as in older
 * accounts.
 */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/i.test(code)) return code;
  return new Intl.DisplayNames([locale()], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

export type Instant = string | number | Date;

/** Formats an instant in these parts, in this language. */
export function dateText(instant: Instant, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(dateLocale(), options).format(new Date(instant));
  // Intl writes only this short English month with four letters.
  return currentLanguage() === 'en' ? text.replace(/\bSept\b/, 'Sep') : text;
}

const calendarDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;
export const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Without a named time zone, times are those of this device. */
interface TimeZoneOption {
  timeZone?: string | undefined;
}

/** `12 Mar 2026`. */
export function formatDate(instant: Instant, { timeZone }: TimeZoneOption = {}): string {
  return dateText(instant, { ...calendarDay, timeZone });
}

/** A whole day of the books (`2026-03-12`, UTC) as `12 Mar`, with its weekday or its year if asked for. */
export function formatDay(day: string, options: { weekday?: 'long'; year?: 'numeric' } = {}): string {
  return dateText(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC', ...options });
}

/** A month of the books (`2026-03-01`, UTC) as `March 2026`. */
export function formatMonth(day: string): string {
  return dateText(`${day}T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** `14:02`, or `14:02:31` with seconds. */
export function formatTime(
  instant: Instant,
  { seconds = false, timeZone }: { seconds?: boolean } & TimeZoneOption = {},
): string {
  const options = { ...clockTime, timeZone };
  return dateText(instant, seconds ? { ...options, second: '2-digit' } : options);
}

/** `12 Mar 2026, 14:02`, joined as each language joins them: `2026年3月12日 14:02`. */
export function formatDateTime(instant: Instant, { timeZone }: TimeZoneOption = {}): string {
  return dateText(instant, { ...calendarDay, ...clockTime, timeZone });
}

/** Formats the instant in UTC, for a title: `2026-03-12 13:02 UTC`. */
export function formatUtc(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Units of a length of time with their milliseconds, the largest first. */
export const steps = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** The time from or to a moment in the largest fitting unit: `18 minutes ago`, `now`. */
export function formatRelative(instant: Instant, now: Instant = Date.now()): string {
  const distanceMs = new Date(instant).getTime() - new Date(now).getTime();
  const formatter = new Intl.RelativeTimeFormat(dateLocale(), { numeric: 'auto' });
  const step = steps.find(([, size]) => Math.abs(distanceMs) >= size);
  return step ? formatter.format(Math.round(distanceMs / step[1]), step[0]) : formatter.format(0, 'second');
}

/** `412 KB`, `2.4 MB`; 1 KB is 1024 bytes, as phones show it. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${formatNumber((bytes / 1024 / 1024).toFixed(1))} MB`;
}

/** The last characters of an account behind dots: enough to identify it. */
export function maskedAccount(accountNumber: string): string {
  if (accountNumber.includes('@')) return accountNumber.replace(/^(.{1,2}).*(@.*)$/, '$1•••$2');
  return `••••\u00a0${accountNumber.slice(-4)}`; // Kept on one line: the digits alone mean nothing.
}
