import type { Decimal } from '#shared/kernel/money.ts';
import type { RateBatch, RateSource } from './prices.ts';

export interface CurrencyRate {
  currency: string;
  /** Units of the currency for one US dollar, above zero. */
  unitsPerUsd: Decimal;
}

export interface FxBatch extends RateBatch<CurrencyRate> {
  /** The time of the rates; absent where the provider does not give it. */
  asOf?: Date;
}

/** A source of currency rates. */
export interface FxProvider extends RateSource {
  /** Throws FeedError when the provider as a whole fails; a single bad currency is refused by itself. */
  fetchRates(currencies: readonly string[]): Promise<FxBatch>;
}
