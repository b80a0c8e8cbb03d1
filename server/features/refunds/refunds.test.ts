import { randomUUID } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { notifyOfUnmatched } from '#server/features/settlements/unmatched.list.service.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { litecoinAddresses } from '#tests/factories/own-addresses.ts';
import { anOwnSale, aStray } from '#tests/factories/own-sales.ts';
import { refundCalls, type ListedRefund } from '#tests/factories/refunds.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, outcomeOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { confirmRefunds } from './refunds.confirmation.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, mailbox, row, rows } = testbed;
const [wallet = '', otherWallet = '', thirdWallet = ''] = litecoinAddresses;
const { reviewer, payer, second, aRefund, withAddress } = refundCalls(testbed);
/** The hash of no key, as an address of Litecoin. */
const unspendable = createBase58check(sha256).encode(Uint8Array.from([0x30, ...new Uint8Array(20)]));
const wait = { timeout: 45_000 };

const listRefund = async (id: string) =>
  (await reviewer.get<ListedRefund[]>('refunds?state=due&pageSize=100')).body.find((refund) => refund.id === id);
const setAddress = (id: string, address: string) =>
  rows('update refunds set address = $2 where id = $1', [id, address]);

describe('the address of a refund', () => {
  test('is the one that its customer typed and confirmed by the mailed code', async () => {
    const { id, newest, name, codeNow } = await aRefund();
    expect((await name(wallet)).body.address).toBeNull();
    const code = await codeNow();
    expect(await outcomeOf(name(otherWallet, code))).toBe('400 invalid_code');
    expect(await outcomeOf(name(wallet, '000000'))).toBe('400 invalid_code');
    expect((await newest())?.address).toBeNull();
    expect((await name(`litecoin:${wallet}?amount=0.1`, code)).body.address).toBe(wallet);
    const eve = callsOf(app, await aSeller(app, database.pool));
    expect((await eve.post(`refunds/${id}/address`, { address: otherWallet })).status).toBe(404);
  });

  test('is never one of ours in any case, nor one of another form', async () => {
    const { name, paidTo } = await aRefund();
    await rows(`update deposit_wallets set address = $1 where crypto_id = 'litecoin'`, [otherWallet]);
    for (const [address, reason] of [
      [otherWallet, 'refund_to_us'],
      [otherWallet.toUpperCase(), 'refund_to_us'],
      [paidTo, 'deposit_address_malformed'],
      [unspendable, 'address_unspendable'],
    ] as const)
      expect(await name(address)).toMatchObject({ status: 400, body: { fieldErrors: { address: { reason } } } });
  });
});

test('a reviewer sees that another customer named the refund’s address too', async () => {
  const { ada, id } = await withAddress();
  const eve = await aRefund();
  await rows(`update refunds set address = null where user_id <> $1`, [ada.id]);
  expect((await listRefund(id))?.findings).toEqual([]);
  await setAddress(eve.id, wallet);
  expect((await listRefund(id))?.findings).toEqual(['address_shared']);
  await rows(`update users set status = 'blocked' where id = $1`, [eve.ada.id]);
  expect((await listRefund(id))?.findings).toEqual(['address_of_blocked']);
});

test('a customer who names no address is asked again, once in the time for an answer', async () => {
  const { ada, id, step } = await aRefund();
  const mails = async () => (await mailbox.to(ada.email, 'refund_due')).length;
  const ask = () => outcomeOf(step('ask', { version: 1 }));
  const askedHoursAgo = (hours: number) =>
    rows(`update refunds set asked_again_at = now() - $2 * interval '1 hour' where id = $1`, [id, hours]);
  expect(await ask()).toBe('409 conflict');
  expect(await mails()).toBe(1);
  await askedHoursAgo(25);
  expect((await Promise.all([ask(), ask()])).toSorted()).toEqual(['200', '409 conflict']);
  expect(await mails()).toBe(2);
  const [entry] = await rows(`select details from audit_log where action = 'refund.asked' and subject_id = $1`, [id]);
  expect(entry).toMatchObject({ details: { amount: '0.3', coin: 'litecoin' } });
  await askedHoursAgo(25);
  await rows(`update users set status = 'blocked' where id = $1`, [ada.id]);
  expect(await ask()).toBe('409 customer_blocked');
});

