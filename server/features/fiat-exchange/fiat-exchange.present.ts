import type { ExchangeRateView, FiatCurrencyView } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { inverseGapPercent } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import type { CurrencyRow, RateRow } from './fiat-exchange.queries.ts';

export function presentCurrency({ createdAt: _, ...row }: CurrencyRow): FiatCurrencyView {
  return { ...row, minorUnits: minorUnitsOf(row.code) };
}

/** A pair rate, compared with its inverse if `all` contains one. */
export function presentRate(row: RateRow, all: readonly RateRow[]): ExchangeRateView {
  const { fromCurrency, toCurrency } = row;
  const rate = decimal(row.exchangeRate);
  const inverse = all.find((other) => other.fromCurrency === toCurrency && other.toCurrency === fromCurrency);
  return {
    ...row,
    exchangeRate: toWire(rate),
    updatedAt: row.updatedAt.toISOString(),
    marketPercent: row.marketPercent === null ? null : toWire(decimal(row.marketPercent)),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    inverseGapPercent: inverse ? toWire(inverseGapPercent(rate, decimal(inverse.exchangeRate))) : null,
  };
}
