import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aLitecoinSale, depositReviews, review } from '#tests/factories/deposits.ts';
import { aSession, steppedUp, type TestMember } from '#tests/factories/members.ts';
import { anOrder, aUser, worthUsd } from '#tests/factories/orders.ts';
import { memberRights } from '#tests/factories/rights.ts';
import { aProof } from '#tests/factories/sales.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { tabsOf, waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { expire } from './approvals.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { rows } = testbed;
const { approve, refuse, withdraw, listed, found, audited, asOwner, pendingOf } = approvalCalls(testbed);
const { reviewer: asker, sees } = depositReviews(testbed);
const second = fixture(() => aColleague(testbed, 'reviewer'));
const payer = fixture(() => aColleague(testbed, 'payer'));
const support = fixture(() => aColleague(testbed, 'support'));
beforeAll(async () => {
  await setRules(testbed, { payoutOverUsd: 300, warnedApproval: true });
});

const evidence = { adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };
const completion = { status: 'completed', ...evidence };
const put = (id: string, json: object, { token }: { token: string } = asker) =>
  testbed.app.call('PUT', `/api/admin/transactions/${id}/status`, { token, json });
const statusOf = async (id: string) => (await rows(`select status from orders where id = $1`, [id]))[0]?.status;
/** An order that is worth 391.45 US dollars by default. */
const anyOrder = async (terms: object = {}) => anOrder(testbed.app.deps, await aUser(testbed.database.pool), terms);

/** A large order with its approval asked for by a reviewer. */
async function anAskedOrder({ token }: { token: string } = asker) {
  const id = await anyOrder();
  return { id, approvalId: await pendingOf(review(testbed, token, id, completion)) };
}
const ownRefusal = '409 own_request';
const changedRefusal = '409 facts_changed';
const decided = '409 already_decided';

describe('a payout above the limit', () => {
  test('waits for a second member, who sees sum and reason, and is paid when they approve', async () => {
    const { id, approvalId } = await anAskedOrder();
    expect(await statusOf(id)).toBe('pending');
    const foundRequest = await found(approvalId, second.token);
    expect(foundRequest).toMatchObject({ kind: 'payout', subjectId: id, state: 'open', isOwn: false, mayDecide: true });
    expect(foundRequest?.askedBy).toMatchObject({ id: asker.id, name: 'Mo reviewer' });
    const details = { payout: '371.88', currency: 'USD', valueUsd: '391.45', customer: 'Ada Obi', screenshots: 1 };
    expect(foundRequest?.facts).toMatchObject({ ...details, ...evidence });
    expect(await found(approvalId, asker.token)).toMatchObject({ isOwn: true, mayDecide: false });
    const waitingFor = async ({ token }: TestMember) => {
      const { needs } = (await testbed.app.call('GET', '/api/admin/overview', { token })).body;
      return (needs as { approvals: { count: number } }).approvals.count;
    };
    expect([await waitingFor(asker), await waitingFor(payer), await waitingFor(support)]).toEqual([0, 1, 0]);
    const response = await approve(approvalId, second.token);
    expect(response).toMatchObject({ status: 200, body: { state: 'approved', decidedBy: { id: second.id } } });
    expect(await waitingFor(payer)).toBe(0);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.approved']);
    const storedRows = await rows(`select status, admin_notes from orders where id = $1`, [id]);
    expect(storedRows).toEqual([{ status: 'completed', admin_notes: 'Paid by bank.' }]);
  });

  test('is paid at once at or below the limit, and so is a refusal of any amount', async () => {
    const smallOrder = await anyOrder(worthUsd('300'));
    expect(await outcome(review(testbed, asker.token, smallOrder, completion))).toBe('200');
    expect(await outcome(put(await anyOrder(), { status: 'failed', adminNotes: 'No.' }))).toBe('200');
  });

  test('is approved by a payer too, and by no other role', async () => {
    const { approvalId, id } = await anAskedOrder();
    for (const decide of [approve, refuse])
      expect(await outcome(decide(approvalId, support.token))).toBe('403 not_permitted');
    expect(await outcome(approve(approvalId, payer.token))).toBe('200');
    expect(await statusOf(id)).toBe('completed');
  });

  test('is paid once however often it is approved from several browsers at once', async () => {
    const { id, approvalId } = await anAskedOrder();
    const members = await Promise.all(Array.from({ length: 4 }, () => aColleague(testbed, 'reviewer')));
    const browsers = await Promise.all(
      members.map(async ({ token }) => ({ token, headers: await steppedUp(testbed.app.deps, token) })),
    );
    const sentRequests = Array.from({ length: 25 }, () => browsers).flat();
    const path = `/api/admin/approvals/${approvalId}/approve`;
    const answers = await outcomes(sentRequests.map((browser) => testbed.app.call('POST', path, browser)));
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1);
    // On a busy machine some of them may be answered with a retry.
    expect(answers.filter((answer) => !/^200$|already_decided|unavailable/.test(answer))).toEqual([]);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.approved']);
    const events = `select 1 from order_events where order_id = $1 and to_status = 'completed'`;
    expect(await rows(events, [id])).toHaveLength(1);
    expect((await audited(id)).filter((action) => action === 'transaction.completed')).toHaveLength(1);
  }, 120_000);
});

