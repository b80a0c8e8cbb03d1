import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Unprocessable } from '#server/lib/refusal.ts';
import { decimal, rateOf, type Decimal, type Rate } from '#shared/kernel/money.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import { payoutCurrency, type PayoutCurrency } from '#shared/reference/payout-currencies.ts';
import { spreadFactor } from '#shared/settings/settings.offer.ts';
import type { AdminRates, RatesPorts } from './rates.ports.ts';
import type { CoinRate, RatesSnapshot } from './rates.snapshot.ts';

export { readFeeds } from './rates.feeds.queries.ts';
export { presentCoins } from './rates.present.ts';
export { openRates } from './rates.snapshot.ts';
export type { AdminRate, AdminRates, SellableCoins } from './rates.ports.ts';
export type { CoinRate, RatesReader, RatesSnapshot } from './rates.snapshot.ts';
export { areLive, staleAfterMs } from './rates.rules.ts';
export { listPriceSources, observePriceSources, sourceStates, testPriceSource } from './rates.sources.ts';
export { initializeRates, refreshRates } from './rates.refresh.ts';
export { decideHeldRate, listHeldRates, readHeldOffers, setMinimumDeposit } from './rates.held.ts';

/**
 * Rates that a sale can be priced from now, or why there are none. `source` is "sample" as soon as any part of it is.
 */
export type CurrentRate =
  | {
      available: true;
      coin: CoinRate;
      currency: PayoutCurrency;
      priceUsd: Rate<'coin', 'usd'>;
      unitsPerUsd: Rate<'usd', 'payout'>;
      source: string;
      updatedAt: Date;
    }
  | {
      available: false;
      /** unknown_*: no such coin or currency, or switched off. held: a jump awaits review. no_fx: no currency rate. */
      reason: 'unknown_coin' | 'unknown_currency' | 'unpriced' | 'stale' | 'held' | 'no_fx';
      coin?: CoinRate;
      currency?: PayoutCurrency;
      source: string;
      updatedAt: Date | null;
    };

/**
 * Returns the present selling price of one coin in one payout currency, after the spread, from memory. Throws nothing
 * for an unknown id.
 */
export async function currentRate(
  deps: RatesPorts & SettingsPorts,
  coinId: string,
  currencyCode: string,
): Promise<CurrentRate> {
  const [snapshot, ownRates] = await Promise.all([deps.rates(), deps.adminRates()]);
  const coin = snapshot.coins.get(coinId);
  const currency = payoutCurrency(currencyCode);
  const details = { coin, currency, source: coin?.source ?? '', updatedAt: coin?.priceAt ?? null };
  if (!coin) return { ...details, available: false, reason: 'unknown_coin' };
  if (!currency) return { ...details, available: false, reason: 'unknown_currency' };
  const state = coin.state();
  if (state !== 'fresh' || !coin.priceUsd || !coin.priceAt || !coin.source) {
    return { ...details, available: false, reason: state === 'fresh' ? 'unpriced' : state };
  }
  const units = unitsReader(snapshot, ownRates)(currencyCode);
  if (!units) return { ...details, available: false, reason: 'no_fx' };
  const source = units.source === sampleSource ? sampleSource : coin.source;
  const { priceUsd, priceAt: updatedAt } = coin;
  const factor = spreadFactor(settingsOf(deps).offer, coinId, currencyCode);
  const unitsPerUsd = rateOf('usd', 'payout', units.unitsPerUsd.times(factor));
  return { available: true, coin, currency, priceUsd, unitsPerUsd, source, updatedAt };
}

/**
 * Returns the price unless a part of it is held. Null then: the value of the coins is unknown, and a member decides.
 */
export async function certainRate(
  deps: RatesPorts & SettingsPorts,
  coinId: string,
  currencyCode: string,
): Promise<Extract<CurrentRate, { available: true }> | null> {
  const rate = await currentRate(deps, coinId, currencyCode);
  if (!rate.available || rate.coin.isHeld) return null;
  const [units, { currencies }] = await Promise.all([currentUnits(deps, currencyCode), deps.rates()]);
  const isOwn = units?.source === 'manual' || units?.source === 'fixed';
  return isOwn || currencies.get(currencyCode)?.isHeld === false ? rate : null;
}

/** `updatedAt` is null for the dollar itself, which has no rate. */
export type CurrentUnits = { unitsPerUsd: Decimal; source: string; updatedAt: Date | null };

/** Units of a currency for one US dollar: the admin rate if set, else the provider's while fresh. */
export async function currentUnits(deps: RatesPorts, currencyCode: string): Promise<CurrentUnits | undefined> {
  const [snapshot, ownRates] = await Promise.all([deps.rates(), deps.adminRates()]);
  return unitsReader(snapshot, ownRates)(currencyCode);
}

/** The refusal (422) of a sale or an exchange without a rate to quote. */
export function rateUnavailable(reason: 'sell_rate_unavailable' | 'exchange_rate_unavailable'): Unprocessable {
  return new Unprocessable('rate_unavailable', reason);
}

const item = decimal('1');

/** Returns a function that reads units by currency code from one snapshot, for lists. */
export function unitsReader(
  { currencies }: RatesSnapshot,
  ownRates: Awaited<ReturnType<AdminRates>>,
): (code: string) => CurrentUnits | undefined {
  return (code) => {
    // A dollar is a dollar, even if a table has another rate.
    if (code === 'USD') return { unitsPerUsd: item, source: 'fixed', updatedAt: null };
    const ownRate = ownRates.get(code);
    if (ownRate?.isExpired()) return undefined;
    if (ownRate) return { unitsPerUsd: ownRate.unitsPerUsd, source: 'manual', updatedAt: ownRate.updatedAt };
    const rate = currencies.get(code);
    if (!rate?.isFresh()) return undefined;
    return { unitsPerUsd: rate.unitsPerUsd, source: rate.source, updatedAt: rate.at };
  };
}
