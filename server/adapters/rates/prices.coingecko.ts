import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { decimal, round } from '#shared/kernel/money.ts';
import { feedNumber, fetchFeed } from './feed.ts';
import { batchOf, type PriceOffer, type PriceProvider } from './prices.ts';

export interface CoinGeckoSettings {
  /** Base of the API, for a mirror or the paid host; defaults to the public one. */
  url?: string;
  /** Sent as a header, never in the URL, so that no log or proxy stores it. */
  key?: string;
  timeoutMs?: number;
  everySeconds?: number;
}

const publicApi = 'https://api.coingecko.com/api/v3';

// The same coin on two networks has one market.
const marketOf: Record<string, string> = { 'usdt-trc20': 'tether', 'usdt-erc20': 'tether' };

const prices = z.record(
  z.string(),
  z.object({ usd: z.unknown(), usd_24h_change: z.unknown(), last_updated_at: z.unknown() }).partial(),
);

/** Live prices in the shape of CoinGecko's /simple/price. */
export function coinGeckoPrices({
  url = publicApi,
  key,
  timeoutMs,
  everySeconds = 60,
}: CoinGeckoSettings): PriceProvider {
  const base = url.replace(/\/+$/, '');
  const headers = key === undefined ? undefined : { [keyHeader(base)]: key };
  return {
    source: 'coingecko',
    live: true,
    everySeconds,
    fetchPrices: async (coinIds) => {
      const markets = [...new Set(coinIds.map((id) => marketOf[id] ?? id))];
      const wanted = { include_24hr_change: 'true', include_last_updated_at: 'true' };
      const query = new URLSearchParams({ ids: markets.join(','), vs_currencies: 'usd', ...wanted });
      const address = `${base}/simple/price?${query.toString()}`;
      const answer = prices.safeParse(await fetchFeed({ url: address, headers, timeoutMs }));
      if (!answer.success) throw new FeedError('the answer is not a list of prices');
      return batchOf(coinIds, (coinId) => offerOf(coinId, answer.data[marketOf[coinId] ?? coinId]));
    },
  };
}

function keyHeader(base: string): string {
  return new URL(base).hostname.startsWith('pro-api.') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key';
}

function offerOf(coinId: string, entry: z.output<typeof prices>[string] | undefined): PriceOffer | string {
  const priceUsd = feedNumber(entry?.usd);
  if (!entry || !priceUsd) return entry ? 'the price is no positive number' : 'is missing';
  return { coinId, priceUsd, change24h: changeOf(entry.usd_24h_change), seenAt: momentOf(entry.last_updated_at) };
}

/** Per cent; nothing loses more than all of itself. */
function changeOf(value: unknown) {
  const isChange = typeof value === 'number' && Number.isFinite(value) && value > -100 && value < 10_000;
  return isChange ? round(decimal(String(value)), { decimals: 2 }, 'half-up') : undefined;
}

function momentOf(seconds: unknown): Date | undefined {
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
}