describe('the member who asked', () => {
  test('cannot approve or refuse it by another route, session or role', async () => {
    const { id, approvalId } = await anAskedOrder();
    expect(await outcome(approve(approvalId, asker.token))).toMatch(ownRefusal);
    expect(await outcome(refuse(approvalId, asker.token))).toMatch(ownRefusal);
    const anotherSession = () => aSession(testbed.app.deps, { id: asker.id, role: 'staff' });
    const otherSession = await anotherSession();
    expect(await outcome(approve(approvalId, otherSession.token))).toMatch(ownRefusal);
    // The other verb takes its place, with the stored evidence of the request.
    const quickRequest = await pendingOf(put(id, completion));
    expect(quickRequest).not.toBe(approvalId);
    expect(await put(id, completion, otherSession)).toMatchObject({ status: 202, body: { approvalId: quickRequest } });
    await rows(`update team_members set role = 'owner' where user_id = $1`, [asker.id]);
    expect(await outcome(approve(quickRequest, (await anotherSession()).token))).toMatch(ownRefusal);
    await rows(`update team_members set role = 'reviewer' where user_id = $1`, [asker.id]);
    const databaseEdit = rows(`update approvals set state = 'approved', decided_by = asked_by where id = $1`, [
      quickRequest,
    ]);
    await expect(databaseEdit).rejects.toThrow(/approvals_two_users/);
    expect(await statusOf(id)).toBe('pending');
  });

  test('is not exempt as the owner of the team', async () => {
    const owner = await theOwner(testbed);
    const { approvalId } = await anAskedOrder(owner);
    expect(await outcome(approve(approvalId, owner.token))).toMatch(ownRefusal);
    expect(await outcome(approve(approvalId, second.token))).toBe('200');
  });

  test('can withdraw the request, and no other member can', async () => {
    const { approvalId } = await anAskedOrder();
    expect((await withdraw(approvalId, second.token)).status).toBe(403);
    expect((await withdraw(approvalId, asker.token)).body).toMatchObject({ state: 'void' });
    const another = rows(`update approvals set void_reason = 'erased' where id = $1`, [approvalId]);
    await expect(another).rejects.toThrow(/cannot be decided again/);
  });
});

type StoredRequest = Awaited<ReturnType<typeof anAskedOrder>>;
const inTwoParts = { ...completion, adminNotes: 'Paid in two parts.' };

