import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { exportPersonalData } from '#server/features/users/users.erasure.service.ts';
import { endpointsByFeature } from '#shared/api.ts';
import { rightsOf, teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import { aCustomer, passDayOfGrace, signedIn } from '#tests/factories/accounts.ts';
import { aMember, steppedUp } from '#tests/factories/members.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import type { Call } from '#tests/setup/platform.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000' });
const call: Call = (...sent) => testbed.app.call(...sent);
const clients = socketClients(() => socketOf(testbed.app.url));
const password = 'what the new colleague chose';
const joining = { firstName: 'Nora', lastName: 'Diaz', password };
const newAddress = () => `nora.${randomUUID()}@example.com`;
const member = (role: TeamRole) => aMember(testbed.database.pool, testbed.app.deps, role);

/** The owner's session, and the header with the step-up token. */
async function owner() {
  const token = await signedIn(call, adminEmail, adminPassword);
  const { body } = await call('POST', '/api/admin/step-up', { token, json: { password: adminPassword } });
  return { token, headers: { 'X-Step-Up': String(body.stepUpToken) } };
}

async function invite(email: string, role: TeamRole = 'reviewer') {
  return call('POST', '/api/admin/team', { ...(await owner()), json: { email, role } });
}

/** The token of the newest invitation mailed there. */
async function tokenFor(email: string): Promise<string> {
  const mail = (await testbed.mailbox.to(email)).findLast(({ template }) => template === 'team_invitation');
  return String(mail?.data.path).replace('/invitation/', '');
}
const open = (link: string) => call('GET', `/api/invitations/${link}`);
const accept = (link: string) => call('POST', `/api/invitations/${link}`, { json: joining });

async function join(role: TeamRole) {
  const email = newAddress();
  const invited = await invite(email, role);
  const { body } = await accept(await tokenFor(email));
  return { id: String(invited.body.id), email, token: String(body.token), body };
}

/** Switches the second factor on with the codes of an app; returns the function that gives its digits. */
async function setUpFactor(token: string) {
  const begun = await call('POST', '/api/second-factor', { token, json: { password } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(begun.body.secret)) });
  const at = testbed.app.deps.now().getTime();
  const code = totp.generate({ timestamp: at - 30_000 });
  expect((await call('POST', '/api/second-factor/confirm', { token, json: { code } })).status).toBe(200);
  return () => totp.generate({ timestamp: at });
}

const actionsOn = (id: string) =>
  testbed.rows(
    `select action, actor_role, details from audit_log where subject_id = $1 and action like 'team.%' order by id`,
    [id],
  );

test('whom the owner invites joins with a password and a second factor, and the same token is then a whole session', async () => {
  const email = newAddress();
  const invited = await invite(email, 'reviewer');
  expect(invited).toMatchObject({ status: 201, body: { email, role: 'reviewer', status: 'invited', name: null } });
  const link = await tokenFor(email);
  expect(await open(link)).toMatchObject({ status: 200, body: { email, role: 'reviewer' } });
  const stored = await testbed.rows(`select encode(hash, 'hex') as hash from team_invitations where email = $1`, [
    email,
  ]);
  expect(JSON.stringify(stored)).not.toContain(Buffer.from(link, 'base64url').toString('hex'));

  const short = await call('POST', `/api/invitations/${link}`, { json: { ...joining, password: 'a gull ate.' } });
  expect(short.body.fields).toEqual({ password: 'A password of the team must be at least 12 characters' });
  const { status, body } = await accept(link);
  expect(status).toBe(200);
  expect(body).toMatchObject({ isAdmin: true, secondFactorSetupRequired: true, user: { email, role: 'staff' } });
  const token = String(body.token);
  const refused = { status: 403, body: { code: 'second_factor_setup_required' } };
  expect(await call('GET', '/api/admin/me', { token })).toMatchObject(refused);
  expect(await call('GET', '/api/auth/user', { token })).toMatchObject(refused);
  const digits = await setUpFactor(token);
  expect(await call('GET', '/api/admin/me', { token })).toMatchObject({
    status: 200,
    body: { id: invited.body.id, name: 'Nora Diaz', role: 'reviewer', may: rightsOf('reviewer').may },
  });
  expect((await call('GET', '/api/auth/user', { token })).body).toMatchObject({ may: rightsOf('reviewer').may });
  const off = await call('DELETE', '/api/second-factor', { token, json: { password, code: digits() } });
  expect(off).toMatchObject({ status: 409, body: { reason: 'second_factor_compulsory' } });
  expect(await actionsOn(String(invited.body.id))).toEqual([
    { action: 'team.invited', actor_role: 'admin', details: { role: 'reviewer' } },
    { action: 'team.joined', actor_role: 'staff', details: { role: 'reviewer', ip: expect.any(String) as string } },
  ]);
});

