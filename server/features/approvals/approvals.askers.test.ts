import { beforeAll, describe, expect, test } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { review } from '#tests/factories/deposits.ts';
import type { TestMember } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { memberRights } from '#tests/factories/rights.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000' });
const { approve, withdraw, listed, audited } = approvalCalls(testbed);
const completed = { status: 'completed', adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };

const second = fixture(() => aColleague(testbed, 'reviewer'));
beforeAll(async () => {
  await setRules(testbed, { payoutOverUsd: 300 });
});

/** A payout that a reviewer has asked for. */
async function asked() {
  const asker = await aColleague(testbed, 'reviewer');
  const id = await anOrder(testbed.app.deps, await aUser(testbed.database.pool));
  const { body } = await review(testbed, asker.token, id, completed);
  return { asker, id, approvalId: String(body.approvalId) };
}
const found = async (id: string) => (await listed(second.token, 'all')).find((item) => item.id === id);
const end = async ({ id }: TestMember) => testbed.app.call('DELETE', `/api/admin/team/${id}`, await theOwner(testbed));
const give = async ({ id }: TestMember, role: TeamRole) =>
  testbed.app.call('PUT', `/api/admin/team/${id}`, { ...(await theOwner(testbed)), json: { role } });
const changed = { status: 409, body: { code: 'facts_changed' } };

describe('a request', () => {
  test('is void at once, with the reason, when whoever asked leaves the team', async () => {
    const { asker, id, approvalId } = await asked();
    expect((await end(asker)).status).toBe(204);
    expect(await found(approvalId)).toMatchObject({ state: 'void', voidReason: 'asker_left', mayDecide: false });
    expect(await approve(approvalId, second.token)).toMatchObject(changed);
    expect(await testbed.rows('select status from orders where id = $1', [id])).toEqual([{ status: 'pending' }]);
    expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.voided']);
    expect(
      await testbed.rows(
        `select details->>'because' as because, actor_role from audit_log
         where subject_id = $1 and action = 'approval.voided'`,
        [approvalId],
      ),
    ).toEqual([{ because: 'asker_left', actor_role: 'system' }]);
  });

  test('is void when whoever asked is given a role that may not ask for it, and open while the role still may', async () => {
    const [lowered, raised] = [await asked(), await asked()];
    await give(lowered.asker, 'support');
    await give(raised.asker, 'owner');
    expect(await found(lowered.approvalId)).toMatchObject({ state: 'void', voidReason: 'asker_role' });
    expect(await approve(lowered.approvalId, second.token)).toMatchObject(changed);
    expect(await found(raised.approvalId)).toMatchObject({ state: 'open', voidReason: null });
    expect((await approve(raised.approvalId, second.token)).status).toBe(200);
  });

  test('is not written for a member whose membership ended while it was on its way', async () => {
    const { asker, id } = await asked();
    await end(asker);
    const { deps } = testbed.app;
    const actor = {
      userId: asker.id,
      email: asker.email,
      role: 'staff',
      sessionId: '',
      requestId: '',
      ...memberRights('reviewer'),
    } as const;
    const request = { kind: 'payout', subjectId: id, facts: { reference: 'X' }, input: {} } as const;
    await expect(deps.inTx((tx) => deps.fourEyes.pass(tx, actor, request))).rejects.toMatchObject({
      code: 'not_permitted',
    });
    expect(await testbed.rows(`select 1 from approvals where subject_id = $1 and state = 'open'`, [id])).toEqual([]);
  });

  test('says why it is void: withdrawn, asked again with other details, or about what has changed', async () => {
    const [withdrawn, replaced, moved] = [await asked(), await asked(), await asked()];
    await withdraw(withdrawn.approvalId, withdrawn.asker.token);
    await review(testbed, replaced.asker.token, replaced.id, { ...completed, adminNotes: 'Paid in two parts.' });
    await testbed.app.call('PUT', `/api/admin/transactions/${moved.id}/status`, {
      token: second.token,
      json: { status: 'processing' },
    });
    await approve(moved.approvalId, second.token);
    const reasons = [withdrawn, replaced, moved].map(async ({ approvalId }) => (await found(approvalId))?.voidReason);
    expect(await Promise.all(reasons)).toEqual(['withdrawn', 'asked_again', 'changed']);
    await expect(
      testbed.rows(`update approvals set void_reason = 'erased' where id = $1`, [withdrawn.approvalId]),
    ).rejects.toThrow(/cannot be decided again/);
  });
});

test('the rules reach the open screens of the team in every process, which then read them as they are', async () => {
  const other = await testbed.another();
  const apps = [testbed.app, other];
  const screens = apps.map((app) => socketClients(() => `${app.url.replace('http', 'ws')}/ws`));
  const open = await Promise.all(screens.map((clients) => clients.aClient({ token: second.token })));
  const rulesAt = (app: typeof other) => app.call('GET', '/api/auth/user', { token: second.token });
  for (const payoutOverUsd of [null, 250]) {
    await testbed.rows(
      `insert into settings (key, value) values ('fourEyes', jsonb_build_object('payoutOverUsd', $1::int))
       on conflict (key) do update set value = settings.value || excluded.value`,
      [payoutOverUsd],
    );
    await testbed.rows(`select pg_notify('landfall_events', '{"kind":"settings_changed"}')`);
    for (const [at, app] of apps.entries()) {
      await waitForMessage(open[at] as NonNullable<(typeof open)[number]>, { type: 'approval_rules_changed' });
      expect((await rulesAt(app)).body).toMatchObject({ fourEyes: payoutOverUsd !== null });
    }
  }
  for (const clients of screens) clients.goAway();
});
