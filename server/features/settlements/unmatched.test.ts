import { beforeAll, expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { litecoinSource, payee, someLitecoin, sourceCalls } from '#tests/factories/own-addresses.ts';
import { anOwnSale } from '#tests/factories/own-sales.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0', RATE_LIMIT_FACTOR: '1000' });
const wait = { timeout: 30_000 };
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
let owner: Awaited<ReturnType<typeof theOwner>> & { id: string };
beforeAll(async () => {
  const [admin] = await testbed.rows(`select id from users where role = 'admin'`);
  owner = { ...(await theOwner(testbed)), id: String(admin?.id) };
});
const call = (path: string, json: object, by: { token: string; headers?: Record<string, string> } = reviewer) =>
  testbed.app.call('POST', path, { token: by.token, headers: by.headers, json });

/** A transfer to the address of a sale of this user that was refused; final. */
async function aStrayOf(userId: string) {
  const { address, id } = await anOwnSale(testbed, { userId });
  const refused = `update orders set status = 'failed', stage = 'closed', decided_at = now(), version = version + 1 where id = $1`;
  await testbed.database.pool.query(refused, [id]);
  const chain = litecoinOf(testbed);
  chain.pay(address, '0.3');
  chain.mine(12);
  const seen = `select id from chain_transfers where to_address = $1 and state = 'final'`;
  await expect.poll(() => testbed.rows(seen, [address]), wait).toHaveLength(1);
  return String((await testbed.rows(seen, [address]))[0]?.id);
}

test('an owner decides nothing about a transfer of their own, and plays nothing to their own quote', async () => {
  const [id, bea] = [await aStrayOf(owner.id), await aSeller(testbed.app, testbed.database.pool)];
  const { id: orderId } = await anOwnSale(testbed, { userId: bea.id });
  const reason = 'It is mine.';
  const ownCase = { status: 403, body: { code: 'own_case' } };
  for (const [step, json] of Object.entries({ assign: { orderId }, refund: { userId: bea.id }, keep: {} }))
    expect(await call(`/api/admin/unmatched/${id}/${step}`, { ...json, reason }, owner)).toMatchObject(ownCase);
  const { id: mine } = await anOwnSale(testbed, { userId: owner.id });
  const other = await aStrayOf(bea.id);
  expect(await call(`/api/admin/unmatched/${other}/assign`, { orderId: mine, reason }, owner)).toMatchObject(ownCase);
  expect(await call(`/api/admin/unmatched/${other}/refund`, { userId: owner.id, reason }, owner)).toMatchObject(
    ownCase,
  );
  await testbed.rows(
    `insert into unmatched_decisions (transfer_id, kind, reason, by) values ($1, 'kept', 'Nobody’s.', $2)`,
    [id, reviewer.id],
  );
  expect(await call(`/api/admin/unmatched/${id}/reopen`, { reason }, owner)).toMatchObject(ownCase);
  await (await sourceCalls(testbed)).call('POST', '', litecoinSource);
  const isRead = async () => (await testbed.rows('select 1 from chain_cursors where ok_at is not null')).length;
  await expect.poll(isRead, wait).toBe(1);
  const play = async (of: string, json: object) => {
    const quote = { token: of, json: { ...someLitecoin, ...payee } };
    const { body } = await testbed.app.call('POST', '/api/sell-quotes', quote);
    return call(`/api/admin/sell-quotes/${String(body.quoteId)}/play`, json, owner);
  };
  expect(await play(bea.token, { play: 'less' })).toMatchObject({
    status: 200,
    body: { state: 'seen', received: 0.6 },
  });
  expect(await play(owner.token, { play: 'exact' })).toMatchObject(ownCase);
}, 90_000);

/** Numbers in [0, 1) that are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const sumsHold = async () => {
  const { body } = await testbed.app.call('GET', '/api/admin/unmatched/sums', { token: reviewer.token });
  const rows = body as unknown as Record<'arrived' | 'claimed' | 'unmatched' | 'refunded' | 'kept', string>[];
  for (const { arrived, claimed, unmatched, refunded, kept } of rows) {
    const parts = [claimed, unmatched, refunded, kept].map((part) => decimal(part));
    expect(parts.every((part) => part.gte('0'))).toBe(true);
    expect(parts.reduce((sum, part) => sum.plus(part)).eq(decimal(arrived))).toBe(true);
  }
  return rows.length;
};

test.each([1, 2, 3])(
  'whatever arrives in whatever order, nobody is paid for more, and all of it is accounted for (%i)',
  async (seed) => {
    const roll = dice(seed);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(roll() * items.length)] as Item;
    const chain = litecoinOf(testbed);
    const ada = await aSeller(testbed.app, testbed.database.pool);
    const sales = [];
    for (let at = 0; at < 8; at += 1) sales.push(await anOwnSale(testbed, { userId: ada.id, expired: at % 3 === 2 }));
    for (let step = 0; step < 32; step += 1) {
      const what = roll();
      if (what < 0.7) chain.pay(pick(sales).address, pick(['0.05', '0.4', '0.99', '1.5', '1.995', '2', '2.2', '2.5']));
      else if (what < 0.85) chain.mine(pick([1, 3, 7]));
      else chain.reorganise(pick([1, 2]), { drop: roll() < 0.5 });
    }
    chain.mine(14);
    const { height } = await (testbed.app.deps.chainReaders.get('litecoin')?.source.tip() ??
      Promise.reject(new Error()));
    const read = async () =>
      (await testbed.rows(`select height from chain_cursors where chain = 'litecoin'`))[0]?.height;
    await expect.poll(read, wait).toBe(height);
    await settleChains(testbed.app.deps, ['litecoin']);
    const arrived = `select coalesce(sum(t.amount), 0)::text as sum from chain_transfers t
    where t.to_address = $1 and t.state in ('included', 'final')`;
    const settled = `select s.paid_for::text as paid, s.rest::text as rest, s.gross::text as gross, s.fee::text as fee, s.net::text as net
    from order_settlements s where s.order_id = $1 and s.voided_at is null`;
    let live = 0;
    for (const [at, { id, address }] of sales.entries()) {
      const came = decimal(String((await testbed.rows(arrived, [address]))[0]?.sum));
      for (const row of await testbed.rows(settled, [id])) {
        live += 1;
        const [paid, rest, gross, fee, net] = ['paid', 'rest', 'gross', 'fee', 'net'].map((name) =>
          decimal(String(row[name])),
        );
        expect(paid?.plus(rest ?? '0').lte(came)).toBe(true);
        // At 100 USD a coin, less five per cent: never above what was locked.
        expect(gross?.lte(came.times('100'))).toBe(true);
        // In time, and no less than that either.
        const promised = at % 3 === 2 ? decimal('0') : paid?.times('95');
        expect(net?.plus('0.01').gte(promised ?? '0')).toBe(true);
        expect(gross?.minus(fee ?? '0').eq(net ?? '0')).toBe(true);
      }
      const [order] = await testbed.rows('select stage from orders where id = $1', [id]);
      expect(['confirming', 'confirmed', 'short', 'question']).toContain(order?.stage);
    }
    expect(live).toBeGreaterThan(0);
    expect(await sumsHold()).toBeGreaterThan(0);
  },
  90_000,
);
