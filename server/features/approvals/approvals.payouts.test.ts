import { beforeAll, describe, expect, test } from 'vitest';
import { amountOf, decimal } from '#shared/kernel/money.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { review } from '#tests/factories/deposits.ts';
import type { TestMember } from '#tests/factories/members.ts';
import { aUser, bankDetails, anOrder as order, completed as paid, worth } from '#tests/factories/orders.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000' });
const { approve, listed, audited } = approvalCalls(testbed);
let [asker, second] = [] as unknown as [TestMember, TestMember];
const completed = { status: 'completed', adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };
const statusOf = async (id: string) => (await testbed.rows(`select status from orders where id = $1`, [id]))[0]?.status;

beforeAll(async () => {
  asker = await aColleague(testbed, 'reviewer');
  second = await aColleague(testbed, 'reviewer');
});

describe('a customer who is blocked while a payout to them waits', () => {
  test('is not paid on what was asked before, also once they are unblocked, and the card says why', async () => {
    await setRules(testbed, { payoutOverUsd: 300 });
    const id = await order(testbed.app.deps, await aUser(testbed.database.pool));
    const asked = await review(testbed, asker.token, id, completed);
    expect(asked.status).toBe(202);
    const approvalId = String(asked.body.approvalId);
    const [row] = await testbed.rows(`select user_id from orders where id = $1`, [id]);
    const owner = await theOwner(testbed);
    const users = (verb: string) =>
      testbed.app.call('POST', `/api/admin/users/${String(row?.user_id)}/${verb}`, {
        ...owner,
        json: { reason: 'Stolen card.' },
      });
    expect((await users('block')).status).toBe(200);
    const card = async () => (await listed(second.token, 'all')).find((item) => item.id === approvalId);
    expect(await card()).toMatchObject({ state: 'void', voidReason: 'customer_blocked', mayDecide: false });
    const refused = { status: 409, body: { code: 'facts_changed' } };
    expect(await approve(approvalId, second.token)).toMatchObject(refused);
    expect((await users('unblock')).status).toBe(200);
    expect(await approve(approvalId, second.token)).toMatchObject(refused);
    expect(await statusOf(id)).toBe('pending');
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.voided']);
    expect((await review(testbed, asker.token, id, completed)).body.approvalId).not.toBe(approvalId);
  });
});

describe('the limit of payouts', () => {
  const aPayer = () => aUser(testbed.database.pool);
  const shots = (ids: readonly string[]) => Promise.all(ids.map((id) => review(testbed, asker.token, id, completed)));
  const statusesOf = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => String(status)).toSorted((a, b) => a.localeCompare(b));
  beforeAll(() => setRules(testbed, { payoutOverUsd: 100 }));

  test('counts what one customer is paid within 24 hours: of five times 80 USD at once one is paid', async () => {
    const [mia, ben] = [await aPayer(), await aPayer()];
    const ids = await Promise.all(Array.from({ length: 5 }, () => order(testbed.app.deps, mia, worth('80'))));
    const answers = await shots(ids);
    expect(statusesOf(answers)).toEqual(['200', '202', '202', '202', '202']);
    const waiting = answers.filter(({ status }) => status === 202).map(({ body }) => String(body.approvalId));
    const cards = (await listed(second.token)).filter(({ id }) => waiting.includes(id));
    expect(cards.map(({ facts }) => (facts as { dayTotalUsd: string }).dayTotalUsd)).toEqual([
      '160',
      '160',
      '160',
      '160',
    ]);
    // The second member approves both, although the first of them raises the sum.
    for (const approvalId of waiting.slice(0, 2)) expect((await approve(approvalId, second.token)).status).toBe(200);
    const others = await order(testbed.app.deps, ben, worth('80'));
    expect((await review(testbed, asker.token, others, completed)).status).toBe(200);
  });

  test('forgets what was paid more than 24 hours ago', async () => {
    const mia = await aPayer();
    const yesterday = await order(testbed.app.deps, mia, worth('80'));
    const now = testbed.app.deps.now();
    await paid({ ...testbed.app.deps, now: () => new Date(now.getTime() - 24.1 * 3_600_000) }, yesterday);
    const today = await order(testbed.app.deps, mia, worth('80'));
    expect((await review(testbed, asker.token, today, completed)).status).toBe(200);
  });

  test('counts the payout where a wrong pair rate made it worth more than the coins', async () => {
    const rand = amountOf('payout', '66938.42');
    const terms = { payoutCurrency: 'ZAR', grossAmount: rand, payoutAmount: rand, valueUsd: amountOf('usd', '39.15') };
    const free = { feePercent: decimal('0'), feeAmount: amountOf('payout', '0') };
    const id = await order(testbed.app.deps, await aPayer(), { ...terms, ...free });
    const answer = await review(testbed, asker.token, id, completed);
    expect(answer.status).toBe(202);
    const card = (await listed(second.token)).find((item) => item.id === answer.body.approvalId);
    expect(card).toMatchObject({ kind: 'payout', facts: { valueUsd: '39.15', dayTotalUsd: '3903.11' } });
  });

  test('shows the second member whom it pays and where, the auditor only the end of the account', async () => {
    const id = await order(testbed.app.deps, await aPayer(), worth('180'));
    const { approvalId } = (await review(testbed, asker.token, id, completed)).body;
    const auditor = await aColleague(testbed, 'auditor');
    const detailsFor = async (token: string) => (await listed(token)).find((item) => item.id === approvalId)?.facts;
    const { accountName, accountNumber, bankName } = bankDetails;
    const payee = { payee: accountName, payeeBank: bankName };
    expect(await detailsFor(second.token)).toMatchObject({ ...payee, payeeAccount: accountNumber });
    expect(await detailsFor(auditor.token)).toMatchObject({ ...payee, payeeAccount: `••••${accountNumber.slice(-4)}` });
  });
});
