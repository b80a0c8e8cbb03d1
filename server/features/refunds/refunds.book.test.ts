import { expect, test } from 'vitest';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { setSettings } from '#tests/factories/approvals.ts';
import { entriesAbout, holdingsOf } from '#tests/factories/book.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder, aUser, worthUsd } from '#tests/factories/orders.ts';
import { litecoinAddresses } from '#tests/factories/own-addresses.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { refundCalls } from '#tests/factories/refunds.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, mailbox, row, rows } = testbed;
const { reviewer, payer, confirmAs, withAddress, aRefund } = refundCalls(testbed);
const [wallet = ''] = litecoinAddresses;
const wait = { timeout: 30_000 };
const holds = (...ids: string[]) => holdingsOf(testbed, ...ids);
const entries = (id: string) => entriesAbout(testbed, id);
async function becomes(ids: string[], holding: object): Promise<void> {
  await expect.poll(() => holds(...ids), wait).toEqual(holding);
}

const atOnce = async (...answers: Parameters<typeof outcome>[0][]) =>
  (await Promise.all(answers.map(outcome))).toSorted();

/** A refund that is sent with a network fee of 0.001. */
async function send({ step }: Awaited<ReturnType<typeof withAddress>>, version: number) {
  const approval = await step('approve', { version });
  const transactionHash = litecoinOf(testbed).pay(wallet, '0.3');
  return step('sent', { transactionHash, networkFee: 0.001, version: approval.body.version }, payer);
}
const reset = ({ step }: Awaited<ReturnType<typeof withAddress>>, version: unknown) =>
  step('reset', { reason: 'Another wallet sent it.', version });

test('a refund that is sent, taken back and sent again is entered each time, in one account', async () => {
  const refund = await withAddress();
  const { id, stray, version } = refund;
  const coins = () => holds(id, stray.id);
  expect(await coins()).toEqual({ refund: '0.3' });
  const response = await send(refund, version);
  expect(await coins()).toEqual({});
  expect(
    await outcome(refund.step('sent', { transactionHash: 'ab'.repeat(32), version: response.body.version }, payer)),
  ).toBe('409 already_decided refund_decided');
  const back = await reset(refund, response.body.version);
  expect(await coins()).toEqual({ refund: '0.3' });
  expect((await send(refund, Number(back.body.version))).status).toBe(200);
  expect(await coins()).toEqual({});
  const sending = 'refund.sent refund>coins:0.3 cost>coins:0.001';
  const undoneEntries = '-refund.sent coins>refund:0.3 coins>cost:0.001';
  expect(await entries(id)).toEqual(['refund.due arrived>refund:0.3', sending, undoneEntries, sending]);
}, 60_000);

test('a refund that is taken back before it was sent moves no coins', async () => {
  const refund = await withAddress();
  const approval = await refund.step('approve', { version: refund.version });
  expect((await reset(refund, approval.body.version)).body).toMatchObject({ state: 'due' });
  expect(await entries(refund.id)).toEqual(['refund.due arrived>refund:0.3']);
});

test('a transfer whose refund is canceled waits for one decision again', async () => {
  const { id, stray, step } = await aRefund();
  const cancel = () => step('cancel', { reason: 'They keep it here.', version: 1 });
  expect(await atOnce(cancel(), cancel())).toEqual(['200', '409 already_decided refund_decided']);
  expect(await holds(id, stray.id)).toEqual({ arrived: '0.3' });
  expect(await entries(id)).toEqual(['refund.due arrived>refund:0.3', 'refund.cancelled refund>arrived:0.3']);
});

