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
let admin: LiveApp;
beforeEach(async () => {
  admin = await aLiveApp(database);
});
afterEach(() => admin.close());

describe('on sample rates', () => {
  test('every coin is quoted in every currency from the first request on, marked as a sample', async () => {
    const deps = ratesDeps(database);
    await initializeRates(deps);
    const rates = await Promise.all(
      coins.flatMap(({ id }) => payoutCurrencies.map(({ code }) => currentRate(deps, id, code))),
    );
    expect(rates.filter(({ available, source: from }) => !available || from !== 'sample')).toEqual([]);
    const bitcoin = await currentRate(deps, 'bitcoin', 'NGN');
    expect(bitcoin).toMatchObject({ available: true, currency: { minorUnits: 2 }, coin: { requiresMemo: false } });
    expect(await priceOf(deps)).toBe('39145.28');
  });

  test('they never grow old, and starting again changes nothing the administrator has set', async () => {
    const deps = ratesDeps(database);
    await initializeRates(deps);
    await database.pool.query(`update crypto_assets set minimum_deposit = 0.5, is_active = false where id = 'tron'`);
    await admin.letPass(60 * 24 * 30);
    expect(await priceOf(deps)).toBe('39145.28');
    await initializeRates(deps);
    const { rows } = await database.pool.query<{ minimum: string }>(
      `select minimum_deposit::float8::text as minimum from crypto_assets where id = 'tron'`,
    );
    expect(rows).toEqual([{ minimum: '0.5' }]);
    expect(await priceOf(deps, 'tron')).toBe('unknown_coin');
  });

  test('a new version may ship other ones, however different, and they hold at once', async () => {
    const deps = ratesDeps(database);
    await initializeRates(deps);
    await database.pool.query(`update crypto_assets set price_usd = 9, price_at = price_at - interval '1 hour'`);
    await database.pool.query(`update fx_rates set units_per_usd = 9, at = at - interval '1 year'`);
    await admin.letPass(1);
    await initializeRates(deps);
    expect([await priceOf(deps), await priceOf(deps, 'usdt-trc20', 'NGN')]).toEqual(['39145.28', '1448.5']);
    expect((await listHeldRates(deps)).rates).toEqual([]);
  });
});

