import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEvents } from '#server/events/events.ts';
import { startJobs } from '#server/features/jobs/jobs.runner.ts';
import { decimal } from '#shared/kernel/money.ts';
import { coins } from '#shared/reference/coins.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { aLiveApp, fxTable, market, priceOf, type LiveApp } from '#tests/factories/live-app.ts';
import { ratesDeps } from '#tests/factories/rates.ts';
import { pageErrors } from '#tests/setup/rate-source.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { ratesJobs } from './rates.jobs.ts';
import { currentRate, initializeRates, listHeldRates, refreshRates } from './rates.service.ts';

const database = openDatabase();
let live: LiveApp;
beforeEach(async () => {
  live = await aLiveApp(database);
});
afterEach(() => live.close());

const rows = async (query: string) => (await database.pool.query<Record<string, unknown>>(query)).rows;
/** A process that has read its rates once. */
const startedProcess = async (deps = live.aProcess()) => {
  await initializeRates(deps);
  await refreshRates(deps);
  return deps;
};
/** Prices as `coin currency`, Bitcoin in dollars unless named. */
const pricesOf = (deps: Parameters<typeof priceOf>[0], ...wanted: string[]) =>
  Promise.all(wanted.map((pair) => priceOf(deps, ...(pair.split(' ') as [string, string?]))));
const requests = () => [live.source.asked.length, live.fxSource.asked.length];
const onSamples = async () => {
  const deps = ratesDeps(database);
  await initializeRates(deps);
  return deps;
};
const heldOf = async (deps: Parameters<typeof listHeldRates>[0]) => (await listHeldRates(deps)).rates;

describe('an installation with sample rates', () => {
  test('quotes every coin in every currency from the first request on, marked as a sample', async () => {
    const deps = await onSamples();
    const pairs = coins.flatMap(({ id }) => payoutCurrencies.map(({ code }) => [id, code] as const));
    const rates = await Promise.all(pairs.map(([id, code]) => currentRate(deps, id, code)));
    expect(rates.filter(({ available, source: from }) => !available || from !== 'sample')).toEqual([]);
    const bitcoin = await currentRate(deps, 'bitcoin', 'NGN');
    expect(bitcoin).toMatchObject({ available: true, currency: { minorUnits: 2 }, coin: { requiresMemo: false } });
    expect(await priceOf(deps)).toBe('39145.28');
  });

  test('quotes them at any age, and a restart changes nothing that the administrator set', async () => {
    const deps = await onSamples();
    await rows(`update crypto_assets set minimum_deposit = 0.5, is_active = false where id = 'tron'`);
    await live.letPass(60 * 24 * 30);
    expect(await priceOf(deps)).toBe('39145.28');
    await initializeRates(deps);
    const tron = await rows(`select minimum_deposit::float8 as minimum from crypto_assets where id = 'tron'`);
    expect(tron).toEqual([{ minimum: 0.5 }]);
    expect(await priceOf(deps, 'tron')).toBe('unknown_coin');
  });

  test('uses the different sample rates of a new version at once', async () => {
    const deps = await onSamples();
    await rows(`update crypto_assets set price_usd = 9, price_at = price_at - interval '1 hour'`);
    await rows(`update fx_rates set units_per_usd = 9, at = at - interval '1 year'`);
    await live.letPass(1);
    await initializeRates(deps);
    expect(await pricesOf(deps, 'bitcoin', 'usdt-trc20 NGN')).toEqual(['39145.28', '1448.5']);
    expect(await heldOf(deps)).toEqual([]);
  });
});

