import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { ExchangeRateView, FiatCurrencyView } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { toText } from '#shared/kernel/money.ts';
import * as queries from './fiat-exchange.queries.ts';
import { followMarket, presentCurrency, presentRate } from './fiat-exchange.rates.ts';

/** All pair rates, each measured against its inverse. */
export async function listRates(deps: Pick<Platform & RatesPorts, 'db' | 'rates'>): Promise<ExchangeRateView[]> {
  const [stored, snapshot] = await Promise.all([queries.listRates(deps.db), deps.rates()]);
  const rows = stored.map((row) => {
    const followed = row.marketPercent === null ? undefined : followMarket(snapshot, row, row.marketPercent);
    return followed ? { ...row, exchangeRate: toText(followed.rate) } : row;
  });
  return rows.map((row) => presentRate(row, rows));
}

/** All exchange currencies in their order. */
export async function listAllCurrencies({ db }: Pick<Platform, 'db'>): Promise<FiatCurrencyView[]> {
  return (await queries.listCurrencies(db)).map(presentCurrency);
}
