import { beforeEach, describe, expect, test } from 'vitest';
import { foldChanges } from '#server/features/orders/stats/orders.stats.queries.ts';
import { updateOrderStats } from '#server/features/orders/stats/orders.stats.service.ts';
import { amountOf } from '#shared/kernel/money.ts';
import type { OverviewView } from '#shared/overview/overview.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { readsDuring } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const dayMs = 86_400_000;
/** Noon of a day, so that minutes around it never reach into another one. */
const noon = (daysAgo: number) => {
  const day = new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
  return new Date(daysAgo === 0 ? Date.now() : `${day}T12:00:00.000Z`);
};

const admin = fixture(() => theAdmin(testbed.app));
beforeEach(async () => {
  const { pool } = testbed.database;
  // Orders are never deleted; only a test may do without the guards.
  const client = await pool.connect();
  await client.query('set session_replication_role = replica');
  for (const table of ['orders', 'order_days', 'order_day_changes', 'order_day_medians'])
    await client.query(`delete from ${table}`);
  await client.query('reset session_replication_role');
  client.release();
});

const overview = async (query = '') => {
  const { status, body } = await testbed.app.call('GET', `/api/admin/overview${query}`, { token: admin.token });
  return { status, body: body as unknown as OverviewView };
};

type Made = {
  daysAgo: number;
  status?: string;
  minutes?: number;
  usd?: string;
  currency?: string;
  coin?: string;
  hasProof?: boolean;
};

/** An order opened at noon so many days ago, or just now, and decided so many minutes later if they have passed. */
async function made({
  daysAgo,
  status = 'completed',
  minutes = 30,
  usd = '100',
  currency = 'USD',
  coin = 'BTC',
  hasProof = true,
}: Made) {
  const owner = await aUser(testbed.database.pool);
  const at = noon(daysAgo);
  const id = await anOrder(testbed.app.deps, owner, {
    at,
    valueUsd: amountOf('usd', usd),
    payoutCurrency: currency,
    gives: { type: 'sell', coin: { id: coin.toLowerCase(), name: coin, symbol: coin, color: '#f7931a' } },
    transactionHash: null,
    hasProof,
  });
  if (status === 'pending') return id;
  // Never in the future: half an hour before midnight that would be another day.
  const decidedAt = status === 'processing' ? null : new Date(Math.min(at.getTime() + minutes * 60_000, Date.now()));
  await testbed.database.pool.query(
    'update orders set status = $2, version = version + 1, decided_at = $3 where id = $1',
    [id, status, decidedAt],
  );
  return id;
}

/** The same sums by reading every order there is. */
const byHand = async (sql: string) => (await testbed.rows(sql))[0];

