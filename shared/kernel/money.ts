import { Big } from 'big.js';

// A constructor of its own, so that strictness here cannot be switched off (or on) by another user of the package.
// Strict: a JavaScript number is never taken silently, so binary floating point cannot slip into a sum.
const Strict = Big();
Strict.strict = true;
// Only divisions read this; 40 places leave every rate exact far beyond the 18 decimals of the finest coin.
Strict.DP = 40;

/** An exact decimal value without an asset: a percentage, a factor, a table of rates. Immutable; its operations return new ones. */
export type Decimal = Big;

/**
 * What an amount is counted in: the coin sold, US dollars (fee tiers and limits), the payout currency, or the currency
 * that the customer of an exchange sends. A payout in dollars is still a payout: it is no value in dollars without a rate.
 */
export type Asset = 'coin' | 'usd' | 'payout' | 'sent';

declare const of: unique symbol;
declare const per: unique symbol;

interface Labelled {
  readonly [of]: Asset;
}

/**
 * An exact amount of one asset. It is a Decimal at run time; the compiler allows only operations within its asset, so
 * that only convert, with a rate, combines two. Equal types at compile time are not yet one currency at run time: two
 * payout amounts of different orders are both 'payout'.
 */
export interface Amount<in out Of extends Asset> extends Labelled {
  readonly [of]: Of;
  plus(other: Amount<Of>): Amount<Of>;
  minus(other: Amount<Of>): Amount<Of>;
  times(factor: Decimal): Amount<Of>;
  abs(): Amount<Of>;
  eq(other: Amount<Of>): boolean;
  lt(other: Amount<Of>): boolean;
  lte(other: Amount<Of>): boolean;
  gt(other: Amount<Of>): boolean;
  gte(other: Amount<Of>): boolean;
  /** All digits, without an exponent. */
  toFixed(): string;
}

/** Units of `To` for one unit of `From`. */
export interface Rate<in out From extends Asset, in out To extends Asset> extends Labelled {
  readonly [of]: To;
  readonly [per]: From;
  eq(other: Rate<From, To>): boolean;
}

/** The smallest step that something is counted in. */
export interface Precision {
  readonly decimals: number;
}

/** The smallest unit of an asset: cents have 2 decimals, satoshi 8. */
export interface Unit<Of extends Asset> extends Precision {
  readonly of: Of;
}

/** How a value is brought to fewer decimals: to the nearest (halves away from zero), or towards zero. */
export type Rounding = 'half-up' | 'down';

const roundingModes = { down: 0, 'half-up': 1 } as const satisfies Record<Rounding, number>;

const plainText = /^-?\d{1,15}(\.\d{1,8})?$/;

/** A decimal from text of the product itself or a whole number; text from outside goes through parseWire. */
export function decimal(value: string | bigint | Decimal): Decimal {
  return new Strict(value);
}

/**
 * A number as a browser or a provider sends it: a JSON number, or the same as plain text without an exponent. Undefined
 * for any other value: NaN, Infinity, more than 15 digits before the point or 8 after it, other types. The sign is
 * preserved: whether zero and below are allowed is the caller's rule.
 */
export function parseWire(value: unknown): Decimal | undefined {
  if (typeof value === 'string') return plainText.test(value) ? new Strict(value) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // JavaScript writes 0.0000001 as 1e-7: the exponent is spelling, not size, so the digits decide.
  const text = new Strict(String(value)).toFixed();
  return plainText.test(text) ? new Strict(text) : undefined;
}

/** The Decimal that an amount or a rate is at run time. Not exported: outside of this file neither loses its asset. */
function unlabelled(value: Decimal | Labelled): Decimal {
  return value as Decimal;
}

/** Widened, so that a cast can give it the asset. Not exported: elsewhere amountOf and rateOf state the asset. */
function labelled(value: Decimal): Decimal | Labelled {
  return value;
}

/** An amount of an asset from what `decimal` takes, where the asset is known: a column, a parsed request, a setting. */
export function amountOf<Of extends Asset>(_asset: Of, value: string | bigint | Decimal): Amount<Of> {
  return labelled(decimal(value)) as Amount<Of>;
}