describe('a live source', () => {
  test('without an answer leaves no price in an installation that stopped using samples', async () => {
    await onSamples();
    live.source.answer(pageErrors['answers 500']);
    const deps = live.aProcess();
    await refreshRates(deps);
    expect(await priceOf(deps)).toBe('unpriced');
    await live.nextRound(deps, market());
    expect(await pricesOf(deps, 'bitcoin', 'bitcoin NGN')).toEqual(['60000', '87000000']);
  });

  const readPriceFeed = async () =>
    (await rows(`select last_error, succeeded_at from rate_feeds where name = 'prices'`))[0];

  test.each(Object.entries(pageErrors))(
    'that %s leaves the last good price for five minutes and then none',
    async (_failure, misbehave) => {
      const deps = await startedProcess();
      await live.nextRound(deps, misbehave);
      expect(await priceOf(deps)).toBe('60000');
      await live.letPass(5);
      await refreshRates(deps);
      expect(await priceOf(deps)).toBe('stale');
      expect(await heldOf(deps)).toEqual([]);
      expect((await readPriceFeed())?.last_error).toMatch(/status|JSON|list|connection|within/);
      expect(deps.logged.filter(({ level }) => level === 50)).toEqual([]);
    },
  );

  const notices = async () =>
    (await rows(`select data from outbox where template = 'rates_stopped_notice' order by created_at`)).map(
      ({ data }) => data,
    );

  /** Time only passes by letPass: earlier reports in this file must not count. */
  const deleteReports = () =>
    rows(
      `begin; set local session_replication_role = replica;
        delete from audit_log where action = 'rates.stopped'; commit`,
    );

  test('without an answer for too long is reported by one mail each time', async () => {
    await deleteReports();
    const deps = await startedProcess();
    await live.nextRound(deps, pageErrors['answers 500']);
    expect(await notices()).toEqual([]);
    await live.letPass(5);
    for (let round = 0; round < 3; round++) await live.nextRound(deps);
    expect(await notices()).toMatchObject([{ source: 'coingecko', reason: 'the answer has status 500' }]);
    const reportedSources = await rows(
      `select details ->> 'source' as source from audit_log where action = 'rates.stopped'`,
    );
    expect(reportedSources).toEqual([{ source: 'coingecko' }]);
    await live.nextRound(deps, market());
    await live.letPass(6);
    await deleteReports();
    await live.nextRound(deps, {});
    expect(await notices()).toMatchObject([{}, { reason: 'the answer holds nothing that we asked for' }]);
  });

  test('without a single one of our coins has failed', async () => {
    const deps = await startedProcess();
    await live.nextRound(deps, {});
    const { last_error: error, succeeded_at: at } = (await readPriceFeed()) ?? {};
    expect(error).toBe('the answer holds nothing that we asked for');
    expect(Date.now() - Number(at)).toBeGreaterThan(30_000);
  });

  test('that asks for a pause is asked again after it', async () => {
    const deps = await startedProcess();
    live.source.answer((_request: unknown, response: ServerResponse) => {
      response.writeHead(429, { 'Retry-After': '150' }).end();
    });
    await live.nextRound(deps);
    const [before] = requests();
    await live.nextRound(deps, market({ bitcoin: 61_000 }));
    await live.nextRound(deps);
    expect(requests()[0]).toBe(before);
    await live.nextRound(deps);
    expect(await priceOf(deps)).toBe('61000');
  });

  test('on a plan of few calls is asked at the operator’s interval', async () => {
    const deps = await startedProcess(live.aProcess({ everySeconds: 180 }));
    const [before = 0] = requests();
    for (let minute = 0; minute < 6; minute++) await live.nextRound(deps);
    expect(requests()[0]).toBe(before + 2);
  });

  test('with a table of currency rates that is days old is ignored', async () => {
    const days = (count: number) => Math.floor(Date.now() / 1000) - count * 86_400;
    live.fxSource.answer({ ...fxTable(), time_last_update_unix: days(30) });
    const deps = await startedProcess();
    expect(await priceOf(deps, 'bitcoin', 'EUR')).toBe('no_fx');
    live.fxSource.answer({ ...fxTable(), time_last_update_unix: days(1) });
    await live.nextRound(deps);
    expect(await priceOf(deps, 'bitcoin', 'EUR')).toBe('52200');
  });

  test('has the same age in a process without events', async () => {
    let elapsed = 0;
    const silent = { on: () => () => undefined, connected: true };
    const deps = await startedProcess(live.aProcess({ events: silent, elapsedMs: () => elapsed }));
    for (const [minutes, price] of [
      [0, '60000'],
      [4, '60000'],
      [5, 'stale'],
    ] as const) {
      elapsed = minutes * 60_000;
      expect(await priceOf(deps)).toBe(price);
    }
  });

  test('that repeats an old price is ignored', async () => {
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    live.source.answer({ ...market(), bitcoin: { usd: 60_000, last_updated_at: hourAgo } });
    const deps = await startedProcess();
    expect(await pricesOf(deps, 'bitcoin', 'ethereum')).toEqual(['unpriced', '3000']);
  });

  test('with one absurd coin or currency leaves its last good rate, and the others change', async () => {
    const deps = await startedProcess();
    live.fxSource.answer(fxTable({ NGN: 0, EUR: -1 }));
    await live.letPass(60);
    await live.nextRound(deps, market({ bitcoin: -5, ethereum: 3_100, tron: '0.25', ripple: 0, litecoin: null }));
    const pairs = ['bitcoin', 'ethereum', 'ethereum NGN', 'ethereum GBP'];
    expect(await pricesOf(deps, ...pairs)).toEqual(['stale', '3100', '4495000', 'no_fx']);
  });

  test('has currency rates for a day and then none, except the dollar', async () => {
    const deps = await startedProcess();
    live.fxSource.answer(pageErrors['answers an HTML page']);
    await live.letPass(24 * 60);
    await refreshRates(deps);
    expect(await pricesOf(deps, 'bitcoin', 'bitcoin EUR')).toEqual(['60000', 'no_fx']);
  });

  test('with a first price like that of another coin waits for the administrator', async () => {
    live.source.answer(market({ bitcoin: 3_000, ethereum: 60_000 }));
    const deps = await startedProcess();
    expect(await pricesOf(deps, 'bitcoin', 'ethereum', 'litecoin')).toEqual(['held', 'held', '90']);
    const heldRates = await heldOf(deps);
    expect(heldRates.map(({ subject }) => subject).toSorted()).toEqual(['bitcoin', 'ethereum']);
    expect(heldRates.filter(({ lastGood, status }) => lastGood !== null || status !== 'waiting')).toEqual([]);
  });
});

