import type { FxBatch } from '#server/adapters/rates/fx.ts';
import type { CoinPrice, PriceProvider, RateBatch } from '#server/adapters/rates/prices.ts';
import { decimal, round, toText, type Decimal } from '#shared/kernel/money.ts';
import { faultOf, freshMedianOf, marketOf, type Market, type SourcePrice } from '#shared/rates/market.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import type { OfferSettings } from '#shared/settings/settings.offer.ts';
import { priceStaleAfterMs, type FeedName } from './rates.rules.ts';
import type { SourcePriceRow } from './rates.source-prices.queries.ts';
import type { sourceRates, sourcePrices } from './rates.tables.ts';

/** The stored prices of each coin or currency, in the order in which the sources are named. */
export function pricesBySubject(
  feed: FeedName,
  sources: readonly string[],
  rows: readonly SourcePriceRow[],
): Map<string, SourcePrice[]> {
  const bySubject = new Map<string, SourcePrice[]>();
  for (const row of sources.flatMap((source) => rows.filter((item) => item.source === source))) {
    bySubject.set(row.subject, [...(bySubject.get(row.subject) ?? []), sourcePriceOf(feed, row)]);
  }
  return bySubject;
}

function sourcePriceOf(
  feed: FeedName,
  { source, value, why, change24h, seenAt, tableOf }: SourcePriceRow,
): SourcePrice {
  return {
    source,
    value: value === null ? null : decimal(value),
    fault: why,
    change24h: change24h === null ? null : decimal(change24h),
    seenAt,
    ...(tableOf && { tableOf }),
    staleAfterMs: priceStaleAfterMs(feed, source),
  };
}

export type MarketInput = {
  feed: FeedName;
  prices: readonly SourcePrice[];
  rules: OfferSettings['sources'];
  now: Date;
  /** The last good live rate. */
  lastGood: Decimal | null;
};

/** Returns the market of the prices of one coin or currency. The shipped table needs no second source. */
export function marketOfSources({ feed, prices, rules, now, lastGood }: MarketInput): Market {
  const { maxApartPercent, quorum } = rules;
  // A currency that a source does not list, or only in an old table, needs no agreement of that source.
  const listedCount = prices.filter((price) => !['missing', 'stale'].includes(faultOf(price, now) ?? '')).length;
  const neededQuorum = prices.some(({ source }) => source === sampleSource)
    ? 1
    : feed === 'fx'
      ? Math.min(quorum, Math.max(listedCount, 1))
      : quorum;
  return marketOf(prices, { maxApartPercent, quorum: neededQuorum, now, lastGood });
}

/**
 * Converts the prices of a source that prices in Tether into US dollars; returns none while no other source prices
 * Tether.
 */
export function inDollars(
  { quotedIn }: Pick<PriceProvider, 'quotedIn'>,
  batch: RateBatch<CoinPrice>,
  tether: Decimal | null,
): RateBatch<CoinPrice> {
  if (quotedIn === 'usd') return batch;
  const convertedPrices = batch.prices.flatMap((price) => {
    const priceUsd = tether && round(price.priceUsd.times(toText(tether)), { decimals: 18 }, 'down');
    return priceUsd?.gt(decimal('0')) ? { ...price, priceUsd } : [];
  });
  const unconvertedPrices = batch.prices.filter(
    ({ coinId }) => !convertedPrices.some((price) => price.coinId === coinId),
  );
  return {
    prices: convertedPrices,
    refused: [
      ...batch.refused,
      ...unconvertedPrices.map(({ coinId }) => ({ subject: coinId, why: 'missing' as const })),
    ],
  };
}

type AskedSource = { source: string; askedAt: Date };

const earlierOf = (a: Date, b: Date) => (a < b ? a : b);

/**
 * Returns the rows of a source's prices of coins, seen at the time that it gives, else when it was asked, and never
 * later than that.
 */
export function priceRowsOf(
  { source, askedAt }: AskedSource,
  { prices, refused }: RateBatch<CoinPrice>,
): (typeof sourcePrices.$inferSelect)[] {
  return [
    ...prices.map(({ coinId, priceUsd, change24h, seenAt = askedAt }) => {
      const change = change24h ? toText(change24h) : null;
      const at = earlierOf(seenAt, askedAt);
      return { source, coinId, priceUsd: toText(priceUsd), change24h: change, seenAt: at, askedAt, why: null };
    }),
    ...refused.map(({ subject: coinId, why }) => {
      return { source, coinId, priceUsd: null, change24h: null, seenAt: askedAt, askedAt, why };
    }),
  ];
}

/** Returns the rows of prices of currencies; a table without a date is of the moment, the shipped one of its date. */
export function fxRowsOf(
  { source, askedAt }: AskedSource,
  { prices, refused, asOf = askedAt }: FxBatch,
): (typeof sourceRates.$inferSelect)[] {
  const tableOf = earlierOf(asOf, askedAt);
  const seenAt = source === sampleSource ? tableOf : askedAt;
  return [
    ...prices.map(({ currency, unitsPerUsd }) => {
      return { source, currency, unitsPerUsd: toText(unitsPerUsd), seenAt, tableOf, why: null };
    }),
    ...refused.map(({ subject: currency, why }) => {
      return { source, currency, unitsPerUsd: null, seenAt, tableOf, why };
    }),
  ];
}

/** Returns the price of Tether by these prices, before any hold; null if none of them gives it. */
export function tetherPriceOf(prices: ReadonlyMap<string, readonly SourcePrice[]>, now: Date): Decimal | null {
  const ofTether = [...prices]
    .filter(([coinId]) => coinId.startsWith('usdt-'))
    .flatMap(([, tetherPrices]) => tetherPrices);
  return freshMedianOf(ofTether, now);
}

/** Per cent from an earlier price to this one, to two decimals. */
export function percentSince(earlierPrice: string, now: Decimal): Decimal {
  return round(now.minus(earlierPrice).times('100').div(earlierPrice), { decimals: 2 }, 'half-up');
}
