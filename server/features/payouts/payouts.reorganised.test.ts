import { describe, expect, test } from 'vitest';
import { settleChains } from '#server/features/settlements/settlements.service.ts';
import { setSettings } from '#tests/factories/approvals.ts';
import { accountsOfOrder } from '#tests/factories/book.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { payoutCalls } from '#tests/factories/payouts.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf, outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { app, row, rows } = testbed;
const { reviewer, payer, as, ok, release, payoutOf } = payoutCalls(testbed);
const wait = { timeout: 30_000 };
const heldAccounts = (orderId: string) => accountsOfOrder(testbed, orderId);

const stageOf = async (id: string) => {
  await settleChains(app.deps, ['litecoin']);
  return (await row('select stage from orders where id = $1', [id])).stage;
};
const untilStage = async (id: string, stage: string) => {
  await expect.poll(() => stageOf(id), wait).toBe(stage);
};

/** A sale of two Litecoin that arrived, approved: its payout of 190 dollars is due. */
async function anApprovedSale() {
  const customer = await aSeller(app, testbed.database.pool);
  const { id, address } = await aPaidSale(testbed, ['2'], { userId: customer.id });
  await untilStage(id, 'confirmed');
  const { id: payoutId } = await ok(reviewer, 'POST', `transactions/${id}/payout`, {});
  return { id, address, payoutId: String(payoutId), ...callsOf(app, customer) };
}
type Sale = Awaited<ReturnType<typeof anApprovedSale>>;

const batchOf = (...sales: Sale[]) =>
  ok(reviewer, 'POST', 'payout-batches', { accountId: null, payoutIds: sales.map(({ payoutId }) => payoutId) });
const isVoid = `select 1 from order_settlements where order_id = $1 and void_reason = 'reorganised'`;
const arrived = `select 1 from chain_transfers where to_address = $1 and state in ('included', 'final')`;
/** The blocks with the coins of a sale go, and the coins do not come again. */
async function takeAway({ address }: Sale) {
  litecoinOf(testbed).reorganise(13, { drop: true });
  await expect.poll(() => rows(arrived, [address]), wait).toEqual([]);
}
async function payAgain({ address }: Sale, amount: string) {
  const chain = litecoinOf(testbed);
  chain.pay(address, amount);
  chain.mine(20);
  await expect.poll(() => rows(arrived, [address]), wait).toHaveLength(1);
}
/** Posts a decision of the team on a settlement; the product refuses it until its part can change no more. */
async function settle({ id }: Sale, action: string) {
  const { version } = await row('select version from orders where id = $1', [id]);
  return as(reviewer, 'POST', `transactions/${id}/settlement`, { action, reason: 'Seen on an explorer.', version });
}

describe('a payout whose coins were removed by a reorganisation', () => {
  test('waits, gets the signed amount of the new settlement, and is paid after another approval', async () => {
    const sale = await anApprovedSale();
    expect(await heldAccounts(sale.id)).toEqual({ 'owed USD': '190' });
    await takeAway(sale);
    await untilStage(sale.id, 'question');
    expect(await payoutOf(sale.payoutId)).toMatchObject({ state: 'held', reason: 'reorganised' });
    expect(await heldAccounts(sale.id)).toEqual({});
    await payAgain(sale, '2.1');
    await expect.poll(() => outcome(settle(sale, 'accept')), wait).toBe('201');
    const { net } = await row(
      `select trim_scale(net)::text as net from order_settlements where order_id = $1 and voided_at is null`,
      [sale.id],
    );
    const amount = Number(net).toFixed(2);
    expect(await payoutOf(sale.payoutId)).toMatchObject({ state: 'held', amount, tampered: false });
    const approval = await ok(reviewer, 'POST', `transactions/${sale.id}/payout`, { reason: 'They came again.' });
    expect(approval).toMatchObject({ id: sale.payoutId, state: 'due', amount, reason: null });
    const batch = await batchOf(sale);
    expect(await heldAccounts(sale.id)).toEqual({ 'attempt USD': net });
    expect((await release(batch)).status).toBe(200);
  });

  test('is cancelled if the customer gets the coins back, and stops no batch', async () => {
    const sale = await anApprovedSale();
    await takeAway(sale);
    await untilStage(sale.id, 'question');
    await payAgain(sale, '2');
    await expect.poll(() => outcome(settle(sale, 'refund')), wait).toBe('201');
    expect(await payoutOf(sale.payoutId)).toMatchObject({ state: 'cancelled' });
    const endState = { status: 'failed', stage: 'refund_due' };
    expect(await row('select status, stage from orders where id = $1', [sale.id])).toEqual(endState);
    expect(await batchOf(await anApprovedSale())).toMatchObject({ count: 1 });
  });

  test('leaves the other payouts of its batch due, and a released batch unchanged', async () => {
    const releasedSale = await anApprovedSale();
    const batch = await batchOf(releasedSale);
    expect((await release(batch)).status).toBe(200);
    expect(await outcome(settle(releasedSale, 'refund'))).toBe('409 payout_batched');
    expect(await outcome(releasedSale.post(`transactions/${releasedSale.id}/choice`, { choice: 'refund' }))).toBe(
      '409 payout_batched',
    );
    await takeAway(releasedSale);
    expect(await payoutOf(releasedSale.payoutId)).toMatchObject({ state: 'released' });
    expect(await heldAccounts(releasedSale.id)).toEqual({ 'attempt USD': '190' });
    expect(await rows(isVoid, [releasedSale.id])).toEqual([]);
    await ok(payer, 'POST', `payout-batches/${String(batch.id)}/withdraw`, { reason: 'The coins are gone.' });
    expect(await heldAccounts(releasedSale.id)).toEqual({ 'owed USD': '190' });
  });
});

