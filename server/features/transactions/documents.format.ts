import { payoutCurrency } from '#shared/reference/payout-currencies.ts';

const language = 'en';
const formats = new Map<string, Intl.NumberFormat>();

/** Making one costs more than a thousand uses. */
function numberFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Intl takes decimal text as it is: no float comes between. */
const exact = (amount: string) => amount as Intl.StringNumericLiteral;

/** "₦2,871,430.00": an amount of money with its symbol, to the smallest unit of its currency. */
export function moneySign(amount: string, currency: string): string {
  const digits = payoutCurrency(currency)?.minorUnits ?? 2;
  const options: Intl.NumberFormatOptions = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  return numberFormat(currency, options).format(exact(amount)).replace('-', '\u2212');
}

/** The same with the code, which tells one dollar from another: "₦2,871,430.00 NGN". */
export function moneyText(amount: string, currency: string): string {
  return `${moneySign(amount, currency)} ${currency}`;
}

/** Coins as exactly as they are, grouped: "1,250.5 USDT". */
export function coinText(amount: string, symbol: string): string {
  return `${numberFormat('coin', { maximumFractionDigits: 18 }).format(exact(amount))} ${symbol}`;
}

/** "1 BTC = 39,145.28 USD", to the digit the order was made at. */
export function rateText(unit: string, currency: string, rate: string): string {
  const format = numberFormat('rate', { minimumFractionDigits: 2, maximumFractionDigits: 18 });
  return `1 ${unit} = ${format.format(exact(rate))} ${currency}`;
}

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** "21 Nov 2026, 14:02" in UTC. */
export function momentText(at: string | Date): string {
  return moments.format(new Date(at));
}

/** "21 Nov 2026" */
export function dayText(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/** Puts values into a text's `{name}` places. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
