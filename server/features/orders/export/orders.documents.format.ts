import { remembered } from '#server/lib/remembered.ts';
import { textsIn, type ServerTexts } from '#server/lib/texts.ts';
import { decimal } from '#shared/kernel/money.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Latin digits in every language, as on the screens. */
const localeOf = (language: LanguageCode) => `${language}-u-nu-latn`;

/** Arabic numbers as in English, as on the screens: Intl's own add marks and swap symbol and amount. */
const numberLocaleOf = (language: LanguageCode) => (language === 'ar' ? 'en' : localeOf(language));

// A formatter is cached, because making one costs more than using it a thousand times.
function numberFormat(language: LanguageCode, kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return remembered(numbers, `${language} ${kind}`, () => new Intl.NumberFormat(numberLocaleOf(language), options));
}

function dateFormat(language: LanguageCode, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // AM and PM would need labels of their own in a narrow column.
  const inUtc = { dateStyle: 'medium', timeZone: 'UTC', hourCycle: 'h23', ...options } as const;
  // English dates are written day first, as on the screens.
  const locale = language === 'en' ? 'en-GB' : localeOf(language);
  return remembered(dates, `${language} ${options.timeStyle}`, () => new Intl.DateTimeFormat(locale, inUtc));
}

function dateText(language: LanguageCode, at: string | Date, options: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(language, options).format(new Date(at));
  // Intl writes every short English month with three letters but this one.
  return language === 'en' ? text.replace(/\bSept\b/, 'Sep') : text;
}

/** Intl takes decimal text: no float is involved. */
// Its type asks for the literal form of a number.
const exactLiteral = (amount: string) => amount as Intl.StringNumericLiteral;

/** Returns the functions that format amounts, rates and times of documents in a language. */
export function formatsIn(language: LanguageCode) {
  /** "₦2,871,430.00": an amount of money with its symbol, to the smallest unit of its currency. */
  const currencySymbol = (amount: string, currency: string): string => {
    const digits = minorUnitsOf(currency);
    const options: Intl.NumberFormatOptions = {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    };
    const parts = numberFormat(language, currency, options).formatToParts(exactLiteral(amount));
    // Intl writes the code of a currency without a symbol; the code is beside the amount anyway.
    const bareParts = parts.filter(({ type, value }) => type !== 'currency' || value !== currency);
    return bareParts
      .map(({ type, value }) => (type === 'minusSign' ? '\u2212' : value))
      .join('')
      .trim();
  };
  /** A number without rounding: "1,250.5". */
  const numberText = (value: string): string =>
    numberFormat(language, 'plain', { maximumFractionDigits: 18 }).format(exactLiteral(value));
  return {
    currencySymbol,
    /** An amount with symbol and code, which tells dollars apart: "₦2,871,430.00 NGN". */
    moneyText: (amount: string, currency: string): string => `${currencySymbol(amount, currency)} ${currency}`,
    numberText,
    /** An amount of coins without rounding, with thousands separated: "1,250.5 USDT". */
    coinText: (amount: string, symbol: string): string => `${numberText(amount)} ${symbol}`,
    /** "1 BTC = 39,145.28 USD", with as many digits as the screens show. */
    rateText: (unit: string, currency: string, rate: string): string => {
      // The power of ten of its first digit: 4 for 39,145.28.
      const { e: magnitude } = decimal(rate);
      const isSmall = magnitude < 0;
      const decimals = isSmall ? 0 : Math.max(2, 5 - magnitude);
      const format = isSmall
        ? numberFormat(language, 'small rate', { maximumSignificantDigits: 6 })
        : numberFormat(language, `rate ${decimals}`, { minimumFractionDigits: 2, maximumFractionDigits: decimals });
      return `1 ${unit} = ${format.format(exactLiteral(rate))} ${currency}`;
    },
    /** "21 Nov 2026, 14:02" in UTC. */
    momentText: (at: string | Date): string => dateText(language, at, { timeStyle: 'short' }),
    /** "21 Nov 2026" of a day, "21 Nov 2026, 23:00" in UTC of where a day of another time zone begins or is over. */
    boundText: (at: string): string => dateText(language, at, at.includes('T') ? { timeStyle: 'short' } : {}),
  };
}

export type DocumentTexts = ServerTexts['orders.documents'];

/** Texts, number formats and date formats of a document's language. */
export type DocumentWriting = ReturnType<typeof documentWriting>;

/** The document texts of a language, and its number and date formats. */
export function documentWriting(language: LanguageCode) {
  return { language, texts: textsIn(language, 'orders.documents'), ...formatsIn(language) };
}
