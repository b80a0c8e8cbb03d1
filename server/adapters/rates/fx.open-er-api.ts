import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { hourSeconds } from '#shared/reference/units-of-time.ts';
import { feedNumber, fetchFeed } from './feed.ts';
import type { FxProvider } from './fx.ts';
import { batchOf } from './prices.ts';

export interface OpenErApiSettings {
  /** Base of the API; defaults to the public one. */
  url?: string;
  timeoutMs?: number;
  everySeconds?: number;
}

const publicApi = 'https://open.er-api.com/v6';

const table = z.object({
  result: z.literal('success'),
  base_code: z.literal('USD'),
  rates: z.record(z.string(), z.unknown()),
  /** Time of the table in seconds since 1970; new each day. */
  time_last_update_unix: z.number().int().positive().lt(1e11).optional(),
});

/** Live currency rates in the shape of open.er-api.com's /latest/USD. */
export function openErApiFx({ url = publicApi, timeoutMs, everySeconds = hourSeconds }: OpenErApiSettings): FxProvider {
  const address = `${url.replace(/\/+$/, '')}/latest/USD`;
  return {
    source: 'open-er-api',
    live: true,
    everySeconds,
    fetchRates: async (currencies) => {
      const answer = table.safeParse(await fetchFeed({ url: address, timeoutMs }));
      if (!answer.success) throw new FeedError('the answer is not a table of rates for one US dollar');
      const { rates, time_last_update_unix: madeAt } = answer.data;
      const batch = batchOf(currencies, (currency) => {
        const unitsPerUsd = feedNumber(rates[currency]);
        if (unitsPerUsd) return { currency, unitsPerUsd };
        return currency in rates ? 'broken' : 'missing';
      });
      return { ...batch, ...(madeAt !== undefined && { asOf: new Date(madeAt * 1000) }) };
    },
  };
}
