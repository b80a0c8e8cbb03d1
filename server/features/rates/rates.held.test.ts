import { array, assert, asyncProperty, double } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { aLiveApp, fxTable, market, priceOf, type LiveApp } from '#tests/factories/live-app.ts';
import { memberRights } from '#tests/factories/rights.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { currentRate, decideHeldRate, listHeldRates, presentCoins } from './rates.service.ts';

const database = openDatabase();
let live: LiveApp;
beforeEach(async () => {
  live = await aLiveApp(database);
});
afterEach(() => live.close());

const admin = {
  userId: crypto.randomUUID(),
  role: 'admin',
  ...memberRights('owner'),
  sessionId: crypto.randomUUID(),
  email: 'desk@example.com',
  requestId: 'r-1',
} as const;

describe('a price that jumps', () => {
  test.each([
    ['tenfold', { bitcoin: 600_000 }],
    ['down by more than 20 per cent', { bitcoin: 47_999 }],
    ['because two coins were swapped', { bitcoin: 3_000, ethereum: 60_000 }],
  ])('%s is held back and never quoted', async (_name, jump) => {
    const deps = await live.started();
    await live.nextRound(deps, market(jump));
    // A lower price is not sold at from that moment on; the last good one is, for minutes, where the new one is higher.
    expect(await priceOf(deps)).toBe(jump.bitcoin > 60_000 ? '60000' : 'held');
    const held = (await listHeldRates(deps)).rates;
    expect(held.find(({ subject }) => subject === 'bitcoin')).toMatchObject({
      kind: 'coin',
      status: 'waiting',
      source: 'coingecko',
    });
    await live.nextRound(deps);
    await live.letPass(4);
    expect(await priceOf(deps)).toBe('held');
    expect((await listHeldRates(deps)).rates).toHaveLength(held.length);
    const { rows } = await database.pool.query(
      `select from audit_log where action = 'rates.held' and subject_id = 'bitcoin' and at > now() - interval '1 minute'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('is told to the administrator by one mail, however long it waits and however often it comes and goes', async () => {
    const deps = await live.started();
    const [usual, jumped] = [market(), market({ bitcoin: 600_000 })];
    for (const prices of [jumped, jumped, usual, jumped]) await live.nextRound(deps, prices);
    const { rows } = await database.pool.query<{ recipient: string; data: { subject: string } }>(
      `select recipient, data from outbox where template = 'held_rate_notice' and data ->> 'subject' = 'bitcoin'`,
    );
    expect(rows).toEqual([
      {
        recipient: 'desk@example.com',
        data: { subject: 'bitcoin', lastGood: '60000', offered: '600000', source: 'coingecko' },
      },
    ]);
  });

  test('in small steps is held once they lead more than 30 per cent away within an hour', async () => {
    const deps = await live.started();
    for (const bitcoin of [70_000, 77_000]) await live.nextRound(deps, market({ bitcoin }));
    expect(await priceOf(deps)).toBe('77000');
    await live.nextRound(deps, market({ bitcoin: 79_000 }));
    expect(await priceOf(deps)).toBe('77000');
    const [held] = (await listHeldRates(deps)).rates;
    expect(held).toMatchObject({
      subject: 'bitcoin',
      status: 'waiting',
      offered: expect.stringMatching(/^79000\.0*$/) as string,
    });

    await decideHeldRate(deps, admin, held?.id ?? '', 'accepted');
    await live.nextRound(deps, market({ bitcoin: 90_000 }));
    expect(await priceOf(deps)).toBe('90000');
  });

  test('downwards in small steps is held as well, and a whole day may move further', async () => {
    const deps = await live.started();
    for (const bitcoin of [50_000, 43_000]) await live.nextRound(deps, market({ bitcoin }));
    await live.nextRound(deps, market({ bitcoin: 41_000 }));
    expect(await priceOf(deps)).toBe('held');
    await database.pool.query(`update asset_prices set at = at - interval '2 hours'`);
    await live.nextRound(deps, market({ bitcoin: 41_000 }));
    expect(await priceOf(deps)).toBe('41000');
  });

  test('of a stablecoin is held wherever it leaves its range, however small the step', async () => {
    const deps = await live.started();
    await live.nextRound(deps, market({ tether: 1.09 }));
    expect(await priceOf(deps, 'usdt-trc20')).toBe('1.09');
    await live.nextRound(deps, market({ tether: 1.19 }));
    expect(await priceOf(deps, 'usdt-trc20')).toBe('1.09');
    await live.nextRound(deps, market({ tether: 0.89 }));
    expect(await priceOf(deps, 'usdt-trc20')).toBe('held');
  });

  test('by exactly 20 per cent is an ordinary day', async () => {
    const deps = await live.started();
    await live.nextRound(deps, market({ bitcoin: 72_000, ethereum: 2_400 }));
    expect([await priceOf(deps), await priceOf(deps, 'ethereum')]).toEqual(['72000', '2400']);
    expect((await listHeldRates(deps)).rates).toEqual([]);
  });

  test('downwards is quoted to nobody at once: not as an estimate, nor on the landing page, nor as a quote', async () => {
    const deps = await live.started();
    await live.nextRound(deps, market({ bitcoin: 36_000 }));
    const coin = async () =>
      presentCoins(await deps.rates(), new Set(), settingsDefaults).find(({ id }) => id === 'bitcoin');
    expect(await coin()).toMatchObject({ available: false, price: 0, notice: 'held' });
    expect(await currentRate(deps, 'ethereum', 'USD')).toMatchObject({ available: true });
    await live.nextRound(deps, market({ bitcoin: 58_000 }));
    expect(await coin()).toMatchObject({ available: true, price: 58_000, notice: 'none' });
  });

  test('and comes back by itself is forgotten', async () => {
    const deps = await live.started();
    await live.nextRound(deps, market({ bitcoin: 600_000 }));
    await live.nextRound(deps, market({ bitcoin: 61_000 }));
    expect(await priceOf(deps)).toBe('61000');
    expect((await listHeldRates(deps)).rates).toMatchObject([{ subject: 'bitcoin', status: 'superseded' }]);
  });

  test('is quoted once the administrator accepts it, and the next round goes on from there', async () => {
    const deps = await live.started();
    await live.nextRound(deps, market({ bitcoin: 90_000 }));
    const [held] = (await listHeldRates(deps)).rates;
    await decideHeldRate(deps, admin, held?.id ?? '', 'accepted');
    expect(await priceOf(deps)).toBe('90000');
    await live.nextRound(deps, market({ bitcoin: 91_000 }));
    expect(await priceOf(deps)).toBe('91000');
    await expect(decideHeldRate(deps, admin, held?.id ?? '', 'refused')).rejects.toThrow('already been decided');
  });

  test('in a currency is held in the same way, until the administrator decides', async () => {
    const deps = await live.started();
    live.fxSource.answer(fxTable({ NGN: 14_500, EUR: 0.9 }));
    await live.letPass(60);
    await live.nextRound(deps);
    expect([await priceOf(deps, 'bitcoin', 'NGN'), await priceOf(deps, 'bitcoin', 'EUR')]).toEqual([
      '87000000',
      '54000',
    ]);
    const [held] = (await listHeldRates(deps)).rates;
    expect(held).toMatchObject({ kind: 'currency', subject: 'NGN', status: 'waiting' });
    const both = ['accepted', 'refused'] as const;
    const decided = await Promise.allSettled(
      both.map((decision) => decideHeldRate(deps, admin, held?.id ?? '', decision)),
    );
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('whatever a price does, in a crash or a rise, no customer sells above what the source last offered', async () => {
  const deps = await live.started();
  const seen = new Set<string>();
  const paths = array(double({ min: 0.4, max: 1.6, noNaN: true }), { minLength: 4, maxLength: 8 });
  await assert(
    asyncProperty(paths, async (factors) => {
      let offered = 60_000;
      for (const factor of factors) {
        offered = Math.max(1, Math.round(offered * factor));
        await live.nextRound(deps, market({ bitcoin: offered }));
        const quoted = await priceOf(deps);
        seen.add(quoted === 'held' ? 'held' : Number(quoted) < offered ? 'below' : 'at');
        expect(quoted === 'held' || Number(quoted) <= offered).toBe(true);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
  // Otherwise it says nothing.
  expect([...seen].toSorted()).toEqual(['at', 'below', 'held']);
});
