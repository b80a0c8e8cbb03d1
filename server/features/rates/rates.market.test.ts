import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { priceOf } from '#tests/factories/live-app.ts';
import { aMarketApp, type MarketApp } from '#tests/factories/market-app.ts';
import { pageErrors } from '#tests/setup/rate-source.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { currentRate, listHeldRates, listPriceSources, refreshRates } from './rates.service.ts';

const database = openDatabase();
let app: MarketApp;
beforeEach(async () => {
  app = await aMarketApp(database);
});
afterEach(() => app.close());

type Process = ReturnType<MarketApp['aProcess']>;
const rows = async (query: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(query, values)).rows;
/** The price of Bitcoin and the sources that made it. */
const bitcoin = async (deps: Process) => `${await priceOf(deps)} ${(await currentRate(deps, 'bitcoin', 'USD')).source}`;
const offerOf = async (deps: Process, source: string, coinId = 'bitcoin') =>
  (await listPriceSources(deps))
    .find((priceSource) => priceSource.source === source)
    ?.coins.find((coin) => coin.coinId === coinId);
const silent = pageErrors['answers 500'];
const notices = async () =>
  (await rows(`select name, data ->> 'source' as source from team_notices order by created_at`)).map(
    ({ name, source }) => `${String(name)} ${String(source)}`,
  );

describe('a price of several sources', () => {
  test('is the lower of two that agree, with both names in order', async () => {
    app.set('kraken', { BTC: '60100' });
    const deps = await app.started();
    expect(await bitcoin(deps)).toBe('60000 kraken+coinbase');
    const item = await app.started({ prices: ['coinbase', 'kraken'] });
    await app.rounds(item);
    expect(await bitcoin(item)).toBe('60000 coinbase+kraken');
  });

  test('ignores one of three that is far away, and the screen has its distance', async () => {
    app.set('coingecko', { BTC: '54000' });
    app.set('coinbase', { BTC: '62500' });
    const deps = await app.started({
      prices: ['kraken', 'coinbase', 'coingecko'],
      rules: { maxApartPercent: 5, quorum: 2 },
    });
    expect(await bitcoin(deps)).toBe('60000 kraken+coinbase');
    expect(await offerOf(deps, 'coingecko')).toMatchObject({ why: 'apart', apartPercent: 10, used: false });
    expect(await offerOf(deps, 'kraken')).toMatchObject({ why: null, apartPercent: null, used: true });
  });

  test('is the one of two near the last good price, and neither without one', async () => {
    app.set('coinbase', { BTC: '80000' });
    const deps = await app.started();
    expect(await priceOf(deps)).toBe('unpriced');
    app.set('coinbase', {});
    await app.rounds(deps);
    app.set('coinbase', { BTC: '80000' });
    await app.rounds(deps);
    expect(await bitcoin(deps)).toBe('60000 kraken');
  });

  test('has the change of the first source with one, else of our own price of yesterday', async () => {
    const changeOf = async (deps: Process) => (await deps.rates()).coins.get('bitcoin')?.change24h?.toFixed() ?? null;
    const both = await app.started({ prices: ['coinbase', 'bitstamp'] });
    expect(await changeOf(both)).toBe('1.25');
    const process = await app.started({ prices: ['coinbase'] });
    await app.rounds(process);
    expect(await changeOf(process)).toBeNull();
    await rows(`insert into asset_prices (asset_id, price_usd, source, at)
      values ('bitcoin', 50000, 'kraken', now() - interval '24 hours'),
      ('bitcoin', 9, 'sample', now() - interval '24 hours')`);
    await app.rounds(process);
    expect(await changeOf(process)).toBe('20');
  });

  test('is never of a source that is no longer configured', async () => {
    await app.started({ prices: ['kraken'] });
    const deps = app.aProcess({ prices: ['coinbase'] });
    expect(await priceOf(deps)).toBe('unpriced');
    app.set('coinbase', { BTC: '61000' });
    await app.rounds(deps);
    expect(await bitcoin(deps)).toBe('61000 coinbase');
  });

  test('asks each source once in a round, for all coins', async () => {
    const names = ['kraken', 'coinbase', 'bitstamp', 'binance', 'coingecko'] as const;
    app.list('kraken', ['BTC', 'ETH', 'USDT', 'TRX', 'LTC', 'XRP', 'BCH', 'BNB']);
    await app.rounds(await app.started({ prices: names }), 2);
    expect(names.map((name) => app.servers[name].asked.length)).toEqual([3, 3, 3, 3, 3]);
  });
});

