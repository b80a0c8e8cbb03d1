import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { decimal, round } from '#shared/kernel/money.ts';
import { minuteSeconds } from '#shared/reference/units-of-time.ts';
import { feedText, fetchFeed } from './feed.ts';
import { markets } from './markets.ts';
import { batchOf, type PriceProvider, type SourceSettings } from './prices.ts';

const table = z.object({ data: z.object({ currency: z.literal('USD'), rates: z.record(z.string(), z.unknown()) }) });

/**
 * Live prices in the shape of Coinbase's /v2/exchange-rates: units for one dollar, of which the price is the inverse.
 * It gives neither a time nor a change.
 */
export function coinbasePrices({
  url = 'https://api.coinbase.com',
  timeoutMs,
  everySeconds = minuteSeconds,
}: SourceSettings): PriceProvider {
  return {
    source: 'coinbase',
    live: true,
    everySeconds,
    quotedIn: 'usd',
    fetchPrices: async (coinIds) => {
      const address = new URL('/v2/exchange-rates?currency=USD', url);
      const answer = table.safeParse(await fetchFeed({ url: address.href, timeoutMs }));
      if (!answer.success) throw new FeedError('the answer is not a table of rates for one US dollar');
      return batchOf(coinIds, (coinId) => {
        const rate = answer.data.data.rates[markets.coinbase[coinId] ?? ''];
        const units = feedText(rate);
        // The rate has eight significant digits, so the price has no more.
        const priceUsd = units && feedText(round(decimal('1').div(units), { decimals: 8 }, 'half-up').toFixed());
        return priceUsd ? { coinId, priceUsd } : rate === undefined ? 'missing' : 'broken';
      });
    },
  };
}
