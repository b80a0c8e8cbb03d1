import {
  amountOf,
  convert,
  crossRate,
  decimal,
  round,
  unitOf,
  usdCents,
  unnamedAmount,
  type Amount,
  type Decimal,
  type Rate,
  type Unit,
} from '#shared/kernel/money.ts';
import { percentOf } from '#shared/kernel/percent.ts';

/** Hours after the quote in which a sale can be finished, even if the locked rate has expired. */
export const quoteOpenHours = 24;

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

/** The price of a sale: payout amounts at the minor unit of their currency, valueUsd in cents. */
export interface SellPrice {
  buyingRate: Rate<'coin', 'payout'>;
  grossAmount: Amount<'payout'>;
  feePercent: Decimal;
  feeAmount: Amount<'payout'>;
  netAmount: Amount<'payout'>;
  valueUsd: Amount<'usd'>;
}

const noDollars = amountOf('usd', '0');

/** Converts the fee tiers of the settings from JSON numbers to decimals, once and not for each quote. */
export function feeTiers(tiers: readonly { overUsd: number; percent: number }[]): readonly FeeTier[] {
  return tiers.map(({ overUsd, percent }) => ({
    overUsd: amountOf('usd', String(overUsd)),
    percent: decimal(String(percent)),
  }));
}

/**
 * Returns the fee in per cent of the highest tier below the value. Throws if no tier covers it: a gap is a broken
 * setting, not a free sale.
 */
export function feePercentFor(valueUsd: Amount<'usd'>, tiers: readonly FeeTier[]): Decimal {
  let bestTier: FeeTier | undefined;
  for (const tier of tiers) {
    const isCovered = tier.overUsd.eq(noDollars) || valueUsd.gt(tier.overUsd);
    if (isCovered && (!bestTier || tier.overUsd.gt(bestTier.overUsd))) bestTier = tier;
  }
  if (!bestTier) throw new RangeError('No fee tier covers this value');
  return bestTier.percent;
}

/** Units of the payout currency for one coin, rounded down to 8 decimals. */
export function buyingRateOf(
  priceUsd: Rate<'coin', 'usd'>,
  unitsPerUsd: Rate<'usd', 'payout'>,
): Rate<'coin', 'payout'> {
  return round(crossRate(priceUsd, unitsPerUsd), buyingRatePrecision, 'down');
}

/** Returns the fee of a whole sale, rounded half-up once, for the quoted coins and for coins that came instead. */
export function feeOf(gross: Amount<'payout'>, feePercent: Decimal, unit: Unit<'payout'>): Amount<'payout'> {
  return round(percentOf(gross, feePercent), unit, 'half-up');
}

/**
 * Prices a sale. The rate is rounded first, so that the customer can check the sum. Gross and fee are rounded half-up
 * to the minor unit; net = gross - fee exactly. The fee tier follows the value in whole cents.
 */
export function priceSell({ amount, priceUsd, unitsPerUsd, minorUnits, tiers }: SellPricingInput): SellPrice {
  const payoutUnit = unitOf('payout', minorUnits);
  const valueUsd = round(convert(amount, priceUsd), usdCents, 'half-up');
  const buyingRate = buyingRateOf(priceUsd, unitsPerUsd);
  const grossAmount = round(convert(amount, buyingRate), payoutUnit, 'half-up');
  const feePercent = feePercentFor(valueUsd, tiers);
  const feeAmount = feeOf(grossAmount, feePercent, payoutUnit);
  return { buyingRate, grossAmount, feePercent, feeAmount, netAmount: grossAmount.minus(feeAmount), valueUsd };
}

/** No sale above this is priced, so a search ends here: a million million coins. */
const maxCoins = 10n ** 12n;

/**
 * The smallest amount of a coin, in steps of `coinDecimals`, whose net payout is at least `payout`; undefined without
 * one. Within a fee tier the payout grows with the amount, so each tier is searched by bisection, the lowest first.
 */
export function amountForPayout(
  payout: Amount<'payout'>,
  coinDecimals: number,
  pricing: Omit<SellPricingInput, 'amount'>,
): Amount<'coin'> | undefined {
  const steps = 10n ** BigInt(coinDecimals);
  const amountAt = (units: bigint) => unnamedAmount('coin', decimal(units).times(decimal('10').pow(-coinDecimals)));
  const priceAt = (units: bigint) => priceSell({ ...pricing, amount: amountAt(units) });
  const valueAt = (units: bigint) => round(convert(amountAt(units), pricing.priceUsd), usdCents, 'half-up');
  const limit = maxCoins * steps + 1n;
  const startAmounts = pricing.tiers
    .map(({ overUsd }) =>
      overUsd.eq(noDollars) ? 1n : smallestFitting(1n, limit, (units) => valueAt(units).gt(overUsd)),
    )
    .toSorted((a, b) => (a < b ? -1 : 1));
  for (const [index, from] of startAmounts.entries()) {
    const until = startAmounts[index + 1] ?? limit;
    const units = smallestFitting(from, until, (coins) => priceAt(coins).netAmount.gte(payout));
    if (units < until) return amountAt(units);
  }
  return undefined;
}

/**
 * The smallest number from `from` on that satisfies the condition, if all above it do too; `until` if none below it
 * does.
 */
function smallestFitting(from: bigint, until: bigint, isFitting: (value: bigint) => boolean): bigint {
  let low = from;
  let high = until;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (isFitting(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}