describe('a price in Tether', () => {
  test('is multiplied by the other sources’ price of Tether', async () => {
    app.set('kraken', { BTC: '60000', USDT: '0.98' });
    app.set('binance', { BTC: '61000' });
    const deps = await app.started({ prices: ['kraken', 'binance'], rules: { quorum: 2 } });
    expect(await offerOf(deps, 'binance')).toMatchObject({ priceUsd: '59780', used: true });
    expect(await bitcoin(deps)).toBe('59780 kraken+binance');
    expect(await offerOf(deps, 'binance', 'usdt-trc20')).toMatchObject({ why: 'missing' });
  });

  test('is ignored without a price of Tether', async () => {
    app.servers.kraken.answer(silent);
    const deps = await app.started({ prices: ['kraken', 'binance'] });
    expect(await priceOf(deps)).toBe('unpriced');
    expect(await offerOf(deps, 'binance')).toMatchObject({ priceUsd: null, why: 'missing' });
  });
});

describe('a source that fails', () => {
  test('costs no quote for an hour, and is reported once', async () => {
    const deps = await app.started();
    app.servers.kraken.answer(silent);
    for (let minute = 0; minute < 60; minute++) {
      await app.rounds(deps);
      expect(await bitcoin(deps)).toBe('60000 coinbase');
    }
    expect(await notices()).toEqual(['rate_source_down kraken']);
    expect((await listPriceSources(deps))[0]).toMatchObject({
      source: 'kraken',
      state: 'down',
      lastError: 'the answer has status 500',
    });
    app.set('kraken', {});
    await app.rounds(deps, 3);
    expect(await notices()).toEqual(['rate_source_down kraken', 'rate_source_back kraken']);
    expect((await listPriceSources(deps))[0]).toMatchObject({ state: 'ok', failingSince: null, lastError: null });
    const auditRows = await rows(`select action from audit_log where subject_id = 'prices:kraken' order by id`);
    expect(auditRows.map(({ action }) => action)).toEqual(['rates.source_down', 'rates.source_back']);
  });

  test('on and off is reported at most twice within the hour', async () => {
    const deps = await app.started();
    for (let minute = 0; minute < 20; minute++) {
      if (minute % 2 === 0) app.servers.kraken.answer(silent);
      else app.set('kraken', {});
      await app.rounds(deps);
    }
    expect(await notices()).toEqual([]);
    for (let time = 0; time < 2; time++) {
      app.servers.kraken.answer(silent);
      await app.rounds(deps, 13);
      app.set('kraken', {});
      await app.rounds(deps, 2);
    }
    expect(await notices()).toEqual(['rate_source_down kraken', 'rate_source_back kraken']);
  });

  test('pauses by its own Retry-After alone', async () => {
    const deps = await app.started();
    app.servers.kraken.answer((_request: unknown, response: ServerResponse) => {
      response.writeHead(429, { 'Retry-After': '600' }).end();
    });
    await app.rounds(deps, 6);
    expect([app.servers.kraken.asked.length, app.servers.coinbase.asked.length]).toEqual([2, 7]);
    expect(await bitcoin(deps)).toBe('60000 coinbase');
    await app.rounds(deps, 5);
    expect(await notices()).toEqual(['rate_source_down kraken']);
  });

  test('with all others leaves no price after five minutes, and never a sample one', async () => {
    const deps = await app.started({ prices: ['kraken', 'coinbase', 'bitstamp'] });
    for (const source of ['kraken', 'coinbase', 'bitstamp'] as const) {
      app.servers[source].answer(silent);
      await app.rounds(deps);
      expect(await priceOf(deps)).toBe('60000');
    }
    await app.rounds(deps, 4);
    expect(await priceOf(deps)).toBe('stale');
    const [stoppedRow] = await rows(`select source, last_error from rate_feeds where name = 'prices'`);
    const reason = ['bitstamp', 'coinbase', 'kraken']
      .map((source) => `${source}: the answer has status 500`)
      .join('; ');
    expect(stoppedRow).toEqual({ source: 'kraken+coinbase+bitstamp', last_error: reason });
  });

  test('below a quorum of two leaves the last good price quoted for five minutes', async () => {
    const deps = await app.started({ rules: { quorum: 2 } });
    app.servers.coinbase.answer(silent);
    await app.rounds(deps, 4);
    expect(await bitcoin(deps)).toBe('60000 kraken+coinbase');
    await app.rounds(deps);
    expect(await priceOf(deps)).toBe('stale');
  });

  test('on one unlisted coin answers for the others within minutes', async () => {
    app.list('kraken', ['BTC', 'ETH', 'USDT', 'TRX', 'LTC', 'XRP', 'BCH']);
    const deps = await app.started();
    for (let minute = 0; minute < 9; minute++) {
      await app.rounds(deps);
      expect(await priceOf(deps)).toBe('60000');
    }
    expect(await bitcoin(deps)).toBe('60000 kraken+coinbase');
    expect(await offerOf(deps, 'kraken', 'binancecoin')).toMatchObject({ why: 'missing' });
    expect(await notices()).toEqual([]);
  });

  test('with one repeated answer is ignored after five minutes', async () => {
    const at = String(Math.floor(Date.now() / 1000) - 4 * 60);
    app.servers.bitstamp.answer([{ pair: 'BTC/USD', last: '60000', percent_change_24: '1', timestamp: at }]);
    const deps = await app.started({ prices: ['bitstamp', 'kraken'] });
    expect(await bitcoin(deps)).toBe('60000 bitstamp+kraken');
    app.servers.kraken.answer(silent);
    await app.letPass(2);
    expect(await priceOf(deps)).toBe('stale');
    expect(await offerOf(deps, 'bitstamp')).toMatchObject({ why: 'stale' });
  });
});

