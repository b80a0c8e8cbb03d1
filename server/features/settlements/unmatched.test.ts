import { expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { litecoinSource, payee, someLitecoin } from '#tests/factories/own-addresses.ts';
import { anOwnSale, aStray } from '#tests/factories/own-sales.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf, outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0' });
const { app, database, row, rows } = testbed;
const wait = { timeout: 30_000 };
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));

test('an owner cannot assign, send or simulate coins for themselves', async () => {
  const session = await theOwner(testbed);
  const owner = teamCalls(app, session);
  const ownerId = String((await owner.get('me')).body.id);
  const bea = await aSeller(app, database.pool);
  const { id } = await aStray(testbed, { userId: bea.id });
  const sale = await anOwnSale(testbed, { userId: ownerId });
  const decide = (step: string, json: object) =>
    outcomeOf(owner.post(`unmatched/${id}/${step}`, { reason: 'It is mine.', ...json }));
  expect(await decide('assign', { orderId: sale.id })).toBe('403 own_case');
  expect(await decide('refund', { userId: ownerId })).toBe('403 own_case');
  await owner.post('deposit-sources', litecoinSource);
  await expect.poll(() => rows('select 1 from chain_cursors where ok_at is not null'), wait).toHaveLength(1);
  const play = async (of: { token: string }, json: object) => {
    const { body } = await callsOf(app, of).post('sell-quotes', { ...someLitecoin, ...payee });
    return owner.post(`sell-quotes/${String(body.quoteId)}/play`, json);
  };
  expect(await play(bea, { play: 'less' })).toMatchObject({ status: 200, body: { state: 'seen', received: 0.6 } });
  expect(await outcomeOf(play(session, { play: 'exact' }))).toBe('403 own_case');
}, 90_000);

/** Numbers in [0, 1) that are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

type Sums = Record<'arrived' | 'claimed' | 'waiting' | 'unmatched' | 'refunded' | 'kept', string>;
const sumsHold = async () => {
  const { body } = await teamCalls(app, reviewer).get<Sums[]>('unmatched/sums');
  for (const { arrived, claimed, waiting, unmatched, refunded, kept } of body) {
    const parts = [claimed, waiting, unmatched, refunded, kept].map((part) => decimal(part));
    expect(parts.every((part) => part.gte('0'))).toBe(true);
    expect(parts.reduce((sum, part) => sum.plus(part)).eq(decimal(arrived))).toBe(true);
  }
  return body.length;
};

test.each([1, 2, 3])(
  'no customer is paid for more than arrived, and all coins are accounted for (%i)',
  async (seed) => {
    const roll = dice(seed);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(roll() * items.length)] as Item;
    const chain = litecoinOf(testbed);
    const ada = await aSeller(app, database.pool);
    const sales = [];
    for (let at = 0; at < 8; at += 1) sales.push(await anOwnSale(testbed, { userId: ada.id, expired: at % 3 === 2 }));
    for (let step = 0; step < 32; step += 1) {
      const what = roll();
      if (what < 0.7) chain.pay(pick(sales).address, pick(['0.05', '0.4', '0.99', '1.5', '1.995', '2', '2.2', '2.5']));
      else if (what < 0.85) chain.mine(pick([1, 3, 7]));
      else chain.reorganise(pick([1, 2]), { drop: roll() < 0.5 });
    }
    chain.mine(14);
    const tip = await app.deps.chainReaders.get('litecoin')?.source.tip();
    const read = () => row(`select height from chain_cursors where chain = 'litecoin'`);
    await expect.poll(read, wait).toEqual({ height: tip?.height });
    await settleChains(app.deps, ['litecoin']);
    const arrived = `select coalesce(sum(t.amount), 0)::text as sum from chain_transfers t
    where t.to_address = $1 and t.state in ('included', 'final')`;
    const settled = `select paid_for::text as paid, rest::text, gross::text, fee::text, net::text
      from order_settlements where order_id = $1 and voided_at is null`;
    let live = 0;
    for (const [at, { id, address }] of sales.entries()) {
      const came = decimal(String((await row(arrived, [address])).sum));
      for (const matchingRow of await rows(settled, [id])) {
        live += 1;
        const amount = (name: string) => decimal(String(matchingRow[name]));
        const paidAmount = amount('paid');
        const gross = amount('gross');
        const net = amount('net');
        expect(paidAmount.plus(amount('rest')).lte(came)).toBe(true);
        // The limit is 100 USD a coin less five per cent: never above the locked rate.
        expect(gross.lte(came.times('100'))).toBe(true);
        // In time, and no less than that either.
        const promised = at % 3 === 2 ? decimal('0') : paidAmount.times('95');
        expect(net.plus('0.01').gte(promised)).toBe(true);
        expect(gross.minus(amount('fee')).eq(net)).toBe(true);
      }
      const { stage } = await row('select stage from orders where id = $1', [id]);
      expect(['confirming', 'confirmed', 'short', 'question']).toContain(stage);
    }
    expect(live).toBeGreaterThan(0);
    expect(await sumsHold()).toBeGreaterThan(0);
  },
  90_000,
);
