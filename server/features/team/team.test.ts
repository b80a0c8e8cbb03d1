import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { exportPersonalData } from '#server/features/users/users.erasure.service.ts';
import { rightsOf, type TeamRole } from '#shared/team/team.roles.ts';
import { aCustomer, passDayOfGrace } from '#tests/factories/accounts.ts';
import { aColleague, provenCalls, theOwner } from '#tests/factories/approvals.ts';
import { invitations } from '#tests/factories/invitations.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, outcomeOf, outcomesOf, reasonOf, teamCalls } from '#tests/setup/calls.ts';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { describeMails } from '#tests/setup/mails.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { teamMail } from './team.mail.templates.ts';

const testbed = openTestbed();
const { app, rows, row } = testbed;
const session = fixture(() => theOwner(testbed));
const owner = teamCalls(app, session);
const { password, newAddress, invite, linkFor, open, accept, join } = invitations(testbed, owner);
const member = (role: TeamRole) => aColleague(testbed, role);
const signIn = (email: string) => app.call('POST', '/api/login', { json: { email, password } });

/** A member who was invited to a role and accepted. */
async function aNewMember(role: TeamRole) {
  const email = newAddress();
  await invite(email, role);
  return join(email);
}

/** Switches the second factor on with the codes of an app; returns the function that gives its digits. */
async function setUpFactor(token: string) {
  const { post } = callsOf(app, { token });
  const setup = await post('second-factor', { password });
  const totp = new TOTP({ secret: Secret.fromBase32(String(setup.body.secret)) });
  const at = app.deps.now().getTime();
  const response = await post('second-factor/confirm', { code: totp.generate({ timestamp: at - 30_000 }) });
  expect(response.status).toBe(200);
  return () => totp.generate({ timestamp: at });
}
const listColleague = async (id: unknown) =>
  (await owner.get<{ id: string }[]>('team')).body.filter((colleague) => colleague.id === id);

test('an invited member joins with a password and a second factor', async () => {
  const email = newAddress();
  const { body: invited } = await invite(email);
  expect(invited).toMatchObject({ email, role: 'reviewer', status: 'invited', name: null });
  const link = await linkFor(email);
  expect(await open(link)).toMatchObject({
    status: 200,
    body: { email, role: 'reviewer', invitedBy: 'Desk Administrator' },
  });
  const storedRows = await rows(`select encode(hash, 'hex') as hash from team_invitations where email = $1`, [email]);
  expect(JSON.stringify(storedRows)).not.toContain(Buffer.from(link, 'base64url').toString('hex'));

  const response = await accept(link, { password: 'a gull ate.' });
  expect(response.body.fields).toEqual({ password: 'A password of the team must be at least 12 characters' });
  const { status, body } = await accept(link);
  const expectedSession = { isAdmin: true, secondFactorSetupRequired: true, user: { email, role: 'staff' } };
  expect({ status, ...body }).toMatchObject({ status: 200, ...expectedSession });
  const nora = callsOf(app, { token: String(body.token) });
  for (const path of ['admin/me', 'auth/user'])
    expect(await outcomeOf(nora.get(path))).toBe('403 second_factor_setup_required');
  expect(await listColleague(invited.id)).toMatchObject([{ secondFactorSince: null }]);
  const digits = await setUpFactor(String(body.token));
  expect(await listColleague(invited.id)).toMatchObject([
    { secondFactorSince: expect.stringMatching(/^\d{4}-/) as string },
  ]);
  const { may } = rightsOf('reviewer');
  const me = { id: invited.id, name: 'Nora Diaz', role: 'reviewer', may };
  expect(await nora.get('admin/me')).toMatchObject({ status: 200, body: me });
  expect((await nora.get('auth/user')).body).toMatchObject({ may });
  const switchOff = nora.del('second-factor', { password, code: digits() });
  expect(await reasonOf(switchOff)).toBe('409 second_factor_compulsory');
  const ip = expect.any(String) as string;
  expect(await testbed.audit(String(invited.id))).toMatchObject([
    { action: 'team.invited', actor_role: 'admin', details: { role: 'reviewer' } },
    { action: 'team.joined', actor_role: 'staff', details: { role: 'reviewer', ip } },
    {},
  ]);
});

