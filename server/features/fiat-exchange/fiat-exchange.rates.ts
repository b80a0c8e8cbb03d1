import type { Db } from '#server/db/connection.ts';
import { cached, type Cached } from '#server/events/cached.ts';
import type { Events } from '#server/events/events.ts';
import {
  unitsReader,
  type AdminRate,
  type AdminRates,
  type RatesReader,
  type RatesSnapshot,
} from '#server/features/rates/rates.service.ts';
import type { ExchangeRateView, FiatCurrencyView } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { inverseGapPercent } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal, round, toWire, type Decimal } from '#shared/kernel/money.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import { listCurrencies, listRates, type CurrencyRow, type RateRow } from './fiat-exchange.queries.ts';

/** The rate of one ordered pair that may be quoted. */
export type PairRate = { from: string; to: string; rate: Decimal; updatedAt: Date; isSample: boolean };

/** Cache of one process: active currencies, and active rates between them. */
export type ExchangeRates = {
  currencies: readonly CurrencyRow[];
  pairs: readonly PairRate[];
  pair: (from: string, to: string) => PairRate | undefined;
};

/** The rates of this moment, from memory where nothing changed. */
export type ExchangeReader = (() => Promise<ExchangeRates>) & {
  /**
   * The typed rates of US dollars, by currency; samples, values of an old day, are none. They override the provider's.
   */
  adminRates: AdminRates;
} & Pick<Cached<unknown>, 'invalidate'>;

/**
 * Caches currencies and pair rates in memory until a process publishes a change; rates that follow the market move with
 * it.
 */
export function openExchangeRates({
  db,
  events,
  rates,
  now,
}: {
  db: Db;
  events: Pick<Events, 'on' | 'connected'>;
  rates: RatesReader;
  now: () => Date;
}): ExchangeReader {
  const load = async () => {
    const [currencies, all] = await Promise.all([listCurrencies(db), listRates(db)]);
    return activeOf(currencies, all, now);
  };
  const storedRates = cached({ events, kinds: ['rates_changed'], load });
  const read = async () => {
    const [{ currencies, rates: activeRates }, snapshot] = await Promise.all([storedRates(), rates()]);
    const pairs = activeRates.flatMap((row) => quotableRate(row, snapshot, now()) ?? []);
    const byName = new Map(pairs.map((pair) => [`${pair.from} ${pair.to}`, pair]));
    return { currencies, pairs, pair: (from: string, to: string) => byName.get(`${from} ${to}`) };
  };
  const adminRates = async () => (await storedRates()).adminRates;
  return Object.assign(read, { adminRates, invalidate: storedRates.invalidate });
}

function activeOf(all: readonly CurrencyRow[], rows: readonly RateRow[], now: () => Date) {
  const currencies = all.filter(({ isActive }) => isActive);
  const codes = new Set(currencies.map(({ code }) => code));
  const rates = rows.filter(
    ({ isActive, fromCurrency, toCurrency }) => isActive && codes.has(fromCurrency) && codes.has(toCurrency),
  );
  const typedRates = rates.filter(
    ({ fromCurrency, isSample, marketPercent }) => fromCurrency === 'USD' && !isSample && marketPercent === null,
  );
  const adminRates = typedRates.map((row): [string, AdminRate] => {
    const { rate: unitsPerUsd, updatedAt } = pairOf(row);
    return [row.toCurrency, { unitsPerUsd, updatedAt, isExpired: () => isExpired(row, now()) }];
  });
  return { currencies, rates, adminRates: new Map(adminRates) };
}

type StoredRate = Pick<RateRow, 'fromCurrency' | 'toCurrency' | 'exchangeRate' | 'updatedAt' | 'isSample'>;
type RateSource = Pick<RateRow, 'marketPercent' | 'expiresAt'>;

/** Returns a stored rate in the form that prices are computed with. */
export function pairOf({ fromCurrency, toCurrency, exchangeRate, updatedAt, isSample }: StoredRate): PairRate {
  return { from: fromCurrency, to: toCurrency, rate: decimal(exchangeRate), updatedAt, isSample };
}

const isExpired = ({ expiresAt }: RateSource, now: Date) => expiresAt !== null && expiresAt <= now;

/** Returns the current rate of a pair; undefined if it has expired, or follows a market without a fresh rate. */
export function quotableRate(row: StoredRate & RateSource, snapshot: RatesSnapshot, now: Date): PairRate | undefined {
  if (isExpired(row, now)) return undefined;
  if (row.marketPercent === null) return pairOf(row);
  return followMarket(snapshot, row, row.marketPercent);
}

/** Returns the provider's rate of a pair plus this many per cent, rounded down; undefined without a fresh rate. */
export function followMarket(
  snapshot: RatesSnapshot,
  { fromCurrency: from, toCurrency: to }: Pick<RateRow, 'fromCurrency' | 'toCurrency'>,
  percent: string,
): PairRate | undefined {
  const unitsOf = unitsReader(snapshot, new Map());
  const givenUnits = unitsOf(from);
  const receivedUnits = unitsOf(to);
  const updatedAt = [givenUnits?.updatedAt, receivedUnits?.updatedAt]
    .flatMap((at) => at ?? [])
    .toSorted((a, b) => +a - +b)[0];
  if (!givenUnits || !receivedUnits || !updatedAt) return undefined;
  const factor = decimal('100').plus(decimal(percent)).div('100');
  const rate = round(receivedUnits.unitsPerUsd.div(givenUnits.unitsPerUsd).times(factor), { decimals: 8 }, 'down');
  const isSample = [givenUnits, receivedUnits].some(({ source }) => source === 'sample');
  return rate.gt('0') ? { from, to, rate, updatedAt, isSample } : undefined;
}

/** Presents a currency with its number of decimals. */
export function presentCurrency(row: CurrencyRow): FiatCurrencyView {
  return { ...row, minorUnits: minorUnitsOf(row.code) };
}

/** A pair rate, compared with its inverse if `all` contains one. */
export function presentRate(row: RateRow, all: readonly RateRow[]): ExchangeRateView {
  const { fromCurrency, toCurrency } = row;
  const rate = decimal(row.exchangeRate);
  const inverse = all.find(
    (otherRate) => otherRate.fromCurrency === toCurrency && otherRate.toCurrency === fromCurrency,
  );
  return {
    ...row,
    exchangeRate: toWire(rate),
    updatedAt: row.updatedAt.toISOString(),
    marketPercent: row.marketPercent === null ? null : toWire(decimal(row.marketPercent)),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    inverseGapPercent: inverse ? toWire(inverseGapPercent(rate, decimal(inverse.exchangeRate))) : null,
  };
}
