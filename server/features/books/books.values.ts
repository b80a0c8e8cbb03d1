import { bookedOf } from '#shared/book/book.balances.ts';
import {
  amountOf,
  decimal,
  none,
  proportionOf,
  round,
  sumOf as sumOfAmounts,
  toMinorText,
  usdCents,
  type Amount,
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

/** The dollars of an amount of units, as two numbers that are not divided: no digit is lost before the one rounding. */
type UnitValue = { dollars: Amount<'usd'>; units: Amount<'booked'> };

const perUnit = (unit: string, rate: string): UnitValue => ({
  dollars: amountOf('usd', rate),
  units: bookedOf('1', unit),
});

/** Returns the worth of one of the two units of an order by its terms; undefined for another unit. */
function worthByOrder(unit: string, order: OrderWorth): UnitValue | undefined {
  const dollars = amountOf('usd', order.valueUsd);
  const amount = bookedOf(order.amount, unit);
  // The amount given, times the rate, is the amount in the currency paid.
  if (unit === order.payoutCurrency) return { dollars, units: amount.times(decimal(order.rate)) };
  return unit === order.given ? { dollars, units: amount } : undefined;
}

export type ValueOptions = {
  unit: string;
  amount: string;
  order: OrderWorth | null;
  /** Dollars for one unit on the day of the entry. */
  dayRate: string | null;
};

/** Returns the worth of a line in dollars, half-up to cents: by its order, else the day's rate; null without either. */
export function baseOf({ unit, amount, order, dayRate }: ValueOptions): Base {
  if (unit === baseCurrency) return roundToCents(amountOf('usd', amount));
  const worth = (order && worthByOrder(unit, order)) ?? (dayRate === null ? undefined : perUnit(unit, dayRate));
  if (!worth || worth.units.eq(none.booked)) return null;
  return roundToCents(proportionOf(worth.dollars, bookedOf(amount, unit), worth.units));
}

const roundToCents = (value: Amount<'usd'>): Amount<'usd'> => round(value, usdCents, 'half-up');

/** A base value as text with cents. */
export const baseText = (base: Base): string | null => base && toMinorText(base, usdCents);

export type ValuedLine = { unit: string; amount: string; base: Base };

/**
 * The lines of a settlement. Its lines of coins together are worth as much as its lines of money: the money given is
 * the cost of the coins. Several lines of coins share it by their amounts, and the last of them takes the rest.
 */
export function settledLines<Line extends ValuedLine>(lines: readonly Line[]): Line[] {
  const isCoin = ({ unit }: Line) => coinById(unit) !== undefined;
  const coins = lines.filter(isCoin);
  const moneyLines = lines.filter((line) => !isCoin(line));
  if (moneyLines.length === 0) return [...lines];
  const givenSum = sumOf(moneyLines);
  const coinsOf = ({ unit, amount }: Line) => bookedOf(amount, unit);
  const all = sumOfAmounts(none.booked, coins.map(coinsOf));
  let remainingSum = givenSum;
  return lines.map((line) => {
    if (!isCoin(line)) return line;
    if (givenSum === null || remainingSum === null) return { ...line, base: null };
    const base = line === coins.at(-1) ? remainingSum : roundToCents(proportionOf(givenSum, coinsOf(line), all));
    remainingSum = remainingSum.minus(base);
    return { ...line, base };
  });
}

/** The sum of rounded lines; null where one of them is not known. */
export function sumOf(lines: readonly Pick<ValuedLine, 'base'>[]): Base {
  return lines.reduce<Base>((sum, { base }) => (sum === null || base === null ? null : sum.plus(base)), none.usd);
}