test('a member who closes the browser before the second factor is on must finish it', async () => {
  const { email } = await aNewMember('support');
  const { status, body } = await signIn(email);
  expect([status, body.secondFactorSetupRequired]).toEqual([200, true]);
  const token = String(body.token);
  expect((await teamCalls(app, { token }).get('chat-rooms')).status).toBe(403);
  const client = await socketClients(() => socketOf(app.url)).aClient();
  client.send({ type: 'auth', token });
  expect(await client.next()).toMatchObject({ type: 'error', code: 'second_factor_setup_required' });
});

test('each link shows its state: unknown, used, replaced, withdrawn or expired', async () => {
  expect(await outcomeOf(open('x'.repeat(43)))).toBe('404 invitation_unknown');
  expect(await outcomeOf(accept('nonsense'))).toBe('404 invitation_unknown');

  const usedBy = newAddress();
  const replacedFor = newAddress();
  const oldAddress = newAddress();
  const withdrawn = newAddress();
  await invite(usedBy);
  const usedLink = await linkFor(usedBy);
  await accept(usedLink);
  for (const answer of [open(usedLink), accept(usedLink)]) expect(await outcomeOf(answer)).toBe('409 invitation_used');

  const { id } = (await invite(replacedFor)).body;
  const first = await linkFor(replacedFor);
  const resent = await owner.post(`team/${String(id)}/resend`);
  expect(resent).toMatchObject({ status: 200, body: { id, status: 'invited' } });
  for (const answer of [open(first), accept(first)]) expect(await outcomeOf(answer)).toBe('422 link_expired');
  expect((await open(await linkFor(replacedFor))).status).toBe(200);

  await invite(oldAddress);
  await rows(`update team_invitations set expires_at = now() where email = $1`, [oldAddress]);
  expect(await outcomeOf(accept(await linkFor(oldAddress)))).toBe('422 link_expired');
  expect((await invite(oldAddress)).status).toBe(201);

  const withdrawnId = (await invite(withdrawn)).body.id;
  expect((await owner.del(`team/${String(withdrawnId)}`)).status).toBe(204);
  expect(await outcomeOf(open(await linkFor(withdrawn)))).toBe('422 link_expired');
});

test('a link opened in two browsers at once lets one of them join', async () => {
  const email = newAddress();
  await invite(email);
  const link = await linkFor(email);
  const outcomes = await outcomesOf([accept(link), accept(link), accept(link)]);
  expect(outcomes).toEqual(['200', '409 invitation_used', '409 invitation_used']);
  expect(await rows(`select 1 from users where email = $1`, [email])).toHaveLength(1);
});

test('an address that is invited, a member’s or a customer’s is refused with its reason', async () => {
  const colleague = await member('payer');
  const customer = await aCustomer(app.call, testbed.mailbox);
  const email = newAddress();
  const both = newAddress();
  await invite(email);
  for (const [address, code] of [
    [email, 'already_invited'],
    [colleague.email, 'already_member'],
    [adminEmail, 'already_member'],
    [customer.email, 'is_customer'],
  ] as const)
    expect(await outcomeOf(invite(address))).toBe(`409 ${code}`);
  expect(await outcomesOf([invite(both), invite(both)])).toEqual(['201', expect.stringMatching(/^409/)]);
});

test('inviting a member, changing a role and ending a membership need the password', async () => {
  const withoutStepUp = teamCalls(app, { token: session.token });
  const path = `team/${(await member('payer')).id}`;
  for (const call of [
    invite(newAddress(), 'payer', withoutStepUp),
    withoutStepUp.put(path, { role: 'owner' }),
    withoutStepUp.del(path),
  ])
    expect(await outcomeOf(call)).toBe('403 step_up_required');
});

test('the owner named by ADMIN_EMAIL cannot be removed or demoted, even in the database', async () => {
  const path = `team/${String((await owner.get('me')).body.id)}`;
  expect(await outcomeOf(owner.del(path))).toBe('409 last_owner');
  const colleague = await provenCalls(testbed, await member('owner'));
  expect(await outcomeOf(colleague.put(path, { role: 'auditor' }))).toBe('409 last_owner');
  expect((await colleague.put(path, { role: 'owner' })).status).toBe(200);
  for (const attack of [`update users set role = 'staff'`, `update users set status = 'deleted'`, `delete from users`])
    await expect(rows(`${attack} where role = 'admin'`)).rejects.toThrow(/cannot be removed/);
});

