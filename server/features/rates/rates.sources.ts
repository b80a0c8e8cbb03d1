import type { Db } from '#server/db/connection.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Metrics } from '#server/http/serving/metrics.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { round, toText, toWire } from '#shared/kernel/money.ts';
import type { Market, SourcePrice } from '#shared/rates/market.ts';
import type { PriceSourceView } from '#shared/rates/rates.contract.ts';
import { coins } from '#shared/reference/coins.ts';
import { keyedSources, priceSources, type PriceSource } from '#shared/reference/rate-sources.ts';
import { feedOf, readSources } from './rates.feeds.queries.ts';
import type { RatesDeps } from './rates.ports.ts';
import { lastGoodPrices, readCoins, readTime } from './rates.queries.ts';
import { askPrices, readTether } from './rates.rounds.ts';
import { areLive } from './rates.rules.ts';
import { readSourcePrices } from './rates.source-prices.queries.ts';
import { inDollars, marketOfSources, pricesBySubject, priceRowsOf } from './rates.source-prices.ts';

type SourceState = Omit<PriceSourceView, 'coins'>;

/** The state of each live source of prices, those in use first, in their order. */
export async function sourceStates(db: Db, providers: Platform['prices']): Promise<SourceState[]> {
  const rows = await readSources(db);
  const inUse = priceSources.filter((source) => indexIn(providers, source) >= 0);
  const orderedSources = [
    ...inUse.toSorted((a, b) => indexIn(providers, a) - indexIn(providers, b)),
    ...priceSources.filter((source) => !inUse.includes(source)),
  ];
  return orderedSources.map((source) => {
    const row = rows.find(({ name }) => name === feedOf('prices', source));
    const isOn = inUse.includes(source);
    const isOk = row?.failingSince === null && row.lastOkAt !== null;
    return {
      source,
      state: !isOn ? 'off' : row?.isDown ? 'down' : isOk ? 'ok' : 'failing',
      lastOkAt: row?.lastOkAt?.toISOString() ?? null,
      failingSince: (isOn && row?.failingSince?.toISOString()) || null,
      lastError: (isOn && row?.lastError) || null,
      keyNeeded: keyedSources.includes(source),
    };
  });
}

const indexIn = (providers: Platform['prices'], wantedSource: string) =>
  providers.findIndex(({ source }) => source === wantedSource);

/** The sources with their present price of every coin, and whether each price is counted. */
export async function listPriceSources(deps: RatesDeps): Promise<PriceSourceView[]> {
  const { db, prices } = deps;
  const sources = prices.map(({ source }) => source);
  const [states, rows] = await Promise.all([sourceStates(db, prices), readSourcePrices(db, { sources })]);
  const markets = await judgeMarkets(deps, pricesBySubject('prices', sources, rows));
  return states.map((state) => ({ ...state, coins: coinsOf(markets, state.source, state.state !== 'off') }));
}

/**
 * Asks one source once, in use or not, and stores nothing. Its prices are judged beside the stored ones of the sources
 * in use. Refuses with not_found for a source that does not exist.
 */
export async function testPriceSource(deps: RatesDeps, wantedSource: string): Promise<PriceSourceView> {
  const { db, prices } = deps;
  const knownPriceSource = priceSources.find((source) => source === wantedSource);
  const states = await sourceStates(db, prices);
  const state = states.find(({ source }) => source === knownPriceSource);
  if (!knownPriceSource || !state) throw new NotFound('price_source_not_found');
  const provider = deps.priceSources[knownPriceSource];
  const coinIds = (await readCoins(db)).map(({ id }) => id);
  const { at: askedAt } = await readTime(db);
  const { batch, failure } = await askPrices({ provider, askedAt }, coinIds);
  const testedState = { ...state, lastError: failure?.message ?? null };
  if (!batch) return { ...testedState, coins: [] };
  // A shipped rate is no measure for a live one.
  const inUse = prices.filter(({ live }) => live);
  const tether = provider.quotedIn === 'usdt' ? await readTether(db, inUse) : null;
  const matches = priceRowsOf({ source: knownPriceSource, askedAt }, inDollars(provider, batch, tether)).map((row) => {
    return { ...row, subject: row.coinId, value: row.priceUsd, tableOf: null };
  });
  const sources = [...new Set([...inUse.map(({ source }) => source), knownPriceSource])];
  const sourcePrices = (await readSourcePrices(db, { sources })).filter(({ source }) => source !== knownPriceSource);
  const markets = await judgeMarkets(deps, pricesBySubject('prices', sources, [...sourcePrices, ...matches]));
  return { ...testedState, coins: coinsOf(markets, knownPriceSource, state.state !== 'off') };
}

/** A metric of each source of prices in use: 1 while it is down; every process answers the same. */
export function observePriceSources(
  { db, prices }: Pick<Platform, 'db' | 'prices'>,
  { Gauge, registry }: Metrics,
): void {
  if (!areLive(prices)) return;
  void new Gauge({
    name: 'landfall_price_source_down',
    help: '1 while a source of coin prices has not answered for ten minutes; the others serve',
    labelNames: ['source'],
    registers: [registry],
    async collect() {
      for (const { source, state } of await sourceStates(db, prices)) {
        if (state !== 'off') this.set({ source }, Number(state === 'down'));
      }
    },
  });
}

type JudgedMarkets = ReadonlyMap<string, { prices: readonly SourcePrice[]; market: Market }>;

async function judgeMarkets(
  deps: RatesDeps,
  pricesByCoin: ReadonlyMap<string, readonly SourcePrice[]>,
): Promise<JudgedMarkets> {
  const [lastGood, { at: now }] = await Promise.all([lastGoodPrices(deps.db), readTime(deps.db)]);
  const rules = settingsOf(deps).offer.sources;
  return new Map(
    [...pricesByCoin].map(([coinId, prices]) => {
      const lastPrice = lastGood.get(coinId) ?? null;
      return [
        coinId,
        {
          prices,
          market: marketOfSources({ feed: 'prices', prices, rules, now, lastGood: lastPrice }),
        },
      ];
    }),
  );
}

function coinsOf(markets: JudgedMarkets, wantedPriceSource: PriceSource, isOn: boolean): PriceSourceView['coins'] {
  return coins.flatMap(({ id: coinId }) => {
    const { prices = [], market } = markets.get(coinId) ?? {};
    const price = prices.find(({ source }) => source === wantedPriceSource);
    if (!price || !market) return [];
    const leftOutPrice = market.left.find(({ source }) => source === wantedPriceSource);
    return {
      coinId,
      priceUsd: price.value && toText(price.value),
      seenAt: price.seenAt.toISOString(),
      used: isOn && market.used.includes(wantedPriceSource),
      why: leftOutPrice?.why ?? null,
      apartPercent: leftOutPrice?.apartPercent
        ? toWire(round(leftOutPrice.apartPercent, { decimals: 2 }, 'half-up'))
        : null,
    };
  });
}
