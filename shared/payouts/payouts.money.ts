import { amountOf, toMinorText, unitOf, type Amount } from '#shared/kernel/money.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';

/** A sum in a currency, from decimal text: it can only be added to sums of that currency. */
export const moneyIn = (amount: string, currency: string): Amount<'payout'> => amountOf('payout', amount, currency);

/**
 * Decimal text of a sum with exactly the minor units of its currency. Throws a RangeError if that would hide an amount.
 */
export const minorText = (sum: Amount<'payout'>): string => toMinorText(sum, unitIn(sum.code ?? ''));

/** The smallest unit that is paid in a currency. */
export const unitIn = (currency: string) => unitOf('payout', minorUnitsOf(currency));
