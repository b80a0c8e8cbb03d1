import { z } from 'zod';
import { FeedError, UnknownMarketError } from '#server/lib/feed-error.ts';
import { minuteSeconds } from '#shared/reference/units-of-time.ts';
import { feedDecimal, feedText, fetchFeed } from './feed.ts';
import { markets } from './markets.ts';
import { batchOf, changeOf, momentOf, type PriceProvider, type SourceSettings } from './prices.ts';

const tickers = z.array(
  z
    .object({ symbol: z.string(), lastPrice: z.unknown(), priceChangePercent: z.unknown(), closeTime: z.unknown() })
    .partial(),
);
/** https://developers.binance.com/docs/binance-spot-api-docs/errors: a symbol that is not listed. */
const invalidSymbol = z.object({ code: z.literal(-1121) });

/** Live prices in the shape of Binance's /api/v3/ticker/24hr. Its markets are against Tether, and so are its prices. */
export function binancePrices({
  url = 'https://api.binance.com',
  timeoutMs,
  everySeconds = minuteSeconds,
}: SourceSettings): PriceProvider {
  return {
    source: 'binance',
    live: true,
    everySeconds,
    quotedIn: 'usdt',
    fetchPrices: async (coinIds) => {
      const symbols = coinIds.flatMap((id) => markets.binance[id] ?? []);
      const query = new URLSearchParams({ symbols: JSON.stringify(symbols) }).toString();
      const address = new URL(`/api/v3/ticker/24hr?${query}`, url);
      const body = await fetchFeed({ url: address.href, timeoutMs, statuses: [200, 400] });
      if (invalidSymbol.safeParse(body).success) throw new UnknownMarketError();
      const answer = tickers.safeParse(body);
      if (!answer.success) throw new FeedError('the answer is not a list of prices');
      const bySymbol = new Map(answer.data.map((entry) => [entry.symbol, entry]));
      return batchOf(coinIds, (coinId) => {
        const entry = bySymbol.get(markets.binance[coinId] ?? '');
        const priceUsd = feedText(entry?.lastPrice);
        if (!entry || !priceUsd) return entry ? 'broken' : 'missing';
        const change24h = changeOf(feedDecimal(entry.priceChangePercent));
        return { coinId, priceUsd, change24h, seenAt: momentOf(entry.closeTime, 'milliseconds') };
      });
    },
  };
}