test('a changed role ends sessions, sockets and chats, on another process within a second', async () => {
  const otherProcess = await testbed.another();
  const { id, token } = await member('support');
  const rooms = () => teamCalls(otherProcess, { token }).get('chat-rooms');
  expect((await rooms()).status).toBe(200);
  const client = await socketClients(() => socketOf(otherProcess.url)).aClient();
  client.send({ type: 'join_as_agent', agentId: 'agent', token });
  await client.next();

  const startedAt = performance.now();
  const changedMember = await owner.put(`team/${id}`, { role: 'auditor' });
  expect(changedMember).toMatchObject({ status: 200, body: { role: 'auditor' } });
  await vi.waitFor(async () => expect((await rooms()).status).toBe(401), 30_000);
  expect(await client.closed).toBe(4401);
  expect(performance.now() - startedAt).toBeLessThan(onThisMachine(1_000));
  expect(await testbed.audit(id)).toMatchObject([
    { action: 'team.role_changed', actor_role: 'admin', details: { from: 'support', to: 'auditor' } },
  ]);
});

test('a former member cannot sign in, and needs a new second factor when invited again', async () => {
  const { id, email, token } = await aNewMember('payer');
  await setUpFactor(token);
  expect((await owner.del(`team/${id}`)).status).toBe(204);
  expect((await teamCalls(app, { token }).get('me')).status).toBe(401);
  expect((await signIn(email)).status).toBe(403);
  expect((await owner.put(`team/${id}`, { role: 'owner' })).status).toBe(404);
  expect(await reasonOf(owner.post(`users/${id}/unblock`))).toContain('member_protected');

  expect(await invite(email, 'support')).toMatchObject({ status: 201, body: { id, status: 'invited' } });
  const back = await accept(await linkFor(email));
  expect(back).toMatchObject({ status: 200, body: { secondFactorSetupRequired: true, user: { id } } });
  expect(await listColleague(id)).toMatchObject([{ role: 'support', status: 'active' }]);
});

test('a reviewer who may block and delete customers cannot do that to a member', async () => {
  const reviewer = await provenCalls(testbed, await member('reviewer'));
  const colleague = await member('owner');
  const path = `users/${colleague.id}`;
  expect(await reasonOf(reviewer.post(`${path}/block`, { reason: 'x' }))).toContain('member_protected');
  expect(await reasonOf(reviewer.del(path, { email: colleague.email }))).toContain('member_protected');
  const edit = await reviewer.put(path, { firstName: 'Someone' });
  expect(edit.body).toMatchObject({ code: 'not_permitted', params: { may: 'team.write' } });
});

test('a former member is erased with name, address and invitations', async () => {
  const { id, email, token } = await aNewMember('auditor');
  await setUpFactor(token);
  const exported = await exportPersonalData(app.deps, { userId: id });
  expect(exported.team).toMatchObject({ role: 'auditor', endsAt: null });
  await owner.del(`team/${id}`);
  expect((await owner.del(`users/${id}`, { email })).status).toBe(204);
  await passDayOfGrace(testbed, id);
  expect(await rows(`select 1 from team_invitations where email = $1`, [email])).toEqual([]);
  expect(await row(`select email, status from users where id = $1`, [id])).toEqual({ email: null, status: 'deleted' });
  expect(await listColleague(id)).toEqual([]);
});

const notice = {
  member: 'Mo Reviewer',
  role: 'owner',
  by: 'Ola Owner',
  time: '2026-11-22T10:00:00.000Z',
  name: 'Main account',
} as const;
describeMails(teamMail, {
  team_invitation: { role: 'reviewer', path: '/invitation/abc', hours: 24 },
  setup_test: { path: '/admin/dashboard' },
  approval_cancelled: { path: '/admin/approvals' },
  approval_wanted: { by: 'Ola Owner', path: '/admin/approvals', kind: 'payout', isReleased: false },
  owner_notice: { ...notice, kind: 'promoted', path: '/admin/team' },
});
