import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { accountCalls } from '#tests/factories/account-calls.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, startTestApp } from '#tests/setup/app.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { removeDue } from './auth.care.service.ts';
import { authJobs } from './auth.jobs.ts';

const testbed = openTestbed();
const { app, database, mailbox, rows } = testbed;
const { call, login, me, aUser, theAdmin } = accountCalls(testbed);
const stepUp = (token: string, password: string) => call('POST', '/api/admin/step-up', { token, json: { password } });
const admins = () => rows(`select id, email, password_hash, role, status from users where role = 'admin'`);
const audited = (action: string) => rows(`select actor_role, details from audit_log where action = $1`, [action]);

test('each start, even of many processes at once, finds one administrator and does not change it', async () => {
  const adminsBefore = await admins();
  expect(adminsBefore).toMatchObject([{ email: adminEmail, status: 'active' }]);
  const token = await theAdmin();
  const settings: Record<string, string>[] = [{}, {}, { ADMIN_EMAIL: adminEmail.toUpperCase() }];
  await Promise.all(settings.map((changes) => testbed.another(changes)));
  expect(await admins()).toEqual(adminsBefore);
  expect((await me(token)).status).toBe(200);
  expect(await audited('admin.created')).toMatchObject([{ actor_role: 'system' }]);
  expect(await rows(`select 1 from audit_log where action like 'admin.%'`)).toHaveLength(1);
});

test('a new administrator password in the settings ends the old one and its sessions', async () => {
  const token = await theAdmin();
  const restarted = await testbed.another({ ADMIN_PASSWORD: 'the desk has a new one' });
  expect((await me(token, restarted)).status).toBe(401);
  await expect.poll(async () => (await me(token)).status).toBe(401);
  expect((await login(adminEmail, adminPassword)).status).toBe(401);
  expect(await signedIn(call, adminEmail, 'the desk has a new one')).toBeTruthy();
  expect(await admins()).toHaveLength(1);
  expect(await audited('admin.changed_by_settings')).toMatchObject([{ details: { email: false, password: true } }]);
  await testbed.another();
  expect(await theAdmin()).toBeTruthy();
});

test('a new administrator address in the settings changes the one administrator', async () => {
  const [{ id } = {}] = await admins();
  for (const email of ['other.desk@landfall.test', adminEmail]) {
    await testbed.another({ ADMIN_EMAIL: email });
    expect(await admins()).toMatchObject([{ id, email }]);
  }
});

test('a customer never becomes the administrator by the settings or in the database', async () => {
  const { id, email, token } = await aUser();
  const start = startTestApp(database, { ADMIN_EMAIL: email });
  await expect(start).rejects.toThrow(/ADMIN_EMAIL.*customer/);
  await expect(rows(`update users set role = 'admin' where id = $1`, [id])).rejects.toThrow(/users_one_admin/);
  expect(await admins()).toMatchObject([{ email: adminEmail }]);
  expect((await me(token)).body).toMatchObject({ role: 'customer' });
});

test('an administrator who repeats the password proves only this session', async () => {
  const token = await theAdmin();
  const otherToken = await theAdmin();
  const { status, body } = await stepUp(token, adminPassword);
  expect(status).toBe(200);
  const proof = String(body.stepUpToken);
  const { sessions } = app.deps;
  const actorOf = async (item: string) => {
    const signed = await sessions.authenticate(item);
    if (!signed) throw new Error('Nobody is signed in');
    return { ...signed, requestId: 'test' };
  };
  await rows('update sessions set sure_at = null, sure_until = null');
  const isSure = async (item: string, sentToken: string) =>
    sessions.isSure(await actorOf(item), { asked: 'recent', token: sentToken });
  expect(await isSure(token, proof)).toBe(true);
  expect(await isSure(otherToken, proof)).toBe(false);
  expect(await isSure(token, token)).toBe(false);
  expect(await sessions.authenticate(proof)).toBeNull();
  expect((jwt.decode(proof) as jwt.JwtPayload).aud).toBe('landfall step-up');
});

test('a thief with an administrator token cannot guess the password, and each try is recorded', async () => {
  const { call: ask } = await testbed.another({ RATE_LIMIT_FACTOR: '0.5', TRUST_PROXY: '1' });
  const token = await theAdmin();
  const headers = { 'X-Forwarded-For': '203.0.113.200' };
  const guess = (password: string) => ask('POST', '/api/admin/step-up', { token, json: { password }, headers });
  for (let round = 0; round < 5; round++)
    expect(await outcome(guess(`guess ${round}`))).toMatch('401 wrong_credentials');
  expect((await guess(adminPassword)).status).toBe(429);
  expect(await audited('auth.step_up_failed')).toHaveLength(5);
  expect((await stepUp(token, '')).body.message).toBe('Please enter your password');
});

test('expired rows are deleted, current ones stay', async () => {
  const { token, id } = await aUser();
  await rows(
    `insert into registrations (subject, origin, created_at) values ('\\x00', '\\x00', now() - interval '31 days')`,
  );
  await rows(`insert into sign_in_attempts values ('\\x00', 3, now() - interval '1 second')`);
  const sweep = () => authJobs.tasks['auth.sweep']({ inTx: app.deps.inTx });

  await sweep();
  expect(await rows(`select 1 from registrations where created_at < now() - interval '30 days'`)).toEqual([]);
  expect(await rows('select 1 from sign_in_attempts where resets_at < now()')).toEqual([]);
  expect((await me(token)).status).toBe(200);
  await rows(`update sessions set expires_at = now() - interval '31 days' where user_id = $1`, [id]);
  await sweep();
  expect(await rows('select 1 from sessions where user_id = $1', [id])).toEqual([]);
});