describe('the statistics of the overview', () => {
  test('a business without orders has nothing to compare and nothing to divide by', async () => {
    const { status, body } = await overview('?days=7');
    expect(status).toBe(200);
    expect(body.cards).toEqual({
      transactions: { total: 0, span: 0, spanBefore: 0, changePercent: null },
      pending: { total: 0, pending: 0, processing: 0, spanAgo: 0, changePercent: null },
      volume: { totalUsd: '0.00', spanUsd: '0.00', spanBeforeUsd: '0.00', changePercent: null },
    });
    expect(body.income).toMatchObject({ fees: [], feesByDay: [], received: [], due: [], extra: [] });
    expect(body.charts.volume).toHaveLength(7);
    expect(body.charts.payoutTimes.every(({ minutes }) => minutes === null)).toBe(true);
    expect(body.charts.assets).toEqual([]);
  });

  test('count every order once, and volume exactly, by the day it was paid out', async () => {
    await made({ daysAgo: 1, usd: '0.10' });
    await made({ daysAgo: 1, usd: '0.20', currency: 'NGN', coin: 'ETH' });
    await made({ daysAgo: 8, usd: '0.2' });
    await made({ daysAgo: 40, usd: '1000000000000.55' });
    await made({ daysAgo: 2, status: 'rejected' });
    await made({ daysAgo: 2, status: 'pending' });
    await made({ daysAgo: 10, status: 'processing' });
    expect((await overview('?days=7')).body.cards).toEqual({
      transactions: { total: 7, span: 4, spanBefore: 2, changePercent: 100 },
      pending: { total: 2, pending: 1, processing: 1, spanAgo: 1, changePercent: 100 },
      volume: { totalUsd: '1000000000001.05', spanUsd: '0.30', spanBeforeUsd: '0.20', changePercent: 50 },
    });
    const { body } = await overview('?days=30');
    expect(body.cards.transactions).toEqual({ total: 7, span: 6, spanBefore: 1, changePercent: 500 });
    expect(body.cards.volume).toMatchObject({ spanUsd: '0.50', spanBeforeUsd: '1000000000000.55' });
    expect(body.charts.volume.at(-2)).toMatchObject({ orders: 2, usd: '0.30' });
    expect(body.charts.volume.filter(({ orders }) => orders > 0)).toHaveLength(2);
    expect(body.charts.statuses).toContainEqual({ status: 'completed', orders: 3 });
    expect(body.charts.assets).toEqual([
      { key: 'BTC', orders: 2, usd: '0.30' },
      { key: 'ETH', orders: 1, usd: '0.20' },
    ]);
    expect(body.charts.currencies.map(({ key }) => key)).toEqual(['USD', 'NGN']);
    expect((await overview('?days=90')).body.charts.assets[0]?.usd).toBe('1000000000000.85');
  });

  test('say what was earned, received and is to be paid out, each in its own unit', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await made({ daysAgo: 0 });
    await made({ daysAgo: 0, currency: 'NGN', coin: 'ETH' });
    await made({ daysAgo: 0, coin: 'ETH' });
    await made({ daysAgo: 40 });
    await made({ daysAgo: 2, status: 'rejected' });
    for (const status of ['pending', 'processing']) await made({ daysAgo: 50, status, currency: 'NGN' });
    await made({ daysAgo: 1, status: 'pending', currency: 'PHP', hasProof: false });
    const expected = {
      fees: [
        { currency: 'USD', orders: 2, fee: '39.14' },
        { currency: 'NGN', orders: 1, fee: '19.57' },
      ],
      feesByDay: [
        { day: today, currency: 'NGN', orders: 1, fee: '19.57' },
        { day: today, currency: 'USD', orders: 2, fee: '39.14' },
      ],
      received: [
        { asset: 'ETH', orders: 2, amount: '0.02' },
        { asset: 'BTC', orders: 1, amount: '0.01' },
      ],
      due: [{ currency: 'NGN', orders: 2, amount: '743.76' }],
      extra: [],
    };
    expect((await overview('?days=7')).body.income).toMatchObject(expected);
    await testbed.app.deps.inTx(foldChanges);
    expect((await overview('?days=7')).body.income).toMatchObject(expected);
    await testbed.database.pool.query('select recount_order_days()');
    expect((await overview('?days=7')).body.income).toMatchObject(expected);
  });

  test('say the median time from proof to payout of each day, also once the day is over for good', async () => {
    for (const minutes of [10, 20, 600]) await made({ daysAgo: 3, minutes });
    const times = async () => (await overview('?days=7')).body.charts.payoutTimes;
    const live = await times();
    expect(live.at(-4)).toMatchObject({ minutes: 20, payouts: 3 });
    await updateOrderStats(testbed.app.deps);
    expect(await times()).toEqual(live);
    expect((await testbed.rows('select * from order_day_medians where payouts = 3')).length).toBe(1);
  });

  test('stay the same while what changed is added up, and agree with the whole book read through', async () => {
    for (let n = 0; n < 6; n++) await made({ daysAgo: n, status: ['pending', 'completed', 'failed'][n % 3] ?? '' });
    const before = (await overview()).body;
    await testbed.app.deps.inTx(foldChanges);
    expect(await testbed.rows('select 1 from order_day_changes')).toEqual([]);
    const after = (await overview()).body;
    expect([after.cards, after.charts, after.income]).toEqual([before.cards, before.charts, before.income]);
    const late = await made({ daysAgo: 5, status: 'pending' });
    await testbed.database.pool.query(
      `update orders set status = 'failed', version = version + 1, decided_at = now() where id = $1`,
      [late],
    );
    await testbed.app.deps.inTx(foldChanges);
    const counted = await byHand(
      `select count(*)::int as total, count(*) filter (where status = 'pending')::int as pending,
         coalesce(sum(value_usd) filter (where status = 'completed'), 0)::numeric(38, 2)::text as usd from orders`,
    );
    const { cards } = (await overview()).body;
    expect({
      total: cards.transactions.total,
      pending: cards.pending.pending,
      usd: cards.volume.totalUsd,
    }).toEqual(counted);
    await testbed.database.pool.query('select recount_order_days()');
    expect((await overview()).body.cards).toEqual(cards);
  });

  test('orders opened and decided at the same moment never wait for one another in the figures, and none is lost', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => made({ daysAgo: 0, status: 'pending' })));
    await Promise.all([
      ...ids.map((id) =>
        testbed.database.pool.query(
          `update orders set status = 'failed', version = version + 1, decided_at = now() where id = $1`,
          [id],
        ),
      ),
      testbed.app.deps.inTx(foldChanges),
      testbed.app.deps.inTx(foldChanges),
    ]);
    const { cards } = (await overview()).body;
    expect([cards.transactions.total, cards.pending.total]).toEqual([20, 0]);
  });

  test('never read the whole book', async () => {
    await made({ daysAgo: 1 });
    const texts = await readsDuring(testbed.app, () => overview('?days=90'));
    const amounts = texts.filter((text) => /order_day|orders|deposit_wallet_changes/.test(text));
    expect(amounts).toHaveLength(11);
    const client = await testbed.database.pool.connect();
    await client.query('set enable_seqscan = off');
    for (const text of amounts) {
      const values = [...new Set(text.match(/\$\d/g))]
        .toSorted()
        .map((name) => (text.includes(`${name}::date`) ? '2026-01-01' : new Date()));
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan on orders/);
    }
    client.release(true);
  });
});

