import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { minuteSeconds } from '#shared/reference/units-of-time.ts';
import { feedDecimal, feedText, fetchFeed } from './feed.ts';
import { markets } from './markets.ts';
import { batchOf, changeOf, momentOf, type PriceProvider, type SourceSettings } from './prices.ts';

const tickers = z.array(
  z.object({ pair: z.string(), last: z.unknown(), percent_change_24: z.unknown(), timestamp: z.unknown() }).partial(),
);

/** Live prices in the shape of Bitstamp's /api/v2/ticker/, which answers all pairs at once. */
export function bitstampPrices({
  url = 'https://www.bitstamp.net',
  timeoutMs,
  everySeconds = minuteSeconds,
}: SourceSettings): PriceProvider {
  return {
    source: 'bitstamp',
    live: true,
    everySeconds,
    quotedIn: 'usd',
    fetchPrices: async (coinIds) => {
      const answer = tickers.safeParse(await fetchFeed({ url: new URL('/api/v2/ticker/', url).href, timeoutMs }));
      if (!answer.success) throw new FeedError('the answer is not a list of prices');
      const byPair = new Map(answer.data.map((entry) => [entry.pair, entry]));
      return batchOf(coinIds, (coinId) => {
        const entry = byPair.get(markets.bitstamp[coinId] ?? '');
        const priceUsd = feedText(entry?.last);
        if (!entry || !priceUsd) return entry ? 'broken' : 'missing';
        const change24h = changeOf(feedDecimal(entry.percent_change_24));
        return { coinId, priceUsd, change24h, seenAt: momentOf(entry.timestamp, 'seconds') };
      });
    },
  };
}
