import type { Decimal } from '#shared/kernel/money.ts';

/** One coin's price as a provider offers it; whether it is quoted is decided by the rates feature. */
export interface PriceOffer {
  coinId: string;
  /** US dollars for one coin, above zero. */
  priceUsd: Decimal;
  /** Per cent over 24 hours; absent when the provider does not give it. */
  change24h?: Decimal;
  /** When the provider last saw the market, by its own account; absent when it does not give it. */
  seenAt?: Date;
}

/** What a provider sent that cannot be taken: the coin or currency, and why. */
export interface RefusedOffer {
  subject: string;
  reason: string;
}

export interface RateBatch<Offer> {
  offers: readonly Offer[];
  refused: readonly RefusedOffer[];
}

/** What is known of a provider of prices or currency rates. */
export interface RateSource {
  /** Shown beside every quoted price; "sample" makes the screens show "sample rates". */
  readonly source: string;
  /** A live rate grows old; the table that ships with the product does not. */
  readonly live: boolean;
  /** How often it may be asked. */
  readonly everySeconds: number;
}

/** Where coin prices come from. */
export interface PriceProvider extends RateSource {
  /** Throws FeedError when the provider as a whole fails; a single bad coin is refused by itself. */
  fetchPrices(coinIds: readonly string[]): Promise<RateBatch<PriceOffer>>;
}

/** Reads the offer of each coin or currency: `offerOf` returns it, or why there is none. */
export function batchOf<Offer extends object>(
  subjects: readonly string[],
  offerOf: (subject: string) => Offer | string,
): RateBatch<Offer> {
  const read = subjects.map((subject) => ({ subject, offer: offerOf(subject) }));
  return {
    offers: read.flatMap(({ offer }) => (typeof offer === 'string' ? [] : offer)),
    refused: read.flatMap(({ subject, offer }) => (typeof offer === 'string' ? { subject, reason: offer } : [])),
  };
}
