import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { aCustomer, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword, startTestApp } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { authJobs } from './auth.jobs.ts';

const testbed = openTestbed();
const call: Call = (...sent) => testbed.app.call(...sent);
const stepUp = (token: string, password: string, ask: Call = call) =>
  ask('POST', '/api/admin/step-up', { token, json: { password } });
const admins = () => testbed.rows(`select id, email, password_hash, role, status from users where role = 'admin'`);

test('each start, also of many processes at once, finds one administrator and leaves it as it is', async () => {
  const before = await admins();
  expect(before).toMatchObject([{ email: adminEmail, status: 'active' }]);
  const token = await signedIn(call, adminEmail, adminPassword);
  await Promise.all([
    testbed.another(),
    testbed.another(),
    testbed.another({ ADMIN_EMAIL: ` ${adminEmail.toUpperCase()}`.trim() }),
  ]);
  expect(await admins()).toEqual(before);
  expect((await call('GET', '/api/auth/user', { token })).status).toBe(200);
  expect(await testbed.rows(`select action, actor_role from audit_log where action like 'admin.%'`)).toEqual([
    { action: 'admin.created', actor_role: 'system' },
  ]);
});

test('a new password in the settings ends the old one and its sessions', async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  const { call: ask } = await testbed.another({ ADMIN_PASSWORD: 'the desk has a new one' });
  expect((await ask('GET', '/api/auth/user', { token })).status).toBe(401);
  await expect.poll(async () => (await call('GET', '/api/auth/user', { token })).status).toBe(401);
  expect(await call('POST', '/api/login', { json: { email: adminEmail, password: adminPassword } })).toMatchObject({
    status: 401,
  });
  expect(await signedIn(call, adminEmail, 'the desk has a new one')).toBeTruthy();
  expect(await admins()).toHaveLength(1);
  const notified = await testbed.rows(`select details from audit_log where action = 'admin.changed_by_settings'`);
  expect(notified).toEqual([{ details: { email: false, password: true } }]);
  await testbed.another();
  expect(await signedIn(call, adminEmail, adminPassword)).toBeTruthy();
});

test('a new address in the settings moves the one administrator', async () => {
  const [before] = await admins();
  await testbed.another({ ADMIN_EMAIL: 'other.desk@landfall.test' });
  expect(await admins()).toMatchObject([{ id: before?.id, email: 'other.desk@landfall.test' }]);
  await testbed.another();
  expect(await admins()).toMatchObject([{ id: before?.id, email: adminEmail }]);
});

test('a customer never becomes the administrator because the settings name their address', async () => {
  const customer = await aCustomer(call, testbed.mailbox);
  await expect(startTestApp(testbed.database, { ADMIN_EMAIL: customer.email })).rejects.toThrow(
    /ADMIN_EMAIL.*customer/,
  );
  expect(await admins()).toMatchObject([{ email: adminEmail }]);
  expect((await call('GET', '/api/auth/user', { token: customer.token })).body).toMatchObject({ role: 'customer' });
});

test('the database refuses a second administrator', async () => {
  const { id } = await aCustomer(call, testbed.mailbox);
  await expect(testbed.rows(`update users set role = 'admin' where id = $1`, [id])).rejects.toThrow(/users_one_admin/);
});

test('the password again gives five minutes for this session alone', async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  const personalData = await signedIn(call, adminEmail, adminPassword);
  const { status, body } = await stepUp(token, adminPassword);
  expect(status).toBe(200);
  const proof = String(body.stepUpToken);
  const inSeconds = (Date.parse(String(body.expiresAt)) - Date.now()) / 1000;
  expect(inSeconds).toBeGreaterThan(295);
  expect(inSeconds).toBeLessThanOrEqual(300);

  const { sessions } = testbed.app.deps;
  const actorOf = async (item: string) => {
    const signed = await sessions.authenticate(item);
    if (!signed) throw new Error('Nobody is signed in');
    return { ...signed, requestId: 'test' };
  };
  const [here, there] = [await actorOf(token), await actorOf(personalData)];
  expect(await sessions.isStepUpValid(here, proof)).toBe(true);
  expect(await sessions.isStepUpValid(there, proof)).toBe(false);
  expect(await sessions.isStepUpValid(here, token)).toBe(false);
  expect(await sessions.authenticate(proof)).toBeNull();
  const [admin] = await testbed.rows(`select password_hash from users where role = 'admin'`);
  const { tokens } = testbed.app.deps.auth;
  const past = tokens.stepUpToken(here, String(admin?.password_hash), new Date(Date.now() - 301_000)).stepUpToken;
  expect(await sessions.isStepUpValid(here, past)).toBe(false);
  expect((jwt.decode(proof) as jwt.JwtPayload).aud).toBe('landfall step-up');
});

test('a stolen administrator token does not guess the password on: each try is counted and recorded', async () => {
  const settings = { RATE_LIMIT_FACTOR: '0.5', TRUST_PROXY: '1' };
  const { call: ask } = await testbed.another(settings);
  const token = await signedIn(call, adminEmail, adminPassword);
  const headers = { 'X-Forwarded-For': '203.0.113.200' };
  const guess = (password: string) => ask('POST', '/api/admin/step-up', { token, json: { password }, headers });
  for (let round = 0; round < 5; round++) {
    expect(await guess(`guess ${round}`)).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  }
  expect(await guess(adminPassword)).toMatchObject({ status: 429 });
  const failed = await testbed.rows(`select actor_role from audit_log where action = 'auth.step_up_failed'`);
  expect(failed).toHaveLength(5);
  expect(await stepUp(token, '')).toMatchObject({ status: 400, body: { message: 'Please enter your password' } });
});

test('what has run out is swept, what still counts is kept', async () => {
  const { token, email } = await aCustomer(call, testbed.mailbox);
  await testbed.rows(
    `insert into registrations (subject, origin, created_at) values ('\\x00', '\\x00', now() - interval '31 days')`,
  );
  await testbed.rows(`insert into sign_in_attempts values ('\\x00', 3, now() - interval '1 second')`);
  const { inTx } = testbed.app.deps;

  await authJobs.tasks['auth.sweep']({ inTx });
  expect(await testbed.rows(`select 1 from registrations where created_at < now() - interval '30 days'`)).toEqual([]);
  expect(await testbed.rows('select 1 from sign_in_attempts where resets_at < now()')).toEqual([]);
  expect((await call('GET', '/api/auth/user', { token })).status).toBe(200);
  await testbed.rows(
    `update sessions set expires_at = now() - interval '31 days' from users where users.id = user_id and email = $1`,
    [email],
  );
  await authJobs.tasks['auth.sweep']({ inTx });
  expect(await testbed.rows(`select 1 from sessions where expires_at < now() - interval '30 days'`)).toEqual([]);
});