test('a member who closes the browser before the second factor is on is led to its set-up by the next sign-in', async () => {
  const { email } = await join('support');
  const again = await call('POST', '/api/login', { json: { email, password } });
  expect(again).toMatchObject({ status: 200, body: { secondFactorSetupRequired: true } });
  const second = String(again.body.token);
  expect((await call('GET', '/api/admin/chat-rooms', { token: second })).status).toBe(403);
  const client = await clients.aClient();
  client.send({ type: 'auth', token: second });
  expect(await client.next()).toMatchObject({ type: 'error', code: 'second_factor_setup_required' });
});

test('each link says what became of it: unknown, used, replaced, withdrawn, too old', async () => {
  expect(await open('x'.repeat(43))).toMatchObject({ status: 404, body: { code: 'invitation_unknown' } });
  expect(await accept('nonsense')).toMatchObject({ status: 404, body: { code: 'invitation_unknown' } });

  const [usedBy, replacedFor, old, withdrawn] = [newAddress(), newAddress(), newAddress(), newAddress()];
  await invite(usedBy);
  const used = await tokenFor(usedBy);
  await accept(used);
  for (const answer of [await open(used), await accept(used)])
    expect(answer).toMatchObject({ status: 409, body: { code: 'invitation_used' } });

  const expired = { status: 422, body: { code: 'link_expired' } };
  const { id } = (await invite(replacedFor)).body;
  const first = await tokenFor(replacedFor);
  const resent = await call('POST', `/api/admin/team/${String(id)}/resend`, await owner());
  expect(resent).toMatchObject({ status: 200, body: { id, status: 'invited' } });
  for (const answer of [await open(first), await accept(first)]) expect(answer).toMatchObject(expired);
  expect((await open(await tokenFor(replacedFor))).status).toBe(200);

  await invite(old);
  await testbed.rows(`update team_invitations set expires_at = now() where email = $1`, [old]);
  expect(await accept(await tokenFor(old))).toMatchObject(expired);
  expect((await invite(old)).status).toBe(201);

  const gone = (await invite(withdrawn)).body.id;
  expect((await call('DELETE', `/api/admin/team/${String(gone)}`, await owner())).status).toBe(204);
  expect(await open(await tokenFor(withdrawn))).toMatchObject(expired);
});

test('of two browsers that open the link at once one joins', async () => {
  const email = newAddress();
  await invite(email);
  const link = await tokenFor(email);
  const answers = await Promise.all([accept(link), accept(link), accept(link)]);
  expect(answers.map(({ status }) => status).toSorted((item, other) => item - other)).toEqual([200, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
    'invitation_used',
    'invitation_used',
  ]);
  expect(await testbed.rows(`select 1 from users where email = $1`, [email])).toHaveLength(1);
});

test('an address that is invited, in the team or a customer’s is refused with its reason', async () => {
  const [colleague, customer] = [await member('payer'), await aCustomer(call, testbed.mailbox)];
  const email = newAddress();
  await invite(email);
  expect(await invite(email)).toMatchObject({ status: 409, body: { code: 'already_invited' } });
  expect(await invite(colleague.email)).toMatchObject({ status: 409, body: { code: 'already_member' } });
  expect(await invite(adminEmail)).toMatchObject({ status: 409, body: { code: 'already_member' } });
  expect(await invite(customer.email)).toMatchObject({ status: 409, body: { code: 'is_customer' } });
  const both = newAddress();
  const answers = await Promise.all([invite(both), invite(both)]);
  expect(answers.map(({ status }) => status).toSorted((item, other) => item - other)).toEqual([201, 409]);
});

test('inviting, changing a role and ending need the password again', async () => {
  const { token } = await owner();
  const { id } = await member('payer');
  const refused = { status: 403, body: { code: 'step_up_required' } };
  const json = { email: newAddress(), role: 'payer' };
  expect(await call('POST', '/api/admin/team', { token, json })).toMatchObject(refused);
  expect(await call('PUT', `/api/admin/team/${id}`, { token, json: { role: 'owner' } })).toMatchObject(refused);
  expect(await call('DELETE', `/api/admin/team/${id}`, { token })).toMatchObject(refused);
});

test('the owner named by ADMIN_EMAIL can neither be removed nor lowered, on the screen or in the database', async () => {
  const boss = await owner();
  const { id } = (await call('GET', '/api/admin/me', boss)).body;
  const refused = { status: 409, body: { code: 'last_owner' } };
  expect(await call('DELETE', `/api/admin/team/${String(id)}`, boss)).toMatchObject(refused);
  const { token } = await member('owner');
  const colleague = { token, headers: await steppedUp(testbed.app.deps, token) };
  const change = (role: TeamRole) => call('PUT', `/api/admin/team/${String(id)}`, { ...colleague, json: { role } });
  expect(await change('auditor')).toMatchObject(refused);
  expect((await change('owner')).status).toBe(200);
  for (const attack of [`update users set role = 'staff'`, `update users set status = 'deleted'`, `delete from users`])
    await expect(testbed.rows(`${attack} where role = 'admin'`)).rejects.toThrow(/cannot be removed/);
});

