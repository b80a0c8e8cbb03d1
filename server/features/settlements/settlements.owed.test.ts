import { expect, test } from 'vitest';
import { aCustomer, customerPassword } from '#tests/factories/accounts.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { litecoinOf, review } from '#tests/factories/deposits.ts';
import { anOwnSale, aPaidSale, aStray } from '#tests/factories/own-sales.ts';
import { callsOf, outcome, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '1000' });
const { app, mailbox, minutesLater, row, rows } = testbed;
const owner = fixture(() => theOwner(testbed));
const admin = teamCalls(app, owner);
const wait = { timeout: 45_000 };

/** A customer with their calls, and what closing the account comes to: by themselves, and by the team. */
async function someone() {
  const customer = await aCustomer(app.call, mailbox, {});
  const calls = callsOf(app, customer);
  const close = () => outcome(calls.del('profile', { password: customerPassword }));
  const erase = () => outcome(admin.del(`users/${customer.id}`, { email: customer.email }));
  return { ...customer, calls, close, erase };
}
const refusal = '409 in_use coins_owed';

async function stageOf(id: string) {
  await settleChains(app.deps, ['litecoin']);
  return (await row('select stage from orders where id = $1', [id])).stage;
}
async function heldOf(id: string) {
  type SettlementBody = { computed: { held: number } };
  return (await admin.get<SettlementBody>(`transactions/${id}/settlement`)).body.computed.held;
}
/**
 * Confirms the refund of an order: its customer names an address, the team approves and sends it, its chain confirms
 * it.
 */
async function confirm(orderId: string, before: () => Promise<void> = () => Promise.resolve()) {
  const steps = [
    `address = 'x'`,
    `state = 'approved'`,
    `state = 'sent', tx_hash = 'y' || order_id::text`,
    `state = 'confirmed'`,
  ];
  for (const step of steps) {
    await before();
    await rows(`update refunds set ${step}, version = version + 1 where order_id = $1`, [orderId]);
  }
}

test('an account whose coins will be sent back is closed only after that', async () => {
  const ada = await someone();
  const { id } = await aPaidSale(testbed, ['1.5'], { userId: ada.id });
  await expect.poll(() => stageOf(id), wait).toBe('short');
  expect(await ada.close()).toContain('409 in_use');
  expect((await ada.calls.post(`transactions/${id}/choice`, { choice: 'refund' })).status).toBe(200);
  expect([await ada.close(), await ada.erase()]).toEqual([refusal, refusal]);
  await confirm(id, async () => expect(await ada.close()).toBe(refusal));
  expect(await ada.close()).toBe('204');
});

test('an account with coins at its address, seen or without an order, is not closed', async () => {
  const ada = await someone();
  const ben = await someone();
  const { address } = await anOwnSale(testbed, { userId: ada.id });
  await rows(
    `update orders set status = 'failed', stage = 'closed', decided_at = now(), version = version + 1
    where user_id = $1`,
    [ada.id],
  );
  litecoinOf(testbed).pay(address, '2');
  await expect.poll(() => rows('select 1 from chain_transfers where to_address = $1', [address]), wait).toHaveLength(1);
  expect(await ada.close()).toBe(refusal);
  const stray = await aStray(testbed, { userId: ben.id });
  expect(await ben.close()).toBe(refusal);
  const retainAnswer = await admin.post(`unmatched/${stray.id}/keep`, { reason: 'Not asked for again.' });
  expect(retainAnswer.status).toBe(200);
  expect(await ben.close()).toBe('204');
});

test('an account is not closed while a later part of a sale is open, unless it is dust', async () => {
  const ada = await someone();
  const { id, address } = await aPaidSale(testbed, ['2', '0.00000546'], { userId: ada.id });
  await expect.poll(() => stageOf(id), wait).toBe('confirmed');
  minutesLater(200);
  const chain = litecoinOf(testbed);
  chain.pay(address, '0.5');
  chain.mine(12, app.deps.now());
  await expect.poll(async () => (await stageOf(id), heldOf(id)), wait).toBe(0.5);
  const paidReview = {
    status: 'completed',
    adminTransactionId: 'W-1',
    adminNotes: 'Paid.',
    reason: 'Seen on the chain.',
  };
  expect((await review(testbed, owner.token, id, paidReview)).status).toBe(200);
  expect(await ada.close()).toBe(refusal);
  const back = await admin.post('refunds', { orderId: id, amount: 0.5, reason: 'Came too late.' });
  expect(back.status).toBe(201);
  expect(await ada.close()).toBe(refusal);
  await confirm(id);
  expect(await ada.close()).toBe('204');
});

test('an account without coins is closed at once', async () => {
  expect(await (await someone()).close()).toBe('204');
});
