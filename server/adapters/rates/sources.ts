import type { FxSource, PriceSource } from '#shared/reference/rate-sources.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { ecbFx } from './fx.ecb.ts';
import { openErApiFx } from './fx.open-er-api.ts';
import { sampleFx } from './fx.sample.ts';
import type { FxProvider } from './fx.ts';
import { askedInHalves } from './halving.ts';
import { binancePrices } from './prices.binance.ts';
import { bitstampPrices } from './prices.bitstamp.ts';
import { coinbasePrices } from './prices.coinbase.ts';
import { coinGeckoPrices } from './prices.coingecko.ts';
import { krakenPrices } from './prices.kraken.ts';
import { samplePrices } from './prices.sample.ts';
import type { PriceProvider, SourceSettings } from './prices.ts';

export type PriceSettings = Pick<SourceSettings, 'everySeconds' | 'timeoutMs'> & {
  /** URLs that replace the public ones, by source. */
  urls: Readonly<Partial<Record<PriceSource, string>>>;
  /** CoinGecko's key. */
  key?: string;
};

/** Every live source of prices by its name, whether it is in use or not. `now` is the time of the database. */
export function livePriceSources(
  { urls, key, ...settings }: PriceSettings,
  now: () => Date,
): Readonly<Record<PriceSource, PriceProvider>> {
  const settingsOf = (source: PriceSource) => ({ ...settings, url: urls[source] });
  const inHalves = (provider: PriceProvider) => askedInHalves(provider, () => now().getTime(), dayMs);
  return {
    kraken: inHalves(krakenPrices(settingsOf('kraken'))),
    coinbase: coinbasePrices(settingsOf('coinbase')),
    bitstamp: bitstampPrices(settingsOf('bitstamp')),
    binance: inHalves(binancePrices(settingsOf('binance'))),
    coingecko: coinGeckoPrices({ ...settingsOf('coingecko'), key }),
  };
}

/** The named ones, in their order; those that ship with the product where that is named. */
export function namedPriceSources(
  names: readonly (PriceSource | 'sample')[],
  liveProviders: Readonly<Record<PriceSource, PriceProvider>>,
): PriceProvider[] {
  return names.map((name) => (name === 'sample' ? samplePrices() : liveProviders[name]));
}

export type FxSettings = Pick<SourceSettings, 'everySeconds' | 'timeoutMs'> & {
  urls: Readonly<Partial<Record<FxSource, string>>>;
};

/** The named sources of currency rates, in their order; `sample` alone is the table that ships with the product. */
export function namedFxSources(
  names: readonly (FxSource | 'sample')[],
  { urls, ...settings }: FxSettings,
): FxProvider[] {
  const providers = {
    sample: sampleFx,
    'open-er-api': () => openErApiFx({ ...settings, url: urls['open-er-api'] }),
    ecb: () => ecbFx({ ...settings, url: urls.ecb }),
  };
  return names.map((name) => providers[name]());
}
