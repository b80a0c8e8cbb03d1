import type { Decimal } from '#shared/kernel/money.ts';
import type { RefusedOffer } from './prices.ts';

export interface FxOffer {
  currency: string;
  /** Units of the currency for one US dollar, above zero. */
  unitsPerUsd: Decimal;
}

export interface FxBatch {
  offers: readonly FxOffer[];
  refused: readonly RefusedOffer[];
  /** When the whole table was true; absent where the provider does not give it. */
  asOf?: Date;
}

/** Where currency rates come from. */
export interface FxProvider {
  readonly source: string;
  /** A live rate grows old; the table that ships with the product does not. */
  readonly live: boolean;
  /** How often it may be asked. */
  readonly everySeconds: number;
  /** Throws FeedError when the provider as a whole fails; a single bad currency is refused by itself. */
  fetchRates(currencies: readonly string[]): Promise<FxBatch>;
}
