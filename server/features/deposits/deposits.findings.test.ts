import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ChainOutput } from '#server/adapters/chains/chain.ts';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { findingCodes } from '#shared/deposits/verdict.ts';
import { decimal } from '#shared/kernel/money.ts';
import { verdictLevels } from '#shared/orders/orders.verdict-levels.ts';
import { aLitecoinSale, litecoinOf, review } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

const wait = { timeout: 20_000 };
const verdictOf = async (id: string) => {
  const { body } = await testbed.app.call('GET', `/api/admin/transactions/${id}/verdict`, { token });
  const { level, findings } = verdictView.parse(body);
  return [level, ...findings.map(({ code }) => code)];
};
const reader = () => {
  const found = testbed.app.deps.chainReaders.get('litecoin');
  if (!found?.source.controls) throw new Error('The simulated chain is switched off.');
  return { found, ...found.source.controls };
};

/** A sale of half a Litecoin whose customer names what these controls send. */
async function aNamedSale(send: (to: string) => string) {
  const { mine } = litecoinOf(testbed);
  const seller = await aSeller(testbed.app, testbed.database.pool);
  const address = `ltc1q${randomUUID()}`;
  const { id } = await aLitecoinSale(testbed, { address, userId: seller.id });
  const transactionHash = send(address);
  mine(6);
  await testbed.app.call('PUT', `/api/transactions/${id}/hash`, { token: seller.token, json: { transactionHash } });
  return { id, address, transactionHash, seller };
}
const half = (to: string, amount = '0.5'): ChainOutput[] => [{ to, coinId: 'litecoin', amount: decimal(amount) }];

test.each<[string, (to: string) => string, string[]]>([
  ['more than was agreed', (to) => reader().pay(half(to, '0.8')), ['amber', 'over']],
  ['a transaction that failed', (to) => reader().pay(half(to), { failed: true }), ['red', 'failed']],
  ['coins that a contract moved', (to) => reader().pay(half(to), { byContract: true }), ['amber', 'contract_moved']],
])(
  'a reviewer reads of %s',
  async (_what, send, expected) => {
    const { id } = await aNamedSale(send);
    await expect.poll(() => verdictOf(id), wait).toEqual(expected);
  },
  60_000,
);

test('a transfer that proves the sale of another customer is red for whoever names it', async () => {
  const { id, address, transactionHash } = await aNamedSale((to) => reader().pay(half(to)));
  await expect.poll(() => verdictOf(id), wait).toEqual(['pale', 'fits_shared']);
  const paid = { status: 'completed', adminNotes: 'Paid.', adminTransactionId: 'WIRE-1' };
  expect((await review(testbed, token, id, paid)).status).toBe(200);
  const eve = await aSeller(testbed.app, testbed.database.pool);
  const copied = await aLitecoinSale(testbed, { address, userId: eve.id });
  await testbed.rows('update orders set transaction_hash = $2 where id = $1', [copied.id, transactionHash]);
  expect(await verdictOf(copied.id)).toEqual(['red', 'belongs_elsewhere']);
}, 60_000);

test('two sources that name different blocks are red, and approving needs a reason', async () => {
  const { found } = reader();
  const other = { ...found.source, name: 'second.example', blockHash: async () => 'f'.repeat(64) };
  Object.assign(found, { witness: other });
  const { id } = await aNamedSale((to) => reader().pay(half(to)));
  await expect.poll(() => verdictOf(id), wait).toEqual(['red', 'sources_disagree']);
  const paid = { status: 'completed', adminNotes: 'Paid.', adminTransactionId: 'WIRE-2' };
  expect(await review(testbed, token, id, paid)).toMatchObject({ body: { code: 'verdict_needs_reason' } });
  Object.assign(found, { witness: undefined });
}, 60_000);

test('each finding and level is reached by a test through the API, here or beside this file', () => {
  const beside = ['matches', 'fits_shared', 'not_final', 'short', 'other_token', 'before_quote', 'not_found'];
  const rare = ['by_hand', 'node_away', 'two_fit', 'quote_fits', 'approved_fits', 'contested', 'unconfirmed'];
  const here = ['over', 'failed', 'contract_moved', 'belongs_elsewhere', 'sources_disagree'];
  expect([...beside, ...rare, ...here].toSorted()).toEqual([...findingCodes].toSorted());
  expect([...verdictLevels].toSorted()).toEqual(['amber', 'green', 'grey', 'pale', 'red']);
});
