import { livePriceSources, namedFxSources, namedPriceSources } from '#server/adapters/rates/sources.ts';
import { initializeRates, refreshRates } from '#server/features/rates/rates.service.ts';
import type { FxSource, PriceSource } from '#shared/reference/rate-sources.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import type { OfferSettings } from '#shared/settings/settings.offer.ts';
import type { TestDatabase } from '#tests/setup/database.ts';
import { ecbFile, startPriceSources } from '#tests/setup/price-sources.ts';
import { startRateSource } from '#tests/setup/rate-source.ts';
import { deleteRates, fxTable, letRatesPass } from './live-app.ts';
import { ratesDeps } from './rates.ts';

type NamedSources = {
  prices?: readonly PriceSource[];
  fx?: readonly FxSource[];
  rules?: Partial<OfferSettings['sources']>;
};

/** A product on several sources of prices and of currency rates, each a local server that the test controls. */
export async function aMarketApp(database: TestDatabase) {
  await deleteRates(database);
  const [sources, erApi, ecbSource] = await Promise.all([
    startPriceSources(),
    startRateSource(fxTable()),
    startRateSource(),
  ]);
  const writeEcb = (rates: Readonly<Record<string, string>>, day?: string) =>
    ecbSource.answer((_request: unknown, response: { end: (text: string) => void }) =>
      response.end(ecbFile(rates, day)),
    );
  writeEcb({ USD: '1.15', JPY: '177.1', GBP: '0.88' });

  /** One process that asks these sources. */
  const aProcess = ({ prices = ['kraken', 'coinbase'], fx = ['open-er-api'], rules }: NamedSources = {}) => {
    const liveSources = livePriceSources({ urls: sources.urls, timeoutMs: 300 }, () => new Date());
    const urls = { 'open-er-api': erApi.url, ecb: ecbSource.url };
    const deps = ratesDeps(database, {
      prices: namedPriceSources(prices, liveSources),
      fx: namedFxSources(fx, { urls, timeoutMs: 300 }),
      priceSources: liveSources,
    });
    const offer = { ...settingsDefaults.offer, sources: { ...settingsDefaults.offer.sources, ...rules } };
    return { ...deps, settings: { ...deps.settings, current: { ...settingsDefaults, offer } } };
  };
  type Process = ReturnType<typeof aProcess>;
  return {
    ...sources,
    erApi,
    ecb: ecbSource,
    writeEcb,
    aProcess,
    letPass: (minutes: number) => letRatesPass(database, minutes),
    /** A process that has fetched prices once. */
    started: async (namedSources: NamedSources = {}): Promise<Process> => {
      const deps = aProcess(namedSources);
      await initializeRates(deps);
      await refreshRates(deps);
      return deps;
    },
    /** Lets this many minutes pass, each with its round. */
    rounds: async (deps: Process, count = 1) => {
      for (let round = 0; round < count; round++) {
        await letRatesPass(database, 1);
        await refreshRates(deps);
      }
    },
    close: () => Promise.all([sources.close(), erApi.close(), ecbSource.close()]),
  };
}

export type MarketApp = Awaited<ReturnType<typeof aMarketApp>>;
