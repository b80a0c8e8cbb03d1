import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { coins } from '#shared/reference/coins.ts';
import { priceSources, tetherSources, type PriceSource } from '#shared/reference/rate-sources.ts';
import { ecbFile, startPriceSources, usualPrices } from '#tests/setup/price-sources.ts';
import { pageErrors, startRateSource, type RateSource } from '#tests/setup/rate-source.ts';
import { markets } from './markets.ts';
import { livePriceSources, namedFxSources } from './sources.ts';

let sources: Awaited<ReturnType<typeof startPriceSources>>;
let ecb: RateSource;
beforeAll(async () => {
  [sources, ecb] = await Promise.all([startPriceSources(), startRateSource()]);
});
afterEach(() => priceSources.forEach((source) => sources.set(source, {})));
afterAll(() => Promise.all([sources.close(), ecb.close()]));

const coinIds = coins.map(({ id }) => id);
const ask = (source: PriceSource, url = sources.urls[source], ids: readonly string[] = coinIds) =>
  livePriceSources({ urls: { [source]: url }, timeoutMs: 300 }, () => new Date())[source].fetchPrices(ids);
const askEcb = async (url = ecb.url) => {
  const [provider] = namedFxSources(['ecb'], { urls: { ecb: url }, timeoutMs: 300 });
  return provider?.fetchRates(['USD', 'EUR', 'JPY', 'GBP', 'NGN']) ?? expect.fail('there is no such source');
};
const answerEcb = (text: string) =>
  ecb.answer((_request: unknown, response: ServerResponse) => void response.end(text));
const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: FeedError) => error,
  );
const offered = ({ prices }: Awaited<ReturnType<typeof ask>>) =>
  Object.fromEntries(prices.map(({ coinId, priceUsd }) => [coinId, priceUsd.toFixed()]));

test('every coin that ships with the product has a market at a source that needs no other source', () => {
  const sourcesInDollars = priceSources.filter((source) => !tetherSources.includes(source));
  expect(coins.filter(({ id }) => !sourcesInDollars.some((source) => markets[source][id]))).toEqual([]);
});

test('the sources that need another source to price Tether are listed by name', () => {
  const liveSources = livePriceSources({ urls: {} }, () => new Date());
  expect(priceSources.filter((source) => liveSources[source].quotedIn === 'usdt')).toEqual(tetherSources);
});

