import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { accountCalls } from '#tests/factories/account-calls.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword, startTestApp } from '#tests/setup/app.ts';
import { outcome } from '#tests/setup/outcomes.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { authJobs } from './auth.jobs.ts';

const testbed = openTestbed();
const { rows } = testbed;
const { call, login, me, aUser } = accountCalls(testbed);
const theAdmin = () => signedIn(call, adminEmail, adminPassword);
const stepUp = (token: string, password: string) => call('POST', '/api/admin/step-up', { token, json: { password } });
const admins = () => rows(`select id, email, password_hash, role, status from users where role = 'admin'`);
const audited = (action: string) => rows(`select actor_role, details from audit_log where action = $1`, [action]);

test('each start, also of many processes at once, finds one administrator and leaves it as it is', async () => {
  const before = await admins();
  expect(before).toMatchObject([{ email: adminEmail, status: 'active' }]);
  const token = await theAdmin();
  const settings: Record<string, string>[] = [{}, {}, { ADMIN_EMAIL: adminEmail.toUpperCase() }];
  await Promise.all(settings.map((changes) => testbed.another(changes)));
  expect(await admins()).toEqual(before);
  expect((await me(token)).status).toBe(200);
  expect(await audited('admin.created')).toMatchObject([{ actor_role: 'system' }]);
  expect(await rows(`select 1 from audit_log where action like 'admin.%'`)).toHaveLength(1);
});

test('a new password in the settings ends the old one and its sessions', async () => {
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

test('a new address in the settings moves the one administrator', async () => {
  const [{ id } = {}] = await admins();
  for (const email of ['other.desk@landfall.test', adminEmail]) {
    await testbed.another({ ADMIN_EMAIL: email });
    expect(await admins()).toMatchObject([{ id, email }]);
  }
});

test('a customer never becomes the administrator, neither by the settings naming their address nor in the database', async () => {
  const { id, email, token } = await aUser();
  const start = startTestApp(testbed.database, { ADMIN_EMAIL: email });
  await expect(start).rejects.toThrow(/ADMIN_EMAIL.*customer/);
  await expect(rows(`update users set role = 'admin' where id = $1`, [id])).rejects.toThrow(/users_one_admin/);
  expect(await admins()).toMatchObject([{ email: adminEmail }]);
  expect((await me(token)).body).toMatchObject({ role: 'customer' });
});

test('the password again gives five minutes for this session alone', async () => {
  const [token, otherToken] = [await theAdmin(), await theAdmin()];
  const { status, body } = await stepUp(token, adminPassword);
  expect(status).toBe(200);
  const proof = String(body.stepUpToken);
  const inSeconds = (Date.parse(String(body.expiresAt)) - Date.now()) / 1000;
  expect(inSeconds).toBeGreaterThan(295);
  expect(inSeconds).toBeLessThanOrEqual(300);

  const { sessions, auth } = testbed.app.deps;
  const actorOf = async (item: string) => {
    const signed = await sessions.authenticate(item);
    if (!signed) throw new Error('Nobody is signed in');
    return { ...signed, requestId: 'test' };
  };
  const [here, there] = [await actorOf(token), await actorOf(otherToken)];
  expect(await sessions.isStepUpValid(here, proof)).toBe(true);
  expect(await sessions.isStepUpValid(there, proof)).toBe(false);
  expect(await sessions.isStepUpValid(here, token)).toBe(false);
  expect(await sessions.authenticate(proof)).toBeNull();
  const [admin] = await admins();
  const sixMinutesAgo = new Date(Date.now() - 301_000);
  const past = auth.tokens.stepUpToken(here, String(admin?.password_hash), sixMinutesAgo).stepUpToken;
  expect(await sessions.isStepUpValid(here, past)).toBe(false);
  expect((jwt.decode(proof) as jwt.JwtPayload).aud).toBe('landfall step-up');
});

test('a stolen administrator token does not guess the password on: each try is counted and recorded', async () => {
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

test('what has run out is swept, what still counts is kept', async () => {
  const { token, id } = await aUser();
  await rows(
    `insert into registrations (subject, origin, created_at) values ('\\x00', '\\x00', now() - interval '31 days')`,
  );
  await rows(`insert into sign_in_attempts values ('\\x00', 3, now() - interval '1 second')`);
  const sweep = () => authJobs.tasks['auth.sweep']({ inTx: testbed.app.deps.inTx });

  await sweep();
  expect(await rows(`select 1 from registrations where created_at < now() - interval '30 days'`)).toEqual([]);
  expect(await rows('select 1 from sign_in_attempts where resets_at < now()')).toEqual([]);
  expect((await me(token)).status).toBe(200);
  await rows(`update sessions set expires_at = now() - interval '31 days' where user_id = $1`, [id]);
  await sweep();
  expect(await rows('select 1 from sessions where user_id = $1', [id])).toEqual([]);
});
