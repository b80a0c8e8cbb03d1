import { expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOffer } from '#tests/factories/offers.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { litecoinSource, sourceCalls } from '#tests/factories/own-addresses.ts';
import { aStray } from '#tests/factories/own-sales.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, audit, database, row, rows } = testbed;
const rita = fixture(async () => {
  await (await sourceCalls(testbed)).post('', litecoinSource);
  return aColleague(testbed, 'reviewer');
});

const litecoinOffer = (userId: string) =>
  anOffer(rita, { coinId: 'litecoin', amount: 0.3, payoutCurrency: 'USD', userId });

async function counter(userId: string, transactionHash: string, offerId?: string) {
  const id = offerId ?? (await litecoinOffer(userId)).id;
  const form = { userId, transactionHash, paymentDetails: JSON.stringify(bankDetails) };
  const headers = await steppedUp(app.deps, rita.token);
  return app.call('POST', `/api/admin/offers/${id}/order`, { token: rita.token, headers, form });
}

/** The order of a counter sale for this customer, by the hash of their transfer. */
async function soldAtCounter(userId: string, transactionHash: string): Promise<string> {
  const { status, body } = await counter(userId, transactionHash);
  expect([status, body.code]).toEqual([201, undefined]);
  return String(body.id);
}

const hashOf = async (id: string) =>
  String((await row('select tx_hash from chain_transfers where id = $1', [id])).tx_hash);
const claimsOf = (orderId: string) =>
  rows('select transfer_id, grade from transfer_claims where order_id = $1 and released_at is null', [orderId]);

test('a hash that a customer names is searched at all own addresses, and its coins prove the order', async () => {
  const ada = await aSeller(app, database.pool);
  const stray = await aStray(testbed, { userId: ada.id });
  const orderId = await soldAtCounter(ada.id, await hashOf(stray.id));
  expect(await claimsOf(orderId)).toEqual([{ transfer_id: stray.id, grade: 'manual' }]);
  expect((await audit(stray.id)).map(({ action }) => action)).toEqual(['unmatched.assigned']);
});

test('coins at another customer’s address do not prove an order', async () => {
  const [ada, bob] = [await aSeller(app, database.pool), await aSeller(app, database.pool)];
  const stray = await aStray(testbed, { userId: bob.id });
  expect(await claimsOf(await soldAtCounter(ada.id, await hashOf(stray.id)))).toEqual([]);
});

test('a hash without a transfer to our addresses opens the order unproven', async () => {
  const ada = await aSeller(app, database.pool);
  expect(await claimsOf(await soldAtCounter(ada.id, 'ab'.repeat(32)))).toEqual([]);
});

test('only coins that have already arrived are sold at the counter while their coin is paused', async () => {
  const ada = await aSeller(app, database.pool);
  const stray = await aStray(testbed, { userId: ada.id });
  const { asOwner } = approvalCalls(testbed);
  const pause = { what: 'coin', subject: 'litecoin' };
  const { id } = await litecoinOffer(ada.id);
  await asOwner('POST', 'pauses', { ...pause, reason: 'Node away' });
  const { status, body } = await counter(ada.id, 'cd'.repeat(32), id);
  expect([status, body.code]).toEqual([422, 'not_offered']);
  expect((await counter(ada.id, await hashOf(stray.id), id)).status).toBe(201);
  await asOwner('POST', 'pauses/resume', pause);
});

test('a counter sale uses coins without an order, by two members under the rule', async () => {
  const ada = await aSeller(app, database.pool);
  const stray = await aStray(testbed, { userId: ada.id });
  await setRules(testbed, { warnedApproval: true });
  const { status } = await counter(ada.id, await hashOf(stray.id));
  expect([
    status,
    await rows('select id from orders where opened_by = $1 and user_id = $2', [rita.id, ada.id]),
  ]).toEqual([202, []]);
});
