import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';

export type CryptoAsset = Api['GET /api/crypto-assets']['output'][number];
export type PayoutCurrency = Api['GET /api/payout-currencies']['output'][number];

/** The rhythm in which the server takes new prices. */
export const ratesRefreshMs = 60_000;

const withoutRateMs = 5_000;

/** The coins the desk buys, asked again every minute while somebody looks. */
export const cryptoAssetsQuery = queryOptions({
  queryKey: ['crypto-assets'],
  queryFn: ({ signal }) => call('GET /api/crypto-assets', { signal, conditionalGet: true }),
  refetchInterval: ratesRefreshMs,
  staleTime: 10_000,
});

/** The currencies a sale can be paid out in. While one has no rate yet, as just after a start, the list is asked for again. */
export const payoutCurrenciesQuery = queryOptions({
  queryKey: ['payout-currencies'],
  queryFn: ({ signal }) => call('GET /api/payout-currencies', { signal, conditionalGet: true }),
  staleTime: 5 * 60_000,
  refetchInterval: ({ state }) => state.data?.some(({ unitsPerUsd }) => unitsPerUsd === null) && withoutRateMs,
});

/** When the newest price of a list was seen; undefined before the first one. */
export function newestUpdate(assets: readonly CryptoAsset[]): string | undefined {
  return assets.reduce<string | undefined>(
    (newest, { updatedAt }) => (updatedAt && (!newest || updatedAt > newest) ? updatedAt : newest),
    undefined,
  );
}

/** The assets whose name or symbol holds the text, whatever its case. */
export function matchingAssets(assets: readonly CryptoAsset[], search: string): readonly CryptoAsset[] {
  const sought = search.trim().toLowerCase();
  if (!sought) return assets;
  return assets.filter(({ name, symbol }) => `${name}\n${symbol}`.toLowerCase().includes(sought));
}