describe('a source with wrong answers', () => {
  const threeSources = ['kraken', 'coinbase', 'bitstamp'] as const;
  test.for([
    ['upside down', { BTC: '0.0000166666' }],
    ['ten times too high', { BTC: '600000' }],
    ['the prices of each other’s coins', { BTC: '3000', ETH: '60000' }],
  ] as const)('like %s is ignored by two that agree, and held when it is alone', async ([, wrong]) => {
    app.set('coinbase', wrong);
    const deps = await app.started({ prices: threeSources });
    expect(await bitcoin(deps)).toBe('60000 kraken+bitstamp');
    expect(await offerOf(deps, 'coinbase')).toMatchObject({ why: 'apart' });
    app.servers.kraken.answer(silent);
    app.servers.bitstamp.answer(silent);
    await app.rounds(deps);
    const { rates } = await listHeldRates(deps);
    expect(rates.find(({ subject }) => subject === 'bitcoin')).toMatchObject({ status: 'waiting', source: 'coinbase' });
  });

  test.for([
    ['of a day ago', -86_400, 'stale', 'kraken'],
    ['of tomorrow', 86_400, null, 'kraken+bitstamp'],
  ] as const)('has a price of time %s counted as too old, or as of now', async ([, seconds, why, source]) => {
    const at = String(Math.floor(Date.now() / 1000) + seconds);
    app.servers.bitstamp.answer([{ pair: 'BTC/USD', last: '60000', timestamp: at }]);
    const deps = await app.started({ prices: ['kraken', 'bitstamp'] });
    expect(await offerOf(deps, 'bitstamp')).toMatchObject({ why });
    expect(await bitcoin(deps)).toBe(`60000 ${source}`);
    await app.letPass(5);
    expect(await priceOf(deps)).toBe('stale');
  });
});

test('a process killed between answers changes nothing, and the next minute continues', async () => {
  const deps = await app.started();
  app.set('kraken', { BTC: '61000' });
  app.set('coinbase', { BTC: '61000' });
  await app.letPass(1);
  let transactions = 0;
  const inTx: Process['inTx'] = (work) => {
    transactions++;
    // The claims of both rounds are the first two.
    return transactions > 2 ? Promise.reject(new Error('killed')) : deps.inTx(work);
  };
  await expect(refreshRates({ ...deps, inTx })).rejects.toThrow('killed');
  expect(await bitcoin(deps)).toBe('60000 kraken+coinbase');
  await app.rounds(deps);
  expect(await bitcoin(deps)).toBe('61000 kraken+coinbase');
});
