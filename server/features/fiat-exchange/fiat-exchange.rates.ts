import type { Db } from '#server/db/connection.ts';
import { cached, type Cached } from '#server/events/cached.ts';
import type { Events } from '#server/events/events.ts';
import type { AdminRates } from '#server/features/rates/rates.service.ts';
import { decimal, type Decimal } from '#shared/kernel/money.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { listCurrencies, listRates, type CurrencyRow, type RateRow } from './fiat-exchange.queries.ts';

/** The rate of one ordered pair that may be quoted. */
export type PairRate = { from: string; to: string; rate: Decimal; updatedAt: Date; isSample: boolean };

/** What can be exchanged now, as one process has it cached: active currencies, and active rates between them. */
export type ExchangeRates = {
  currencies: readonly CurrencyRow[];
  pairs: readonly PairRate[];
  pair: (from: string, to: string) => PairRate | undefined;
};

/** The rates of this moment, from memory where nothing changed. */
export type ExchangeReader = Cached<ExchangeRates>;

/** Caches currencies and pair rates in memory until a process publishes a change. */
export function openExchangeRates({
  db,
  events,
}: {
  db: Db;
  events: Pick<Events, 'on' | 'connected'>;
}): ExchangeReader {
  const load = async () => {
    const [currencies, rates] = await Promise.all([listCurrencies(db), listRates(db)]);
    return bookOf(currencies, rates);
  };
  return cached({ events, kinds: ['rates_changed'], load });
}

function bookOf(all: readonly CurrencyRow[], rates: readonly RateRow[]): ExchangeRates {
  const currencies = all.filter(({ isActive }) => isActive);
  const codes = new Set(currencies.map(({ code }) => code));
  const pairs = rates
    .filter(({ isActive, fromCurrency, toCurrency }) => isActive && codes.has(fromCurrency) && codes.has(toCurrency))
    .map(pairOf);
  const byName = new Map(pairs.map((pair) => [`${pair.from} ${pair.to}`, pair]));
  return { currencies, pairs, pair: (from, to) => byName.get(`${from} ${to}`) };
}

type StoredRate = Pick<RateRow, 'fromCurrency' | 'toCurrency' | 'exchangeRate' | 'updatedAt' | 'isSample'>;

/** The computable form of a rate. */
export function pairOf({ fromCurrency, toCurrency, exchangeRate, updatedAt, isSample }: StoredRate): PairRate {
  return { from: fromCurrency, to: toCurrency, rate: decimal(exchangeRate), updatedAt, isSample };
}

/** Decimals of a currency's smallest unit; 2 for one that ISO 4217 does not list. */
export function minorUnitsOf(code: string): number {
  return payoutCurrency(code)?.minorUnits ?? 2;
}

/** Admin rates from US dollars, which override the provider's; samples, values of an old day, never do. */
export function adminRatesOf(book: ExchangeReader): AdminRates {
  return async () => {
    const own = (await book()).pairs.filter(({ from, isSample }) => from === 'USD' && !isSample);
    return new Map(own.map(({ to, rate, updatedAt }) => [to, { unitsPerUsd: rate, updatedAt }]));
  };
}
