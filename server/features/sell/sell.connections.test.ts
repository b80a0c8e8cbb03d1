import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { compose } from '#server/compose.ts';
import { connect } from '#server/db/connection.ts';
import { setSettings } from '#tests/factories/approvals.ts';
import { litecoinSource, payee, someLitecoin, sourceCalls } from '#tests/factories/own-addresses.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { setPayout } from './sell.payout.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0', RATE_LIMIT_FACTOR: '1000' });
const { app, database, rows } = testbed;
const poolSize = 3;

const pools: { end: () => Promise<void> }[] = [];
afterAll(async () => void (await Promise.all(pools.map((pool) => pool.end()))));

test('customers on all connections save an account at once without waiting for each other', async () => {
  const admin = await sourceCalls(testbed);
  await admin.post('', { ...litecoinSource, gapLimit: 30 });
  await vi.waitUntil(
    async () => (await rows('select 1 from chain_cursors where ok_at is not null')).length > 0,
    30_000,
  );
  await setSettings(testbed, { payouts: { payeeChecks: 'block' } });
  const sales = await Promise.all(
    Array.from({ length: poolSize }, async () => {
      const seller = await aSeller(app, database.pool);
      const { body } = await callsOf(app, seller).post<{ quoteId: string }>('sell-quotes', someLitecoin);
      return { seller, id: body.quoteId };
    }),
  );
  const small = connect({ url: database.url, max: poolSize, waitMs: 2_000 });
  pools.push(small.pool);
  const deps = compose({ ...app.deps, database: small });
  // A start fills these caches.
  await Promise.all([deps.rates(), deps.settings.refresh()]);
  // Each holds its connection before the first continues.
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from sell_quotes where id = any($1) for update', [sales.map(({ id }) => id)]);
  const namedSales = sales.map(({ seller, id }) =>
    setPayout(
      deps,
      {
        userId: seller.id,
        role: 'customer',
        sessionId: randomUUID(),
        may: [],
        masks: [],
        requestId: '',
        teamRole: null,
        email: seller.email,
        isSettingUp: false,
      },
      id,
      payee,
    ),
  );
  const pending = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => rows(pending)).toHaveLength(poolSize);
  await holder.query('rollback');
  holder.release();
  const addresses = (await Promise.all(namedSales)).map(({ deposit }) => deposit.address);
  expect(new Set(addresses).size).toBe(poolSize);
});