/** Coins arrived for a sale of two in these parts, oldest first; with the ids of its transfers. */
async function aSale(...amounts: string[]) {
  const ada = await aSeller(app, database.pool);
  const sale = await aPaidSale(testbed, amounts, { userId: ada.id });
  const total = amounts.map(Number).reduce((sum, amount) => sum + amount);
  const claimedQuery = `select transfer_id as id from transfer_claims c join chain_transfers t on t.id = c.transfer_id
     where order_id = $1`;
  await expect
    .poll(async () => (await rows(`${claimedQuery} and t.state = 'final'`, [sale.id])).length, wait)
    .toBe(amounts.length);
  const transfers = (await rows(`${claimedQuery} order by t.first_seen_at desc, t.id`, [sale.id])).map(({ id }) =>
    String(id),
  );
  const reject = () =>
    outcome(reviewer.put(`transactions/${sale.id}/status`, { status: 'rejected', adminNotes: 'Not theirs.' }));
  const refund = (amount: number) => reviewer.post('refunds', { orderId: sale.id, amount, reason: 'Refused.' });
  const cancel = (id: unknown, version = 1) =>
    outcome(reviewer.post(`refunds/${String(id)}/cancel`, { reason: 'Not now.', version }));
  return { ...sale, ada, total, transfers, reject, refund, cancel };
}

test('a canceled refund of an open sale is set aside for the sale again', async () => {
  const { id, cancel } = await aSale('2.5');
  const settle = async () => {
    const { version } = await row('select version from orders where id = $1', [id]);
    return outcome(
      reviewer.post(`transactions/${id}/settlement`, { action: 'cap', reason: 'Up to the bound.', version }),
    );
  };
  await expect.poll(settle, wait).toBe('201');
  const { id: refundId } = await row('select id from refunds where order_id = $1', [id]);
  expect(await holds(id, String(refundId))).toMatchObject({ refund: '0.3', owed: '209' });
  expect(await cancel(refundId)).toBe('200');
  expect(await holds(id, String(refundId))).toMatchObject({ held: '0.3', owed: '209' });
  expect(await entries(String(refundId))).toEqual(['refund.due held>refund:0.3', 'refund.cancelled refund>held:0.3']);
}, 60_000);

test('a refund of a refused sale uses the newest coins first, and returns them when canceled', async () => {
  const { transfers, reject, refund, cancel } = await aSale('0.8', '1.4');
  expect(await reject()).toBe('200');
  const [newest = '', oldest = ''] = transfers;
  const arrivedAmounts = await Promise.all(transfers.map(async (id) => (await holds(id)).arrived));
  expect([...arrivedAmounts]).toEqual(expect.arrayContaining(['0.8', '1.4']));
  const total = Number(arrivedAmounts[0]);
  const response = await refund(total + 0.1);
  const refundId = String(response.body.id);
  const restAmount = (Number(arrivedAmounts[1]) - 0.1).toFixed(1);
  expect([await holds(newest), await holds(oldest)]).toEqual([{}, { arrived: restAmount }]);
  expect(await cancel(refundId)).toBe('200');
  expect([await holds(newest), await holds(oldest)]).toEqual([
    { arrived: arrivedAmounts[0] },
    { arrived: arrivedAmounts[1] },
  ]);
  expect(await cancel(refundId, 2)).toBe('409 already_decided refund_decided');
}, 60_000);

test('two members who send back the rest of a sale at once send it back once', async () => {
  const { transfers, reject, refund } = await aSale('2');
  expect(await reject()).toBe('200');
  expect(await atOnce(refund(1.5), refund(1.5))).toEqual(['201', '409 conflict refund_above_left']);
  expect(await holds(...transfers)).toEqual({ arrived: '0.5' });
  expect(await outcome(refund(0.50000001))).toBe('409 conflict refund_above_left');
  expect(await outcome(refund(0.5))).toBe('201');
  expect(await outcome(refund(0.00000001))).toBe('409 conflict refund_above_left');
}, 60_000);

test('a sale without a settlement sends nothing back before it is decided', async () => {
  const { refund } = await aSale('1.5');
  expect(await outcome(refund(1))).toBe('409 conflict refund_not_settled');
}, 60_000);

