import type { z } from 'zod';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { adminListExchangeRates, FiatCurrencyView } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { toText, toWire } from '#shared/kernel/money.ts';
import * as queries from './fiat-exchange.queries.ts';
import { followMarket, presentCurrency, presentRate } from './fiat-exchange.rates.ts';

type ListedRate = z.output<typeof adminListExchangeRates.response>[number];

/** Lists all pair rates, each compared with its inverse and with the market's rate. */
export async function listRates(deps: Pick<Platform & RatesPorts, 'db' | 'rates'>): Promise<ListedRate[]> {
  const [storedRates, snapshot] = await Promise.all([queries.listRates(deps.db), deps.rates()]);
  const rows = storedRates.map((row) => {
    const followedRate = row.marketPercent === null ? undefined : followMarket(snapshot, row, row.marketPercent);
    return followedRate ? { ...row, exchangeRate: toText(followedRate.rate) } : row;
  });
  return rows.map((row) => {
    const market = followMarket(snapshot, row, '0');
    return { ...presentRate(row, rows), marketRate: market ? toWire(market.rate) : null };
  });
}

/** All exchange currencies in their order. */
export async function listAllCurrencies({ db }: Pick<Platform, 'db'>): Promise<FiatCurrencyView[]> {
  return (await queries.listCurrencies(db)).map(presentCurrency);
}
