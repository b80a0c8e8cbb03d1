import { array, assert, asyncProperty, double } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { aLiveApp, fxTable, market, priceOf, type LiveApp } from '#tests/factories/live-app.ts';
import { memberRights } from '#tests/factories/rights.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { currentRate, decideHeldRate, listHeldRates, presentCoins } from './rates.service.ts';

const database = openDatabase();
let live: LiveApp;
type Process = Awaited<ReturnType<LiveApp['started']>>;
beforeEach(async () => {
  live = await aLiveApp(database);
});
afterEach(() => live.close());

const userId = crypto.randomUUID();
const sessionId = crypto.randomUUID();
const someone = { userId, sessionId, email: 'desk@example.com', requestId: 'r-1' };
const admin = { ...someone, role: 'admin', ...memberRights('owner') } as const;

const heldOf = async (deps: Process) => (await listHeldRates(deps)).rates;
/** Minutes with these prices of Bitcoin, one after the other. */
const move = async (deps: Process, ...prices: number[]) => {
  for (const bitcoin of prices) await live.nextRound(deps, market({ bitcoin }));
};
const decide = async (deps: Process, decision: 'accepted' | 'refused') => {
  const [heldRate] = await heldOf(deps);
  return decideHeldRate(deps, admin, heldRate?.id ?? '', decision);
};

