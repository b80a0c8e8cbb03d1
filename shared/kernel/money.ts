import { Big } from 'big.js';

// A separate constructor, so that other users of the package cannot change its strictness. Strict: a JavaScript number
// is never accepted silently, so binary floating point cannot enter a sum.
const Strict = Big();
Strict.strict = true;
// Only divisions read this; 40 places leave every rate exact far beyond the 18 decimals of the finest coin.
Strict.DP = 40;

/**
 * An exact decimal value without an asset: a percentage, a factor, a table of rates. Immutable; its operations return
 * new ones.
 */
export type Decimal = Big;

/**
 * An amount is counted in the coin, US dollars (tiers and limits), the payout currency, the currency that an exchange's
 * customer sends, or the unit of an account of the book. A payout in dollars is no value in dollars without a rate.
 */
export type Asset = 'coin' | 'usd' | 'payout' | 'sent' | 'booked';

declare const of: unique symbol;
declare const per: unique symbol;

interface Label {
  readonly [of]: Asset;
}

interface Comparable<in Other> {
  eq(other: Other): boolean;
  lt(other: Other): boolean;
  lte(other: Other): boolean;
  gt(other: Other): boolean;
  gte(other: Other): boolean;
}

/**
 * An exact amount of one asset. The compiler allows operations within it; only `convert`, with a rate, combines two. An
 * amount names its coin or currency by a code: two that the source names differently do not compile together, and two
 * that rows name differently throw a RangeError.
 */
export interface Amount<in out Of extends Asset, Code extends string = string>
  extends Label, Comparable<Amount<Of, Code>> {
  readonly [of]: Of;
  /** The coin or the currency; undefined for an amount that names none, such as zero. */
  readonly code: Code | undefined;
  plus(other: Amount<Of, Code>): Amount<Of, Code>;
  minus(other: Amount<Of, Code>): Amount<Of, Code>;
  times(factor: Decimal): Amount<Of, Code>;
  abs(): Amount<Of, Code>;
  cmp(other: Amount<Of, Code>): number;
  /** All digits, without an exponent. */
  toFixed(): string;
}

/** Units of `To` for one unit of `From`. */
export interface Rate<in out From extends Asset, in out To extends Asset> extends Label, Comparable<Rate<From, To>> {
  readonly [of]: To;
  readonly [per]: From;
}

/** The smallest step in which something is counted. */
export interface Precision {
  readonly decimals: number;
}

/** The smallest unit of an asset: cents have 2 decimals, satoshi 8. */
export interface Unit<Of extends Asset> extends Precision {
  readonly of: Of;
}

/** The rounding to fewer decimals: to the nearest (halves away from zero), or towards zero. */
export type Rounding = 'half-up' | 'down';

/** The only class of amounts. Its asset exists for the compiler alone, its code at run time as well. */
class Exact<in out Of extends Asset, Code extends string = string> implements Amount<Of, Code> {
  declare readonly [of]: Of;
  readonly value: Decimal;
  readonly code: Code | undefined;

  constructor(value: Decimal, code: Code | undefined) {
    this.value = value;
    this.code = code;
  }

