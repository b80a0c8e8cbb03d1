import { Big } from 'big.js';

// A constructor of its own, so that strictness here cannot be switched off (or on) by another user of the package.
// Strict: a JavaScript number is never taken silently, so binary floating point cannot slip into a sum.
const Strict = Big();
Strict.strict = true;
// Only divisions read this; 40 places leave every rate exact far beyond the 18 decimals of the finest coin.
Strict.DP = 40;

/** An exact decimal value. Immutable; add, sub, mul, cmp and so on return new ones. */
export type Decimal = Big;

/** How a value is brought to fewer decimals: to the nearest (halves away from zero), or towards zero. */
export type Rounding = 'half-up' | 'down';

const roundingModes = { down: 0, 'half-up': 1 } as const satisfies Record<Rounding, number>;

const plainText = /^-?\d{1,15}(\.\d{1,8})?$/;

/**
 * A decimal from text the product itself wrote (a `numeric` column, a constant) or from a whole number.
 * Throws on anything else: text from outside goes through parseWire.
 */
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

/** The value at `places` decimals. The mode is never implied: each caller says in whose favour it rounds. */
export function roundTo(value: Decimal, places: number, mode: Rounding): Decimal {
  return value.round(places, roundingModes[mode]);
}

/** The JSON number of a value: exact up to 15 significant digits, beyond that the nearest one. Not for computation. */
export function toWire(value: Decimal): number {
  return Number(value.toFixed());
}

/** Plain decimal text without an exponent, as stored in a `numeric` column. */
export function toText(value: Decimal): string {
  return value.eq(zero) ? '0' : value.toFixed();
}

/** Text with exactly the currency's decimals, "12.50", for receipts and mails. Throws when that would hide an amount. */
export function toMinorText(value: Decimal, minorUnits: number): string {
  if (!value.eq(value.round(minorUnits, 0)))
    throw new RangeError(`${value.toFixed()} has more than ${minorUnits} decimals`);
  return value.eq(zero) ? zero.toFixed(minorUnits) : value.toFixed(minorUnits);
}

export const zero: Decimal = decimal('0');
