import { z } from 'zod';
import { decimal, unnamedAmount, type Amount } from '#shared/kernel/money.ts';

/** Converts smallest units, such as satoshi, into an amount of the coin. */
export function fromUnits(units: bigint, decimals: number): Amount<'coin'> {
  return unnamedAmount('coin', decimal(units).div(decimal(10n ** BigInt(decimals))));
}

/** A whole number as JSON has it: a number, or text where it was too long to be one. */
export const wholeNumber = z
  .union([z.int(), z.string().regex(/^-?\d{1,78}$/)])
  .transform((value): bigint => BigInt(value));

/** Coins with at most eight decimals, as nodes of Bitcoin’s kin write them: exact below 2^53 of the smallest unit. */
export const coinsOfEight = z
  .union([z.number().min(0), z.string().regex(/^\d{1,10}(\.\d{1,8})?$/)])
  .transform((value): Amount<'coin'> => unnamedAmount('coin', typeof value === 'number' ? String(value) : value));

/** A quantity of Ethereum: hexadecimal text. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((value): bigint => BigInt(value));

/** Unix seconds. */
export const unixTime = z
  .int()
  .min(0)
  .max(100_000_000_000)
  .transform((seconds): Date => new Date(seconds * 1000));
