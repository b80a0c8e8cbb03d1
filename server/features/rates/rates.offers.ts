import type { FxBatch } from '#server/adapters/rates/fx.ts';
import type { PriceOffer, PriceProvider, RateBatch } from '#server/adapters/rates/prices.ts';
import { decimal, round, toText, type Decimal } from '#shared/kernel/money.ts';
import { faultOf, freshMedianOf, marketOf, type Market, type SourceOffer } from '#shared/rates/market.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import type { OfferSettings } from '#shared/settings/settings.offer.ts';
import type { OfferRow } from './rates.offers.queries.ts';
import { offerStaleAfterMs, type FeedName } from './rates.rules.ts';
import type { fxOffers, priceOffers } from './rates.tables.ts';

/** The stored offers of each coin or currency, in the order in which the sources are named. */
export function offersBySubject(
  feed: FeedName,
  sources: readonly string[],
  rows: readonly OfferRow[],
): Map<string, SourceOffer[]> {
  const bySubject = new Map<string, SourceOffer[]>();
  for (const row of sources.flatMap((source) => rows.filter((item) => item.source === source))) {
    bySubject.set(row.subject, [...(bySubject.get(row.subject) ?? []), sourceOfferOf(feed, row)]);
  }
  return bySubject;
}

function sourceOfferOf(feed: FeedName, { source, value, why, change24h, seenAt, tableOf }: OfferRow): SourceOffer {
  return {
    source,
    value: value === null ? null : decimal(value),
    fault: why,
    change24h: change24h === null ? null : decimal(change24h),
    seenAt,
    ...(tableOf && { tableOf }),
    staleAfterMs: offerStaleAfterMs(feed, source),
  };
}

export type MarketInput = {
  feed: FeedName;
  offers: readonly SourceOffer[];
  rules: OfferSettings['sources'];
  now: Date;
  /** The last good live rate. */
  lastGood: Decimal | null;
};

/** Returns the market of the offers of one coin or currency. The shipped table needs no second source. */
export function marketOfOffers({ feed, offers, rules, now, lastGood }: MarketInput): Market {
  const { maxApartPercent, quorum } = rules;
  // A currency that a source does not list, or only in an old table, needs no agreement of that source.
  const listedCount = offers.filter((offer) => !['missing', 'stale'].includes(faultOf(offer, now) ?? '')).length;
  const neededQuorum = offers.some(({ source }) => source === sampleSource)
    ? 1
    : feed === 'fx'
      ? Math.min(quorum, Math.max(listedCount, 1))
      : quorum;
  return marketOf(offers, { maxApartPercent, quorum: neededQuorum, now, lastGood });
}

/**
 * Converts the offers of a source that prices in Tether into US dollars; returns none while no other source prices
 * Tether.
 */
export function inDollars(
  { quotedIn }: Pick<PriceProvider, 'quotedIn'>,
  batch: RateBatch<PriceOffer>,
  tether: Decimal | null,
): RateBatch<PriceOffer> {
  if (quotedIn === 'usd') return batch;
  const pricedOffers = batch.offers.flatMap((offer) => {
    const priceUsd = tether && round(offer.priceUsd.times(toText(tether)), { decimals: 18 }, 'down');
    return priceUsd?.gt(decimal('0')) ? { ...offer, priceUsd } : [];
  });
  const unpricedOffers = batch.offers.filter(({ coinId }) => !pricedOffers.some((offer) => offer.coinId === coinId));
  return {
    offers: pricedOffers,
    refused: [...batch.refused, ...unpricedOffers.map(({ coinId }) => ({ subject: coinId, why: 'missing' as const }))],
  };
}

type AskedSource = { source: string; askedAt: Date };

const earlierOf = (a: Date, b: Date) => (a < b ? a : b);

/**
 * Returns the rows of a source's offers of coins, seen at the time that it gives, else when it was asked, and never
 * later than that.
 */
export function priceRowsOf(
  { source, askedAt }: AskedSource,
  { offers, refused }: RateBatch<PriceOffer>,
): (typeof priceOffers.$inferSelect)[] {
  return [
    ...offers.map(({ coinId, priceUsd, change24h, seenAt = askedAt }) => {
      const change = change24h ? toText(change24h) : null;
      const at = earlierOf(seenAt, askedAt);
      return { source, coinId, priceUsd: toText(priceUsd), change24h: change, seenAt: at, askedAt, why: null };
    }),
    ...refused.map(({ subject: coinId, why }) => {
      return { source, coinId, priceUsd: null, change24h: null, seenAt: askedAt, askedAt, why };
    }),
  ];
}

/** Returns the rows of offers of currencies; a table without a date is of the moment, the shipped one of its date. */
export function fxRowsOf(
  { source, askedAt }: AskedSource,
  { offers, refused, asOf = askedAt }: FxBatch,
): (typeof fxOffers.$inferSelect)[] {
  const tableOf = earlierOf(asOf, askedAt);
  const seenAt = source === sampleSource ? tableOf : askedAt;
  return [
    ...offers.map(({ currency, unitsPerUsd }) => {
      return { source, currency, unitsPerUsd: toText(unitsPerUsd), seenAt, tableOf, why: null };
    }),
    ...refused.map(({ subject: currency, why }) => {
      return { source, currency, unitsPerUsd: null, seenAt, tableOf, why };
    }),
  ];
}

/** Returns the price of Tether by these offers, before any hold; null if none of them gives it. */
export function tetherPriceOf(offers: ReadonlyMap<string, readonly SourceOffer[]>, now: Date): Decimal | null {
  const ofTether = [...offers]
    .filter(([coinId]) => coinId.startsWith('usdt-'))
    .flatMap(([, offersInTether]) => offersInTether);
  return freshMedianOf(ofTether, now);
}

/** Per cent from an earlier price to this one, to two decimals. */
export function percentSince(earlierPrice: string, now: Decimal): Decimal {
  return round(now.minus(earlierPrice).times('100').div(earlierPrice), { decimals: 2 }, 'half-up');
}
