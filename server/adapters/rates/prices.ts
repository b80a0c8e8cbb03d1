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

export interface PriceBatch {
  offers: readonly PriceOffer[];
  refused: readonly RefusedOffer[];
}

/** Where coin prices come from. */
export interface PriceProvider {
  /** Shown beside every quoted price; "sample" makes the screens show "sample rates". */
  readonly source: string;
  /** A live price grows old; a sample one does not. */
  readonly live: boolean;
  /** How often it may be asked. */
  readonly everySeconds: number;
  /** Throws FeedError when the provider as a whole fails; a single bad coin is refused by itself. */
  fetchPrices(coinIds: readonly string[]): Promise<PriceBatch>;
}
