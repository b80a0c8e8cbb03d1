import { describe, expect, test } from 'vitest';
import { post } from '#server/features/book/book.service.ts';
import { accounts, moneyBack } from '#shared/book/book.postings.ts';
import { setSettings } from '#tests/factories/approvals.ts';
import { sumsOfOrder } from '#tests/factories/book.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { inEuro } from '#tests/factories/payouts.ts';
import { openStatements } from '#tests/factories/statements.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { verifyPayouts } from './payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, mailbox, rows, row } = testbed;
const statements = openStatements(testbed);
const { reviewer, payer, ada, account, as, ok, aPayout, aBatch, release, markSent, sendAlone, payAgain } = statements;
const { imported, match, undo, sentPayout } = statements;
const holds = (orderId: string) => sumsOfOrder(testbed, orderId);
const expectHeld = async (orderId: string, expectedHeld: Record<string, string>) =>
  expect(await holds(orderId)).toEqual(expectedHeld);

const feeOf = async (orderId: string) =>
  String((await row('select trim_scale(fee_amount)::text as fee from orders where id = $1', [orderId])).fee);
/** Returns the position and the fees that a purchase leaves, without the net amount. */
async function purchaseOf(orderId: string, net = '93.02') {
  const fee = await feeOf(orderId);
  const spentAmount = `-${(Number(net) + Number(fee)).toFixed(2).replace(/\.?0+$/, '')}`;
  return { position: spentAmount, ...(Number(fee) > 0 && { fees: fee }) };
}
const reverse = (orderId: string) =>
  app.call('POST', `/api/admin/transactions/${orderId}/amendments`, {
    token: reviewer.token,
    form: { kind: 'reversal', note: 'Sent back', transactionId: `R-${orderId}` },
  });
const bankOf = async (subject: string) => {
  const heldQuery = `select trim_scale(b.amount)::text as amount from book_balances b
    join book_accounts a on a.id = b.account_id
    where a.kind = 'bank' and a.subject = $1 and a.unit = 'EUR'`;
  return Number((await rows(heldQuery, [subject]))[0]?.amount ?? 0);
};

describe('the money owed for an order', () => {
  test('moves to its attempt with a batch, back with its end, and to the bank with the file', async () => {
    const { id, orderId } = await aPayout();
    const boughtAmount = await purchaseOf(orderId);
    await expectHeld(orderId, { ...boughtAmount, owed: '93.02' });
    const first = await aBatch([id]);
    await expectHeld(orderId, { ...boughtAmount, attempt: '93.02' });
    await ok(reviewer, 'DELETE', `payout-batches/${String(first.id)}`);
    await expectHeld(orderId, { ...boughtAmount, owed: '93.02' });
    const second = await aBatch([id]);
    await release(second);
    await expectHeld(orderId, { ...boughtAmount, attempt: '93.02' });
    await ok(payer, 'POST', `payout-batches/${String(second.id)}/withdraw`, { reason: 'Wrong day' });
    await expectHeld(orderId, { ...boughtAmount, owed: '93.02' });
    await ok(reviewer, 'POST', `payouts/${id}/resume`, { reason: 'Right day' });
    const bankBefore = await bankOf(account.id);
    await sendAlone(id);
    await expectHeld(orderId, { ...boughtAmount, bank: '93.02' });
    expect((await bankOf(account.id)) - bankBefore).toBeCloseTo(93.02);
    await ok(payer, 'POST', `payouts/${id}/settle`, { reason: 'Seen' });
    await expectHeld(orderId, { ...boughtAmount, bank: '93.02' });
  });

  test('leaves an unnamed account in one step if a member paid it by hand', async () => {
    await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
    const singleOrder = await anOrder(app.deps, ada, inEuro());
    const { orderId } = await aPayout();
    const bankBefore = await bankOf('');
    for (const id of [singleOrder, orderId]) {
      await ok(reviewer, 'PUT', `transactions/${id}/status`, { status: 'completed' });
      await expectHeld(id, { ...(await purchaseOf(id)), bank: '93.02' });
    }
    expect((await bankOf('')) - bankBefore).toBeCloseTo(186.04);
  });

  test('is not owed any more if the order is refused after its approval', async () => {
    const { orderId } = await aPayout();
    await ok(reviewer, 'PUT', `transactions/${orderId}/status`, { status: 'rejected' });
    expect(await holds(orderId)).toEqual({});
  });

  test('is never paid twice: a payment of money not owed is refused completely', async () => {
    const { id, orderId } = await aPayout();
    const money = { orderId, unit: 'EUR', amount: '93.02' };
    const author = { at: new Date(), actorId: null };
    await app.deps.inTx((tx) => post(tx, [moneyBack(money, accounts.bank(null, 'EUR'), author)]));
    const rowsBefore = await rows('select id from payout_batches');
    const { status, body } = await as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: [id] });
    expect([status, body.code, body.reason]).toEqual([409, 'conflict', 'not_enough']);
    expect(body.params).toMatchObject({ account: `owed:${orderId}`, holds: '0', needed: '93.02' });
    expect(await rows('select id from payout_batches')).toEqual(rowsBefore);
    expect(await ok(reviewer, 'GET', `payouts/${id}`)).toMatchObject({ state: 'due', attempts: [] });
  });

  test('is paid once when one member makes a batch and another pays by hand at the same time', async () => {
    await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
    const { id, orderId } = await aPayout();
    const batch = { accountId: account.id, payoutIds: [id] };
    const answers = await Promise.all([
      as(reviewer, 'POST', 'payout-batches', batch),
      as(reviewer, 'PUT', `transactions/${orderId}/status`, { status: 'completed' }),
      as(reviewer, 'POST', 'payout-batches', batch),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { attempt = '0', bank = '0', owed = '0' } = await holds(orderId);
    expect([Number(attempt) + Number(bank), owed]).toEqual([93.02, '0']);
  });
});

