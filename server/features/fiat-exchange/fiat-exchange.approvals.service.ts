import type { Tx } from '#server/db/connection.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { unitsReader, type RatesSnapshot } from '#server/features/rates/rates.service.ts';
import type { Platform } from '#server/platform.ts';
import { changePercent } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import type { RequestDetails } from '#shared/kernel/approval-details.ts';
import { decimal, round, toText, type Decimal } from '#shared/kernel/money.ts';
import { lastRates, listRates, type RateRow } from './fiat-exchange.queries.ts';

type RequestedRate = { fromCurrency: string; toCurrency: string; exchangeRate: string };

/** Rate that a requested one is compared with, and the distance between both. */
export type Comparison = { rate: Decimal; isMarket: boolean; percent: Decimal };

/** Compares a rate with that of a day ago, else the provider's, a cross or its own last; undefined without any. */
export async function compareRate(
  tx: Tx,
  { rates }: Pick<RatesPorts, 'rates'>,
  rateRow: RateRow | undefined,
  { fromCurrency, toCurrency, exchangeRate }: RequestedRate,
): Promise<Comparison | undefined> {
  const { dayAgo, removed } = await lastRates(tx, { from: fromCurrency, to: toCurrency });
  const storedRate = dayAgo ?? rateRow?.exchangeRate;
  const market =
    storedRate === undefined ? marketRate(await rates(), await listRates(tx), fromCurrency, toCurrency) : undefined;
  const lastRate = storedRate ?? removed;
  const rate = market ?? (lastRate === null ? undefined : decimal(lastRate));
  return rate && { rate, isMarket: market !== undefined, percent: changePercent(rate, decimal(exchangeRate)) };
}

/** Units of `to` for one of `from` by the provider; a currency it does not know counts by a pair with one it knows. */
function marketRate(snapshot: RatesSnapshot, pairs: readonly RateRow[], from: string, to: string): Decimal | undefined {
  const readUnits = unitsReader(snapshot, new Map());
  const unitsOf = (code: string): Decimal | undefined => {
    const units = readUnits(code)?.unitsPerUsd;
    if (units) return units;
    for (const { fromCurrency, toCurrency, exchangeRate } of pairs) {
      const knownUnits = readUnits(fromCurrency === code ? toCurrency : fromCurrency)?.unitsPerUsd;
      if (knownUnits && fromCurrency === code) return knownUnits.div(decimal(exchangeRate));
      if (knownUnits && toCurrency === code) return knownUnits.times(decimal(exchangeRate));
    }
    return undefined;
  };
  const fromUnits = unitsOf(from);
  const toUnits = unitsOf(to);
  return fromUnits && toUnits && round(toUnits.div(fromUnits), { decimals: 8 }, 'half-up');
}

type Jump = { before: RateRow | undefined; wanted: RequestedRate; comparison: Comparison | undefined };

/** True if a rate is further from its comparison than the rule allows, or cannot be compared. */
export function isFarFromComparison({ fourEyes }: Pick<Platform, 'fourEyes'>, { comparison }: Jump): boolean {
  const limit = fourEyes.rules.rateOverPercent;
  return limit !== null && (!comparison || comparison.percent.abs().gt(decimal(String(limit))));
}

/** Returns the details of a jumping rate that a second member is shown. */
export function shownToSecond({ before, wanted, comparison }: Jump): RequestDetails {
  const comparedWith = comparison ? toText(comparison.rate) : null;
  return {
    pair: `${wanted.fromCurrency}-${wanted.toCurrency}`,
    rateBefore: before ? toText(decimal(before.exchangeRate)) : null,
    rateDayAgo: comparison?.isMarket ? null : comparedWith,
    marketRate: comparison?.isMarket ? comparedWith : null,
    rate: toText(decimal(wanted.exchangeRate)),
    percent: comparison ? toText(comparison.percent) : null,
  };
}
