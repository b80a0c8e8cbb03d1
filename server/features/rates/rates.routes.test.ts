import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CryptoAssetView, HeldRateView, listPayoutCurrencies } from '#shared/rates/rates.contract.ts';
import { coins } from '#shared/reference/coins.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { ratesDeps } from '#tests/factories/rates.ts';
import { callerOf, platformDeps, serveRouters, type Call, type Served } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { ratesAdminRoutes } from './rates.admin.routes.ts';
import { ratesRoutes } from './rates.routes.ts';
import { initializeRates, refreshRates } from './rates.service.ts';

const database = openDatabase();
let served: Served;
let call: Call;
let deps: ReturnType<typeof ratesDeps>;
beforeAll(async () => {
  deps = ratesDeps(database);
  await initializeRates(deps);
  const all = { ...deps, ...platformDeps(database) };
  served = await serveRouters([ratesRoutes(all), ratesAdminRoutes(all)]);
  call = callerOf(served.url);
});
afterAll(async () => {
  await served.close();
});

const listCoins = async () => (await call('GET', '/api/crypto-assets')).body as unknown as CryptoAssetView[];
const listCurrencies = async () =>
  (await call('GET', '/api/payout-currencies')).body as unknown as z.output<typeof listPayoutCurrencies.response>;