describe('money that the bank returns', () => {
  test('a year later is owed again from that day, can be undone, paid again and reversed', async () => {
    const { id, orderId, reference } = await sentPayout();
    const boughtAmount = await purchaseOf(orderId);
    app.deps.now = () => new Date(Date.now() + 365 * 86_400_000);
    try {
      const { lines } = await imported(['92.52', 'in', reference]);
      expect((await match(lines[0])).status).toBe(200);
      await expectHeld(orderId, { ...boughtAmount, cost: '-0.5', bank: '0.5', owed: '93.02' });
      const [entry] = await rows(
        `select at from book_entries where kind = 'attempt.returned' and order_id = $1 and reversal_of is null`,
        [orderId],
      );
      expect(entry?.at).toEqual(new Date('2026-11-24T00:00:00Z'));
      expect((await undo(lines[0])).status).toBe(200);
      await expectHeld(orderId, { ...boughtAmount, bank: '93.02' });
      expect((await match((await imported(['92.52', 'in', reference])).lines[0])).status).toBe(200);
      await payAgain(id);
      await sendAlone(id);
      await expectHeld(orderId, { ...boughtAmount, cost: '-0.5', bank: '93.52' });
      expect((await reverse(orderId)).status).toBe(201);
      await expectHeld(orderId, { cost: '-0.5', bank: '0.5' });
    } finally {
      app.deps.now = () => new Date();
    }
  });

  test('after a statement with its arrival is owed again, and paid when that is undone', async () => {
    const { orderId, reference } = await sentPayout();
    const boughtAmount = await purchaseOf(orderId);
    expect((await match((await imported(['93.02', 'out', reference])).lines[0])).status).toBe(200);
    const { lines } = await imported(['92.52', 'in', reference]);
    expect((await match(lines[0])).status).toBe(200);
    await expectHeld(orderId, { ...boughtAmount, cost: '-0.5', bank: '0.5', owed: '93.02' });
    expect((await undo(lines[0])).status).toBe(200);
    await expectHeld(orderId, { ...boughtAmount, bank: '93.02' });
  });

  test('is reversed in the owed amount', async () => {
    const { id, orderId } = await aPayout();
    await sendAlone(id);
    await statements.giveBack(id, { reason: 'name', note: 'Name', askCustomer: false });
    await expectHeld(orderId, { ...(await purchaseOf(orderId)), owed: '93.02' });
    expect((await reverse(orderId)).status).toBe(201);
    await expectHeld(orderId, {});
  });
});

