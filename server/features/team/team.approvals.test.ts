import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, approvalCalls, provenCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { invitations } from '#tests/factories/invitations.ts';
import { aSession } from '#tests/factories/members.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcomeOf, reasonOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, mailbox, row, rows } = testbed;
const { approve, found, audited } = approvalCalls(testbed);
const session = fixture(() => theOwner(testbed));
const owner = teamCalls(app, session);
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const secondOwner = fixture(() => aColleague(testbed, 'owner'));
beforeAll(async () => void (await setRules(testbed, { liftBlock: true })));

const { newAddress, invite, linkFor, open, join: acceptInvitation } = invitations(testbed, owner);
const change = (id: unknown, role: TeamRole) => owner.put(`team/${String(id)}`, { role });
const approveAnswer = async ({ body }: { body: Record<string, unknown> }) =>
  approve(String(body.approvalId), reviewer.token);

/** Accepts the invitation mailed to an address, and has the second factor on. */
async function join(email: string) {
  const { id } = await acceptInvitation(email);
  await rows(`insert into second_factors (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [id]);
  return { id, ...(await aSession(app.deps, { id, role: 'staff' })) };
}

/** A request to lift a block, which the owner asked for. */
async function aRequest(): Promise<string> {
  const { id } = await row(
    `insert into users (email, email_verified_at, first_name, last_name, status, blocked_reason)
     values ($1, now(), 'Ada', 'Obi', 'blocked', 'Stolen card.') returning id`,
    [newAddress()],
  );
  return String((await owner.post(`users/${String(id)}/unblock`)).body.approvalId);
}

test('an owner cannot invite the second member alone, and only the invited person gets the link', async () => {
  const email = newAddress();
  const { status, body } = await invite(email);
  expect(status).toBe(202);
  expect(await mailbox.to(email)).toEqual([]);
  const id = String(body.approvalId);
  expect((await invite(email)).body.approvalId).toBe(id);
  const details = { invited: email, role: 'reviewer' };
  expect(await found(id, reviewer.token)).toMatchObject({ kind: 'team', facts: details });
  expect((await approve(id, session.token)).body.code).toBe('own_request');
  expect((await approve(id, reviewer.token)).status).toBe(200);
  expect(await mailbox.to(email)).toHaveLength(1);
  expect(await rows(`select 1 from audit_log where details::text like '%' || $1 || '%'`, [email])).toEqual([]);
});

test('one member invites a role without decisions, and two promote to one that decides', async () => {
  const invited = await invite(newAddress(), 'support');
  expect(invited.status).toBe(201);
  expect((await change(invited.body.id, 'payer')).status).toBe(202);
  expect((await change(invited.body.id, 'auditor')).status).toBe(200);
  const { id } = await aColleague(testbed, 'auditor');
  const roleNow = async () => (await row(`select role from team_members where user_id = $1`, [id])).role;
  const changeRequest = await change(id, 'owner');
  expect([changeRequest.status, await roleNow()]).toEqual([202, 'auditor']);
  expect([(await approveAnswer(changeRequest)).status, await roleNow()]).toEqual([200, 'owner']);
  expect(await audited(id)).toContain('team.role_changed');
  expect((await change(id, 'support')).status).toBe(200);
});

test('a former member who may decide, or whose invitation expired, is invited again by two', async () => {
  const payer = await aColleague(testbed, 'payer');
  expect((await owner.del(`team/${payer.id}`)).status).toBe(204);
  expect((await invite(payer.email, 'payer')).status).toBe(202);
  const staleInvitation = await row(
    `insert into team_invitations (member_id, email, role, hash, expires_at) values ($1, $2, 'owner', $3, now())
     returning member_id as id`,
    [randomUUID(), newAddress(), randomUUID()],
  );
  expect((await owner.post(`team/${String(staleInvitation.id)}/resend`)).status).toBe(202);
});

test('a new member refuses requests at once, and approves them a day after joining', async () => {
  const email = newAddress();
  await approveAnswer(await invite(email));
  const nora = await join(email);
  const id = await aRequest();
  const time = expect.any(String) as string;
  expect(await found(id, nora.token)).toMatchObject({ mayDecide: true, approvesFrom: time });
  const earlyAnswer = await approve(id, nora.token);
  expect([earlyAnswer.status, earlyAnswer.body]).toMatchObject([
    403,
    { reason: 'approval_new_member', params: { time } },
  ]);
  await rows(`update team_members set approves_from = now() where user_id = $1`, [nora.id]);
  expect((await approve(id, nora.token)).status).toBe(200);
});

test('every owner gets a mail when a member is invited, joins or is promoted', async () => {
  const noticesTo = (email: string) => mailbox.of('owner_notice', email);
  const before = (await noticesTo(secondOwner.email)).length;
  const email = newAddress();
  const invited = await invite(email, 'support');
  await join(email);
  await approveAnswer(await change(invited.body.id, 'reviewer'));
  for (const address of [adminEmail, secondOwner.email])
    expect((await noticesTo(address)).slice(-3)).toMatchObject([
      { kind: 'invited', member: email, role: 'support' },
      { kind: 'joined', role: 'support' },
      { kind: 'promoted', role: 'reviewer' },
    ]);
  expect(await noticesTo(secondOwner.email)).toHaveLength(before + 3);
  expect(await noticesTo(reviewer.email)).toEqual([]);
});

test.each(['ended', 'demoted'] as const)('the open invitations of an owner who is %s are invalid', async (how) => {
  const formerColleague = await aColleague(testbed, 'owner');
  const email = newAddress();
  expect((await invite(email, 'auditor', await provenCalls(testbed, formerColleague))).status).toBe(201);
  const link = await linkFor(email);
  const changedAnswer = await (how === 'ended'
    ? owner.del(`team/${formerColleague.id}`)
    : change(formerColleague.id, 'support'));
  expect(changedAnswer.status).toBe(how === 'ended' ? 204 : 200);
  expect(await outcomeOf(open(link))).toContain('link_expired');
});

test('the only owner of a team of one can invite alone', async () => {
  await rows(`update team_members set ends_at = now() where ends_at is null`);
  const email = newAddress();
  expect((await invite(email)).status).toBe(201);
  const nora = await join(email);
  expect(await reasonOf(approve(await aRequest(), nora.token))).toContain('approval_new_member');
});
