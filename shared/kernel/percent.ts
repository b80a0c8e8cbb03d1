import { decimal, type Amount, type Asset, type Decimal } from './money.ts';

const hundredth = decimal('0.01');

/** Returns a percentage of an amount, exactly: a fee before it is rounded. */
export function percentOf<Of extends Asset>(amount: Amount<Of>, percent: Decimal): Amount<Of> {
  return amount.times(percent).times(hundredth);
}
