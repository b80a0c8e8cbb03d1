import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aLitecoinSale, review } from '#tests/factories/deposits.ts';
import { aSession, type TestMember } from '#tests/factories/members.ts';
import { aUser, anOrder as order, worth } from '#tests/factories/orders.ts';
import { aProof } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { expire } from './approvals.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000', CHAIN_LITECOIN: 'simulated' });
const { approve, refuse, withdraw, listed, audited } = approvalCalls(testbed);
let [asker, second, payer, support] = [] as unknown as [TestMember, TestMember, TestMember, TestMember];

beforeAll(async () => {
  asker = await aColleague(testbed, 'reviewer');
  second = await aColleague(testbed, 'reviewer');
  payer = await aColleague(testbed, 'payer');
  support = await aColleague(testbed, 'support');
  await setRules(testbed, { payoutOverUsd: 300, warnedApproval: true });
});

const evidence = { adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };
const completed = { status: 'completed', ...evidence };
const put = (id: string, json: object, token = asker.token) =>
  testbed.app.call('PUT', `/api/admin/transactions/${id}/status`, { token, json });
const statusOf = async (id: string) => (await testbed.rows(`select status from orders where id = $1`, [id]))[0]?.status;

/** An order worth 391.45 US dollars. */
async function aLargeOrder() {
  return order(testbed.app.deps, await aUser(testbed.database.pool));
}

/** The same, with its approval asked for by the reviewer. */
async function asked(token = asker.token) {
  const id = await aLargeOrder();
  const answer = await review(testbed, token, id, completed);
  expect(answer).toMatchObject({ status: 202, body: { approvalId: expect.any(String) as string } });
  return { id, approvalId: String(answer.body.approvalId) };
}

describe('a payout above the limit', () => {
  test('waits for a second member, who sees what is to be paid and why, and is paid when they approve', async () => {
    const { id, approvalId } = await asked();
    expect(await statusOf(id)).toBe('pending');
    const seen = (await listed(second.token)).find((item) => item.id === approvalId);
    expect(seen).toMatchObject({
      kind: 'payout',
      subjectId: id,
      state: 'open',
      isOwn: false,
      mayDecide: true,
      askedBy: { id: asker.id, name: 'Mo reviewer' },
      facts: {
        payout: '371.88',
        currency: 'USD',
        valueUsd: '391.45',
        customer: 'Ada Obi',
        screenshots: 1,
        ...evidence,
      },
    });
    expect((await listed(asker.token)).find((item) => item.id === approvalId)).toMatchObject({
      isOwn: true,
      mayDecide: false,
    });
    const waitingApprovalsOf = async (token: string) => {
      const { needs } = (await testbed.app.call('GET', '/api/admin/overview', { token })).body;
      return (needs as { approvals: { count: number } }).approvals.count;
    };
    expect([
      await waitingApprovalsOf(asker.token),
      await waitingApprovalsOf(payer.token),
      await waitingApprovalsOf(support.token),
    ]).toEqual([0, 1, 0]);
    expect(await approve(approvalId, second.token)).toMatchObject({
      status: 200,
      body: { state: 'approved', decidedBy: { id: second.id } },
    });
    expect(await waitingApprovalsOf(payer.token)).toBe(0);
    expect(await statusOf(id)).toBe('completed');
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.approved']);
    expect(await testbed.rows(`select admin_notes from orders where id = $1`, [id])).toEqual([
      { admin_notes: 'Paid by bank.' },
    ]);
  });

  test('at or below the limit is paid at once, and so is a refusal of any amount', async () => {
    const owner = await aUser(testbed.database.pool);
    const small = await order(testbed.app.deps, owner, worth('300'));
    expect((await review(testbed, asker.token, small, completed)).status).toBe(200);
    expect((await put(await aLargeOrder(), { status: 'failed', adminNotes: 'No.' })).status).toBe(200);
  });

  test('is approved by a payer too, and by nobody whose role includes neither', async () => {
    const { approvalId, id } = await asked();
    const refused = { status: 403, body: { code: 'not_permitted' } };
    expect(await approve(approvalId, support.token)).toMatchObject(refused);
    expect(await refuse(approvalId, support.token)).toMatchObject(refused);
    expect((await approve(approvalId, payer.token)).status).toBe(200);
    expect(await statusOf(id)).toBe('completed');
  });

  test('is done once however often and from however many browsers it is approved at once', async () => {
    const { id, approvalId } = await asked();
    const others = await Promise.all(Array.from({ length: 4 }, () => aColleague(testbed, 'reviewer')));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_unused, at) => approve(approvalId, others[at % 4]?.token ?? '')),
    );
    const wins = answers.filter(({ status }) => status === 200);
    expect(wins).toHaveLength(1);
    const losses = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    // On a busy machine some of them may be answered with a retry.
    expect(losses.filter((code) => code !== 'already_decided' && code !== 'unavailable')).toEqual([]);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.approved']);
    expect(
      await testbed.rows(`select 1 from order_events where order_id = $1 and to_status = 'completed'`, [id]),
    ).toHaveLength(1);
    expect((await audited(id)).filter((action) => action === 'transaction.completed')).toHaveLength(1);
  }, 120_000);
});

