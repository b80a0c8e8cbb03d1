import { beforeAll, describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { review } from '#tests/factories/deposits.ts';
import { anOrder, aUser, bankDetails, completed as paid, worth } from '#tests/factories/orders.ts';
import { outcome, outcomes } from '#tests/setup/outcomes.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { approve, listed, found, audited, asOwner, pendingOf } = approvalCalls(testbed);
const asker = fixture(() => aColleague(testbed, 'reviewer'));
const second = fixture(() => aColleague(testbed, 'reviewer'));
const aCustomer = () => aUser(testbed.database.pool);
const pay = (id: string) =>
  review(testbed, asker.token, id, {
    status: 'completed',
    adminNotes: 'Paid by bank.',
    adminTransactionId: 'WIRE-1',
  });
const orderOf = (customer: Awaited<ReturnType<typeof aCustomer>>, terms: object = worth('80')) =>
  anOrder(testbed.app.deps, customer, terms);

test('a customer who is blocked while a payout to them waits is not paid on what was asked before, also once they are unblocked, and the card says why', async () => {
  await setRules(testbed, { payoutOverUsd: 300 });
  const customer = await aCustomer();
  const id = await orderOf(customer, {});
  const approvalId = await pendingOf(pay(id));
  const move = (verb: string) => asOwner('POST', `users/${customer.userId}/${verb}`, { reason: 'Stolen card.' });
  for (const verb of ['block', 'unblock']) {
    expect(await outcome(move(verb))).toBe('200');
    const card = { state: 'void', voidReason: 'customer_blocked', mayDecide: false };
    expect(await found(approvalId, second.token)).toMatchObject(card);
    expect(await outcome(approve(approvalId, second.token))).toMatch('409 facts_changed');
  }
  expect(await testbed.rows(`select status from orders where id = $1`, [id])).toEqual([{ status: 'pending' }]);
  expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.voided']);
  expect(await pendingOf(pay(id))).not.toBe(approvalId);
});

describe('the limit of payouts', () => {
  beforeAll(() => setRules(testbed, { payoutOverUsd: 100 }));

  test('counts what one customer is paid within 24 hours: of five times 80 USD at once one is paid', async () => {
    const [mia, ben] = [await aCustomer(), await aCustomer()];
    const ids = await Promise.all(Array.from({ length: 5 }, () => orderOf(mia)));
    const answers = await Promise.all(ids.map(pay));
    expect(await outcomes(answers)).toEqual(['200', '202', '202', '202', '202']);
    const waiting = answers.filter(({ status }) => status === 202).map(({ body }) => String(body.approvalId));
    const cards = (await listed(second.token)).filter(({ id }) => waiting.includes(id));
    expect(cards.map(({ facts }) => facts?.dayTotalUsd)).toEqual(['160', '160', '160', '160']);
    // The second member approves both, although the first of them raises the sum.
    for (const approvalId of waiting.slice(0, 2)) expect(await outcome(approve(approvalId, second.token))).toBe('200');
    expect(await outcome(pay(await orderOf(ben)))).toBe('200');
  });

  test('forgets what was paid more than 24 hours ago', async () => {
    const mia = await aCustomer();
    const yesterday = new Date(testbed.app.deps.now().getTime() - 24.1 * 3_600_000);
    await paid({ ...testbed.app.deps, now: () => yesterday }, await orderOf(mia));
    expect(await outcome(pay(await orderOf(mia)))).toBe('200');
  });

  test('counts the payout where a wrong pair rate made it worth more than the coins', async () => {
    const terms = { ...worth('66938.42'), payoutCurrency: 'ZAR', valueUsd: amountOf('usd', '39.15') };
    const approvalId = await pendingOf(pay(await orderOf(await aCustomer(), terms)));
    const facts = { valueUsd: '39.15', dayTotalUsd: '3903.11' };
    expect(await found(approvalId, second.token)).toMatchObject({ kind: 'payout', facts });
  });

  test('shows the second member whom it pays and where, the auditor only the end of the account', async () => {
    const approvalId = await pendingOf(pay(await orderOf(await aCustomer(), worth('180'))));
    const auditor = await aColleague(testbed, 'auditor');
    const { accountName, accountNumber, bankName } = bankDetails;
    for (const [{ token }, payeeAccount] of [
      [second, accountNumber],
      [auditor, `••••${accountNumber.slice(-4)}`],
    ] as const) {
      const facts = { payee: accountName, payeeBank: bankName, payeeAccount };
      expect(await found(approvalId, token)).toMatchObject({ facts });
    }
  });
});
