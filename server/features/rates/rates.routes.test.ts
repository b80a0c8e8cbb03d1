import { afterAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { livePriceSources } from '#server/adapters/rates/sources.ts';
import type {
  CryptoAssetView,
  HeldRateView,
  listPayoutCurrencies,
  PriceSourceView,
} from '#shared/rates/rates.contract.ts';
import { coins } from '#shared/reference/coins.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { ratesDeps } from '#tests/factories/rates.ts';
import { outcomeOf } from '#tests/setup/calls.ts';
import { describeMails } from '#tests/setup/mails.ts';
import { callerOf, platformDeps, serveRouters, type Call } from '#tests/setup/platform.ts';
import { startPriceSources } from '#tests/setup/price-sources.ts';
import { pageErrors } from '#tests/setup/rate-source.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { ratesAdminRoutes } from './rates.admin.routes.ts';
import { ratesMail } from './rates.mail.templates.ts';
import { ratesRoutes } from './rates.routes.ts';
import { initializeRates, refreshRates } from './rates.service.ts';

const database = openDatabase();
const deps = fixture(async () => {
  const deps = ratesDeps(database);
  await initializeRates(deps);
  return deps;
});
const served = fixture(() => {
  const platform = platformDeps(database);
  const all = { ...deps, ...platform, env: { ...platform.env, ...deps.env } };
  return serveRouters([ratesRoutes(all), ratesAdminRoutes(all)]);
});
afterAll(() => served.close());
const call: Call = (...args) => callerOf(served.url)(...args);
const rows = async (query: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(query, values)).rows;

const listCoins = async () => (await call('GET', '/api/crypto-assets')).body as unknown as CryptoAssetView[];
const coin = async (coinId: string) => (await listCoins()).find(({ id }) => id === coinId);
const listCurrencies = async () =>
  (await call('GET', '/api/payout-currencies')).body as unknown as z.output<typeof listPayoutCurrencies.response>;

describe('the public rates', () => {
  test('have each coin with its sample price to the digit, its network and its minimum', async () => {
    const shownCoins = await listCoins();
    expect(shownCoins.map(({ id, price, minimumDeposit }) => [id, price, minimumDeposit])).toEqual(
      coins.map(({ id, samplePrice, minimumDeposit }) => [id, Number(samplePrice), Number(minimumDeposit)]),
    );
    const network = { network: 'Bitcoin Network', networkHint: 'Bitcoin Network', requiresMemo: false };
    const figures = { symbol: 'BTC', price: 39145.28, change24h: 2.31 };
    expect(shownCoins[0]).toMatchObject({ ...network, ...figures, available: true, notice: 'none', source: 'sample' });
  });

  test('have a sparkline that starts a day ago and ends at the price itself', async () => {
    for (const { sparkline, price, change24h } of await listCoins()) {
      expect(sparkline).toHaveLength(48);
      expect(sparkline.at(-1)).toBe(price);
      expect((sparkline[0] ?? 0) * (1 + change24h / 100)).toBeCloseTo(price, 2);
      expect(Math.min(...sparkline)).toBeGreaterThan(price * 0.9);
    }
  });

  test('have every payout currency in the order of the picker, with its rate', async () => {
    const shownCurrencies = await listCurrencies();
    expect(shownCurrencies.map(({ code }) => code)).toEqual(payoutCurrencies.map(({ code }) => code));
    expect(shownCurrencies.filter(({ unitsPerUsd }) => unitsPerUsd === null)).toEqual([]);
    const dinar = { code: 'KWD', name: 'Kuwaiti Dinar', symbol: 'KWD', flag: 'KW', group: 'other', minorUnits: 3 };
    const offer = { isPaused: false, min: null, max: null, methods: ['bank', 'paypal', 'wise'] };
    const rate = { unitsPerUsd: 0.307, updatedAt: '2025-11-14T00:00:00.000Z', source: 'sample' };
    const { rails, ...shownDinar } = shownCurrencies.find(({ code }) => code === 'KWD') ?? {};
    expect(shownDinar).toEqual({ ...dinar, ...offer, ...rate });
    expect(rails?.map(({ id }) => id)).toEqual(offer.methods);
  });

  test.each(['/api/crypto-assets', '/api/payout-currencies'])(
    'at %s are answered 304 until a rate moves',
    async (path) => {
      const etag = (await call('GET', path)).headers.get('etag') ?? '';
      const repeated = () => call('GET', path, { headers: { 'If-None-Match': etag } });
      const { status, body, headers } = await repeated();
      expect([status, body]).toEqual([304, '']);
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=5');
      expect(headers.get('cdn-cache-control')).toBe('public, max-age=5, stale-while-revalidate=10');
      expect(headers.get('set-cookie')).toBeNull();
      await rows(`update crypto_assets set price_usd = price_usd * 1.01`);
      await rows(`update fx_rates set units_per_usd = units_per_usd * 1.01`);
      const movedAnswer = await repeated();
      expect([movedAnswer.status, movedAnswer.headers.get('etag') === etag]).toEqual([200, false]);
    },
  );

  test('have the reason in place of a price that may not be quoted', async () => {
    await rows(`update crypto_assets set price_source = 'coingecko' where id = 'bitcoin'`);
    expect(await coin('bitcoin')).toMatchObject({ price: 0, available: false, notice: 'stale' });
    await rows(`delete from rate_feeds`);
    await refreshRates(deps);
    expect(await coin('bitcoin')).toMatchObject({ price: 39145.28, available: true });
  });
});

describe('rates that wait for the administrator', () => {
  const hold = async (offeredRate: string) => {
    const [heldRow] = await rows(
      `insert into held_rates (kind, subject, last_good, offered, source, offered_at)
       values ('coin', 'litecoin', 143.57, $1, 'sample', now()) returning id`,
      [offeredRate],
    );
    return String(heldRow?.id);
  };
  const decide = (id: string, decision: string, { token = 'root', proof = 'proven' } = {}) =>
    call('POST', `/api/admin/held-rates/${id}`, { token, headers: { 'X-Step-Up': proof }, json: { decision } });
  const list = async (query: string, token = 'root') => {
    const { status, body, headers } = await call('GET', `/api/admin/held-rates?${query}`, { token });
    return { status, rates: body as unknown as HeldRateView[], total: headers.get('x-total-count') };
  };

  test('are seen and decided by the administrator alone', async () => {
    const id = await hold('200');
    expect((await list('', 'ann')).status).toBe(403);
    expect((await decide(id, 'accepted', { token: 'ann' })).status).toBe(403);
    const [heldRate] = (await list('')).rates;
    expect(heldRate).toMatchObject({
      id,
      subject: 'litecoin',
      lastGood: '143.57',
      offered: '200',
      changePercent: 39.3,
    });
    expect((await decide(id, 'perhaps')).status).toBe(400);
    expect(await outcomeOf(decide(id, 'accepted', { proof: 'guessed' }))).toBe('403 step_up_required');
    expect((await decide(id, 'accepted')).status).toBe(204);
    expect(await outcomeOf(decide(id, 'refused'))).toBe('409 already_decided');
    expect(await coin('litecoin')).toMatchObject({ price: 200 });
    const auditRows = await rows(`select subject_id from audit_log where action = 'rates.accepted'`);
    expect(auditRows).toEqual([{ subject_id: 'litecoin' }]);
  });

  test('have every stored digit, and do not change when they are refused', async () => {
    const before = (await coin('litecoin'))?.price;
    const id = await hold('99999999999.99999999');
    expect((await list('q=litecoin')).rates[0]).toMatchObject({ id, offered: '99999999999.99999999' });
    expect((await decide(id, 'refused')).status).toBe(204);
    expect((await coin('litecoin'))?.price).toBe(before);
  });

  test('are found by coin and source in pages with their total, waiting ones first', async () => {
    const found = async (query: string) => {
      const { rates, total } = await list(query);
      return { offered: rates.map(({ offered }) => offered), total };
    };
    await rows(
      `insert into held_rates (kind, subject, last_good, offered, source, offered_at, held_at, status, decided_at)
       select 'coin', 'litecoin', 143.57, offered, 'a-source', now(), now() - make_interval(hours => age),
       'refused', now()
       from (values (301, 1), (302, 30)) decided(offered, age)`,
    );
    await hold('303');
    expect(await found('q=a-source')).toEqual({ offered: ['301', '302'], total: '2' });
    expect(await found('q=A-SOURCE&sort=oldest&pageSize=1')).toEqual({ offered: ['302'], total: '2' });
    expect((await found('q=lite&sort=oldest&pageSize=2')).offered).toEqual(['303', '302']);
    expect(await found('q=nothing-like-it')).toEqual({ offered: [], total: '0' });
  });
});

describe('sources of prices', () => {
  const source = fixture(() => startPriceSources());
  afterAll(() => source.close());
  const tried = (name: string, token = 'root') => call('POST', `/api/admin/price-sources/${name}/test`, { token });

  test('are listed for members who decide on rates, including unused ones', async () => {
    expect((await call('GET', '/api/admin/price-sources', { token: 'ann' })).status).toBe(403);
    const { body } = await call('GET', '/api/admin/price-sources', { token: 'root' });
    const shownBody = body as unknown as PriceSourceView[];
    expect(shownBody.map(({ source: name, state, keyNeeded }) => [name, state, keyNeeded])).toEqual([
      ['kraken', 'off', false],
      ['coinbase', 'off', false],
      ['bitstamp', 'off', false],
      ['binance', 'off', false],
      ['coingecko', 'off', true],
    ]);
  });

  test('are tested one by one without storing anything, and a failure is an answer', async () => {
    Object.assign(
      deps.priceSources,
      livePriceSources({ urls: source.urls, timeoutMs: 300 }, () => new Date()),
    );
    const { status, body } = await tried('coinbase');
    expect(status).toBe(200);
    expect(body).toMatchObject({ source: 'coinbase', state: 'off', lastError: null });
    const bitcoin = (body as unknown as PriceSourceView).coins.find(({ coinId }) => coinId === 'bitcoin');
    expect(bitcoin).toMatchObject({ priceUsd: '60000', used: false, why: null });
    source.servers.coinbase.answer(pageErrors['answers 500']);
    expect((await tried('coinbase')).body).toMatchObject({ lastError: 'the answer has status 500', coins: [] });
    expect(await rows(`select from price_offers where source <> 'sample'`)).toEqual([]);
    expect(await rows(`select from rate_feeds where name like '%coinbase'`)).toEqual([]);
  });

  test('are tested by no other member, and only if they exist', async () => {
    expect(await outcomeOf(tried('sample'))).toBe('404 not_found');
    expect(await outcomeOf(tried('constructor'))).toBe('404 not_found');
    expect((await tried('kraken', 'ann')).status).toBe(403);
  });

  test.each(['/api/crypto-assets', '/api/payout-currencies'])(
    '%s may be read by any site, without cookies',
    async (path) => {
      const { headers } = await call('GET', path, { headers: { Origin: 'https://desk.example.net' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    },
  );
});

describeMails(ratesMail, {
  held_rate_notice: { subject: 'BTC', lastGood: '39145.28', offered: '61000', source: 'coingecko' },
  rates_stopped_notice: { source: 'coingecko', since: '2026-03-12 09:41 UTC', reason: 'the answer has status 429' },
  rate_source_down: { source: 'kraken', since: '2026-03-12 09:41 UTC', reason: 'the answer has status 429' },
  rate_source_back: { source: 'kraken' },
});