test('a second payment is our cost, and no reversal takes it while it is owed or on its way', async () => {
  const { id, orderId } = await aPayout();
  await sendAlone(id);
  const boughtAmount = await purchaseOf(orderId);
  const extraPayment = { kind: 'extra', amount: '5.00', note: 'Owed' };
  const second = await ok(reviewer, 'POST', `transactions/${orderId}/payout`, extraPayment);
  await expectHeld(orderId, { ...boughtAmount, bank: '93.02', result: '-5', owed: '5' });
  expect(await outcome(reverse(orderId))).toBe('409 payout_batched');
  const batch = await aBatch([String(second.id)]);
  expect(await outcome(reverse(orderId))).toBe('409 payout_batched');
  await release(batch);
  await markSent(batch);
  await expectHeld(orderId, { ...boughtAmount, bank: '98.02', result: '-5' });
  expect((await reverse(orderId)).status).toBe(201);
  await expectHeld(orderId, { bank: '5', result: '-5' });
});

describe('a sum that was changed in the database', () => {
  /** Another settlement of an order than the product wrote, as an attacker with the rights of the tables writes it. */
  const forge = async (orderId: string, net: string) => {
    await rows(
      `insert into order_settlements (order_id, outcome, received, paid_for, rest, parts, gross, fee_percent, fee,
       net, accepted_by)
       values ($1, 'exact', 1, 1, 0, '[{"amount": "1", "rate": "1", "kind": "locked"}]', $2, 0, 0, $2, 'rule')`,
      [orderId, net],
    );
  };
  const alarms = async (orderId: string) =>
    rows(`select 1 from audit_log where action = 'settlement.signature_failed' and subject_id = $1`, [orderId]);

  test('is in no batch and raises the alarm once', async () => {
    const { id, orderId, order } = await aPayout();
    await forge(orderId, '99999');
    const tamperedRefusal = { code: 'payee_blocked', params: { id, code: 'tampered' } };
    for (let at = 0; at < 2; at += 1) {
      const { body } = await as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: [id] });
      expect(body).toMatchObject(tamperedRefusal);
    }
    expect(await alarms(orderId)).toHaveLength(1);
    const mails = await mailbox.of('order_alarm', app.deps.env.admin.email);
    const { reference } = order as { reference: string };
    expect(mails.filter((data) => data.reference === reference)).toHaveLength(1);
  });

  test('is marked in the lists, and the nightly check raises the alarm once', async () => {
    const { id, orderId } = await aPayout();
    const payout = await aPayout();
    const { id: batchId } = await aBatch([id]);
    const readPayouts = async () =>
      Promise.all(
        [`payouts/${id}`, `payouts/${payout.id}`, `payout-batches/${String(batchId)}`].map(
          async (path) => (await as(reviewer, 'GET', path)).body.tampered,
        ),
      );
    expect(await readPayouts()).toEqual([false, false, false]);
    await forge(orderId, '99999');
    expect(await readPayouts()).toEqual([true, false, true]);
    for (let night = 0; night < 2; night += 1) await verifyPayouts(app.deps);
    expect(await alarms(orderId)).toHaveLength(1);
    expect(await alarms(payout.orderId)).toEqual([]);
  });

  test('is not released', async () => {
    const { id, orderId } = await aPayout();
    const batch = await aBatch([id]);
    await forge(orderId, '99999');
    expect(await outcome(release(batch))).toMatch('422 payee_blocked');
    expect(await alarms(orderId)).toHaveLength(1);
  });

  test('cannot be approved or completed by hand, by a payout or by an unsigned entry', async () => {
    await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
    const { orderId } = await aPayout();
    const complete = (id: string) => as(reviewer, 'PUT', `transactions/${id}/status`, { status: 'completed' });
    await rows(`alter table payouts disable trigger user`);
    await rows(`update payouts set amount = 99999 where order_id = $1`, [orderId]);
    await rows(`alter table payouts enable trigger user`);
    expect(await outcome(complete(orderId))).toBe('409 conflict settlement_tampered');
    const payout = await aPayout();
    await rows(`alter table book_lines disable trigger user`);
    await rows(
      `update book_lines set amount = amount * 10 where entry_id in (select id from book_entries where order_id = $1)`,
      [payout.orderId],
    );
    await rows(`alter table book_lines enable trigger user`);
    expect(await outcome(complete(payout.orderId))).toBe('409 conflict settlement_tampered');
    expect(await alarms(payout.orderId)).toHaveLength(1);
    expect(await outcome(as(reviewer, 'POST', `transactions/${payout.orderId}/payout`, {}))).toMatch(
      '409 payout_exists',
    );
  });
});
