import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { unitsReader } from '#server/features/rates/rates.service.ts';
import type { Platform } from '#server/platform.ts';
import { decimal, round, toText } from '#shared/kernel/money.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { dayOf } from '../books.months.ts';
import { baseCurrency } from '../books.values.ts';
import { addMarketRates } from './books.rates.queries.ts';

/** The number of decimals that the column of rates stores. */
const precision = { decimals: 18 };

/** Reads the dollars for one of each coin and currency now, without stale, held and sample rates. */
export async function marketRates(deps: RatesPorts): Promise<Map<string, string>> {
  const [snapshot, ownRates] = await Promise.all([deps.rates(), deps.adminRates()]);
  const unitsOf = unitsReader(snapshot, ownRates);
  const coins = [...snapshot.coins.values()].flatMap((coin): [string, string][] => {
    const isKnown = coin.state() === 'fresh' && !coin.isHeld && coin.source !== sampleSource;
    return isKnown && coin.priceUsd ? [[coin.id, toText(coin.priceUsd)]] : [];
  });
  const currencies = payoutCurrencies.flatMap(({ code }): [string, string][] => {
    const units = code === baseCurrency || snapshot.currencies.get(code)?.isHeld ? undefined : unitsOf(code);
    if (!units || units.source === sampleSource) return [];
    return [[code, toText(round(decimal('1').div(units.unitsPerUsd), precision, 'half-up'))]];
  });
  return new Map([...coins, ...currencies]);
}

/**
 * Stores the market's rate of each coin and currency for this day; without one the rate of the day before, for one day.
 * A rate that a member has set stays.
 */
export async function storeRates(deps: Pick<Platform, 'inTx' | 'now'> & RatesPorts): Promise<void> {
  const rates = await marketRates(deps);
  const at = deps.now();
  await deps.inTx((tx) => addMarketRates(tx, { of: dayOf(at), at }, rates));
}
