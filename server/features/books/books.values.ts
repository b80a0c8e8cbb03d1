import {
  amountOf,
  decimal,
  round,
  toMinorText,
  usdCents,
  zero,
  type Amount,
  type Decimal,
} from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';

/** The currency of the books. */
export const baseCurrency = 'USD';

/** Dollars and cents of a line; null where no rate is known, which is not nothing. */
export type Base = Amount<'usd'> | null;

/** The worth of the units of an order by its terms: the amount given, the currency paid, and its value in dollars. */
export type OrderWorth = {
  /** The id of its coin, or the currency that the customer of an exchange sends. */
  given: string;
  payoutCurrency: string;
  amount: string;
  rate: string;
  valueUsd: string;
};

/** So many dollars for so many units; not divided, so that no digit is lost before the one rounding. */
type Worth = { dollars: Decimal; units: Decimal };

const perUnit = (rate: string): Worth => ({ dollars: decimal(rate), units: decimal('1') });

/** Returns the worth of one of the two units of an order by its terms; undefined for another unit. */
function worthByOrder(unit: string, order: OrderWorth): Worth | undefined {
  const dollars = decimal(order.valueUsd);
  if (unit === order.payoutCurrency) return { dollars, units: decimal(order.amount).times(decimal(order.rate)) };
  return unit === order.given ? { dollars, units: decimal(order.amount) } : undefined;
}

export type Valuing = {
  unit: string;
  amount: string;
  order: OrderWorth | null;
  /** Dollars for one unit on the day of the entry. */
  dayRate: string | null;
};

/** Returns the worth of a line in dollars, half-up to cents: by its order, else the day's rate; null without either. */
export function baseOf({ unit, amount, order, dayRate }: Valuing): Base {
  if (unit === baseCurrency) return cents(decimal(amount));
  const worth = (order && worthByOrder(unit, order)) ?? (dayRate === null ? undefined : perUnit(dayRate));
  if (!worth || worth.units.eq(zero)) return null;
  return cents(decimal(amount).times(worth.dollars).div(worth.units));
}

const cents = (value: Decimal): Amount<'usd'> => round(amountOf('usd', value), usdCents, 'half-up');

/** A base value as text with cents. */
export const baseText = (base: Base): string | null => base && toMinorText(base, usdCents);

export type ValuedLine = { unit: string; amount: string; base: Base };

/**
 * The lines of a settlement, of which those of coins are worth what its money lines are worth together: what was given
 * is what the coins cost. Several lines of coins share it by their amounts, the last of them takes what rounding left.
 */
export function settledLines<Line extends ValuedLine>(lines: readonly Line[]): Line[] {
  const isCoin = ({ unit }: Line) => coinById(unit) !== undefined;
  const coins = lines.filter(isCoin);
  const money = lines.filter((line) => !isCoin(line));
  if (money.length === 0) return [...lines];
  const given = sumOf(money);
  const all = coins.reduce((sum, { amount }) => sum.plus(decimal(amount)), zero);
  let left = given;
  return lines.map((line) => {
    if (!isCoin(line)) return line;
    if (given === null || left === null) return { ...line, base: null };
    const base = line === coins.at(-1) ? left : round(partOf(given, decimal(line.amount), all), usdCents, 'half-up');
    left = left.minus(base);
    return { ...line, base };
  });
}

const partOf = (whole: Amount<'usd'>, part: Decimal, all: Decimal): Amount<'usd'> => whole.times(part.div(all));

/** The sum of rounded lines; null where one of them is not known. */
export function sumOf(lines: readonly Pick<ValuedLine, 'base'>[]): Base {
  return lines.reduce<Base>((sum, { base }) => (sum === null || base === null ? null : sum.plus(base)), noDollars);
}

export const noDollars: Amount<'usd'> = amountOf('usd', '0');