/** A rate from what `decimal` takes: units of the second asset for one of the first. */
export function rateOf<From extends Asset, To extends Asset>(
  _from: From,
  _to: To,
  value: string | bigint | Decimal,
): Rate<From, To> {
  return labelled(decimal(value)) as Rate<From, To>;
}

/** The smallest unit of an asset with so many decimals. */
export function unitOf<Of extends Asset>(of: Of, decimals: number): Unit<Of> {
  return { of, decimals };
}

/** Values in US dollars are counted in cents. */
export const usdCents: Unit<'usd'> = unitOf('usd', 2);

/** What an amount is worth in another asset, exactly: not rounded. */
export function convert<From extends Asset, To extends Asset>(amount: Amount<From>, rate: Rate<From, To>): Amount<To> {
  return labelled(unlabelled(amount).times(unlabelled(rate))) as Amount<To>;
}

/** The amount that a rate converts into this one; 40 decimals. */
export function convertBack<From extends Asset, To extends Asset>(
  amount: Amount<To>,
  rate: Rate<From, To>,
): Amount<From> {
  return labelled(unlabelled(amount).div(unlabelled(rate))) as Amount<From>;
}

/** The rate of two conversions in a row, exactly. */
export function crossRate<From extends Asset, Via extends Asset, To extends Asset>(
  first: Rate<From, Via>,
  second: Rate<Via, To>,
): Rate<From, To> {
  return labelled(unlabelled(first).times(unlabelled(second))) as Rate<From, To>;
}

const hundredth = decimal('0.01');

/** So many per cent of an amount, exactly: a fee before it is rounded. */
export function percentOf<Of extends Asset>(amount: Amount<Of>, percent: Decimal): Amount<Of> {
  return amount.times(percent).times(hundredth);
}

/**
 * The only function that rounds. An amount is rounded to the unit of its own asset; rates and plain values to the
 * decimals given. The mode is never implied: each caller chooses in whose favour it rounds (decision 0009).
 */
export function round<Of extends Asset>(amount: Amount<Of>, unit: Unit<Of>, mode: Rounding): Amount<Of>;
export function round<From extends Asset, To extends Asset>(
  rate: Rate<From, To>,
  precision: Precision,
  mode: Rounding,
): Rate<From, To>;
export function round(value: Decimal, precision: Precision, mode: Rounding): Decimal;
export function round(value: Decimal | Labelled, { decimals }: Precision, mode: Rounding): unknown {
  return unlabelled(value).round(decimals, roundingModes[mode]);
}

/** Whether an amount is a whole number of units: a finer one cannot be sent or paid. */
export function isWhole<Of extends Asset>(amount: Amount<Of>, unit: Unit<Of>): boolean {
  return amount.eq(round(amount, unit, 'down'));
}

/** The JSON number of a value: exact up to 15 significant digits, beyond that the nearest one. Not for computation. */
export function toWire(value: Decimal | Labelled): number {
  return Number(unlabelled(value).toFixed());
}

/** Plain decimal text without an exponent, as stored in a `numeric` column. */
export function toText(value: Decimal | Labelled): string {
  const exact = unlabelled(value);
  return exact.eq(zero) ? '0' : exact.toFixed();
}

/** Text with exactly the unit's decimals, "12.50". Throws when that would hide an amount. */
export function toMinorText<Of extends Asset>(amount: Amount<Of>, unit: Unit<Of>): string {
  if (!isWhole(amount, unit)) throw new RangeError(`${amount.toFixed()} has more than ${unit.decimals} decimals`);
  const exact = unlabelled(amount);
  return (exact.eq(zero) ? zero : exact).toFixed(unit.decimals);
}

/** How many of its smallest units an amount is, as digits; a fraction of one is cut off. */
export function toUnits<Of extends Asset>(amount: Amount<Of>, unit: Unit<Of>): string {
  return unlabelled(round(amount, unit, 'down'))
    .times(decimal('10').pow(unit.decimals))
    .toFixed();
}

export const zero: Decimal = decimal('0');