describe('what every visitor sees', () => {
  test('is each coin with its sample price to the digit, its network and its minimum', async () => {
    const shown = await listCoins();
    expect(shown.map(({ id, price, minimumDeposit }) => [id, price, minimumDeposit])).toEqual(
      coins.map(({ id, samplePrice, minimumDeposit }) => [id, Number(samplePrice), Number(minimumDeposit)]),
    );
    expect(shown[0]).toMatchObject({
      symbol: 'BTC',
      price: 39145.28,
      change24h: 2.31,
      network: 'Bitcoin Network',
      networkHint: 'Bitcoin Network',
      requiresMemo: false,
      available: true,
      notice: 'none',
      source: 'sample',
    });
  });

  test('has a sparkline that starts a day ago and ends at the price itself', async () => {
    for (const { sparkline, price, change24h } of await listCoins()) {
      expect(sparkline).toHaveLength(48);
      expect(sparkline.at(-1)).toBe(price);
      expect((sparkline[0] ?? 0) * (1 + change24h / 100)).toBeCloseTo(price, 2);
      expect(Math.min(...sparkline)).toBeGreaterThan(price * 0.9);
    }
  });

  test('is every payout currency in the order of the picker, with its rate', async () => {
    const shown = await listCurrencies();
    expect(shown.map(({ code }) => code)).toEqual(payoutCurrencies.map(({ code }) => code));
    expect(shown.filter(({ unitsPerUsd }) => unitsPerUsd === null)).toEqual([]);
    expect(shown.find(({ code }) => code === 'KWD')).toEqual({
      code: 'KWD',
      isPaused: false,
      min: null,
      max: null,
      methods: ['bank', 'paypal', 'wise'],
      name: 'Kuwaiti Dinar',
      symbol: 'KWD',
      flag: 'KW',
      group: 'other',
      minorUnits: 3,
      unitsPerUsd: 0.307,
      updatedAt: '2025-11-14T00:00:00.000Z',
    });
  });

  test.each(['/api/crypto-assets', '/api/payout-currencies'])('%s answers 304 until a figure moves', async (path) => {
    const etag = (await call('GET', path)).headers.get('etag') ?? '';
    const again = await call('GET', path, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.body, again.headers.get('cache-control')]).toEqual([
      304,
      '',
      'public, max-age=0, must-revalidate, s-maxage=5',
    ]);
    expect(again.headers.get('cdn-cache-control')).toBe('public, max-age=5, stale-while-revalidate=10');
    expect(again.headers.get('set-cookie')).toBeNull();
    await database.pool.query(`update crypto_assets set price_usd = price_usd * 1.01`);
    await database.pool.query(`update fx_rates set units_per_usd = units_per_usd * 1.01`);
    const moved = await call('GET', path, { headers: { 'If-None-Match': etag } });
    expect([moved.status, moved.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('is no price at all, with the reason, where none may be quoted', async () => {
    await database.pool.query(`update crypto_assets set price_source = 'coingecko' where id = 'bitcoin'`);
    const stale = (await listCoins()).find(({ id }) => id === 'bitcoin');
    expect(stale).toMatchObject({ price: 0, available: false, notice: 'stale' });
    await database.pool.query(`delete from rate_feeds`);
    await refreshRates(deps);
    expect((await listCoins())[0]).toMatchObject({ price: 39145.28, available: true });
  });
});

describe('rates that wait for the administrator', () => {
  const hold = async (offered: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into held_rates (kind, subject, last_good, offered, source, offered_at)
       values ('coin', 'litecoin', 143.57, $1, 'sample', now()) returning id`,
      [offered],
    );
    return rows[0]?.id ?? '';
  };

  test('are seen and decided by the administrator alone', async () => {
    const id = await hold('200');
    const calls = [
      () => call('GET', '/api/admin/held-rates', { token: 'ann' }),
      () => call('POST', `/api/admin/held-rates/${id}`, { token: 'ann', json: { decision: 'accepted' } }),
    ];
    for (const forbidden of calls) expect(await forbidden()).toMatchObject({ status: 403 });
    const listed = await call('GET', '/api/admin/held-rates', { token: 'root' });
    const [held] = listed.body as unknown as HeldRateView[];
    expect(held).toMatchObject({ id, subject: 'litecoin', lastGood: '143.57', offered: '200', changePercent: 39.3 });
    const decide = (decision: string, proof = 'proven') =>
      call('POST', `/api/admin/held-rates/${id}`, {
        token: 'root',
        headers: { 'X-Step-Up': proof },
        json: { decision },
      });
    expect(await decide('perhaps')).toMatchObject({ status: 400 });
    expect(await decide('accepted', 'guessed')).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    expect(await decide('accepted')).toMatchObject({ status: 204 });
    expect(await decide('refused')).toMatchObject({ status: 409, body: { code: 'already_decided' } });
    expect((await listCoins()).find(({ id: coin }) => coin === 'litecoin')).toMatchObject({ price: 200 });
    const { rows } = await database.pool.query(`select subject_id from audit_log where action = 'rates.accepted'`);
    expect(rows).toEqual([{ subject_id: 'litecoin' }]);
  });

  test('are shown with every digit they are stored with', async () => {
    const id = await hold('99999999999.99999999');
    const { body } = await call('GET', '/api/admin/held-rates?q=litecoin', { token: 'root' });
    expect(body).toMatchObject([{ id, offered: '99999999999.99999999' }, {}]);
    await call('POST', `/api/admin/held-rates/${id}`, {
      token: 'root',
      headers: { 'X-Step-Up': 'proven' },
      json: { decision: 'refused' },
    });
  });

  test('are found by coin and source, page by page with their total, waiting ones first', async () => {
    const list = async (query: string) => {
      const { body, headers } = await call('GET', `/api/admin/held-rates${query}`, { token: 'root' });
      const rates = body as unknown as HeldRateView[];
      return { offered: rates.map(({ offered }) => offered), total: headers.get('x-total-count') };
    };
    await database.pool.query(
      `insert into held_rates (kind, subject, last_good, offered, source, offered_at, held_at, status, decided_at)
       select 'coin', 'litecoin', 143.57, offered, 'a-source', now(), now() - make_interval(hours => age), 'refused', now()
       from (values (301, 1), (302, 30)) decided(offered, age)`,
    );
    const id = await hold('303');
    expect(await list('?q=a-source')).toEqual({ offered: ['301', '302'], total: '2' });
    expect(await list('?q=A-SOURCE&sort=oldest&pageSize=1')).toEqual({ offered: ['302'], total: '2' });
    expect((await list('?q=lite&sort=oldest&pageSize=2')).offered).toEqual(['303', '302']);
    expect(await list('?q=nothing-like-it')).toEqual({ offered: [], total: '0' });
    await call('POST', `/api/admin/held-rates/${id}`, { token: 'root', json: { decision: 'refused' } });
  });

  test('change nothing when the administrator refuses them', async () => {
    const before = (await listCoins()).find(({ id }) => id === 'litecoin')?.price;
    const id = await hold('900');
    await call('POST', `/api/admin/held-rates/${id}`, { token: 'root', json: { decision: 'refused' } });
    expect((await listCoins()).find(({ id: coin }) => coin === 'litecoin')?.price).toBe(before);
  });
});