describe('a request', () => {
  test.each<[string, (request: StoredRequest) => ReturnType<typeof put>, string, string]>([
    ['its order has changed in between', ({ id }) => put(id, { status: 'processing' }), 'changed', 'processing'],
    ['it was asked again with other facts', ({ id }) => put(id, inTwoParts), 'asked_again', 'pending'],
    ['whoever asked withdrew it', ({ approvalId }) => withdraw(approvalId, asker.token), 'withdrawn', 'pending'],
  ])('is void once %s', async (_why, happens, voidReason, status) => {
    const request = await anAskedOrder();
    const { body } = await happens(request);
    expect(await outcome(approve(request.approvalId, second.token))).toMatch(changedRefusal);
    expect(await found(request.approvalId, second.token)).toMatchObject({ state: 'void', voidReason });
    expect(await audited(request.approvalId)).toEqual(['approval.requested', 'approval.voided']);
    expect(await statusOf(request.id)).toBe(status);
    expect(body.approvalId).not.toBe(request.approvalId);
  });

  test('with other details replaces the earlier one', async () => {
    const { id } = await anAskedOrder();
    expect(await outcome(approve(await pendingOf(put(id, inTwoParts)), second.token))).toBe('200');
  });

  test('is not carried out after it was changed in the database', async () => {
    const storedRequest = await anAskedOrder();
    const tamperedRequest = await anAskedOrder();
    const otherRequest = await anAskedOrder();
    await rows(`update approvals set facts = facts || '{"payout": "1"}' where id = $1`, [storedRequest.approvalId]);
    const forge = async (id: unknown, path: string, value: string) =>
      rows(`update approvals set input = jsonb_set(input::jsonb, $2, $3) where id = $1`, [id, path, value]);
    await forge(tamperedRequest.approvalId, '{body,adminNotes}', '"x"');
    // A refusal asks no second member, so without its signature it would be carried out for any member who asks.
    await forge(otherRequest.approvalId, '{body,status}', '"failed"');
    for (const { id, approvalId } of [storedRequest, tamperedRequest, otherRequest]) {
      expect(await outcome(approve(approvalId, second.token))).toMatch(changedRefusal);
      expect(await statusOf(id)).toBe('pending');
    }
    const asSecond = rows(`update approvals set asked_by = $2 where id = $1`, [storedRequest.approvalId, second.id]);
    await expect(asSecond).rejects.toThrow(/cannot be changed/);
  });

  test('expires for every reader and approver, with an audit entry', async () => {
    const { approvalId, id } = await anAskedOrder();
    await rows('alter table approvals disable trigger approvals_keep');
    await rows(`update approvals set expires_at = now() where id = $1`, [approvalId]);
    await rows('alter table approvals enable trigger approvals_keep');
    expect((await listed(second.token)).some((item) => item.id === approvalId)).toBe(false);
    expect(await outcome(approve(approvalId, second.token))).toMatch('409 expired');
    expect(await outcome(withdraw(approvalId, asker.token))).toMatch('409 expired');
    await expire(testbed.app.deps);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.expired']);
    expect(await statusOf(id)).toBe('pending');
    expect(await pendingOf(put(id, completion))).not.toBe(approvalId);
  });

  test('changes nothing after a refusal, and is not decided again', async () => {
    const { id, approvalId } = await anAskedOrder();
    expect((await refuse(approvalId, payer.token)).body).toMatchObject({ state: 'refused' });
    for (const decide of [approve, refuse]) expect(await outcome(decide(approvalId, second.token))).toMatch(decided);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.refused']);
    expect(await statusOf(id)).toBe('pending');
    expect((await approve(randomUUID(), second.token)).status).toBe(404);
  });
});

