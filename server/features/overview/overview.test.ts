import { beforeEach, describe, expect, test } from 'vitest';
import { foldChanges } from '#server/features/orders/stats/orders.stats.queries.ts';
import { updateOrderStats } from '#server/features/orders/stats/orders.stats.service.ts';
import { amountOf } from '#shared/kernel/money.ts';
import type { OverviewView } from '#shared/overview/overview.contract.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
/** Noon of a day, so that minutes around it never reach into another one. */
const noon = (daysAgo: number) => {
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return new Date(daysAgo === 0 ? Date.now() : `${day}T12:00:00.000Z`);
};

const admin = fixture(() => theAdmin(app));
beforeEach(async () => {
  // Orders are never deleted; only a test may do without the guards.
  await database.pool.query(`set session_replication_role = replica;
    delete from orders; delete from order_days; delete from order_day_changes; delete from order_day_medians;
    reset session_replication_role`);
});

const overview = async (query = '') => (await admin.get(`overview${query}`)).body as unknown as OverviewView;
const fold = () => app.deps.inTx(foldChanges);
const decide = (id: string, status: string, at: Date | null = new Date()) =>
  rows('update orders set status = $2, version = version + 1, decided_at = $3 where id = $1', [id, status, at]);

type OrderOptions = {
  status?: string;
  minutes?: number;
  usd?: string;
  currency?: string;
  coin?: string;
  hasProof?: boolean;
};

/** An order opened at noon this many days ago, or just now, and decided this many minutes later if they have passed. */
async function anOrderAgo(
  daysAgo: number,
  {
    status = 'completed',
    minutes = 30,
    usd = '100',
    currency = 'USD',
    coin = 'BTC',
    hasProof = true,
  }: OrderOptions = {},
) {
  const at = noon(daysAgo);
  const id = await anOrder(app.deps, await aUser(database.pool), {
    at,
    valueUsd: amountOf('usd', usd),
    payoutCurrency: currency,
    gives: { type: 'sell', coin: { id: coin.toLowerCase(), name: coin, symbol: coin, color: '#f7931a' } },
    hasProof,
  });
  if (status === 'pending') return id;
  // Never in the future: half an hour before midnight that would be another day.
  const decidedAt = new Date(Math.min(at.getTime() + minutes * 60_000, Date.now()));
  await decide(id, status, status === 'processing' ? null : decidedAt);
  return id;
}

