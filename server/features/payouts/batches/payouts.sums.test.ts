import { expect, test } from 'vitest';
import { approvalCalls, setRules, setSettings } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { database, rows } = testbed;
const { pendingOf } = approvalCalls(testbed);
const { reviewer, as, aPayout, aBatch, release, markSent, sendAlone, giveBack, payAgain } = payoutCalls(testbed);
const aCustomer = () => aUser(database.pool);
const returnDetails = { reason: 'account_closed', note: 'Closed.', askCustomer: false };
const addExtra = (orderId: string) =>
  as(reviewer, 'POST', `transactions/${orderId}/payout`, { kind: 'extra', amount: '60.00', note: 'Owed' });
const batchOf = async ({ id }: Body) => aBatch([String(id)]);

/** Changes rows behind the product. */
async function forge(table: string, change: string) {
  await rows(`alter table ${table} disable trigger user`);
  await rows(`update ${table} set ${change}`);
  await rows(`alter table ${table} enable trigger user`);
}

test('two unreleased batches count each other at the release', async () => {
  await setRules(testbed, { payoutOverUsd: 150 });
  const customer = await aCustomer();
  const payout = await aPayout(inEuro('90.00'), customer);
  const secondPayout = await aPayout(inEuro('90.00'), customer);
  const first = await batchOf(payout);
  const second = await batchOf(secondPayout);
  expect([first.needsSecond, second.needsSecond]).toEqual([false, false]);
  expect((await release(first)).body).toMatchObject({ needsSecond: false });
  expect((await release(second)).body).toMatchObject({ needsSecond: true });
});

test('money returned on the day of its payment does not increase the limit of that day', async () => {
  await setRules(testbed, { payoutOverUsd: 150 });
  const customer = await aCustomer();
  const first = await aPayout(inEuro('90.00'), customer);
  const second = await aPayout(inEuro('90.00'), customer);
  await sendAlone(first.id);
  await giveBack(first.id, returnDetails);
  expect(await batchOf(second)).toMatchObject({ needsSecond: true });
  await payAgain(first.id);
  expect(await batchOf(first)).toMatchObject({ needsSecond: true });
});

test('an order paid by hand after a return counts twice on that day', async () => {
  expect((await setSettings(testbed, { rules: { payoutEvidenceRequired: false } })).status).toBe(200);
  expect((await setSettings(testbed, { payouts: { completedWhen: 'settled' } })).status).toBe(200);
  await setRules(testbed, { payoutOverUsd: 150 });
  const { id, orderId } = await aPayout(inEuro('90.00'), await aCustomer());
  await sendAlone(id);
  await giveBack(id, returnDetails);
  await payAgain(id);
  const complete = as(reviewer, 'PUT', `transactions/${orderId}/status`, { status: 'completed' });
  expect(await pendingOf(complete)).not.toBe('');
});

test('a release counts on its own day, not on the day of its booking', async () => {
  await setRules(testbed, { payoutOverUsd: 150 });
  const customer = await aCustomer();
  const first = await aPayout(inEuro('90.00'), customer);
  const second = await aPayout(inEuro('90.00'), customer);
  const batch = await batchOf(first);
  await release(batch);
  await markSent(batch);
  await rows(`update payout_attempts set state = 'settled', settled_by = 'statement',
    settled_at = now() - interval '1 day'
    where payout_id = '${first.id}'`);
  expect(await batchOf(second)).toMatchObject({ needsSecond: true });
});

test('a payment whose row was changed in the database counts with its signed entry', async () => {
  const { id, orderId } = await aPayout(inEuro('90.00'), await aCustomer());
  await sendAlone(id);
  await setRules(testbed, { payoutOverUsd: 240 });
  const { body: extraPayout } = await addExtra(orderId);
  await sendAlone(extraPayout.id);
  await forge('payout_attempts', `amount = 0.01 where payout_id = '${String(extraPayout.id)}'`);
  expect(await pendingOf(addExtra(orderId))).not.toBe('');
});

test('an entry that the product did not write is above every limit', async () => {
  await setRules(testbed, { payoutOverUsd: 150 });
  const customer = await aCustomer();
  const first = await aPayout(inEuro('10.00'), customer);
  const second = await aPayout(inEuro('10.00'), customer);
  await sendAlone(first.id);
  expect(await batchOf(second)).toMatchObject({ needsSecond: false });
  await forge(
    'book_lines',
    `amount = 1 where entry_id in (select e.id from book_entries e join payout_attempts a on a.id::text = e.subject
      where e.kind = 'attempt.made' and a.payout_id = '${first.id}')`,
  );
  expect((await as(reviewer, 'GET', `payouts/${second.id}`)).status).toBe(200);
  const [{ id: batchId } = { id: '' }] = await rows(
    `select batch_id as id from payout_attempts where payout_id = '${second.id}' and state = 'open'`,
  );
  expect((await as(reviewer, 'GET', `payout-batches/${String(batchId)}`)).body).toMatchObject({ needsSecond: true });
});