test('a customer who named an address is not asked for one', async () => {
  const { id, version, step } = await withAddress();
  await rows(`update refunds set asked_again_at = now() - interval '25 hours' where id = $1`, [id]);
  expect(await outcomeOf(step('ask', { version }))).toBe('409 conflict');
});

describe('a refund', () => {
  test('is sent only once approved to an address, and confirmed only by the chain', async () => {
    const dueRefund = await aRefund();
    const earlyApproval = reviewer.post(`refunds/${dueRefund.id}/approve`, { version: 1 });
    expect(await outcomeOf(earlyApproval)).toBe('422 refund_address_missing');
    const { id, version, step, name } = await withAddress();
    const approval = await step('approve', { version });
    expect(approval).toMatchObject({ status: 200, body: { state: 'approved' } });
    const chain = litecoinOf(testbed);
    const wrongHash = chain.pay(wallet, '0.2');
    const response = await step('sent', { transactionHash: wrongHash, version: approval.body.version }, payer);
    expect(response).toMatchObject({ status: 200, body: { state: 'sent', transactionHash: wrongHash } });
    expect(await outcomeOf(name(otherWallet))).toContain('already_decided');
    chain.mine(12);
    const readState = async () => {
      await confirmRefunds(app.deps, 'litecoin');
      return row('select state, finding, version from refunds where id = $1', [id]);
    };
    await expect.poll(readState, wait).toMatchObject({ state: 'sent', finding: 'refund_differs' });
    const resetAnswer = await step('reset', { reason: 'Wrong hash.', version: (await readState()).version });
    expect(resetAnswer).toMatchObject({ status: 200, body: { state: 'due', transactionHash: null } });
    const secondApproval = await step('approve', { version: resetAnswer.body.version });
    const rightHash = chain.pay(wallet, '0.3');
    await step('sent', { transactionHash: rightHash, version: secondApproval.body.version }, payer);
    chain.mine(12);
    await expect.poll(readState, wait).toMatchObject({ state: 'confirmed', finding: null });
  }, 90_000);

  test('is sent to its approved address, and only the team cancels that', async () => {
    const { id, version, step, name, confirm } = await withAddress();
    const approval = await step('approve', { version });
    expect(approval).toMatchObject({ status: 200, body: { state: 'approved' } });
    const shortAddress = `${wallet.slice(0, 4)}…${wallet.slice(-4)}`;
    const message = `We are sending your coins to ${shortAddress}. Write to us if that is wrong.`;
    const refusal = { status: 409, body: { code: 'already_decided', message } };
    expect(await name(thirdWallet)).toMatchObject(refusal);
    const payload = { transactionHash: litecoinOf(testbed).pay(wallet, '0.3'), version: approval.body.version };
    const sentAnswer = await step('sent', payload, payer);
    expect(sentAnswer).toMatchObject({ status: 200, body: { state: 'sent', address: wallet } });
    expect(await name(thirdWallet)).toMatchObject(refusal);
    const resetAnswer = await step('reset', { reason: 'It was not sent.', version: sentAnswer.body.version });
    expect(resetAnswer).toMatchObject({ status: 200, body: { state: 'due', approvedAt: null, transactionHash: null } });
    // Codes are a minute apart.
    await rows(`update one_time_codes set created_at = created_at - interval '2 minutes'`);
    const changedRefund = await confirm(thirdWallet);
    expect(changedRefund).toMatchObject({ status: 200, body: { state: 'due', address: thirdWallet } });
    expect(await outcomeOf(step('approve', { version: approval.body.version }))).toContain('conflict');
    const secondApproval = await step('approve', { version: changedRefund.body.version });
    expect(secondApproval.status).toBe(200);
    const back = await step('reset', { reason: 'Their wallet is lost.', version: secondApproval.body.version });
    expect(back).toMatchObject({ status: 200, body: { state: 'due', address: thirdWallet } });
    const move = `update refunds set state = 'approved', version = version + 1, address = $2 where id = $1`;
    await expect(rows(move, [id, wallet])).rejects.toThrow(/only a refund that is due/);
  }, 90_000);

  test('with an address changed in the database is hidden, and raises one alarm', async () => {
    const { id, newest } = await withAddress();
    await setAddress(id, otherWallet);
    expect(await newest()).toBeUndefined();
    expect(await listRefund(id)).toMatchObject({ address: null, findings: ['tampered'] });
    const actions = (await testbed.audit(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'refund.signature_failed')).toHaveLength(1);
  });

  test('moves only along its lifecycle, in the database too', async () => {
    const { id } = await aRefund();
    const move = `update refunds set state = 'confirmed', version = 9, tx_hash = $2 where id = $1`;
    await expect(rows(move, [id, randomUUID()])).rejects.toThrow(/cannot move from due to confirmed/);
  });
});