describe('the statistics of the overview', () => {
  test('are zero in a business without orders', async () => {
    const { cards, income, charts } = await overview('?days=7');
    expect(cards).toEqual({
      transactions: { total: 0, span: 0, spanBefore: 0, changePercent: null },
      pending: { total: 0, pending: 0, processing: 0, spanAgo: 0, changePercent: null },
      volume: { totalUsd: '0.00', spanUsd: '0.00', spanBeforeUsd: '0.00', changePercent: null },
    });
    expect(income).toMatchObject({ fees: [], feesByDay: [], received: [], due: [], extra: [] });
    expect([charts.volume.length, charts.assets]).toEqual([7, []]);
    expect(charts.payoutTimes.every(({ minutes }) => minutes === null)).toBe(true);
  });

  test('count every order once, and volume exactly, by the day of its payout', async () => {
    await anOrderAgo(1, { usd: '0.10' });
    await anOrderAgo(1, { usd: '0.20', currency: 'NGN', coin: 'ETH' });
    await anOrderAgo(8, { usd: '0.2' });
    await anOrderAgo(40, { usd: '1000000000000.55' });
    await anOrderAgo(2, { status: 'rejected' });
    await anOrderAgo(2, { status: 'pending' });
    await anOrderAgo(10, { status: 'processing' });
    expect((await overview('?days=7')).cards).toEqual({
      transactions: { total: 7, span: 4, spanBefore: 2, changePercent: 100 },
      pending: { total: 2, pending: 1, processing: 1, spanAgo: 1, changePercent: 100 },
      volume: { totalUsd: '1000000000001.05', spanUsd: '0.30', spanBeforeUsd: '0.20', changePercent: 50 },
    });
    const { cards, charts } = await overview('?days=30');
    expect(cards.transactions).toEqual({ total: 7, span: 6, spanBefore: 1, changePercent: 500 });
    expect(cards.volume).toMatchObject({ spanUsd: '0.50', spanBeforeUsd: '1000000000000.55' });
    expect(charts.volume.at(-2)).toMatchObject({ orders: 2, usd: '0.30' });
    expect(charts.volume.filter(({ orders }) => orders > 0)).toHaveLength(2);
    expect(charts.statuses).toContainEqual({ status: 'completed', orders: 3 });
    expect(charts.assets).toEqual([
      { key: 'BTC', orders: 2, usd: '0.30' },
      { key: 'ETH', orders: 1, usd: '0.20' },
    ]);
    expect(charts.currencies.map(({ key }) => key)).toEqual(['USD', 'NGN']);
    expect((await overview('?days=90')).charts.assets[0]?.usd).toBe('1000000000000.85');
  });

  test('have earned, received and due amounts, each in its own unit', async () => {
    const day = new Date().toISOString().slice(0, 10);
    await anOrderAgo(0);
    await anOrderAgo(0, { currency: 'NGN', coin: 'ETH' });
    await anOrderAgo(0, { coin: 'ETH' });
    await anOrderAgo(40);
    await anOrderAgo(2, { status: 'rejected' });
    for (const status of ['pending', 'processing']) await anOrderAgo(50, { status, currency: 'NGN' });
    await anOrderAgo(1, { status: 'pending', currency: 'PHP', hasProof: false });
    const dollars = { currency: 'USD', orders: 2, fee: '39.14' };
    const naira = { currency: 'NGN', orders: 1, fee: '19.57' };
    const receivedAmounts = [
      { asset: 'ETH', orders: 2, amount: '0.02' },
      { asset: 'BTC', orders: 1, amount: '0.01' },
    ];
    const dueAmounts = [{ currency: 'NGN', orders: 2, amount: '743.76' }];
    const feesByDay = [naira, dollars].map((fee) => ({ day, ...fee }));
    const expected = { fees: [dollars, naira], feesByDay, received: receivedAmounts, due: dueAmounts, extra: [] };
    expect((await overview('?days=7')).income).toMatchObject(expected);
    await fold();
    expect((await overview('?days=7')).income).toMatchObject(expected);
    await rows('select recount_order_days()');
    expect((await overview('?days=7')).income).toMatchObject(expected);
  });

  test('have the median time from proof to payout of each day, also after its end', async () => {
    for (const minutes of [10, 20, 600]) await anOrderAgo(3, { minutes });
    const times = async () => (await overview('?days=7')).charts.payoutTimes;
    const liveTimes = await times();
    expect(liveTimes.at(-4)).toMatchObject({ minutes: 20, payouts: 3 });
    await updateOrderStats(app.deps);
    expect(await times()).toEqual(liveTimes);
    expect(await rows('select * from order_day_medians where payouts = 3')).toHaveLength(1);
  });

  test('do not change while days are added up, and equal those of the whole book', async () => {
    for (let n = 0; n < 6; n++) await anOrderAgo(n, { status: ['pending', 'completed', 'failed'][n % 3] ?? '' });
    const { cards, charts, income } = await overview();
    await fold();
    expect(await rows('select 1 from order_day_changes')).toEqual([]);
    expect(await overview()).toMatchObject({ cards, charts, income });
    await decide(await anOrderAgo(5, { status: 'pending' }), 'failed');
    await fold();
    const countedOrders = await rows(
      `select count(*)::int as total, count(*) filter (where status = 'pending')::int as pending,
         coalesce(sum(value_usd) filter (where status = 'completed'), 0)::numeric(38, 2)::text as usd from orders`,
    );
    const { cards: after } = await overview();
    const { transactions, pending, volume } = after;
    expect([{ total: transactions.total, pending: pending.pending, usd: volume.totalUsd }]).toEqual(countedOrders);
    await rows('select recount_order_days()');
    expect((await overview()).cards).toEqual(after);
  });

  test('do not make orders that are opened or decided at once wait for each other', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => anOrderAgo(0, { status: 'pending' })));
    await Promise.all([...ids.map((id) => decide(id, 'failed')), fold(), fold()]);
    const { transactions, pending } = (await overview()).cards;
    expect([transactions.total, pending.total]).toEqual([20, 0]);
  });
});

