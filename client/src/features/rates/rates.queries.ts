import { useQuery } from '@tanstack/react-query';
import { getInitialData } from '#client/lib/api/initial-data.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { guessCurrency } from './components/rates.guess-currency.ts';

export type CryptoAsset = Api['GET /api/crypto-assets']['output'][number];
export type PayoutCurrency = Api['GET /api/payout-currencies']['output'][number];

/** The interval at which the server takes new prices. */
export const ratesRefreshMs = minuteMs;

const withoutRateMs = 5_000;

/** All coins, also those that are not offered now, fetched every minute while the tab is visible. */
export const cryptoAssetsQuery = apiQuery(
  'GET /api/crypto-assets',
  {},
  { conditionalGet: true, refetchInterval: ratesRefreshMs, staleTime: 10_000, meta: { persist: true } },
);

/** The currencies a sale can be paid out in. While one has no rate yet, as just after a start, the list is polled. */
export const payoutCurrenciesQuery = apiQuery(
  'GET /api/payout-currencies',
  {},
  {
    conditionalGet: true,
    meta: { persist: true },
    staleTime: 5 * minuteMs,
    refetchInterval: ({ state }) => state.data?.some(({ unitsPerUsd }) => unitsPerUsd === null) && withoutRateMs,
  },
);

/** The coins that customers can choose: those that have a deposit address. */
export function offeredAssets(assets: readonly CryptoAsset[]): readonly CryptoAsset[] {
  return assets.filter(({ isSellable }) => isSellable);
}

/** The time of the newest price in a list; undefined before the first one. */
export function newestUpdate(assets: readonly CryptoAsset[]): string | undefined {
  return assets.reduce<string | undefined>(
    (newestTime, { updatedAt }) => (updatedAt && (!newestTime || updatedAt > newestTime) ? updatedAt : newestTime),
    undefined,
  );
}

/** The assets whose name or symbol contains the text, in upper or lower case. */
export function matchingAssets(assets: readonly CryptoAsset[], search: string): readonly CryptoAsset[] {
  const needle = search.trim().toLowerCase();
  if (!needle) return assets;
  return assets.filter(({ name, symbol }) => `${name}\n${symbol}`.toLowerCase().includes(needle));
}

/**
 * The payout currency that a visitor most likely wants; undefined until the currencies are loaded, and on the server,
 * which renders one page for readers of all currencies.
 */
export function useGuessedCurrency(): string | undefined {
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  const isHydrated = useHydrated();
  const ofPage = getInitialData()?.currency;
  if (ofPage || !isHydrated) return ofPage ?? undefined;
  return guessCurrency(
    currencies.map(({ code }) => code),
    navigator.languages,
  );
}
