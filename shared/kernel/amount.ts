import { z } from 'zod';
import { decimal, type Decimal } from './money.ts';
import type { Reason } from './reason.ts';

const plainAmount = /^\d{1,15}(\.\d{1,8})?$/;
const plainText = /^-?\d{1,15}(\.\d{1,8})?$/;

function toPlainText(value: number | string): string {
  if (typeof value === 'string') return value.trim();
  const text = String(value);
  // JavaScript writes 0.0000001 as 1e-7: the exponent is notation, not size. NaN and Infinity stay text.
  return text.includes('e') && Number.isFinite(value) ? decimal(text).toFixed() : text;
}

/**
 * An amount as a browser sends it: a JSON number or text above zero, at most 15 digits before the point and 8 after it;
 * it becomes decimal text, never a float. `error` and `absent` (nothing was sent) are reasons.
 */
export function positiveAmount(error: Reason = 'amount_invalid', absentReason: Reason = error) {
  const reasonOf = ({ input }: { input?: unknown }) => (input === undefined || input === '' ? absentReason : error);
  return z
    .union([z.number(), z.string().max(32)], { error: reasonOf })
    .transform(toPlainText)
    .refine((value) => plainAmount.test(value) && /[1-9]/.test(value), { error: reasonOf });
}

/** An amount in responses of the server: a JSON number, at most 8 decimal places. */
export const amountOut = z.number();

/**
 * A JSON number, or the same as plain text without an exponent. `undefined` for NaN, Infinity, more than 15 digits
 * before the point or 8 after it, other types. The caller judges the sign.
 */
export function parseWire(value: unknown): Decimal | undefined {
  if (typeof value === 'string') return plainText.test(value) ? decimal(value) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // JavaScript writes 0.0000001 as 1e-7: the exponent is spelling, not size, so the digits decide.
  const text = decimal(String(value)).toFixed();
  return plainText.test(text) ? decimal(text) : undefined;
}