describe('on a live source', () => {
  test('an installation that has just left the sample prices quotes none of them while the source is silent', async () => {
    await initializeRates(ratesDeps(database));
    admin.source.answer(pageErrors['answers 500']);
    const deps = admin.aProcess();
    await refreshRates(deps);
    expect(await priceOf(deps)).toBe('unpriced');
    await admin.nextRound(deps, market());
    expect([await priceOf(deps), await priceOf(deps, 'bitcoin', 'NGN')]).toEqual(['60000', '87000000']);
  });

  for (const [failure, misbehave] of Object.entries(pageErrors)) {
    test(`when it ${failure}, the last good price is quoted for five minutes and then none`, async () => {
      const deps = await admin.started();
      await admin.nextRound(deps, misbehave);
      expect(await priceOf(deps)).toBe('60000');
      await admin.letPass(5);
      await refreshRates(deps);
      expect(await priceOf(deps)).toBe('stale');
      expect((await listHeldRates(deps)).rates).toEqual([]);
      const { rows } = await database.pool.query<{ last_error: string }>(
        `select last_error from rate_feeds where name = 'prices'`,
      );
      expect(rows[0]?.last_error).toMatch(/status|JSON|list|connection|within/);
      expect(deps.logged.filter(({ level }) => level === 50)).toEqual([]);
    });
  }

  const notices = async () => {
    const { rows } = await database.pool.query<{ data: object }>(
      `select data from outbox where template = 'rates_stopped_notice' order by created_at`,
    );
    return rows.map(({ data }) => data);
  };

  /** Time only passes for what letPass moves: what was reported in this file before must not count. */
  const deleteReports = () =>
    database.pool.query(
      `begin; set local session_replication_role = replica; delete from audit_log where action = 'rates.stopped'; commit`,
    );

  test('that stays silent too long is reported to the team by one mail, and by another one the next time', async () => {
    await deleteReports();
    const deps = await admin.started();
    await admin.nextRound(deps, pageErrors['answers 500']);
    expect(await notices()).toEqual([]);
    await admin.letPass(5);
    for (let round = 0; round < 3; round++) await admin.nextRound(deps);
    expect(await notices()).toMatchObject([{ source: 'coingecko', reason: 'the answer has status 500' }]);
    const { rows } = await database.pool.query(
      `select details ->> 'source' as source from audit_log where action = 'rates.stopped'`,
    );
    expect(rows).toEqual([{ source: 'coingecko' }]);
    await admin.nextRound(deps, market());
    await admin.letPass(6);
    await deleteReports();
    await admin.nextRound(deps, {});
    expect(await notices()).toMatchObject([{}, { reason: 'the answer holds nothing that we asked for' }]);
  });

  test('that answers without a single one of our coins has failed', async () => {
    const deps = await admin.started();
    await admin.nextRound(deps, {});
    const { rows } = await database.pool.query(
      `select last_error, succeeded_at < now() - interval '30 seconds' as before from rate_feeds where name = 'prices'`,
    );
    expect(rows).toEqual([{ last_error: 'the answer holds nothing that we asked for', before: true }]);
  });

  test('that asks for a pause gets it, and is asked again afterwards', async () => {
    const deps = await admin.started();
    admin.source.answer((_request: unknown, response: ServerResponse) => {
      response.writeHead(429, { 'Retry-After': '150' }).end();
    });
    await admin.nextRound(deps);
    const asked = admin.source.asked.length;
    await admin.nextRound(deps, market({ bitcoin: 61_000 }));
    await admin.nextRound(deps);
    expect(admin.source.asked).toHaveLength(asked);
    await admin.nextRound(deps);
    expect(await priceOf(deps)).toBe('61000');
  });

  test('on a plan of few calls is asked as often as the operator says', async () => {
    const deps = admin.aProcess({ everySeconds: 180 });
    await initializeRates(deps);
    await refreshRates(deps);
    const asked = admin.source.asked.length;
    for (let minute = 0; minute < 6; minute++) await admin.nextRound(deps);
    expect(admin.source.asked).toHaveLength(asked + 2);
  });

  test('a table of currency rates that was not renewed for days is not believed', async () => {
    const days = (count: number) => Math.floor(Date.now() / 1000) - count * 86_400;
    admin.fxSource.answer({ ...fxTable(), time_last_update_unix: days(30) });
    const deps = admin.aProcess();
    await initializeRates(deps);
    await refreshRates(deps);
    expect(await priceOf(deps, 'bitcoin', 'EUR')).toBe('no_fx');
    admin.fxSource.answer({ ...fxTable(), time_last_update_unix: days(1) });
    await admin.nextRound(deps);
    expect(await priceOf(deps, 'bitcoin', 'EUR')).toBe('52200');
  });

  test('a copy in memory that hears of nothing still counts the age', async () => {
    let elapsed = 0;
    const silent = { on: () => () => undefined, connected: true };
    const deps = admin.aProcess({ events: silent, elapsedMs: () => elapsed });
    await initializeRates(deps);
    await refreshRates(deps);
    expect(await priceOf(deps)).toBe('60000');
    elapsed = 4 * 60_000;
    expect(await priceOf(deps)).toBe('60000');
    elapsed = 5 * 60_000;
    expect(await priceOf(deps)).toBe('stale');
  });

  test('a source that stands still and repeats an old price is not believed', async () => {
    const deps = admin.aProcess();
    await initializeRates(deps);
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    admin.source.answer({ ...market(), bitcoin: { usd: 60_000, last_updated_at: hourAgo } });
    await refreshRates(deps);
    expect([await priceOf(deps), await priceOf(deps, 'ethereum')]).toEqual(['unpriced', '3000']);
  });

  test('one absurd coin or currency is left out and keeps its last good rate, the others move on', async () => {
    const deps = await admin.started();
    admin.fxSource.answer(fxTable({ NGN: 0, EUR: -1 }));
    await admin.letPass(60);
    await admin.nextRound(deps, market({ bitcoin: -5, ethereum: 3_100, tron: '0.25', ripple: 0, litecoin: null }));
    expect(await priceOf(deps)).toBe('stale');
    expect(await priceOf(deps, 'ethereum')).toBe('3100');
    expect(await priceOf(deps, 'ethereum', 'NGN')).toBe('4495000');
    expect(await priceOf(deps, 'ethereum', 'GBP')).toBe('no_fx');
  });

  test('currency rates are good for a day and then none are quoted, but a dollar stays a dollar', async () => {
    const deps = await admin.started();
    admin.fxSource.answer(pageErrors['answers an HTML page']);
    await admin.letPass(24 * 60);
    await refreshRates(deps);
    expect([await priceOf(deps), await priceOf(deps, 'bitcoin', 'EUR')]).toEqual(['60000', 'no_fx']);
  });

  test('a first price that only another coin could have waits for the administrator', async () => {
    admin.source.answer(market({ bitcoin: 3_000, ethereum: 60_000 }));
    const deps = await admin.started();
    expect([await priceOf(deps), await priceOf(deps, 'ethereum'), await priceOf(deps, 'litecoin')]).toEqual([
      'held',
      'held',
      '90',
    ]);
    const held = (await listHeldRates(deps)).rates;
    expect(held.map(({ subject }) => subject).toSorted()).toEqual(['bitcoin', 'ethereum']);
    expect(held.filter(({ lastGood, status }) => lastGood !== null || status !== 'waiting')).toEqual([]);
  });
});

