import Big from 'big.js';
import { z } from 'zod';

const plain = /^\d{1,15}(\.\d{1,8})?$/;

function toPlainText(value: number | string): string {
  if (typeof value === 'string') return value.trim();
  return Number.isFinite(value) ? new Big(String(value)).toFixed() : '';
}

/**
 * An amount as a browser sends it: a JSON number (or the same as text) above zero, at most 15 digits
 * before the point and 8 after it. Leaves the schema as plain decimal text, so that no float is ever reckoned with.
 */
export function positiveAmount(message = 'Amount must be a positive number') {
  return z
    .union([z.number(), z.string().max(32)], message)
    .transform(toPlainText)
    .refine((value) => plain.test(value) && new Big(value).gt(0), message);
}

/** An amount as the server answers it: a JSON number, at most 8 decimal places. */
export const amountOut = z.number();
