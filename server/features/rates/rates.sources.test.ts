import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { priceOf } from '#tests/factories/live-app.ts';
import { aMarketApp, type MarketApp } from '#tests/factories/market-app.ts';
import { ratesDeps } from '#tests/factories/rates.ts';
import { pageErrors } from '#tests/setup/rate-source.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { currentRate, initializeRates, listHeldRates, readHeldOffers } from './rates.service.ts';

const database = openDatabase();
let app: MarketApp;
beforeEach(async () => {
  app = await aMarketApp(database);
});
afterEach(() => app.close());

type Process = ReturnType<MarketApp['aProcess']>;
const silent = pageErrors['answers 500'];
const notices = async () => {
  const { rows } = await database.pool.query<{ name: string; source: string }>(
    `select name, data ->> 'source' as source from team_notices order by created_at`,
  );
  return rows.map(({ name, source }) => `${name} ${source}`);
};
const bitcoin = async (deps: Process) => `${await priceOf(deps)} ${(await currentRate(deps, 'bitcoin', 'USD')).source}`;

describe('a jump of a price', () => {
  test('is held even if its sources changed', async () => {
    const deps = await app.started();
    app.servers.coinbase.answer(silent);
    app.set('kraken', { BTC: '78000' });
    await app.rounds(deps);
    const { rates } = await listHeldRates(deps);
    expect(rates).toMatchObject([{ subject: 'bitcoin', status: 'waiting', source: 'kraken' }]);
    expect(Number(rates[0]?.lastGood)).toBe(60000);
    app.set('coinbase', { BTC: '78100' });
    await app.rounds(deps);
    const heldRates = (await listHeldRates(deps)).rates;
    const offersOf = await readHeldOffers(deps, heldRates);
    const offers = heldRates.flatMap((rate) => offersOf(rate));
    expect(offers.map(({ source, price }) => `${source} ${Math.round(Number(price))}`).toSorted()).toEqual([
      'coinbase 78100',
      'kraken 78000',
    ]);
  });

  test('is no change between sample and live prices', async () => {
    await initializeRates(ratesDeps(database));
    const deps = await app.started();
    expect(await bitcoin(deps)).toBe('60000 kraken+coinbase');
    expect((await listHeldRates(deps)).rates).toEqual([]);
    await app.letPass(1);
    const samples = ratesDeps(database);
    await initializeRates(samples);
    expect(await priceOf(samples)).toBe('39145.28');
  });
});

describe('currency rates of two sources', () => {
  const fx = ['open-er-api', 'ecb'] as const;
  const units = async (deps: Process, code: string) => {
    const rate = (await deps.rates()).currencies.get(code);
    return rate?.isFresh() ? `${rate.unitsPerUsd.toFixed()} ${rate.source}` : 'none';
  };

  test('are the lower of the two, and a currency that one source has is quoted', async () => {
    const deps = await app.started({ fx, rules: { quorum: 2 } });
    expect(await units(deps, 'JPY')).toBe('154 open-er-api+ecb');
    expect(await units(deps, 'EUR')).toBe('0.8695652174 open-er-api+ecb');
    expect(await units(deps, 'NGN')).toBe('1450 open-er-api');
    expect(await units(deps, 'GBP')).toBe('0.7652173913 ecb');
  });

  test('are quoted over a long weekend of the bank, and without its table after six days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    app.writeEcb({ USD: '1.15', JPY: '177.1' }, daysAgo(5));
    const deps = await app.started({ fx, rules: { quorum: 2 } });
    expect(await units(deps, 'JPY')).toBe('154 open-er-api+ecb');
    app.writeEcb({ USD: '1.15', JPY: '177.1' }, daysAgo(8));
    await app.letPass(60);
    await app.rounds(deps);
    expect(await units(deps, 'JPY')).toBe('154 open-er-api');
  });

  test('are quoted while one of them is down, which is reported once', async () => {
    app.ecb.answer(silent);
    const deps = await app.started({ fx });
    expect(await units(deps, 'JPY')).toBe('154 open-er-api');
    await app.rounds(deps, 15);
    expect(await notices()).toEqual(['rate_source_down ecb']);
  });
});
