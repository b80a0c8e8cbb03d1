import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { toText } from '#shared/kernel/money.ts';
import { coins } from '#shared/reference/coins.ts';
import { pageErrors, startRateSource, type RateSource } from '#tests/setup/rate-source.ts';
import { openErApiFx } from './fx.open-er-api.ts';
import { sampleFx } from './fx.sample.ts';
import { coinGeckoPrices } from './prices.coingecko.ts';
import { samplePrices } from './prices.sample.ts';

let source: RateSource;
beforeEach(async () => {
  source = await startRateSource();
});
afterEach(() => source.close());

const coinIds = ['bitcoin', 'ethereum', 'usdt-trc20', 'usdt-erc20'];
const askPrices = (settings: { key?: string; timeoutMs?: number } = {}) =>
  coinGeckoPrices({ url: `${source.url}/api/v3/`, ...settings }).fetchPrices(coinIds);
const askFx = (settings: { timeoutMs?: number } = {}) =>
  openErApiFx({ url: source.url, ...settings }).fetchRates(['NGN', 'JPY', 'EUR']);
const offersOf = (batch: { offers: readonly { coinId: string; priceUsd: { toFixed: () => string } }[] }) =>
  Object.fromEntries(batch.offers.map(({ coinId, priceUsd }) => [coinId, priceUsd.toFixed()]));

describe('a well behaved source', () => {
  test('prices are read to the digit, and both Tethers share one market', async () => {
    source.answer({
      bitcoin: { usd: 67187.33589, usd_24h_change: 3.637278946773539, last_updated_at: 1711356300 },
      ethereum: { usd: 3500 },
      tether: { usd: 0.9998 },
    });
    const batch = await askPrices();
    expect(offersOf(batch)).toEqual({
      bitcoin: '67187.33589',
      ethereum: '3500',
      'usdt-trc20': '0.9998',
      'usdt-erc20': '0.9998',
    });
    expect(batch.refused).toEqual([]);
    const [bitcoin, ethereum] = batch.offers;
    expect([bitcoin?.change24h?.toFixed(), bitcoin?.seenAt]).toEqual(['3.64', new Date(1711356300_000)]);
    expect([ethereum?.change24h, ethereum?.seenAt]).toEqual([undefined, undefined]);
    expect(source.asked[0]?.path).toMatch(
      /^\/api\/v3\/simple\/price\?ids=bitcoin%2Cethereum%2Ctether&vs_currencies=usd/,
    );
  });

  test('one that asks to be left alone says for how long, in seconds or by its own clock', async () => {
    const retryAfter = async (headers: Record<string, string>) => {
      source.answer((_request: unknown, response: ServerResponse) => {
        response.writeHead(429, headers).end();
      });
      return askPrices().then(
        () => undefined,
        (error: FeedError) => error.retryAfterSeconds,
      );
    };
    const [date, later] = ['Sun, 22 Nov 2020 10:00:00 GMT', 'Sun, 22 Nov 2020 10:02:00 GMT'];
    expect(await retryAfter({ 'Retry-After': '90' })).toBe(90);
    expect(await retryAfter({ 'Retry-After': later, Date: date })).toBe(120);
    expect(await retryAfter({ 'Retry-After': '99999999' })).toBe(86_400);
    for (const invalid of ['soon', '-5', '0', '']) expect(await retryAfter({ 'Retry-After': invalid })).toBeUndefined();
  });

  test('the key travels in a header and not in the address', async () => {
    await askPrices({ key: 'a-secret-key' });
    expect(source.asked[0]?.headers['x-cg-demo-api-key']).toBe('a-secret-key');
    expect(source.asked[0]?.path).not.toContain('a-secret-key');
  });

  test('currency rates are read to the digit, and what is missing is named', async () => {
    source.answer({ result: 'success', base_code: 'USD', rates: { NGN: 1448.51, JPY: 154.2, XXX: 3 } });
    const { offers, refused } = await askFx();
    expect(offers.map(({ currency, unitsPerUsd }) => [currency, toText(unitsPerUsd)])).toEqual([
      ['NGN', '1448.51'],
      ['JPY', '154.2'],
    ]);
    expect(refused).toEqual([{ subject: 'EUR', reason: 'is missing' }]);
  });
});