test('a changed role ends sessions, sockets and open chats, on another process within a second', async () => {
  const other = await testbed.another();
  const agent = await member('support');
  const token = agent.token;
  expect((await other.call('GET', '/api/admin/chat-rooms', { token })).status).toBe(200);
  const otherClients = socketClients(() => socketOf(other.url));
  const client = await otherClients.aClient();
  client.send({ type: 'join_as_agent', agentId: 'agent', token });
  await client.next();

  const boss = await owner();
  const startedAt = performance.now();
  const changed = await call('PUT', `/api/admin/team/${agent.id}`, { ...boss, json: { role: 'auditor' } });
  expect(changed).toMatchObject({ status: 200, body: { role: 'auditor' } });
  await vi.waitFor(async () => expect((await other.call('GET', '/api/admin/chat-rooms', { token })).status).toBe(401));
  expect(await client.closed).toBe(4401);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(await actionsOn(agent.id)).toEqual([
    { action: 'team.role_changed', actor_role: 'admin', details: { from: 'support', to: 'auditor' } },
  ]);
});

test('whose membership ended cannot sign in, and who is invited again sets up a second factor of their own', async () => {
  const { id, email, token } = await join('payer');
  await setUpFactor(token);
  expect((await call('DELETE', `/api/admin/team/${id}`, await owner())).status).toBe(204);
  expect((await call('GET', '/api/admin/me', { token })).status).toBe(401);
  expect((await call('POST', '/api/login', { json: { email, password } })).status).toBe(403);
  const boss = await owner();
  expect((await call('PUT', `/api/admin/team/${id}`, { ...boss, json: { role: 'owner' } })).status).toBe(404);
  expect((await call('POST', `/api/admin/users/${id}/unblock`, boss)).body).toMatchObject({
    reason: 'member_protected',
  });

  expect(await invite(email, 'support')).toMatchObject({ status: 201, body: { id, status: 'invited' } });
  const back = await accept(await tokenFor(email));
  expect(back).toMatchObject({ status: 200, body: { secondFactorSetupRequired: true, user: { id } } });
  const list = (await call('GET', '/api/admin/team', boss)).body as unknown as {
    id: string;
    role: string;
    status: string;
  }[];
  expect(list.filter((item) => item.id === id)).toEqual([
    expect.objectContaining({ role: 'support', status: 'active' }),
  ]);
});

test('a reviewer who may block and delete customers can touch no colleague', async () => {
  const [reviewer, colleague] = [await member('reviewer'), await member('owner')];
  const { token } = reviewer;
  const path = `/api/admin/users/${colleague.id}`;
  const headers = await steppedUp(testbed.app.deps, token);
  const block = await call('POST', `${path}/block`, { token, headers, json: { reason: 'x' } });
  const erase = await call('DELETE', path, { token, headers, json: { email: colleague.email } });
  const edit = await call('PUT', path, { token, json: { firstName: 'Someone' } });
  expect([block, erase].map(({ body }) => body.reason)).toEqual(['member_protected', 'member_protected']);
  expect(edit.body).toMatchObject({ code: 'not_permitted', params: { may: 'team.write' } });
});

test('a member who has left is erased with name, address and invitations; the export of a member names the role', async () => {
  const { id, email, token } = await join('auditor');
  await setUpFactor(token);
  expect((await exportPersonalData(testbed.app.deps, { userId: id })).team).toMatchObject({
    role: 'auditor',
    endsAt: null,
  });
  const boss = await owner();
  await call('DELETE', `/api/admin/team/${id}`, boss);
  expect((await call('DELETE', `/api/admin/users/${id}`, { ...boss, json: { email } })).status).toBe(204);
  await passDayOfGrace(testbed, id);
  expect(await testbed.rows(`select 1 from team_invitations where email = $1`, [email])).toEqual([]);
  expect(await testbed.rows(`select email, status from users where id = $1`, [id])).toEqual([
    { email: null, status: 'deleted' },
  ]);
  const list = (await call('GET', '/api/admin/team', boss)).body as unknown as { id: string }[];
  expect(list.some((item) => item.id === id)).toBe(false);
});

test.each(teamRoles)('a %s is refused every route of the team that the role does not include', async (role) => {
  const { token } = await member(role);
  const routes = endpointsByFeature.find(({ feature }) => feature === 'team')?.endpoints ?? [];
  for (const { method, path, access, may } of routes) {
    if (access !== 'admin' || may === 'member') continue;
    const { body } = await call(method, path.replace(':id', randomUUID()), { token });
    expect([path, body.code === 'not_permitted']).toEqual([path, !rightsOf(role).may.includes(may)]);
  }
});
