import { decimal, toText } from '#shared/kernel/money.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { remembered } from './remembered.ts';

/** "1,859.40 USD" as the recipient's language writes numbers; coins without trailing zeros. */
export function amountText(amount: string, unit: string, language: string): string {
  const format = formatOf(language, payoutCurrency(unit)?.minorUnits ?? 0);
  // Intl takes decimal text as it is: no float comes between.
  return `${format.format(toText(decimal(amount)) as Intl.StringNumericLiteral)} ${unit}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Cached per language and number of digits, because creating one costs more than a query. */
function formatOf(language: string, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${minimumFractionDigits}`;
  const options = { minimumFractionDigits, maximumFractionDigits: 18 };
  return remembered(formats, key, () => new Intl.NumberFormat(language, options));
}