test('a sale whose settlement was raised in the database is not approved, and raises the alarm', async () => {
  const { id: userId } = await aSeller(app, testbed.database.pool);
  const { id } = await aPaidSale(testbed, ['2'], { userId });
  await untilStage(id, 'confirmed');
  await rows(`alter table order_settlements disable trigger user`);
  await rows(`update order_settlements set gross = 99999, fee = 0, net = 99999 where order_id = $1`, [id]);
  await rows(`alter table order_settlements enable trigger user`);
  const refusal = '409 conflict settlement_tampered';
  expect(await outcome(as(reviewer, 'POST', `transactions/${id}/payout`, {}))).toBe(refusal);
  const record = { status: 'completed', adminNotes: 'x', adminTransactionId: 'W' };
  await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
  expect(await outcome(as(reviewer, 'PUT', `transactions/${id}/status`, record))).toBe(refusal);
  const alarm = `select 1 from audit_log where action = 'settlement.signature_failed' and subject_id = $1`;
  expect(await rows(alarm, [id])).toHaveLength(1);
});

test('a returned payout stays due after a reorganisation, because its order was paid once', async () => {
  const sale = await anApprovedSale();
  const batch = await ok(reviewer, 'POST', 'payout-batches', { accountId: null, payoutIds: [sale.payoutId] });
  await release(batch);
  await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
  await ok(payer, 'POST', `payout-batches/${String(batch.id)}/sent`, {});
  await ok(payer, 'POST', `payouts/${sale.payoutId}/return`, { reason: 'name', note: 'Name', askCustomer: false });
  await ok(reviewer, 'POST', `payouts/${sale.payoutId}/again`, { reason: 'Open again' });
  await takeAway(sale);
  expect(await payoutOf(sale.payoutId)).toMatchObject({ state: 'due', reason: null });
  expect(await heldAccounts(sale.id)).toEqual({ 'owed USD': '190' });
});

test('a batch that loses a payout to a reorganisation is cancelled as a whole', async () => {
  const unchangedSale = await anApprovedSale();
  // Deeper than what is taken away: its coins stay.
  litecoinOf(testbed).mine(14);
  const lostSale = await anApprovedSale();
  const batch = await batchOf(unchangedSale, lostSale);
  await takeAway(lostSale);
  await untilStage(lostSale.id, 'question');
  expect(await payoutOf(unchangedSale.payoutId)).toMatchObject({ state: 'due', attempts: [{ state: 'void' }] });
  expect(await payoutOf(lostSale.payoutId)).toMatchObject({ state: 'held', reason: 'reorganised' });
  expect(await heldAccounts(unchangedSale.id)).toEqual({ 'owed USD': '190' });
  expect(await heldAccounts(lostSale.id)).toEqual({});
  expect(await row('select state, end_reason from payout_batches where id = $1', [batch.id])).toEqual({
    state: 'cancelled',
    end_reason: 'reorganised',
  });
  expect(await batchOf(unchangedSale)).toMatchObject({ count: 1 });
});
