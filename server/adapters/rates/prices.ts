import { decimal, round, type Decimal } from '#shared/kernel/money.ts';
import type { PriceFault } from '#shared/rates/market.ts';

/** One coin's price as a provider gives it; the rates feature decides whether it is quoted. */
export interface CoinPrice {
  coinId: string;
  /** US dollars for one coin, above zero. */
  priceUsd: Decimal;
  /** Per cent over 24 hours; absent when the provider does not give it. */
  change24h?: Decimal;
  /** When the provider last saw the market, by its own account; absent when it does not give it. */
  seenAt?: Date;
}

/** A coin or currency without a usable price: the provider sent no positive number, or does not list it. */
export interface RefusedPrice {
  subject: string;
  why: Extract<PriceFault, 'broken' | 'missing'>;
}

export interface RateBatch<Price> {
  prices: readonly Price[];
  refused: readonly RefusedPrice[];
}

/** State of a provider of prices or currency rates. */
export interface RateSource {
  /** Screens show the name next to every quoted price, and "sample rates" for "sample". */
  readonly source: string;
  /** A live rate grows old; the table that ships with the product does not. */
  readonly live: boolean;
  /** The shortest time between two requests. */
  readonly everySeconds: number;
}

/** A source of coin prices. */
export interface PriceProvider extends RateSource {
  /** True where the prices are in Tether: the dollar price of Tether comes from the other sources. */
  readonly quotedIn: 'usd' | 'usdt';
  /** Throws FeedError when the provider as a whole fails; a single bad coin is refused by itself. */
  fetchPrices(coinIds: readonly string[]): Promise<RateBatch<CoinPrice>>;
}

/** Reads the price of each coin or currency: `priceOf` returns it, or why there is none. */
export function batchOf<Price extends object>(
  subjects: readonly string[],
  priceOf: (subject: string) => Price | RefusedPrice['why'],
): RateBatch<Price> {
  const subjectPrices = subjects.map((subject) => ({ subject, price: priceOf(subject) }));
  return {
    prices: subjectPrices.flatMap(({ price }) => (typeof price === 'string' ? [] : price)),
    refused: subjectPrices.flatMap(({ subject, price }) => (typeof price === 'string' ? { subject, why: price } : [])),
  };
}

export interface SourceSettings {
  /** An origin other than the public one, for a mirror or a test. The paths of the source follow it. */
  url?: string;
  timeoutMs?: number;
  everySeconds?: number;
}

/** Change in per cent; undefined for no number, and for an impossible one: nothing loses more than 100 %. */
export function changeOf(percent: Decimal | undefined): Decimal | undefined {
  if (!percent?.gt(decimal('-100')) || !percent.lt(decimal('10000'))) return undefined;
  return round(percent, { decimals: 2 }, 'half-up');
}

/** Per cent from an earlier price to this one. */
export function changeSince(earlierPrice: Decimal | undefined, now: Decimal): Decimal | undefined {
  return earlierPrice && changeOf(now.minus(earlierPrice).times(decimal('100')).div(earlierPrice));
}

/** A moment in seconds since 1970, or milliseconds; undefined for anything else. */
export function momentOf(since1970: unknown, unit: 'seconds' | 'milliseconds'): Date | undefined {
  const ms = Number(since1970) * (unit === 'seconds' ? 1000 : 1);
  return ms > 0 && ms < 1e14 ? new Date(ms) : undefined;
}