describe('a price that moves too far', () => {
  test.each([
    ['tenfold', { bitcoin: 600_000 }],
    ['down by more than 20 per cent', { bitcoin: 47_999 }],
    ['because two coins were swapped', { bitcoin: 3_000, ethereum: 60_000 }],
  ])('%s is held back and never quoted', async (_name, jump) => {
    const deps = await live.started();
    await live.nextRound(deps, market(jump));
    // Nothing is sold at a lower price from that moment on; where the new price is higher, the last good one is used
    // for minutes.
    expect(await priceOf(deps)).toBe(jump.bitcoin > 60_000 ? '60000' : 'held');
    const heldRates = await heldOf(deps);
    const bitcoin = heldRates.find(({ subject }) => subject === 'bitcoin');
    expect(bitcoin).toMatchObject({ kind: 'coin', status: 'waiting', source: 'coingecko' });
    await live.nextRound(deps);
    await live.letPass(4);
    expect(await priceOf(deps)).toBe('held');
    expect(await heldOf(deps)).toHaveLength(heldRates.length);
    const { rows } = await database.pool.query(
      `select from audit_log where action = 'rates.held' and subject_id = 'bitcoin'
       and at > now() - interval '1 minute'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('is reported to the administrator by one mail, however long it waits', async () => {
    await move(await live.started(), 600_000, 600_000, 60_000, 600_000);
    const { rows } = await database.pool.query(
      `select recipient, data from outbox where template = 'held_rate_notice' and data ->> 'subject' = 'bitcoin'`,
    );
    const data = { subject: 'bitcoin', lastGood: '60000', offered: '600000', source: 'coingecko' };
    expect(rows).toEqual([{ recipient: 'desk@example.com', data }]);
  });

  test('in small steps is held after 30 per cent within an hour', async () => {
    const deps = await live.started();
    await move(deps, 70_000, 77_000);
    expect(await priceOf(deps)).toBe('77000');
    await move(deps, 79_000);
    expect(await priceOf(deps)).toBe('77000');
    const offeredPattern = expect.stringMatching(/^79000\.0*$/) as string;
    expect((await heldOf(deps))[0]).toMatchObject({ subject: 'bitcoin', status: 'waiting', offered: offeredPattern });

    await decide(deps, 'accepted');
    await move(deps, 90_000);
    expect(await priceOf(deps)).toBe('90000');
  });

  test('downwards in small steps is held too, and may move further within a day', async () => {
    const deps = await live.started();
    await move(deps, 50_000, 43_000, 41_000);
    expect(await priceOf(deps)).toBe('held');
    await database.pool.query(`update asset_prices set at = at - interval '2 hours'`);
    await move(deps, 41_000);
    expect(await priceOf(deps)).toBe('41000');
  });

  test('is held for a stablecoin outside its range, at any step', async () => {
    const deps = await live.started();
    for (const [tether, quoted] of [
      [1.09, '1.09'],
      [1.19, '1.09'],
      [0.89, 'held'],
    ] as const) {
      await live.nextRound(deps, market({ tether }));
      expect(await priceOf(deps, 'usdt-trc20')).toBe(quoted);
    }
  });

  test('is not held at exactly 20 per cent', async () => {
    const deps = await live.started();
    await live.nextRound(deps, market({ bitcoin: 72_000, ethereum: 2_400 }));
    expect([await priceOf(deps), await priceOf(deps, 'ethereum')]).toEqual(['72000', '2400']);
    expect(await heldOf(deps)).toEqual([]);
  });

  test('downwards is not quoted at once in any estimate, quote or landing page', async () => {
    const deps = await live.started();
    const coin = async () =>
      presentCoins(await deps.rates(), new Set(), settingsDefaults).find(({ id }) => id === 'bitcoin');
    await move(deps, 36_000);
    expect(await coin()).toMatchObject({ available: false, price: 0, notice: 'held' });
    expect(await currentRate(deps, 'ethereum', 'USD')).toMatchObject({ available: true });
    await move(deps, 58_000);
    expect(await coin()).toMatchObject({ available: true, price: 58_000, notice: 'none' });
  });

  test('is no longer held once it returns by itself', async () => {
    const deps = await live.started();
    await move(deps, 600_000, 61_000);
    expect(await priceOf(deps)).toBe('61000');
    expect(await heldOf(deps)).toMatchObject([{ subject: 'bitcoin', status: 'superseded' }]);
  });

  test('is quoted once the administrator accepts it, and later rounds start from it', async () => {
    const deps = await live.started();
    await move(deps, 90_000);
    await decide(deps, 'accepted');
    expect(await priceOf(deps)).toBe('90000');
    await move(deps, 91_000);
    expect(await priceOf(deps)).toBe('91000');
    await expect(decide(deps, 'refused')).rejects.toThrow('already been decided');
  });

  test('is held for a currency too, until the administrator decides', async () => {
    const deps = await live.started();
    live.fxSource.answer(fxTable({ NGN: 14_500, EUR: 0.9 }));
    await live.letPass(60);
    await live.nextRound(deps);
    const prices = [await priceOf(deps, 'bitcoin', 'NGN'), await priceOf(deps, 'bitcoin', 'EUR')];
    expect(prices).toEqual(['87000000', '54000']);
    expect((await heldOf(deps))[0]).toMatchObject({ kind: 'currency', subject: 'NGN', status: 'waiting' });
    const outcomes = await Promise.allSettled([decide(deps, 'accepted'), decide(deps, 'refused')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('no customer sells above the source’s last offer in a crash or a rise', async () => {
  const deps = await live.started();
  const seenRates = new Set<string>();
  const paths = array(double({ min: 0.4, max: 1.6, noNaN: true }), { minLength: 4, maxLength: 8 });
  await assert(
    asyncProperty(paths, async (factors) => {
      let offeredPrice = 60_000;
      for (const factor of factors) {
        offeredPrice = Math.max(1, Math.round(offeredPrice * factor));
        await live.nextRound(deps, market({ bitcoin: offeredPrice }));
        const quotedPrice = await priceOf(deps);
        seenRates.add(quotedPrice === 'held' ? 'held' : Number(quotedPrice) < offeredPrice ? 'below' : 'at');
        expect(quotedPrice === 'held' || Number(quotedPrice) <= offeredPrice).toBe(true);
      }
    }),
    // The first one has each of the three kinds of answer: without them the rule says nothing.
    { numRuns: 15, endOnFailure: true, examples: [[[1, 1.5, 1, 0.5]]] },
  );
  expect([...seenRates].toSorted()).toEqual(['at', 'below', 'held']);
});
