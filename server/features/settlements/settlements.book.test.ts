import { expect, test } from 'vitest';
import { aColleague } from '#tests/factories/approvals.ts';
import { accountsOfOrder, entriesOfOrder } from '#tests/factories/book.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder, aUser, worthUsd } from '#tests/factories/orders.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, rows } = testbed;
const reviewer = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'reviewer')),
);
const wait = { timeout: 45_000 };
const accounts = (id: string) => accountsOfOrder(testbed, id);
const entries = (id: string) => entriesOfOrder(testbed, id);
const becomes = async (id: string, holds: object) => {
  await expect.poll(() => accounts(id), wait).toEqual(holds);
};

async function decide(id: string, action: string) {
  const [order] = await rows('select version from orders where id = $1', [id]);
  const payload = { action, reason: 'Agreed.', version: order?.version };
  return outcomeOf(await reviewer.post(`transactions/${id}/settlement`, payload));
}
const reject = (id: string) =>
  reviewer.put(`transactions/${id}/status`, { status: 'rejected', adminNotes: 'Not yours.' });

test('a sale that received its coins owes its customer the net amount, and approving adds no entry', async () => {
  const { id } = await aPaidSale(testbed, ['2']);
  await becomes(id, { 'owed USD': '190' });
  expect(await entries(id)).toEqual(['claim', 'settled']);
  expect((await reviewer.post(`transactions/${id}/payout`, {})).status).toBe(201);
  expect(await entries(id)).toEqual(['claim', 'settled']);
  const fees = await rows(
    `select trim_scale(sum(b.amount))::text as amount from book_balances b join book_accounts a on a.id = b.account_id
     where a.kind = 'fees'`,
  );
  expect(fees).toEqual([{ amount: '10' }]);
});

test('coins above the cap are sent back, and later ones are bought without it', async () => {
  const { id, address } = await aPaidSale(testbed, ['2.5']);
  await expect.poll(() => decide(id, 'cap'), wait).toBe('201');
  expect(await accounts(id)).toEqual({ 'owed USD': '209', 'refund litecoin': '0.3' });
  const chain = litecoinOf(testbed);
  chain.pay(address, '0.1');
  chain.mine(12);
  await becomes(id, { 'held litecoin': '0.1', 'owed USD': '209', 'refund litecoin': '0.3' });
  await expect.poll(() => decide(id, 'all'), wait).toBe('201');
  expect(await accounts(id)).toEqual({ 'owed USD': '218.5', 'refund litecoin': '0.3' });
});

test('the coins of a rejected sale belong to its transfer again, and nothing is owed', async () => {
  const { id } = await aPaidSale(testbed, ['2']);
  await becomes(id, { 'owed USD': '190' });
  expect((await reject(id)).status).toBe(200);
  expect(await accounts(id)).toEqual({ 'arrived litecoin': '2' });
  expect((await entries(id)).toSorted()).toEqual(['-settled', 'claim', 'order.ended', 'settled']);
});

test('a sale whose block disappears holds and owes nothing, and is paid once when it returns', async () => {
  const { id } = await aPaidSale(testbed, ['2']);
  await becomes(id, { 'owed USD': '190' });
  const chain = litecoinOf(testbed);
  chain.reorganise(12);
  await becomes(id, {});
  chain.mine(13);
  await becomes(id, { 'owed USD': '190' });
  const coins = await rows(
    `select trim_scale(-sum(b.amount))::text as amount from book_balances b join book_accounts a on a.id = b.account_id
     where a.kind = 'lost'`,
  );
  expect(coins).toEqual([{ amount: null }]);
});

test('an exchange that a member approves states the money received, and owes the agreed amount', async () => {
  const ada = await aUser(testbed.database.pool);
  const id = await anOrder(app.deps, ada, { ...worthUsd('100'), gives: { type: 'fiat', currency: 'EUR' } });
  expect((await reviewer.post(`transactions/${id}/payout`, {})).status).toBe(201);
  expect(await entries(id)).toEqual(['settled', 'stated']);
  expect(Object.keys(await accounts(id))).toEqual(['owed USD']);
});