describe.each(priceSources)('%s in its public shape', (source) => {
  const listedCoinIds = coinIds.filter((id) => markets[source][id] !== undefined);

  test('is asked once for all its listed coins, and names the others', async () => {
    const requestsBefore = sources.servers[source].asked.length;
    const batch = await ask(source);
    expect(sources.servers[source].asked).toHaveLength(requestsBefore + 1);
    expect(Object.keys(offered(batch))).toEqual(listedCoinIds);
    expect(batch.refused).toEqual(
      coinIds.filter((id) => !listedCoinIds.includes(id)).map((subject) => ({ subject, why: 'missing' })),
    );
    expect(offered(batch)).toMatchObject({
      bitcoin: '60000',
      ethereum: expect.stringMatching(/^(3000|2999\.9999)/) as string,
    });
  });

  const refusals: Record<string, (request: unknown, response: ServerResponse) => void> = {
    ...pageErrors,
    'answers 401': (_request, response) => void response.writeHead(401).end('{}'),
    'answers 403': (_request, response) => void response.writeHead(403).end('{}'),
    'answers 429': (_request, response) => void response.writeHead(429).end('{}'),
    'sends elsewhere': (_request, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
    'answers 2 MB': (_request, response) => void response.end(`"${'x'.repeat(2_100_000)}"`),
  };
  test.each(Object.entries(refusals))('fails as a whole when it %s', async (_name, misbehave) => {
    sources.servers[source].answer(misbehave);
    expect(await failureOf(ask(source))).toBeInstanceOf(FeedError);
  });

  test('fails as a whole for an empty list, an empty table and an unknown name', async () => {
    for (const empty of [{}, []]) {
      sources.servers[source].answer(empty);
      const outcome = await ask(source).catch((error: FeedError) => error);
      expect(outcome instanceof FeedError || outcome.prices.length === 0).toBe(true);
    }
    expect(await failureOf(ask(source, 'http://no-such-host.invalid'))).toBeInstanceOf(FeedError);
  });

  test.for(['0', '-1', '1e400', 'NaN', 'dear', ''])('has the price %j refused, and the others taken', async (wrong) => {
    const honest = { ...usualPrices };
    sources.set(source, { ETH: wrong });
    // Units for a dollar, as Coinbase states them; a wrong text stays unchanged, because the helper would invert it.
    if (source === 'coinbase') {
      const units = Object.entries(honest).map(([symbol, price]) => [
        symbol,
        symbol === 'ETH' ? wrong : String(1 / Number(price)),
      ]);
      sources.servers.coinbase.answer({ data: { currency: 'USD', rates: Object.fromEntries(units) as object } });
    }
    const batch = await ask(source);
    expect(offered(batch)).not.toHaveProperty('ethereum');
    expect(offered(batch)).toMatchObject({ bitcoin: '60000' });
    expect(batch.refused).toContainEqual({ subject: 'ethereum', why: 'broken' });
  });

  test('has no price for a market that is missing or names another coin', async () => {
    const wantedCoinIds = ['bitcoin', 'ethereum'];
    const shape: Record<PriceSource, unknown> = {
      kraken: { error: [], result: { XXRPZUSD: { c: ['2', '1'], o: '2' }, XETHZUSD: { c: ['3000', '1'], o: '3000' } } },
      coinbase: { data: { currency: 'USD', rates: { XRP: '0.5', ETH: '0.0003333333333333' } } },
      bitstamp: [
        { pair: 'XRP/USD', last: '2' },
        { pair: 'ETH/USD', last: '3000' },
      ],
      binance: [
        { symbol: 'XRPUSDT', lastPrice: '2' },
        { symbol: 'ETHUSDT', lastPrice: '3000' },
      ],
      coingecko: { ripple: { usd: 2 }, ethereum: { usd: 3000 } },
    };
    sources.servers[source].answer(shape[source]);
    const batch = await ask(source, undefined, wantedCoinIds);
    expect(batch.prices.map(({ coinId }) => coinId)).toEqual(['ethereum']);
    expect(batch.refused).toEqual([{ subject: 'bitcoin', why: 'missing' }]);
  });
});

describe('the daily file of the European Central Bank', () => {
  const ratesOf = async () => {
    const { prices, asOf } = await askEcb();
    return [Object.fromEntries(prices.map(({ currency, unitsPerUsd }) => [currency, unitsPerUsd.toFixed()])), asOf];
  };

  test('has units for a euro, which are converted to units for a dollar', async () => {
    answerEcb(ecbFile({ USD: '1.25', JPY: '177.5', GBP: '0.85' }, '2026-11-27'));
    const units = { USD: '1', EUR: '0.8', JPY: '142', GBP: '0.68' };
    expect(await ratesOf()).toEqual([units, new Date('2026-11-27T00:00:00Z')]);
    expect((await askEcb()).refused).toEqual([{ subject: 'NGN', why: 'missing' }]);
  });

  test.for(['0', '-1', '1e400', 'NaN', 'many'])('has the rate %j of one currency refused', async (wrong) => {
    answerEcb(ecbFile({ USD: '1.25', JPY: wrong, GBP: '0.85' }, '2026-11-27'));
    const { prices, refused } = await askEcb();
    expect(prices.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'GBP']);
    expect(refused).toContainEqual({ subject: 'JPY', why: 'broken' });
  });

  test.for(['', '<html></html>', '{}', ecbFile({ JPY: '177.5' }), ecbFile({ USD: '0' })])(
    'fails without a rate of the dollar: %j',
    async (text) => {
      answerEcb(text);
      expect(await failureOf(askEcb())).toBeInstanceOf(FeedError);
    },
  );
});