describe('the list of work for the administrator', () => {
  test('names the oldest order with a proof, and the remaining samples', async () => {
    const oldest = await anOrderAgo(3, { status: 'processing' });
    await anOrderAgo(1, { status: 'pending' });
    const { needs } = await overview();
    expect(needs.orders).toMatchObject({ count: 2, oldest: { id: oldest }, oldestAt: noon(3).toISOString() });
    expect(needs.samples.addresses).toBeGreaterThan(0);
    expect(needs.samples.accounts).toBeGreaterThan(0);
    expect(needs).toMatchObject({ heldRates: { count: 0, subject: null }, forgedAddresses: [] });
  });

  test('counts the orders that the queue of the reader has, with or without a proof', async () => {
    const [ownOrder, atBank] = [
      await anOrderAgo(1, { status: 'pending', hasProof: false }),
      await anOrderAgo(1, { status: 'pending' }),
    ];
    await anOrderAgo(1, { status: 'pending', hasProof: false });
    await rows(`update orders set stage = 'confirmed', version = version + 1 where id = $1`, [ownOrder]);
    await rows(`update orders set stage = 'approved', version = version + 1 where id = $1`, [atBank]);
    await anOrderAgo(0, { status: 'pending' });
    const { needs, cards } = await overview();
    expect([needs.orders.count, cards.pending.total]).toEqual([2, 4]);
    expect((await admin.get('transactions?work=todo')).body).toHaveLength(2);
  });

  test('reads the orders to decide only for members who may decide them', async () => {
    await anOrderAgo(1, { status: 'pending' });
    const [support, reviewer] = [await aColleague(testbed, 'support'), await aColleague(testbed, 'reviewer')];
    const seenBy = async ({ get }: typeof support) => {
      let count: number | undefined;
      const texts = await readsDuring(app, async () => {
        ({ count } = ((await get('overview')).body as unknown as OverviewView).needs.orders);
      });
      return [count, texts.filter((text) => text.includes('count(*) over ()')).length];
    };
    expect(await seenBy(reviewer)).toEqual([1, 1]);
    expect(await seenBy(support)).toEqual([0, 0]);
  });

  test('counts no more orders to decide than a list counts', async () => {
    const id = await anOrderAgo(1, { status: 'pending' });
    const named = await rows(`select column_name as name from information_schema.columns
      where table_name = 'orders' and is_generated = 'NEVER' and is_identity = 'NO'`);
    const ownValues = new Map([
      ['id', 'gen_random_uuid()'],
      ['reference', `'MANY' || n`],
      ['transaction_hash', 'null'],
    ]);
    const names = named.map(({ name }) => String(name));
    const values = names.map((name) => ownValues.get(name) ?? `o.${name}`);
    await database.pool.query(`set session_replication_role = replica;
      insert into orders (${names.join(', ')}) select ${values.join(', ')}
        from orders o, generate_series(1, ${maxCounted}) n where o.id = '${id}';
      reset session_replication_role`);
    expect((await overview()).needs.orders.count).toBe(maxCounted);
  });

  test('has identity requests, chats, held rates and changes of receiving accounts', async () => {
    const { userId } = await aUser(database.pool);
    await rows(`insert into kyc_requests (user_id, document_type) values ($1, 'passport')`, [userId]);
    await rows(`insert into chat_rooms (id, user_id, waiting_since) values ('room_overview', $1, now())`, [userId]);
    await rows(`insert into agent_requests (email, message) values ('a@b.test', 'Please call')`);
    await rows(
      `insert into held_rates (kind, subject, offered, offered_at, source)
       values ('coin', 'bitcoin', 1, now(), 'test')`,
    );
    await rows(
      `insert into deposit_wallet_changes (crypto_id, to_address, changed_by, live_at, from_version, signature)
       values ('litecoin', 'x', $1, now(), 1, '')`,
      [userId],
    );
    const { needs } = await overview();
    const single = { count: 1 };
    expect(needs).toMatchObject({
      kyc: single,
      chats: single,
      agentRequests: single,
      heldRates: { ...single, subject: 'bitcoin' },
    });
    expect(needs.addressChanges).toMatchObject([{ kind: 'wallet', name: 'LTC' }]);
    // The change above was not requested.
    expect(needs.forgedAddresses).toEqual(['Litecoin']);
    expect(needs.kyc.oldestAt).not.toBeNull();
  });

  test('accepts only the time spans of the charts', async () => {
    expect((await admin.get('overview?days=8')).status).toBe(400);
    expect((await overview('?days=90')).charts.volume).toHaveLength(90);
  });
});