describe('whoever asked', () => {
  test('cannot approve or refuse it: not by the route, nor by asking again, in another session or with another role', async () => {
    const { id, approvalId } = await asked();
    const own = { status: 409, body: { code: 'own_request' } };
    expect(await approve(approvalId, asker.token)).toMatchObject(own);
    expect(await refuse(approvalId, asker.token)).toMatchObject(own);
    const other = await aSession(testbed.app.deps, { id: asker.id, role: 'staff' });
    expect(await approve(approvalId, other.token)).toMatchObject(own);
    // The other verb, with what is on record: the evidence came with the request.
    expect(await put(id, completed, other.token)).toMatchObject({ status: 202, body: { approvalId } });
    await testbed.rows(`update team_members set role = 'owner' where user_id = $1`, [asker.id]);
    const promoted = await aSession(testbed.app.deps, { id: asker.id, role: 'staff' });
    expect(await approve(approvalId, promoted.token)).toMatchObject(own);
    await testbed.rows(`update team_members set role = 'reviewer' where user_id = $1`, [asker.id]);
    await expect(
      testbed.rows(`update approvals set state = 'approved', decided_by = asked_by where id = $1`, [approvalId]),
    ).rejects.toThrow(/approvals_two_users/);
    expect(await statusOf(id)).toBe('pending');
  });

  test('is not exempt as the owner of the team', async () => {
    const owner = await theOwner(testbed);
    const { approvalId } = await asked(owner.token);
    expect(await approve(approvalId, owner.token)).toMatchObject({ status: 409, body: { code: 'own_request' } });
    expect((await approve(approvalId, second.token)).status).toBe(200);
  });

  test('can withdraw it; nobody else can, and it is not approved afterwards', async () => {
    const { approvalId, id } = await asked();
    expect((await withdraw(approvalId, second.token)).status).toBe(403);
    expect(await withdraw(approvalId, asker.token)).toMatchObject({ status: 200, body: { state: 'void' } });
    expect(await approve(approvalId, second.token)).toMatchObject({ status: 409, body: { code: 'facts_changed' } });
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.voided']);
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('a request', () => {
  test('is void once its order has changed in between', async () => {
    const { id, approvalId } = await asked();
    expect((await put(id, { status: 'processing' })).status).toBe(200);
    expect(await approve(approvalId, second.token)).toMatchObject({ status: 409, body: { code: 'facts_changed' } });
    expect((await listed(second.token, 'all')).find((item) => item.id === approvalId)).toMatchObject({ state: 'void' });
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.voided']);
    expect(await statusOf(id)).toBe('processing');
  });

  test('asked again with other facts takes the place of the one before', async () => {
    const { id, approvalId } = await asked();
    const again = await put(id, { ...completed, adminNotes: 'Paid in two parts.' });
    expect(again.status).toBe(202);
    expect(again.body.approvalId).not.toBe(approvalId);
    expect(await approve(approvalId, second.token)).toMatchObject({ status: 409, body: { code: 'facts_changed' } });
    expect((await approve(String(again.body.approvalId), second.token)).status).toBe(200);
  });

  test('that was changed in the database behind the product is not carried out', async () => {
    const [shown, hidden] = [await asked(), await asked()];
    await testbed.rows(`update approvals set facts = facts || '{"payout": "1"}' where id = $1`, [shown.approvalId]);
    await testbed.rows(`update approvals set input = input || '{"adminNotes": "x"}' where id = $1`, [
      hidden.approvalId,
    ]);
    for (const { id, approvalId } of [shown, hidden]) {
      expect(await approve(approvalId, second.token)).toMatchObject({ status: 409, body: { code: 'facts_changed' } });
      expect(await statusOf(id)).toBe('pending');
    }
    await expect(
      testbed.rows(`update approvals set asked_by = $2 where id = $1`, [shown.approvalId, second.id]),
    ).rejects.toThrow(/cannot be changed/);
  });

  test('expires, for whoever looks and for whoever approves, and the log says so', async () => {
    const { approvalId, id } = await asked();
    await testbed.rows('alter table approvals disable trigger approvals_keep');
    await testbed.rows(`update approvals set expires_at = now() where id = $1`, [approvalId]);
    await testbed.rows('alter table approvals enable trigger approvals_keep');
    expect((await listed(second.token)).some((item) => item.id === approvalId)).toBe(false);
    const over = { status: 409, body: { code: 'expired' } };
    expect(await approve(approvalId, second.token)).toMatchObject(over);
    expect(await withdraw(approvalId, asker.token)).toMatchObject(over);
    await expire(testbed.app.deps);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.expired']);
    expect(await statusOf(id)).toBe('pending');
    expect((await put(id, completed)).body.approvalId).not.toBe(approvalId);
  });

  test('that was refused changes nothing and is not decided a second time', async () => {
    const { id, approvalId } = await asked();
    expect(await refuse(approvalId, payer.token)).toMatchObject({ status: 200, body: { state: 'refused' } });
    const decided = { status: 409, body: { code: 'already_decided' } };
    expect(await approve(approvalId, second.token)).toMatchObject(decided);
    expect(await refuse(approvalId, second.token)).toMatchObject(decided);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.refused']);
    expect(await statusOf(id)).toBe('pending');
    expect((await approve(randomUUID(), second.token)).status).toBe(404);
  });
});

test('approving against a warning waits for a second member, with the reason and what the chain says', async () => {
  const { id } = await aLitecoinSale(testbed, { valueUsd: '100' });
  await expect
    .poll(
      async () =>
        (await testbed.app.call('GET', `/api/admin/transactions/${id}/verdict`, { token: asker.token })).body.level,
      { timeout: 30_000 },
    )
    .toBe('red');
  expect(await review(testbed, asker.token, id, completed)).toMatchObject({
    status: 409,
    body: { code: 'verdict_needs_reason' },
  });
  const reason = 'Seen on another explorer.';
  const answer = await review(testbed, asker.token, id, { ...completed, reason });
  expect(answer.status).toBe(202);
  const approvalId = String(answer.body.approvalId);
  expect((await listed(second.token)).find((item) => item.id === approvalId)).toMatchObject({
    kind: 'warned_approval',
    facts: { verdict: 'red', findings: 'not_found', reason },
  });
  expect((await approve(approvalId, second.token)).status).toBe(200);
  expect(await testbed.rows(`select level, reason, decided_by from order_verdicts where order_id = $1`, [id])).toEqual([
    { level: 'red', reason, decided_by: second.id },
  ]);
}, 60_000);

test('the same approval sent twice with one key is one request with one screenshot', async () => {
  const id = await aLargeOrder();
  const key = randomUUID();
  const shot = aProof();
  const send = async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(completed)) form.set(name, value);
    form.append('payoutFiles', new Blob([new Uint8Array(shot)], { type: 'image/png' }), 'payout.png');
    const headers = { Authorization: `Bearer ${asker.token}`, 'Idempotency-Key': key };
    const url = `${testbed.app.url}/api/admin/transactions/${id}/status`;
    const response = await fetch(url, { method: 'PATCH', headers, body: form });
    return { status: response.status, text: await response.text() };
  };
  const answers = await Promise.all([send(), send()]);
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.status).toBe(202);
  expect(await testbed.rows(`select 1 from files where order_id = $1`, [id])).toHaveLength(1);
});