  plus(other: Amount<Of, Code>): Exact<Of, Code> {
    return new Exact(this.value.plus(valueOfLabel(other)), this.#codeWith(other));
  }

  minus(other: Amount<Of, Code>): Exact<Of, Code> {
    return new Exact(this.value.minus(valueOfLabel(other)), this.#codeWith(other));
  }

  times(factor: Decimal): Exact<Of, Code> {
    return new Exact(this.value.times(factor), this.code);
  }

  abs(): Exact<Of, Code> {
    return new Exact(this.value.abs(), this.code);
  }

  cmp(other: Amount<Of, Code>): number {
    this.#codeWith(other);
    return this.value.cmp(valueOfLabel(other));
  }

  eq(other: Amount<Of, Code>): boolean {
    return this.cmp(other) === 0;
  }

  lt(other: Amount<Of, Code>): boolean {
    return this.cmp(other) < 0;
  }

  lte(other: Amount<Of, Code>): boolean {
    return this.cmp(other) <= 0;
  }

  gt(other: Amount<Of, Code>): boolean {
    return this.cmp(other) > 0;
  }

  gte(other: Amount<Of, Code>): boolean {
    return this.cmp(other) >= 0;
  }

  toFixed(): string {
    return this.value.toFixed();
  }

  toJSON(): string {
    return this.value.toFixed();
  }

  /** Refuses `<`, `>`, `-` and `Number()`, which would compare or count objects: `lt`, `gt` and `minus` are exact. */
  valueOf(): never {
    throw new TypeError('An amount is compared by its methods');
  }

  /** The common code of two amounts; throws if they differ. */
  #codeWith({ code }: Amount<Of, Code>): Code | undefined {
    if (code !== undefined && this.code !== undefined && code !== this.code)
      throw new RangeError(`An amount of ${this.code} meets one of ${code}`);
    return this.code ?? code;
  }
}

const roundingModes = { down: 0, 'half-up': 1 } as const satisfies Record<Rounding, number>;

/** A decimal from text of the product itself or a whole number; text from outside is read by parseWire. */
export function decimal(value: string | bigint | Decimal): Decimal {
  return new Strict(value);
}

/** The Decimal within an amount or a rate. Not exported, so that outside of this file neither loses its asset. */
function valueOfLabel(value: Decimal | Label): Decimal {
  // A rate is a Decimal at run time: its assets exist as types only.
  return value instanceof Exact ? value.value : (value as Decimal);
}

/** The wide return type allows a cast to the assets of a rate. Other files use rateOf. */
function withLabel(value: Decimal): Decimal | Label {
  return value;
}

/** Assets of many coins or currencies: an amount of one names which. */
type Named = 'coin' | 'payout';

/** An amount of an asset from anything that `decimal` accepts; one of a coin or a payout names its coin or currency. */
export function amountOf<Of extends Asset, const Code extends string>(
  _asset: Of,
  value: string | bigint | Decimal,
  ...[code]: Of extends Named ? [code: Code] : [code?: Code]
): Amount<Of, Code> {
  return new Exact<Of, Code>(decimal(value), code);
}

/** An amount of whichever coin or currency a calculation is about, such as its bound: no operation refuses it. */
export function unnamedAmount<Of extends Named>(_asset: Of, value: string | bigint | Decimal): Amount<Of> {
  return new Exact<Of>(decimal(value), undefined);
}

/** A rate from anything that `decimal` accepts: units of the second asset for one of the first. */
export function rateOf<From extends Asset, To extends Asset>(
  _from: From,
  _to: To,
  value: string | bigint | Decimal,
): Rate<From, To> {
  return withLabel(decimal(value)) as Rate<From, To>; // Its assets exist as types only.
}

/** The smallest unit of an asset with this many decimals. */
export function unitOf<Of extends Asset>(asset: Of, decimals: number): Unit<Of> {
  return { of: asset, decimals };
}

/** Values in US dollars are counted in cents. */
export const usdCents: Unit<'usd'> = unitOf('usd', 2);

/** Converts an amount to another asset at this rate, exactly: the result is not rounded. */
export function convert<From extends Asset, To extends Asset>(amount: Amount<From>, rate: Rate<From, To>): Amount<To> {
  return new Exact<To>(valueOfLabel(amount).times(valueOfLabel(rate)), undefined);
}

/** The amount that this rate converts into the given one; 40 decimals. */
export function convertBack<From extends Asset, To extends Asset>(
  amount: Amount<To>,
  rate: Rate<From, To>,
): Amount<From> {
  return new Exact<From>(valueOfLabel(amount).div(valueOfLabel(rate)), undefined);
}

/** The rate of two conversions in a row, exactly. */
export function crossRate<From extends Asset, Via extends Asset, To extends Asset>(
  first: Rate<From, Via>,
  second: Rate<Via, To>,
): Rate<From, To> {
  return withLabel(valueOfLabel(first).times(valueOfLabel(second))) as Rate<From, To>; // The common one cancels out.
}

/** Zero of each asset: the start of a sum, and the bound that amounts are compared with. */
export const none = {
  coin: unnamedAmount('coin', '0'),
  usd: amountOf('usd', '0'),
  payout: unnamedAmount('payout', '0'),
  sent: amountOf('sent', '0'),
  booked: amountOf('booked', '0'),
} as const;

/** The sum of amounts of one asset. Throws where their codes differ. */
export function sumOf<Of extends Asset>(nothing: Amount<Of>, amounts: Iterable<Amount<Of>>): Amount<Of> {
  let sum = nothing;
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
}

/** Returns the smaller of two amounts. */
export function smallerOf<Of extends Asset>(a: Amount<Of>, b: Amount<Of>): Amount<Of> {
  return a.lt(b) ? a : b;
}

/** Returns whole x part / all, with 40 decimals: for example the value in dollars of a part of a sale's coins. */
export function proportionOf<Of extends Asset, By extends Asset>(
  wholeAmount: Amount<Of>,
  part: Amount<By>,
  all: Amount<By>,
): Amount<Of> {
  return new Exact<Of>(valueOfLabel(part).times(valueOfLabel(wholeAmount)).div(valueOfLabel(all)), wholeAmount.code);
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
export function round(value: Decimal | Label, { decimals }: Precision, mode: Rounding): unknown {
  const roundedValue = valueOfLabel(value).round(decimals, roundingModes[mode]);
  return value instanceof Exact ? new Exact(roundedValue, value.code) : roundedValue;
}

/** True where an amount is a whole number of units: a finer one cannot be sent or paid. */
export function isWhole<Of extends Asset>(amount: Amount<Of>, unit: Unit<Of>): boolean {
  return amount.eq(round(amount, unit, 'down'));
}

/** The JSON number of a value: exact up to 15 significant digits, beyond that the nearest one. Not for computation. */
export function toWire(value: Decimal | Label): number {
  return Number(valueOfLabel(value).toFixed());
}

/** Plain decimal text without an exponent, as stored in a `numeric` column. */
export function toText(value: Decimal | Label): string {
  const exactValue = valueOfLabel(value);
  return exactValue.eq(zero) ? '0' : exactValue.toFixed();
}

/** Text with exactly the unit's decimals, "12.50". Throws when that would hide an amount. */
export function toMinorText<Of extends Asset>(amount: Amount<Of>, unit: Unit<Of>): string {
  if (!isWhole(amount, unit)) throw new RangeError(`${amount.toFixed()} has more than ${unit.decimals} decimals`);
  const exactValue = valueOfLabel(amount);
  return (exactValue.eq(zero) ? zero : exactValue).toFixed(unit.decimals);
}

/** The number of smallest units in an amount, as digits; a fraction of one is cut off. */
export function toUnits<Of extends Asset>(amount: Amount<Of>, unit: Unit<Of>): string {
  return valueOfLabel(round(amount, unit, 'down'))
    .times(decimal('10').pow(unit.decimals))
    .toFixed();
}

export const zero: Decimal = decimal('0');
