import { FeedError } from '#server/lib/feed-error.ts';
import { decimal, round } from '#shared/kernel/money.ts';
import { hourSeconds } from '#shared/reference/units-of-time.ts';
import { feedText, fetchFeedBytes } from './feed.ts';
import type { FxProvider } from './fx.ts';
import { batchOf, type SourceSettings } from './prices.ts';

const dailyFile = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

/**
 * Reference rates of the European Central Bank, written on working days: units for one euro, of which units for one
 * dollar are the quotient with the dollar's own. `url` is the address of the whole daily file.
 */
export function ecbFx({ url = dailyFile, timeoutMs, everySeconds = hourSeconds }: SourceSettings): FxProvider {
  return {
    source: 'ecb',
    live: true,
    everySeconds,
    fetchRates: async (currencies) => {
      const text = (await fetchFeedBytes({ url, timeoutMs })).toString('utf8');
      const day = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(text)?.[1];
      const perEuro = new Map(
        [...text.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([^'"]{1,40})['"]/g)].map(
          ([, code = '', rate]) => [code, rate] as const,
        ),
      );
      const dollars = feedText(perEuro.get('USD'));
      if (!day || !dollars) throw new FeedError('the answer is not the daily file of euro rates');
      const batch = batchOf(currencies, (currency) => {
        if (currency !== 'EUR' && !perEuro.has(currency)) return 'missing';
        const units = currency === 'EUR' ? decimal('1') : feedText(perEuro.get(currency));
        // Each rate has five significant digits, so more than ten digits of a quotient mean nothing.
        const unitsPerUsd = units && feedText(round(units.div(dollars), { decimals: 10 }, 'half-up').toFixed());
        return unitsPerUsd ? { currency, unitsPerUsd } : 'broken';
      });
      return { ...batch, asOf: new Date(`${day}T00:00:00Z`) };
    },
  };
}