describe('the administrator’s own rate', () => {
  test('replaces the source, even while the source does not answer', async () => {
    const ownRate = { unitsPerUsd: decimal('1500'), updatedAt: new Date(), isExpired: () => false };
    const deps = { ...(await startedProcess()), adminRates: () => Promise.resolve(new Map([['NGN', ownRate]])) };
    expect(await pricesOf(deps, 'bitcoin NGN', 'bitcoin EUR')).toEqual(['90000000', '52200']);
    await rows('delete from fx_rates');
    expect(await pricesOf(deps, 'bitcoin NGN', 'bitcoin EUR')).toEqual(['90000000', 'no_fx']);
  });
});

describe('several processes', () => {
  test('ask the source once between them', async () => {
    const six = () => Promise.all(Array.from({ length: 6 }, () => refreshRates(live.aProcess())));
    await initializeRates(live.aProcess());
    await six();
    expect(requests()).toEqual([1, 1]);
    await live.letPass(1);
    await six();
    expect(requests()).toEqual([2, 1]);
  });

  test('with an old answer, after a freeze, overwrite nothing newer', async () => {
    const deps = live.aProcess();
    await initializeRates(deps);
    const testRule = new EventEmitter();
    live.source.answer((_request: unknown, response: ServerResponse) => {
      testRule.once('open', () => response.end(JSON.stringify(market({ bitcoin: 55_000 }))));
      testRule.emit('asked');
    });
    const slow = live.aProcess({ timeoutMs: 10_000 });
    const askedEvent = once(testRule, 'asked');
    const frozen = refreshRates(slow);
    await askedEvent;
    await live.nextRound(deps, market());
    testRule.emit('open');
    await frozen;
    expect(await priceOf(deps)).toBe('60000');
  });

  test('refresh once by a worker, and all read the result', async () => {
    const events = () => createEvents({ url: database.url, log: live.aProcess().log });
    const worker = events();
    const listener = events();
    await Promise.all([worker.start(), listener.start()]);
    const farProcess = live.aProcess({ events: listener });
    expect(await priceOf(farProcess)).toBe('unknown_coin');
    const priceArrived = new Promise<void>((resolve) => {
      const check = async () => (await priceOf(farProcess, 'bitcoin', 'NGN')) === '87000000' && resolve();
      listener.on('rates_changed', () => void check());
    });
    const nearProcess = live.aProcess({ events: worker });
    await initializeRates(nearProcess);
    const now = () => new Date();
    const jobs = await startJobs({
      url: database.url,
      log: nearProcess.log,
      now,
      deps: nearProcess,
      features: [ratesJobs],
    });
    await priceArrived;
    expect(requests()).toEqual([1, 1]);
    await jobs.stop();
    await Promise.all([worker.close(), listener.close()]);
  });
});