describe('what needs the administrator now', () => {
  test('names the oldest order whose proof is there, and what still stands as it was shipped', async () => {
    const oldest = await made({ daysAgo: 3, status: 'processing' });
    await made({ daysAgo: 1, status: 'pending' });
    const { needs } = (await overview()).body;
    expect(needs.orders).toMatchObject({ count: 2, oldest: { id: oldest }, oldestAt: noon(3).toISOString() });
    expect(needs.samples.addresses).toBeGreaterThan(0);
    expect(needs.samples.accounts).toBeGreaterThan(0);
    expect(needs).toMatchObject({ heldRates: { count: 0, subject: null }, forgedAddresses: [] });
  });

  test('tells of identity requests, chats, held rates and changes of where money is received', async () => {
    const { pool } = testbed.database;
    const { userId } = await aUser(pool);
    await pool.query(`insert into kyc_requests (user_id, document_type) values ($1, 'passport')`, [userId]);
    await pool.query(`insert into chat_rooms (id, user_id, waiting_since) values ('room_overview', $1, now())`, [
      userId,
    ]);
    await pool.query(`insert into agent_requests (email, message) values ('a@b.test', 'Please call')`);
    await pool.query(
      `insert into held_rates (kind, subject, offered, offered_at, source) values ('coin', 'bitcoin', 1, now(), 'test')`,
    );
    await pool.query(
      `insert into deposit_wallet_changes (crypto_id, to_address, changed_by, live_at, from_version, signature)
       values ('litecoin', 'x', $1, now(), 1, '')`,
      [userId],
    );
    const { needs } = (await overview()).body;
    expect(needs).toMatchObject({
      kyc: { count: 1 },
      chats: { count: 1 },
      agentRequests: { count: 1 },
      heldRates: { count: 1, subject: 'bitcoin' },
      // The change above was not requested.
      forgedAddresses: ['Litecoin'],
      addressChanges: [{ kind: 'wallet', name: 'LTC' }],
    });
    expect(needs.kyc.oldestAt).not.toBeNull();
  });

  test('only the spans of the charts can be asked for', async () => {
    expect((await overview('?days=8')).status).toBe(400);
    expect((await overview('?days=90')).body.charts.volume).toHaveLength(90);
  });
});
