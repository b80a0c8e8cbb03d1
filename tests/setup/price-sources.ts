import type { IncomingMessage, ServerResponse } from 'node:http';
import { markets } from '#server/adapters/rates/markets.ts';
import { coins } from '#shared/reference/coins.ts';
import { priceSources, type PriceSource } from '#shared/reference/rate-sources.ts';
import { startRateSource, type RateSource } from './rate-source.ts';

/** Dollars for one coin, by the symbol of the coin, as text. */
export type SymbolPrices = Readonly<Record<string, string>>;

/** The sample price of each coin, and a recent one for those whose price the tests name. */
export const usualPrices: SymbolPrices = {
  ...Object.fromEntries(coins.map(({ symbol, samplePrice }) => [symbol, samplePrice])),
  BTC: '60000',
  ETH: '3000',
  USDT: '1',
  TRX: '0.25',
  LTC: '90',
  XRP: '2',
  BCH: '400',
  BNB: '800',
};

const queryOf = ({ url = '' }: IncomingMessage) => new URL(url, 'http://source').searchParams;
const entriesOf = (prices: SymbolPrices) => Object.entries(prices);
const geckoIds = Object.fromEntries(coins.map(({ id, symbol }) => [symbol, markets.coingecko[id] ?? '']));

/** Kraken's answers use other names for some markets than its questions. */
const krakenNames: Readonly<Record<string, string>> = {
  XBTUSD: 'XXBTZUSD',
  ETHUSD: 'XETHZUSD',
  LTCUSD: 'XLTCZUSD',
  XRPUSD: 'XXRPZUSD',
  USDTUSD: 'USDTZUSD',
};

/** The answer of each source in its public format, to the question that it was asked. */
const shapes: Readonly<Record<PriceSource, (prices: SymbolPrices, request: IncomingMessage) => unknown>> = {
  kraken: (prices, request) => {
    const pricesByPair = new Map(
      entriesOf(prices).map(([symbol, price]) => [`${symbol === 'BTC' ? 'XBT' : symbol}USD`, price]),
    );
    const requestedPairs = (queryOf(request).get('pair') ?? '').split(',');
    if (requestedPairs.some((pair) => !pricesByPair.has(pair))) return { error: ['EQuery:Unknown asset pair'] };
    const entries = requestedPairs.map((pair) => [
      krakenNames[pair] ?? pair,
      { c: [pricesByPair.get(pair), '0.1'], o: pricesByPair.get(pair) },
    ]);
    return { error: [], result: Object.fromEntries(entries) as object };
  },
  coinbase: (prices) => {
    // Powers of two and five have a short inverse; others are rounded, as the source does.
    const rates = entriesOf(prices).map(([symbol, price]) => [symbol, String(1 / Number(price))]);
    return { data: { currency: 'USD', rates: Object.fromEntries(rates) as object } };
  },
  bitstamp: (prices) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    return entriesOf(prices).map(([symbol, price]) => {
      return { pair: `${symbol}/USD`, last: price, percent_change_24: '1.25', timestamp };
    });
  },
  binance: (prices, request) => {
    const symbols = JSON.parse(queryOf(request).get('symbols') ?? '[]') as string[];
    const pricesByPair = new Map(entriesOf(prices).map(([symbol, price]) => [`${symbol}USDT`, price]));
    if (symbols.some((symbol) => !pricesByPair.has(symbol))) return { code: -1121, msg: 'Invalid symbol.' };
    return symbols.map((symbol) => {
      return { symbol, lastPrice: pricesByPair.get(symbol), priceChangePercent: '-0.5', closeTime: Date.now() };
    });
  },
  coingecko: (prices) =>
    Object.fromEntries(entriesOf(prices).map(([symbol, price]) => [geckoIds[symbol] ?? '', { usd: Number(price) }])),
};

/** A local server for each price source, each with prices that a test may change. */
export async function startPriceSources() {
  const prices = Object.fromEntries(priceSources.map((source) => [source, usualPrices])) as Record<
    PriceSource,
    SymbolPrices
  >;
  const answerOf = (source: PriceSource) => (request: IncomingMessage, response: ServerResponse) => {
    const answer = shapes[source](prices[source], request);
    if (typeof answer === 'object' && answer !== null && 'code' in answer) response.statusCode = 400;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  };
  const startedServers = await Promise.all(
    priceSources.map(async (source) => [source, await startRateSource(answerOf(source))] as const),
  );
  const servers = Object.fromEntries(startedServers) as Record<PriceSource, RateSource>;
  return {
    servers,
    urls: Object.fromEntries(startedServers.map(([source, { url }]) => [source, url])) as Record<PriceSource, string>,
    /** Adds these prices to the usual ones of the source. */
    set: (source: PriceSource, newPrices: SymbolPrices) => {
      prices[source] = { ...usualPrices, ...newPrices };
      servers[source].answer(answerOf(source));
    },
    /** Makes the source list only these coins. */
    list: (source: PriceSource, symbols: readonly string[]) => {
      prices[source] = Object.fromEntries(entriesOf(usualPrices).filter(([symbol]) => symbols.includes(symbol)));
      servers[source].answer(answerOf(source));
    },
    close: () => Promise.all(startedServers.map(([, server]) => server.close())),
  };
}

/** The daily file of the European Central Bank, with these units for one euro. */
export function ecbFile(rates: SymbolPrices, day = new Date().toISOString().slice(0, 10)): string {
  const lines = entriesOf(rates).map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube>' +
    `<Cube time='${day}'>${lines.join('')}</Cube></Cube></gesmes:Envelope>`
  );
}