describe('a source that fails as a whole is told apart from our own bugs', () => {
  for (const [failure, misbehave] of Object.entries(pageErrors)) {
    test(`when it ${failure}`, async () => {
      source.answer(misbehave);
      await expect(askPrices({ timeoutMs: 300 })).rejects.toThrow(FeedError);
      await expect(askFx({ timeoutMs: 300 })).rejects.toThrow(FeedError);
    });
  }

  test('when nobody listens there', async () => {
    const gone = await startRateSource();
    await gone.close();
    await expect(coinGeckoPrices({ url: gone.url }).fetchPrices(coinIds)).rejects.toThrow(FeedError);
  });

  test('when it redirects into the server’s own network, which is never followed', async () => {
    const inside = await startRateSource({ bitcoin: { usd: 1 } });
    source.answer((_request: unknown, response: ServerResponse) => {
      response.writeHead(302, { Location: `${inside.url}/latest/meta-data` }).end();
    });
    await expect(askPrices()).rejects.toThrow(FeedError);
    await expect(askFx()).rejects.toThrow(FeedError);
    expect(inside.asked).toEqual([]);
    await inside.close();
  });

  test('when its answer is 50 MB long, of which no more than a little is read', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, ' ');
    source.answer((_request: unknown, response: ServerResponse) => {
      const pour = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', pour);
            return;
          }
        }
        response.end();
      };
      pour();
    });
    await expect(askPrices()).rejects.toThrow('longer than 2000000 bytes');
    expect(sent).toBeLessThan(20_000_000);
  });

  test('when the table is not for one dollar', async () => {
    source.answer({ result: 'success', base_code: 'EUR', rates: { NGN: 1600 } });
    await expect(askFx()).rejects.toThrow('not a table of rates');
    source.answer({ result: 'error', 'error-type': 'quota-reached' });
    await expect(askFx()).rejects.toThrow('not a table of rates');
  });

  test('its failure names no address and no key', async () => {
    source.answer(pageErrors['answers 500']);
    const error = await askPrices({ key: 'a-secret-key' }).catch((cause: unknown) => cause as Error);
    expect(JSON.stringify([(error as Error).message, (error as Error).cause])).not.toMatch(/127\.0\.0\.1|a-secret-key/);
  });
});

describe('a source that is wrong about one coin', () => {
  const absurd = [0, -1, -39145.28, null, '39145.28', 'NaN', true, {}, [], 1e300, 1e-300];
  test.each(absurd)('the price %j is refused, the others are taken', async (usd) => {
    source.answer({ bitcoin: { usd }, ethereum: { usd: 2654.32 }, tether: {} });
    const batch = await askPrices();
    expect(offersOf(batch)).toEqual({ ethereum: '2654.32' });
    expect(batch.refused.map(({ subject }) => subject)).toEqual(['bitcoin', 'usdt-trc20', 'usdt-erc20']);
  });

  test.each(absurd)('the currency rate %j is refused, the others are taken', async (NGN) => {
    source.answer({ result: 'success', base_code: 'USD', rates: { NGN, JPY: 154.2, EUR: 0.86 } });
    const { offers, refused } = await askFx();
    expect(offers.map(({ currency }) => currency)).toEqual(['JPY', 'EUR']);
    expect(refused).toEqual([{ subject: 'NGN', reason: 'the rate is no positive number' }]);
  });

  test('numbers too large for JavaScript and keys of objects’ own are no prices', async () => {
    source.answer((_request: unknown, response: ServerResponse) => {
      response.end('{"bitcoin":{"usd":1e400},"__proto__":{"usd":5},"ethereum":{"usd":2654.32,"usd_24h_change":"x"}}');
    });
    const batch = await askPrices();
    expect(offersOf(batch)).toEqual({ ethereum: '2654.32' });
    expect(batch.offers[0]?.change24h).toBeUndefined();
  });

  test('a change of more than all of it is not believed', async () => {
    source.answer({ ethereum: { usd: 2654.32, usd_24h_change: -100.5 } });
    expect((await askPrices()).offers[0]?.change24h).toBeUndefined();
  });
});

describe('sample rates', () => {
  test('are the listed prices to the digit, for every coin that ships', async () => {
    const { offers, refused } = await samplePrices().fetchPrices([...coins.map(({ id }) => id), 'dogecoin']);
    expect(offers.map(({ coinId, priceUsd }) => [coinId, toText(priceUsd)])).toEqual(
      coins.map(({ id, samplePrice }) => [id, samplePrice]),
    );
    expect(refused).toEqual([{ subject: 'dogecoin', reason: 'has no sample price' }]);
  });

  test('say of which day the currency table is', async () => {
    const { offers, refused, asOf } = await sampleFx().fetchRates(['KWD', 'ABC']);
    expect(offers.map(({ unitsPerUsd }) => toText(unitsPerUsd))).toEqual(['0.307']);
    expect(refused).toEqual([{ subject: 'ABC', reason: 'is not in the sample table' }]);
    expect(asOf?.toISOString()).toBe('2025-11-14T00:00:00.000Z');
  });
});
