import { decimal, roundTo, zero, type Decimal } from '#shared/kernel/money.ts';

/** The fee of a whole order whose value in US dollars is above `overUsd` (a value of exactly that is not above it). */
export interface FeeTier {
  overUsd: Decimal;
  percent: Decimal;
}

/** Decimals of a buying rate: as many as an amount on the wire may have. */
export const buyingRateDecimals = 8;

/** What a sale is priced from. */
export interface SellPricingInput {
  /** Coins sold. */
  amount: Decimal;
  /** US dollars for one coin. */
  priceUsd: Decimal;
  /** Units of the payout currency for one US dollar. */
  unitsPerUsd: Decimal;
  /** Decimals of the payout currency's smallest unit. */
  minorUnits: number;
  tiers: readonly FeeTier[];
}

/** What a sale comes to. Amounts are in the payout currency at its minor unit, except valueUsd (US dollars and cents). */
export interface SellPrice {
  /** Units of the payout currency for one coin. */
  buyingRate: Decimal;
  grossAmount: Decimal;
  feePercent: Decimal;
  marginAmount: Decimal;
  netAmount: Decimal;
  valueUsd: Decimal;
}

const hundredth = decimal('0.01');

/** Settings store tiers as JSON numbers; computing needs decimals, made once and not per quote. */
export function feeTiers(tiers: readonly { overUsd: number; percent: number }[]): readonly FeeTier[] {
  return tiers.map(({ overUsd, percent }) => ({
    overUsd: decimal(String(overUsd)),
    percent: decimal(String(percent)),
  }));
}

/** The per cent of the highest tier the value is above. Throws when no tier covers it: a gap is a broken setting, not a free sale. */
export function feePercentFor(valueUsd: Decimal, tiers: readonly FeeTier[]): Decimal {
  let best: FeeTier | undefined;
  for (const tier of tiers) {
    const covers = tier.overUsd.eq(zero) || valueUsd.gt(tier.overUsd);
    if (covers && (!best || tier.overUsd.gt(best.overUsd))) best = tier;
  }
  if (!best) throw new RangeError('No fee tier covers this value');
  return best.percent;
}

/** Units of the payout currency for one coin, rounded down to 8 decimals. */
export function buyingRateOf(priceUsd: Decimal, unitsPerUsd: Decimal): Decimal {
  return roundTo(priceUsd.times(unitsPerUsd), buyingRateDecimals, 'down');
}

/**
 * Prices a sale. The rate is rounded first and the gross computed from the rounded rate, so that the customer can check
 * the sum with the amounts shown. Gross and fee are rounded half-up to the minor unit; net = gross - fee exactly. The
 * fee tier follows the value in whole cents, as it is shown.
 */
export function priceSell({ amount, priceUsd, unitsPerUsd, minorUnits, tiers }: SellPricingInput): SellPrice {
  const valueUsd = roundTo(amount.times(priceUsd), 2, 'half-up');
  const buyingRate = buyingRateOf(priceUsd, unitsPerUsd);
  const grossAmount = roundTo(amount.times(buyingRate), minorUnits, 'half-up');
  const feePercent = feePercentFor(valueUsd, tiers);
  const marginAmount = roundTo(grossAmount.times(feePercent).times(hundredth), minorUnits, 'half-up');
  return { buyingRate, grossAmount, feePercent, marginAmount, netAmount: grossAmount.minus(marginAmount), valueUsd };
}
