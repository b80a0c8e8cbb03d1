import { z } from 'zod';
import { FeedError, UnknownMarketError } from '#server/lib/feed-error.ts';
import { minuteSeconds } from '#shared/reference/units-of-time.ts';
import { fetchFeed, feedText } from './feed.ts';
import { markets } from './markets.ts';
import { batchOf, changeSince, type PriceProvider, type SourceSettings } from './prices.ts';

const ticker = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: z.array(z.unknown()).catch([]), o: z.unknown().optional() })).optional(),
});

/** The names of assets in answers that are older than the short ones of questions. */
const olderNames: Record<string, string> = {
  XBTUSD: 'XXBTZUSD',
  ETHUSD: 'XETHZUSD',
  LTCUSD: 'XLTCZUSD',
  XRPUSD: 'XXRPZUSD',
  USDTUSD: 'USDTZUSD',
};

/** Live prices in the shape of Kraken's /0/public/Ticker. It gives no time of its own; a day begins at midnight UTC. */
export function krakenPrices({
  url = 'https://api.kraken.com',
  timeoutMs,
  everySeconds = minuteSeconds,
}: SourceSettings): PriceProvider {
  return {
    source: 'kraken',
    live: true,
    everySeconds,
    quotedIn: 'usd',
    fetchPrices: async (coinIds) => {
      const pairs = [...new Set(coinIds.flatMap((id) => markets.kraken[id] ?? []))];
      const address = new URL(`/0/public/Ticker?${new URLSearchParams({ pair: pairs.join(',') }).toString()}`, url);
      const answer = ticker.safeParse(await fetchFeed({ url: address.href, timeoutMs }));
      if (!answer.success) throw new FeedError('the answer is not a list of prices');
      const { error, result } = answer.data;
      if (error.some((text) => text.includes('Unknown asset pair'))) throw new UnknownMarketError();
      if (!result) throw new FeedError(`the answer is an error: ${error.join(', ').slice(0, 100)}`);
      return batchOf(coinIds, (coinId) => {
        const pair = markets.kraken[coinId] ?? '';
        const entry = result[pair] ?? result[olderNames[pair] ?? ''];
        const priceUsd = feedText(entry?.c[0]);
        if (!entry || !priceUsd) return entry ? 'broken' : 'missing';
        return { coinId, priceUsd, change24h: changeSince(feedText(entry.o), priceUsd) };
      });
    },
  };
}