test('coins removed by a reorganisation are not sent, and are set aside again when they return', async () => {
  const { id, ada, transfers, reject, refund } = await aSale('2');
  expect(await reject()).toBe('200');
  const response = await refund(2);
  const refundId = String(response.body.id);
  const { body } = await confirmAs(ada, `transactions/${id}/refund-address`, wallet);
  const approval = await reviewer.post(`refunds/${refundId}/approve`, { version: body.version });
  expect(approval.status).toBe(200);
  const chain = litecoinOf(testbed);
  chain.reorganise(12);
  await becomes([refundId, ...transfers], {});
  const transactionHash = 'cd'.repeat(32);
  const markSent = () =>
    outcome(payer.post(`refunds/${refundId}/sent`, { transactionHash, version: approval.body.version }));
  expect(await markSent()).toBe('409 not_enough refund_coins_gone');
  chain.mine(13);
  await becomes([refundId, ...transfers], { refund: '2' });
  expect(await markSent()).toBe('200');
  expect((await entries(refundId)).slice(0, 2)).toEqual(['refund.due arrived>refund:2', 'refund.due arrived>refund:2']);
}, 60_000);

test('a refund without a read chain states the coins, and cancels that when it is canceled', async () => {
  const ada = await aUser(database.pool);
  const id = await anOrder(app.deps, ada, worthUsd('100'));
  await reviewer.put(`transactions/${id}/status`, { status: 'rejected', adminNotes: 'Not theirs.' });
  const { amount } = await row('select amount::float8 as amount from orders where id = $1', [id]);
  const refund = (part: number) =>
    reviewer.post('refunds', { orderId: id, amount: Number((Number(amount) * part).toFixed(8)), reason: 'Refused.' });
  const first = String((await refund(0.25)).body.id);
  const second = String((await refund(0.75)).body.id);
  expect(await outcome(refund(0.01))).toBe('409 conflict refund_above_left');
  expect(Number((await holds(id, first, second)).refund)).toBeCloseTo(Number(amount), 8);
  expect(await outcome(reviewer.post(`refunds/${second}/cancel`, { reason: 'Not now.', version: 1 }))).toBe('200');
  expect(Number((await holds(id, first, second)).refund)).toBeCloseTo(Number(amount) / 4, 8);
  expect((await holds(id)).held).toBeUndefined();
  expect(await outcome(refund(0.75))).toBe('201');
}, 60_000);

test('stated coins of an approved sale are sent back once it is rejected', async () => {
  const id = await anOrder(app.deps, await aUser(database.pool), worthUsd('100'));
  expect(await outcome(reviewer.post(`transactions/${id}/payout`, {}))).toBe('201');
  await reviewer.put(`transactions/${id}/status`, { status: 'rejected', adminNotes: 'Not theirs.' });
  expect(await holds(id)).toEqual({});
  const refund = () => outcome(reviewer.post('refunds', { orderId: id, amount: 0.01, reason: 'Refused.' }));
  expect([await refund(), await refund()]).toEqual(['201', '409 conflict refund_above_left']);
}, 60_000);

// Last: the fee is fixed when a refund becomes due.
test('a network fee that the customer bears is no cost of ours, and is named in both mails', async () => {
  await setSettings(testbed, { deposits: { ...settingsOf(app.deps).deposits, refundFee: 'customer' } });
  const refund = await withAddress();
  expect((await send(refund, refund.version)).status).toBe(200);
  expect(await entries(refund.id)).toEqual(['refund.due arrived>refund:0.3', 'refund.sent refund>coins:0.3']);
  expect(await mailbox.of('refund_due', refund.ada.email)).toMatchObject([{ amount: '0.3 LTC', feeBy: 'customer' }]);
  expect(await mailbox.of('refund_sent', refund.ada.email)).toMatchObject([{ amount: '0.299 LTC' }]);
}, 60_000);

test("a network fee above five per cent is not taken off the customer's refund", async () => {
  const { step, version } = await withAddress();
  const approval = await step('approve', { version });
  const sentWith = (networkFee: number) =>
    step('sent', { transactionHash: 'ab'.repeat(32), networkFee, version: approval.body.version }, payer);
  const refusal = await sentWith(0.01500001);
  expect(refusal.body).toMatchObject({ reason: 'refund_fee_too_high', params: { percent: 5 } });
  expect(refusal.body).toHaveProperty('fields.networkFee');
  expect(await outcome(sentWith(0.015))).toBe('200');
}, 60_000);
