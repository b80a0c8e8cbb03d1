import {
  amountOf,
  convert,
  crossRate,
  decimal,
  percentOf,
  round,
  unitOf,
  usdCents,
  type Amount,
  type Decimal,
  type Rate,
} from '#shared/kernel/money.ts';

/** The fee of a whole order whose value in US dollars is above `overUsd` (a value of exactly that is not above it). */
export interface FeeTier {
  overUsd: Amount<'usd'>;
  percent: Decimal;
}

/** A buying rate has as many decimals as an amount on the wire may have. */
const buyingRatePrecision = { decimals: 8 };

export interface SellPricingInput {
  amount: Amount<'coin'>;
  priceUsd: Rate<'coin', 'usd'>;
  unitsPerUsd: Rate<'usd', 'payout'>;
  /** Decimals of the payout currency's smallest unit. */
  minorUnits: number;
  tiers: readonly FeeTier[];
}

/** What a sale comes to: payout amounts at the minor unit of their currency, valueUsd in cents. */
export interface SellPrice {
  buyingRate: Rate<'coin', 'payout'>;
  grossAmount: Amount<'payout'>;
  feePercent: Decimal;
  marginAmount: Amount<'payout'>;
  netAmount: Amount<'payout'>;
  valueUsd: Amount<'usd'>;
}

const noDollars = amountOf('usd', '0');

/** Settings store tiers as JSON numbers; computing needs decimals, made once and not per quote. */
export function feeTiers(tiers: readonly { overUsd: number; percent: number }[]): readonly FeeTier[] {
  return tiers.map(({ overUsd, percent }) => ({
    overUsd: amountOf('usd', String(overUsd)),
    percent: decimal(String(percent)),
  }));
}

/** The per cent of the highest tier the value is above. Throws when no tier covers it: a gap is a broken setting, not a free sale. */
export function feePercentFor(valueUsd: Amount<'usd'>, tiers: readonly FeeTier[]): Decimal {
  let best: FeeTier | undefined;
  for (const tier of tiers) {
    const covers = tier.overUsd.eq(noDollars) || valueUsd.gt(tier.overUsd);
    if (covers && (!best || tier.overUsd.gt(best.overUsd))) best = tier;
  }
  if (!best) throw new RangeError('No fee tier covers this value');
  return best.percent;
}

/** Units of the payout currency for one coin, rounded down to 8 decimals. */
export function buyingRateOf(
  priceUsd: Rate<'coin', 'usd'>,
  unitsPerUsd: Rate<'usd', 'payout'>,
): Rate<'coin', 'payout'> {
  return round(crossRate(priceUsd, unitsPerUsd), buyingRatePrecision, 'down');
}

/**
 * Prices a sale. The rate is rounded first and the gross computed from the rounded rate, so that the customer can check
 * the sum with the amounts shown. Gross and fee are rounded half-up to the minor unit; net = gross - fee exactly. The
 * fee tier follows the value in whole cents, as it is shown.
 */
export function priceSell({ amount, priceUsd, unitsPerUsd, minorUnits, tiers }: SellPricingInput): SellPrice {
  const payoutUnit = unitOf('payout', minorUnits);
  const valueUsd = round(convert(amount, priceUsd), usdCents, 'half-up');
  const buyingRate = buyingRateOf(priceUsd, unitsPerUsd);
  const grossAmount = round(convert(amount, buyingRate), payoutUnit, 'half-up');
  const feePercent = feePercentFor(valueUsd, tiers);
  const marginAmount = round(percentOf(grossAmount, feePercent), payoutUnit, 'half-up');
  return { buyingRate, grossAmount, feePercent, marginAmount, netAmount: grossAmount.minus(marginAmount), valueUsd };
}