test('a due refund is listed before an older one that was sent', async () => {
  const { id: older, version, step } = await withAddress();
  await step('approve', { version });
  const { id: newer } = await aRefund();
  const { body } = await reviewer.get<ListedRefund[]>('refunds?pageSize=100');
  const order = body.map(({ id }) => id).filter((id) => id === older || id === newer);
  expect(order).toEqual([newer, older]);
});

test('a reviewer lists the refunds that are open without those that are over', async () => {
  const { id: open } = await aRefund();
  const { id: canceled } = await aRefund();
  await rows(`update refunds set state = 'cancelled', version = version + 1 where id = $1`, [canceled]);
  const { body } = await reviewer.get<ListedRefund[]>('refunds?state=open&pageSize=100');
  const listed = body.map(({ id }) => id);
  expect([listed.includes(open), listed.includes(canceled)]).toEqual([true, false]);
});

test('transfers without an order are listed, refunded, retained and assigned, and add up', async () => {
  type Sums = Record<'arrived' | 'claimed' | 'waiting' | 'unmatched' | 'refunded' | 'kept', string>;
  const sumsHold = async () => {
    for (const { arrived, ...parts } of (await reviewer.get<Sums[]>('unmatched/sums')).body) {
      const { claimed, waiting, unmatched, refunded, kept } = parts;
      const sum = [claimed, waiting, unmatched, refunded, kept].map(Number).reduce((total, part) => total + part);
      expect(sum).toBeCloseTo(Number(arrived), 8);
    }
  };
  const stray = await aStray(testbed, { amount: '0.7' });
  const { body: strays } = await reviewer.get<{ id: string }[]>('unmatched?pageSize=100');
  expect(strays.find(({ id }) => id === stray.id)).toMatchObject({ amount: 0.7, reason: 'dropped' });
  await sumsHold();
  await notifyOfUnmatched(app.deps);
  const [notice] = await mailbox.of('unmatched_arrived', adminEmail);
  expect(notice).toMatchObject({ recent: expect.any(Number) as number });
  const { id: orderId } = await anOwnSale(testbed);
  const decide = (step: string, json: object) => reviewer.post(`unmatched/${stray.id}/${step}`, json);
  const assigned = await decide('assign', { orderId, reason: 'Theirs.' });
  expect(assigned).toMatchObject({ status: 200, body: { orderId } });
  expect(await outcomeOf(decide('assign', { orderId, reason: 'Again.' }))).toContain('already_decided');
  const claim = 'select grade from transfer_claims where transfer_id = $1 and released_at is null';
  expect(await row(claim, [stray.id])).toEqual({ grade: 'manual' });
  await sumsHold();
  const { id: undecided } = await aStray(testbed, { amount: '0.9' });
  const reopened = reviewer.post(`unmatched/${undecided}/reopen`, { reason: 'No.' });
  expect(await outcomeOf(reopened)).toContain('already_decided');
  await sumsHold();
}, 90_000);

// Last: loosening the rule again would need a second member.
describe('a refund under the rule', () => {
  test('waits for a second member above the limit, and the hash of a deposit is refused', async () => {
    const { id, version, step } = await withAddress();
    await setRules(testbed, { refundOverUsd: 1 });
    const response = await step('approve', { version });
    expect(response.status).toBe(202);
    const approval = `approvals/${String(response.body.approvalId)}/approve`;
    expect(await outcomeOf(second.post(approval, {}, {}))).toBe('403 step_up_required');
    expect((await second.post(approval)).status).toBe(200);
    const decidedRow = await row('select state, version from refunds where id = $1', [id]);
    expect(decidedRow.state).toBe('approved');
    const transactionHash = litecoinOf(testbed).pay((await anOwnSale(testbed)).address, '2');
    const claims = `select 1 from transfer_claims c join chain_transfers t on t.id = c.transfer_id
      where t.tx_hash = $1`;
    await expect.poll(() => rows(claims, [transactionHash]), wait).toHaveLength(1);
    const sentAgain = step('sent', { transactionHash, version: decidedRow.version }, payer);
    expect(await outcomeOf(sentAgain)).toBe('409 hash_used');
  }, 90_000);
});
