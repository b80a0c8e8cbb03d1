import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { toText } from '#shared/kernel/money.ts';
import { coins } from '#shared/reference/coins.ts';
import { openRateSource, pageErrors, startRateSource } from '#tests/setup/rate-source.ts';
import { openErApiFx } from './fx.open-er-api.ts';
import { sampleFx } from './fx.sample.ts';
import { coinGeckoPrices } from './prices.coingecko.ts';
import { samplePrices } from './prices.sample.ts';

const source = openRateSource();

type FeedOptions = { key?: string; timeoutMs?: number };
const coinIds = ['bitcoin', 'ethereum', 'usdt-trc20', 'usdt-erc20'];
const askPrices = (settings: FeedOptions = {}) =>
  coinGeckoPrices({ url: `${source.url}/api/v3/`, ...settings }).fetchPrices(coinIds);
const askFx = (settings: FeedOptions = {}) =>
  openErApiFx({ url: source.url, ...settings }).fetchRates(['NGN', 'JPY', 'EUR']);
/** Error of a source; undefined if it answers. */
const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: FeedError) => error,
  );
const offersOf = (batch: Awaited<ReturnType<typeof askPrices>>) =>
  Object.fromEntries(batch.prices.map(({ coinId, priceUsd }) => [coinId, priceUsd.toFixed()]));
const ratesOf = (batch: Awaited<ReturnType<typeof askFx>>) =>
  batch.prices.map(({ currency, unitsPerUsd }) => `${currency} ${toText(unitsPerUsd)}`);
const respond = (text: string, status = 200, headers: Record<string, string> = {}) =>
  source.answer((_request: unknown, response: ServerResponse) => void response.writeHead(status, headers).end(text));
const table = (rates: object, changes: object = {}) =>
  source.answer({ result: 'success', base_code: 'USD', rates, ...changes });

describe('a well behaved source', () => {
  test('has prices to the digit, and both Tethers share one market', async () => {
    source.answer({
      bitcoin: { usd: 67187.33589, usd_24h_change: 3.637278946773539, last_updated_at: 1711356300 },
      ethereum: { usd: 3500 },
      tether: { usd: 0.9998 },
    });
    const batch = await askPrices();
    const tether = { 'usdt-trc20': '0.9998', 'usdt-erc20': '0.9998' };
    expect(offersOf(batch)).toEqual({ bitcoin: '67187.33589', ethereum: '3500', ...tether });
    expect(batch.refused).toEqual([]);
    const [bitcoin, ethereum] = batch.prices;
    expect([bitcoin?.change24h?.toFixed(), bitcoin?.seenAt]).toEqual(['3.64', new Date(1711356300_000)]);
    expect([ethereum?.change24h, ethereum?.seenAt]).toEqual([undefined, undefined]);
    const path = '/api/v3/simple/price?ids=bitcoin%2Cethereum%2Ctether&vs_currencies=usd';
    expect(source.asked[0]?.path.startsWith(path)).toBe(true);
  });

  const date = 'Sun, 22 Nov 2020 10:00:00 GMT';
  const later = 'Sun, 22 Nov 2020 10:02:00 GMT';
  test.each<[Record<string, string>, number | undefined]>([
    [{ 'Retry-After': '90' }, 90],
    [{ 'Retry-After': later, Date: date }, 120],
    [{ 'Retry-After': '99999999' }, 86_400],
    [{ 'Retry-After': 'soon' }, undefined],
    [{ 'Retry-After': '-5' }, undefined],
    [{ 'Retry-After': '0' }, undefined],
    [{ 'Retry-After': '' }, undefined],
  ])('a source that asks for a pause names it in seconds or by its own clock: %j', async (headers, expected) => {
    respond('', 429, headers);
    expect((await failureOf(askPrices()))?.retryAfterSeconds).toBe(expected);
  });

  test('sends its key in a header and not in the address', async () => {
    await askPrices({ key: 'a-secret-key' });
    expect(source.asked[0]?.headers['x-cg-demo-api-key']).toBe('a-secret-key');
    expect(source.asked[0]?.path).not.toContain('a-secret-key');
  });

  test('has currency rates to the digit, and missing ones are named', async () => {
    table({ NGN: 1448.51, JPY: 154.2, XXX: 3 });
    const batch = await askFx();
    expect(ratesOf(batch)).toEqual(['NGN 1448.51', 'JPY 154.2']);
    expect(batch.refused).toEqual([{ subject: 'EUR', why: 'missing' }]);
  });
});