describe('the administrator’s own rate', () => {
  test('wins over the source, also while the source is silent', async () => {
    const own = { unitsPerUsd: decimal('1500'), updatedAt: new Date(), isExpired: false };
    const deps = { ...(await admin.started()), adminRates: () => Promise.resolve(new Map([['NGN', own]])) };
    expect([await priceOf(deps, 'bitcoin', 'NGN'), await priceOf(deps, 'bitcoin', 'EUR')]).toEqual([
      '90000000',
      '52200',
    ]);
    await database.pool.query('delete from fx_rates');
    expect([await priceOf(deps, 'bitcoin', 'NGN'), await priceOf(deps, 'bitcoin', 'EUR')]).toEqual([
      '90000000',
      'no_fx',
    ]);
  });
});

describe('several processes', () => {
  test('ask the source once between them, however many are due', async () => {
    await initializeRates(admin.aProcess());
    await Promise.all(Array.from({ length: 6 }, () => refreshRates(admin.aProcess())));
    expect([admin.source.asked.length, admin.fxSource.asked.length]).toEqual([1, 1]);
    await admin.letPass(1);
    await Promise.all(Array.from({ length: 6 }, () => refreshRates(admin.aProcess())));
    expect([admin.source.asked.length, admin.fxSource.asked.length]).toEqual([2, 1]);
  });

  test('one that was frozen with an old answer in its hands overwrites nothing newer', async () => {
    const deps = admin.aProcess();
    await initializeRates(deps);
    const testRule = new EventEmitter();
    admin.source.answer((_request: unknown, response: ServerResponse) => {
      testRule.once('open', () => response.end(JSON.stringify(market({ bitcoin: 55_000 }))));
      testRule.emit('asked');
    });
    const slow = admin.aProcess({ timeoutMs: 10_000 });
    const asked = once(testRule, 'asked');
    const frozen = refreshRates(slow);
    await asked;
    await admin.nextRound(deps, market());
    testRule.emit('open');
    await frozen;
    expect(await priceOf(deps)).toBe('60000');
  });

  test('a worker of one refreshes, and the other one hears of it', async () => {
    const [worker, listener] = [
      createEvents({ url: database.url, log: admin.aProcess().log }),
      createEvents({ url: database.url, log: admin.aProcess().log }),
    ];
    await Promise.all([worker.start(), listener.start()]);
    const far = admin.aProcess({ events: listener });
    expect(await priceOf(far)).toBe('unknown_coin');
    const quoted = new Promise<void>((resolve) => {
      listener.on(
        'rates_changed',
        () => void priceOf(far, 'bitcoin', 'NGN').then((price) => price === '87000000' && resolve()),
      );
    });
    const near = admin.aProcess({ events: worker });
    await initializeRates(near);
    const jobs = await startJobs({
      url: database.url,
      log: near.log,
      now: () => new Date(),
      deps: near,
      features: [ratesJobs],
    });
    await quoted;
    expect([admin.source.asked.length, admin.fxSource.asked.length]).toEqual([1, 1]);
    await jobs.stop();
    await Promise.all([worker.close(), listener.close()]);
  });
});
