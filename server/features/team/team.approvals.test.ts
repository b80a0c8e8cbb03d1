import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aSession, steppedUp, type TestMember } from '#tests/factories/members.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000' });
const { approve, listed, audited } = approvalCalls(testbed);

const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const secondOwner = fixture(() => aColleague(testbed, 'owner'));
beforeAll(async () => void (await setRules(testbed, { liftBlock: true })));

const newAddress = () => `nora.${randomUUID()}@example.com`;
const invite = async (email: string, role: TeamRole, by?: TestMember) =>
  testbed.app.call('POST', '/api/admin/team', { ...(await asOwner(by)), json: { email, role } });
const change = async (id: string, role: TeamRole) =>
  testbed.app.call('PUT', `/api/admin/team/${id}`, { ...(await asOwner()), json: { role } });
const asOwner = async (by?: TestMember) =>
  by ? { token: by.token, headers: await steppedUp(testbed.app.deps, by.token) } : theOwner(testbed);
const noticesTo = async (email: string) =>
  (await testbed.mailbox.to(email)).filter(({ template }) => template === 'owner_notice').map(({ data }) => data);

/** Accepts the invitation mailed to an address, and has the second factor on. */
async function join(email: string): Promise<TestMember> {
  const mail = (await testbed.mailbox.to(email)).findLast(({ template }) => template === 'team_invitation');
  const link = String(mail?.data.path).replace('/invitation/', '');
  const json = { firstName: 'Nora', lastName: 'Diaz', password: 'what the new colleague chose' };
  const joined = await testbed.app.call('POST', `/api/invitations/${link}`, { json });
  expect(joined.status).toBe(200);
  const { id } = joined.body.user as { id: string };
  await testbed.rows(`insert into second_factors (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [id]);
  const { token } = await aSession(testbed.app.deps, { id, role: 'staff' });
  return { id, email, token };
}

/** A request to lift a block, which the owner asked for. */
async function aRequest(): Promise<string> {
  const [user] = await testbed.rows(
    `insert into users (email, email_verified_at, first_name, last_name, status, blocked_reason)
     values ($1, now(), 'Ada', 'Obi', 'blocked', 'Stolen card.') returning id`,
    [newAddress()],
  );
  const path = `/api/admin/users/${String(user?.id)}/unblock`;
  return String((await testbed.app.call('POST', path, await theOwner(testbed))).body.approvalId);
}

test('an owner cannot make the second member: whoever may decide is invited by two, and only they get the link', async () => {
  const email = newAddress();
  const asked = await invite(email, 'reviewer');
  expect(asked.status).toBe(202);
  expect(await testbed.mailbox.to(email)).toEqual([]);
  const id = String(asked.body.approvalId);
  expect((await invite(email, 'reviewer')).body.approvalId).toBe(id);
  expect((await listed(reviewer.token)).find((request) => request.id === id)).toMatchObject({
    kind: 'team',
    facts: { invited: email, role: 'reviewer' },
  });
  expect((await approve(id, (await theOwner(testbed)).token)).body.code).toBe('own_request');
  expect((await approve(id, reviewer.token)).status).toBe(200);
  expect(await testbed.mailbox.to(email)).toHaveLength(1);
  const logged = await testbed.rows(`select 1 from audit_log where details::text like '%' || $1 || '%'`, [email]);
  expect(logged).toEqual([]);
});

test('whoever decides nothing is invited by one, and promoted to a role that decides by two', async () => {
  const email = newAddress();
  const invited = await invite(email, 'support');
  expect(invited.status).toBe(201);
  const open = await change(String(invited.body.id), 'payer');
  expect(open.status).toBe(202);
  expect((await change(String(invited.body.id), 'auditor')).status).toBe(200);
  const auditor = await aColleague(testbed, 'auditor');
  const asked = await change(auditor.id, 'owner');
  expect(asked.status).toBe(202);
  const roleOf = `select role from team_members where user_id = $1`;
  expect(await testbed.rows(roleOf, [auditor.id])).toEqual([{ role: 'auditor' }]);
  expect((await approve(String(asked.body.approvalId), reviewer.token)).status).toBe(200);
  expect(await testbed.rows(roleOf, [auditor.id])).toEqual([{ role: 'owner' }]);
  expect(await audited(auditor.id)).toContain('team.role_changed');
  expect((await change(auditor.id, 'support')).status).toBe(200);
});

test('a former member who may decide comes back by two, and so does an invitation that has expired', async () => {
  const payer = await aColleague(testbed, 'payer');
  const ended = await testbed.app.call('DELETE', `/api/admin/team/${payer.id}`, await theOwner(testbed));
  expect(ended.status).toBe(204);
  expect((await invite(payer.email, 'payer')).status).toBe(202);
  const stale = newAddress();
  await testbed.rows(
    `insert into team_invitations (member_id, email, role, hash, expires_at) values ($1, $2, 'owner', $3, now())`,
    [randomUUID(), stale, randomUUID()],
  );
  const [row] = await testbed.rows(`select member_id from team_invitations where email = $1`, [stale]);
  const path = `/api/admin/team/${String(row?.member_id)}/resend`;
  expect((await testbed.app.call('POST', path, await theOwner(testbed))).status).toBe(202);
});

test('a new member refuses requests at once, and approves them a day after joining', async () => {
  const email = newAddress();
  const asked = await invite(email, 'reviewer');
  await approve(String(asked.body.approvalId), reviewer.token);
  const nora = await join(email);
  const id = await aRequest();
  expect((await listed(nora.token)).find((request) => request.id === id)).toMatchObject({
    mayDecide: true,
    approvesFrom: expect.any(String) as string,
  });
  expect(await approve(id, nora.token)).toMatchObject({
    status: 403,
    body: { reason: 'approval_new_member', params: { time: expect.any(String) as string } },
  });
  await testbed.rows(`update team_members set approves_from = now() where user_id = $1`, [nora.id]);
  expect((await approve(id, nora.token)).status).toBe(200);
});

test('every owner gets a mail when somebody is invited, joins or may do more', async () => {
  const before = (await noticesTo(secondOwner.email)).length;
  const email = newAddress();
  const invited = await invite(email, 'support');
  await join(email);
  const asked = await change(String(invited.body.id), 'reviewer');
  await approve(String(asked.body.approvalId), reviewer.token);
  for (const owner of [adminEmail, secondOwner.email]) {
    const notices = (await noticesTo(owner)).slice(-3);
    expect(notices).toMatchObject([
      { kind: 'invited', member: email, role: 'support' },
      { kind: 'joined', role: 'support' },
      { kind: 'promoted', role: 'reviewer' },
    ]);
  }
  expect(await noticesTo(secondOwner.email)).toHaveLength(before + 3);
  expect(await noticesTo(reviewer.email)).toEqual([]);
});

test.each(['ended', 'demoted'] as const)('the open invitations of an owner who is %s lead nowhere', async (how) => {
  const formerOwner = await aColleague(testbed, 'owner');
  const email = newAddress();
  expect((await invite(email, 'auditor', formerOwner)).status).toBe(201);
  const mail = (await testbed.mailbox.to(email)).at(-1);
  const path = `/api/admin/team/${formerOwner.id}`;
  const boss = await theOwner(testbed);
  const isEnded = how === 'ended';
  const changed = isEnded ? testbed.app.call('DELETE', path, boss) : change(formerOwner.id, 'support');
  expect((await changed).status).toBe(isEnded ? 204 : 200);
  const link = String(mail?.data.path).replace('/invitation/', '/api/invitations/');
  expect((await testbed.app.call('GET', link)).body.code).toBe('link_expired');
});

test('a team of one is not locked in: where nobody else could approve, the owner invites alone', async () => {
  await testbed.rows(`update team_members set ends_at = now() where ends_at is null`);
  const email = newAddress();
  expect((await invite(email, 'reviewer')).status).toBe(201);
  const nora = await join(email);
  expect((await approve(await aRequest(), nora.token)).body.reason).toBe('approval_new_member');
});