describe('a source', () => {
  test.each(Object.entries(pageErrors))(
    'fails as a whole, and not as a bug of ours, when it %s',
    async (_failure, misbehave) => {
      source.answer(misbehave);
      for (const ask of [askPrices, askFx]) expect(await failureOf(ask({ timeoutMs: 300 }))).toBeInstanceOf(FeedError);
    },
  );

  test('fails when no server listens at its address', async () => {
    await source.close();
    await expect(askPrices()).rejects.toThrow(FeedError);
  });

  test('fails when it redirects into the server’s own network, which is never followed', async () => {
    const inside = await startRateSource({ bitcoin: { usd: 1 } });
    respond('', 302, { Location: `${inside.url}/latest/meta-data` });
    for (const ask of [askPrices, askFx]) expect(await failureOf(ask())).toBeInstanceOf(FeedError);
    expect(inside.asked).toEqual([]);
    await inside.close();
  });

  test('fails when its answer is 50 MB long, and only a little of it is read', async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(64 * 1024, ' ');
    source.answer((_request: unknown, response: ServerResponse) => {
      const pour = () => {
        sentBytes += chunk.length;
        if (sentBytes > 50_000_000 || response.destroyed) response.end();
        else response.write(chunk, pour);
      };
      pour();
    });
    await expect(askPrices()).rejects.toThrow('longer than 2000000 bytes');
    expect(sentBytes).toBeLessThan(20_000_000);
  });

  test('fails when its table is not for one dollar', async () => {
    table({ NGN: 1600 }, { base_code: 'EUR' });
    await expect(askFx()).rejects.toThrow('not a table of rates');
    source.answer({ result: 'error', 'error-type': 'quota-reached' });
    await expect(askFx()).rejects.toThrow('not a table of rates');
  });

  test('fails without its address or key in the error', async () => {
    source.answer(pageErrors['answers 500']);
    const error = await failureOf(askPrices({ key: 'a-secret-key' }));
    expect(JSON.stringify([error?.message, error?.cause])).not.toMatch(/^\[null|127\.0\.0\.1|a-secret-key/);
  });
});

describe('a source that is wrong about one coin', () => {
  const absurd = [0, -1, -39145.28, null, '39145.28', 'NaN', true, {}, [], 1e300, 1e-300];
  test.for(absurd)('has the price and the currency rate %j refused, and the others taken', async (wrong) => {
    source.answer({ bitcoin: { usd: wrong }, ethereum: { usd: 2654.32 }, tether: {} });
    const prices = await askPrices();
    expect(offersOf(prices)).toEqual({ ethereum: '2654.32' });
    expect(prices.refused.map(({ subject }) => subject)).toEqual(['bitcoin', 'usdt-trc20', 'usdt-erc20']);
    table({ NGN: wrong, JPY: 154.2, EUR: 0.86 });
    const rates = await askFx();
    expect(ratesOf(rates)).toEqual(['JPY 154.2', 'EUR 0.86']);
    expect(rates.refused).toEqual([{ subject: 'NGN', why: 'broken' }]);
  });

  test('has no price from numbers too large for JavaScript or keys of objects’ own', async () => {
    respond('{"bitcoin":{"usd":1e400},"__proto__":{"usd":5},"ethereum":{"usd":2654.32,"usd_24h_change":"x"}}');
    const batch = await askPrices();
    expect(offersOf(batch)).toEqual({ ethereum: '2654.32' });
    expect(batch.prices[0]?.change24h).toBeUndefined();
  });

  test('has no change of more than its whole price', async () => {
    source.answer({ ethereum: { usd: 2654.32, usd_24h_change: -100.5 } });
    const [ethereum] = (await askPrices()).prices;
    expect([ethereum?.coinId, ethereum?.change24h]).toEqual(['ethereum', undefined]);
  });
});

describe('sample rates', () => {
  test('are the listed prices to the digit, for every coin that ships', async () => {
    const batch = await samplePrices().fetchPrices([...coins.map(({ id }) => id), 'dogecoin']);
    expect(offersOf(batch)).toEqual(Object.fromEntries(coins.map(({ id, samplePrice }) => [id, samplePrice])));
    expect(batch.refused).toEqual([{ subject: 'dogecoin', why: 'missing' }]);
  });

  test('name the day of the currency table', async () => {
    const batch = await sampleFx().fetchRates(['KWD', 'ABC']);
    expect(ratesOf(batch)).toEqual(['KWD 0.307']);
    expect(batch.refused).toEqual([{ subject: 'ABC', why: 'missing' }]);
    expect(batch.asOf?.toISOString()).toBe('2025-11-14T00:00:00.000Z');
  });
});
