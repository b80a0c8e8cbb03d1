import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { minuteSeconds } from '#shared/reference/units-of-time.ts';
import { feedDecimal, feedNumber, fetchFeed } from './feed.ts';
import { markets as allMarkets } from './markets.ts';
import {
  batchOf,
  changeOf,
  momentOf,
  type CoinPrice,
  type PriceProvider,
  type RefusedPrice,
  type SourceSettings,
} from './prices.ts';

/** `url` is the base of the API, for a mirror or the paid host. */
export interface CoinGeckoSettings extends SourceSettings {
  /** Goes into a header, never into the URL, so that no log or proxy stores it. */
  key?: string;
}

const publicApi = 'https://api.coingecko.com/api/v3';

const { coingecko } = allMarkets;

const prices = z.record(
  z.string(),
  z.object({ usd: z.unknown(), usd_24h_change: z.unknown(), last_updated_at: z.unknown() }).partial(),
);

/** Live prices in the shape of CoinGecko's /simple/price. */
export function coinGeckoPrices({
  url = publicApi,
  key,
  timeoutMs,
  everySeconds = minuteSeconds,
}: CoinGeckoSettings): PriceProvider {
  const base = url.replace(/\/+$/, '');
  const headers = key === undefined ? undefined : { [keyHeader(base)]: key };
  return {
    source: 'coingecko',
    live: true,
    everySeconds,
    quotedIn: 'usd',
    fetchPrices: async (coinIds) => {
      const markets = [...new Set(coinIds.flatMap((id) => coingecko[id] ?? []))];
      const extraParams = { include_24hr_change: 'true', include_last_updated_at: 'true' };
      const query = new URLSearchParams({ ids: markets.join(','), vs_currencies: 'usd', ...extraParams });
      const address = `${base}/simple/price?${query.toString()}`;
      const answer = prices.safeParse(await fetchFeed({ url: address, headers, timeoutMs }));
      if (!answer.success) throw new FeedError('the answer is not a list of prices');
      return batchOf(coinIds, (coinId) => priceOf(coinId, answer.data[coingecko[coinId] ?? '']));
    },
  };
}

function keyHeader(base: string): string {
  return new URL(base).hostname.startsWith('pro-api.') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key';
}

function priceOf(coinId: string, entry: z.output<typeof prices>[string] | undefined): CoinPrice | RefusedPrice['why'] {
  const priceUsd = feedNumber(entry?.usd);
  if (!entry || !priceUsd) return entry ? 'broken' : 'missing';
  const change24h = changeOf(feedDecimal(String(entry.usd_24h_change)));
  return { coinId, priceUsd, change24h, seenAt: momentOf(entry.last_updated_at, 'seconds') };
}
