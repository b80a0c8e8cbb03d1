import { coinById } from '#shared/reference/coins.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';

/** Decimals of the smallest part of a coin or a currency; undefined for any other unit. */
export function decimalsOf(unit: string): number | undefined {
  return coinById(unit)?.decimals ?? payoutCurrency(unit)?.minorUnits;
}
