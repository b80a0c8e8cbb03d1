import { currentRate, type CoinRate, type RatesDeps } from '#server/features/rates/rates.service.ts';
import { settingsOf, type SettingsCache } from '#server/features/settings/settings.service.ts';
import { Invalid } from '#server/http/refusal.ts';
import { amountOf, toWire, type Amount } from '#shared/kernel/money.ts';
import type { PlainReason } from '#shared/kernel/reason.ts';
import type { SellEstimate } from '#shared/sell/sell.contract.ts';
import { feeTiers, priceSell, type FeeTier, type SellPrice } from '#shared/sell/sell.rules.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';

export type PricingDeps = RatesDeps & { settings: SettingsCache };

/** What is sold, in decimals. */
export type SellInput = { cryptoId: string; amount: Amount<'coin'>; currency: string };

/** A price with where it comes from: what a hold or an order takes a copy of. */
export type Terms = SellPrice & { currency: string; rateAt: Date; rateSource: string };

/** What a sale is worth now; `terms` is absent while nothing can be quoted ('Rate not available'). */
export type Priced = { coin: CoinRate; terms?: Terms; updatedAt: Date | null; source: string };

/** Above this a JSON number would lose its last digits, and no operator pays it. */
const maxGross = amountOf('payout', '1000000000000');

/**
 * Prices a sale from memory: no query. Refuses a coin or currency that is not on offer, and amounts beyond a million
 * million of the payout currency.
 */
export async function priceNow(deps: PricingDeps, { cryptoId, amount, currency }: SellInput): Promise<Priced> {
  const rate = await currentRate(deps, cryptoId, currency);
  if (!rate.coin) throw refused('cryptoId', 'coin_invalid');
  if (!rate.currency) throw refused('targetCurrency', 'payout_currency_required');
  const { coin, source, updatedAt } = rate;
  if (!rate.available) return { coin, source, updatedAt };
  const { priceUsd, unitsPerUsd } = rate;
  const { minorUnits } = rate.currency;
  const price = priceSell({ amount, priceUsd, unitsPerUsd, minorUnits, tiers: tiersOf(settingsOf(deps).fees.tiers) });
  if (price.grossAmount.gt(maxGross)) throw refused('cryptoAmount', 'amount_too_large');
  return { coin, source, updatedAt, terms: { ...price, currency, rateAt: rate.updatedAt, rateSource: source } };
}

/** The amounts of a price in API form. */
export function presentTerms(terms: Terms): SellEstimate {
  return {
    grossAmount: toWire(terms.grossAmount),
    marginAmount: toWire(terms.marginAmount),
    netAmount: toWire(terms.netAmount),
    buyingRate: toWire(terms.buyingRate),
    currency: terms.currency,
    feePercent: toWire(terms.feePercent),
    valueUsd: toWire(terms.valueUsd),
    rateUpdatedAt: terms.rateAt.toISOString(),
    source: terms.rateSource,
  };
}

/** Zeros, which the screens read as 'Rate not available'. */
export function presentNoTerms(currency: string, { updatedAt, source }: Priced, now: Date): SellEstimate {
  const none = { grossAmount: 0, marginAmount: 0, netAmount: 0, buyingRate: 0, feePercent: 0, valueUsd: 0 };
  return { ...none, currency, rateUpdatedAt: (updatedAt ?? now).toISOString(), source };
}

function refused(field: string, reason: PlainReason): Invalid {
  return new Invalid('invalid_input', reason, { fields: { [field]: reason } });
}

const tierCache = new WeakMap<object, readonly FeeTier[]>();

/** Settings are replaced as a whole, so their tiers are turned into decimals once and not per quote. */
function tiersOf(tiers: PublicSettings['fees']['tiers']): readonly FeeTier[] {
  const known = tierCache.get(tiers);
  if (known) return known;
  const parsed = feeTiers(tiers);
  tierCache.set(tiers, parsed);
  return parsed;
}