const aCustomer = () => aSeller(app, database.pool);
const { asOwner, approve, audited: auditedOf } = approvalCalls(testbed);
const care = (method: string, path: string, json?: object) => asOwner(method, `users/${path}`, json);

test('a locked-out customer gets a link at their own address, and it is in the audit log', async () => {
  const ada = await aCustomer();
  expect(await outcome(care('POST', `${ada.id}/reset-link`))).toBe('204');
  expect(await mailbox.linkToken(ada.email)).not.toBe('');
  expect(await auditedOf(ada.id)).toEqual(['user.reset_link_sent']);
});

test('a customer who is signed out everywhere is signed out at once', async () => {
  const ada = await aCustomer();
  expect(await outcome(care('POST', `${ada.id}/sign-out`))).toBe('204');
  expect((await app.call('GET', '/api/transactions', { token: ada.token })).status).toBe(401);
});

test('a member cannot help another member to sign in, and an auditor can help no user', async () => {
  const support = await aColleague(testbed, 'support');
  const { token } = await aColleague(testbed, 'auditor');
  const ada = await aCustomer();
  for (const what of ['reset-link', 'sign-out']) {
    expect(await outcome(care('POST', `${support.id}/${what}`))).toMatch('403 forbidden');
    expect((await app.call('POST', `/api/admin/users/${ada.id}/${what}`, { token })).status).toBe(403);
  }
});

test('a member sees a verified customer’s fees and accounts, and no limit', async () => {
  const { status, body } = await care('GET', `${(await aCustomer()).id}/money`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ volumeUsd: 0, feesUsd: 0, completed: 0, fees: [], accounts: [] });
  expect(body).toMatchObject({ limitUsedUsd: 0, limitUsd: null, limitDays: 30 });
});

/** A seller whose sign-in asks for a code, and the calls about removing it. */
async function aLockedOut() {
  const ada = await aCustomer();
  await rows(`insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now())`, [ada.id]);
  const path = `${ada.id}/second-factor`;
  const remove = () => care('POST', `${path}/removal`, { reason: 'Passport shown in a video call.' });
  const state = async () => (await care('GET', path)).body;
  const nextDay = async () => {
    await rows(
      `update one_time_codes set created_at = created_at - interval '25 hours',
       expires_at = expires_at - interval '25 hours'
       where user_id = $1`,
      [ada.id],
    );
    await removeDue(app.deps);
  };
  return { ...ada, remove, state, nextDay };
}
type LockedOutMember = Awaited<ReturnType<typeof aLockedOut>>;
const cancelRemoval = (token: string) => app.call('POST', '/api/keep-second-factor', { json: { token } });
const unchangedFactor = { isOn: true, removeAt: null };

test('a customer who lost phone and codes signs in with the password a day after an identity check', async () => {
  const { id, remove, state, nextDay } = await aLockedOut();
  expect(await outcome(remove())).toBe('204');
  expect(await outcome(remove())).toMatch('409 conflict');
  await removeDue(app.deps);
  expect(await state()).toMatchObject({ isOn: true });
  // A new password that is chosen meanwhile must not end the removal that the customer waits for.
  expect(await outcome(care('POST', `${id}/sign-out`))).toBe('204');
  await nextDay();
  expect(await state()).toEqual({ isOn: false, removeAt: null });
  const actions = (await auditedOf(id)).filter((action) => action.startsWith('user.factor'));
  expect(actions).toEqual(['user.factor_removal_scheduled', 'user.factor_removed']);
});

test.each<[string, (owner: LockedOutMember) => ReturnType<typeof cancelRemoval>]>([
  ['the owner by mail', async ({ email }) => cancelRemoval(await mailbox.linkToken(email))],
  ['the owner signed in', ({ token }) => app.call('DELETE', '/api/second-factor/removal', { token })],
  ['a member', ({ id }) => care('DELETE', `${id}/second-factor/removal`)],
])('a thief who talks support into removing the second factor is stopped by %s', async (_who, stop) => {
  const lockedOut = await aLockedOut();
  await lockedOut.remove();
  const token = await mailbox.linkToken(lockedOut.email);
  expect(await outcome(stop(lockedOut))).toBe('204');
  expect(await outcome(cancelRemoval(token))).toMatch('422 link_expired');
  await lockedOut.nextDay();
  expect(await lockedOut.state()).toEqual(unchangedFactor);
});

test('a customer who was blocked in the meantime keeps the second factor', async () => {
  const { id, remove, state, nextDay } = await aLockedOut();
  await remove();
  await rows(`update users set status = 'blocked' where id = $1`, [id]);
  await nextDay();
  expect(await state()).toEqual(unchangedFactor);
});

test('a second factor is removed, and a mail sent, only after a second member agrees', async () => {
  const reviewer = await aColleague(testbed, 'reviewer');
  expect(await outcome(setRules(testbed, { liftBlock: true }))).toBe('200');
  const { email, remove, state } = await aLockedOut();
  const { status, body } = await remove();
  expect([status, (await state()).removeAt, await mailbox.to(email)]).toEqual([202, null, []]);
  expect(await outcome(approve(String(body.approvalId), reviewer.token))).toBe('200');
  expect((await state()).removeAt).not.toBeNull();
});