describe('a member whose request waits', () => {
  const give = ({ id }: TestMember, role: TeamRole) => asOwner('PUT', `team/${id}`, { role });
  const ofNewcomer = async () => {
    const newcomer = await aColleague(testbed, 'reviewer');
    return { newcomer, ...(await anAskedOrder(newcomer)) };
  };

  test('leaves the team, and the request is void at once with the reason', async () => {
    const { newcomer, id, approvalId } = await ofNewcomer();
    expect(await outcome(asOwner('DELETE', `team/${newcomer.id}`))).toBe('204');
    const cause = { state: 'void', voidReason: 'asker_left', mayDecide: false };
    expect(await found(approvalId, second.token)).toMatchObject(cause);
    expect(await outcome(approve(approvalId, second.token))).toMatch(changedRefusal);
    expect(await statusOf(id)).toBe('pending');
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.voided']);
    const because = await rows(
      `select details->>'because' as because, actor_role from audit_log
       where subject_id = $1 and action = 'approval.voided'`,
      [approvalId],
    );
    expect(because).toEqual([{ because: 'asker_left', actor_role: 'system' }]);

    const session = { role: 'staff', sessionId: '', requestId: '', ...memberRights('reviewer') } as const;
    const actor = { ...session, userId: newcomer.id, email: newcomer.email };
    const request = { kind: 'payout', subjectId: id, details: { reference: 'X' } } as const;
    const call = { name: 'PUT /api/admin/transactions/:id/status', params: { id }, body: {} } as const;
    const { deps } = testbed.app;
    const passed = deps.inTx((tx) => deps.fourEyes.pass(tx, actor, request, call));
    await expect(passed).rejects.toMatchObject({ code: 'not_permitted' });
    expect(await rows(`select 1 from approvals where subject_id = $1 and state = 'open'`, [id])).toEqual([]);
  });

  test('gets another role, and the request is void if the new role may not make it', async () => {
    const lowered = await ofNewcomer();
    const raised = await ofNewcomer();
    await give(lowered.newcomer, 'support');
    await give(raised.newcomer, 'owner');
    expect(await found(lowered.approvalId, second.token)).toMatchObject({ state: 'void', voidReason: 'asker_role' });
    expect(await outcome(approve(lowered.approvalId, second.token))).toMatch(changedRefusal);
    expect(await found(raised.approvalId, second.token)).toMatchObject({ state: 'open', voidReason: null });
    expect(await outcome(approve(raised.approvalId, second.token))).toBe('200');
  });
});

test('approving against a warning waits for a second member, with the reason and what the chain says', async () => {
  const { id } = await aLitecoinSale(testbed, { valueUsd: '100' });
  await sees(id, 'red not_found');
  expect(await outcome(review(testbed, asker.token, id, completion))).toBe('409 verdict_needs_reason');
  const reason = 'Seen on another explorer.';
  const approvalId = await pendingOf(review(testbed, asker.token, id, { ...completion, reason }));
  const details = { verdict: 'red', findings: 'not_found', reason };
  expect(await found(approvalId, second.token)).toMatchObject({ kind: 'warned_approval', facts: details });
  expect(await outcome(approve(approvalId, second.token))).toBe('200');
  const seenRows = await rows(`select level, reason, decided_by from order_verdicts where order_id = $1`, [id]);
  expect(seenRows).toEqual([{ level: 'red', reason, decided_by: asker.id }]);
});

test('an approval sent twice with one key is one request with one screenshot', async () => {
  const id = await anyOrder();
  const reviewForm = { key: randomUUID(), shot: aProof() };
  const [first, again] = await Promise.all([1, 2].map(() => review(testbed, asker.token, id, completion, reviewForm)));
  expect(first).toEqual(again);
  expect(first?.status).toBe(202);
  expect(await rows(`select 1 from files where order_id = $1`, [id])).toHaveLength(1);
});

test('a changed rule reaches the open screens of the team in every process', async () => {
  // A waiting request opens the list of approvals too, whatever the rules are.
  await rows(`update approvals set state = 'expired' where state = 'open'`);
  const apps = [testbed.app, await testbed.another()];
  const { token } = second;
  const screens = await Promise.all(
    apps.map(async (app) => {
      const tabs = tabsOf(app);
      return { app, tabs, screen: await tabs.aClient({ token }) };
    }),
  );
  for (const payoutOverUsd of [null, 250]) {
    await rows(
      `insert into settings (key, value) values ('fourEyes', jsonb_build_object('payoutOverUsd', $1::int,
       'warnedApproval', false))
       on conflict (key) do update set value = settings.value || excluded.value`,
      [payoutOverUsd],
    );
    await rows(`select pg_notify('landfall_events', '{"kind":"settings_changed"}')`);
    for (const { app, screen } of screens) {
      await waitForMessage(screen, { type: 'approval_rules_changed' });
      const { body } = await app.call('GET', '/api/auth/user', { token });
      expect(body.fourEyes).toBe(payoutOverUsd !== null);
    }
  }
  for (const { tabs } of screens) tabs.goAway();
});
