import { afterEach, expect, test } from 'vitest';
import { signedIn } from '#tests/factories/accounts.ts';
import { aMember } from '#tests/factories/members.ts';
import { adminEmail, adminPassword, type TestApp } from '#tests/setup/app.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { removeOwnerSecondFactor } from './team.owner.service.ts';

const testbed = openTestbed();
const signIn = (app: TestApp) =>
  app.call('POST', '/api/login', { json: { email: adminEmail, password: adminPassword } });
/** With a secret that no app knows. */
const loseSecondFactor = () =>
  testbed.rows(
    `insert into second_factors (user_id, secret, confirmed_at) select id, '\\x00', now() from users where role = 'admin'`,
  );
const remove = () => testbed.app.deps.inTx(removeOwnerSecondFactor);
/** As with NODE_ENV=production; what else that changes has tests of its own. */
const inProduction = async () => {
  const app = await testbed.another();
  Object.assign(app.deps.env, { production: true });
  return app;
};

afterEach(() => testbed.rows('delete from second_factors'));

test('an operator who lost phone and recovery codes gets in again; the log and all owners know of it', async () => {
  const { database, app, mailbox, rows } = testbed;
  const owner = await aMember(database.pool, app.deps, 'owner');
  const reviewer = await aMember(database.pool, app.deps, 'reviewer');
  const before = await signedIn(app.call, adminEmail, adminPassword);
  await loseSecondFactor();
  expect(await signIn(app)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });

  expect(await remove()).toBe(true);
  await expect.poll(async () => (await app.call('GET', '/api/auth/user', { token: before })).status).toBe(401);
  expect(await signIn(app)).toMatchObject({ status: 200 });
  expect(await rows(`select actor_role from audit_log where action = 'admin.second_factor_removed'`)).toEqual([
    { actor_role: 'system' },
  ]);
  const changesOf = async (email: string) =>
    (await mailbox.to(email)).flatMap(({ template, data }) =>
      template === 'second_factor_changed' ? [data.change] : [],
    );
  expect(await changesOf(adminEmail)).toEqual(['removed']);
  expect(await changesOf(owner.email)).toEqual(['removed']);
  expect(await changesOf(reviewer.email)).toEqual([]);

  expect(await remove()).toBe(false);
  expect(await rows(`select from audit_log where action = 'admin.second_factor_removed'`)).toHaveLength(1);
});

test('in production the owner reaches nothing but the set-up of the second factor until it is on', async () => {
  const app = await inProduction();
  const { status, body } = await signIn(app);
  expect([status, body.secondFactorSetupRequired]).toEqual([200, true]);
  const token = String(body.token);
  const overview = () => app.call('GET', '/api/admin/overview', { token });
  expect(await overview()).toMatchObject({ status: 403, body: { code: 'second_factor_setup_required' } });
  expect(await app.call('GET', '/api/second-factor', { token })).toMatchObject({ status: 200, body: { isOn: false } });
  await loseSecondFactor();
  expect(await overview()).toMatchObject({ status: 200 });
  const json = { password: adminPassword, code: '123456' };
  expect(await app.call('DELETE', '/api/second-factor', { token, json })).toMatchObject({
    status: 409,
    body: { reason: 'second_factor_compulsory' },
  });
});

test('in local mode the owner decides about the second factor', async () => {
  const { body } = await signIn(testbed.app);
  expect(body.secondFactorSetupRequired).toBe(false);
  const token = String(body.token);
  expect(await testbed.app.call('GET', '/api/admin/overview', { token })).toMatchObject({ status: 200 });
});

test('an owner at a new place gets in by a mailed link while others guess, but only past the second factor', async () => {
  const app = await testbed.another({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' });
  const from = (place: string) => ({ 'X-Forwarded-For': place });
  const signInFrom = (place: string, password: string, device = '') =>
    app.call('POST', '/api/login', {
      json: { email: adminEmail, password },
      headers: { ...from(place), 'X-Device': device },
    });
  const requestLink = () =>
    app.call('POST', '/api/forgot-password', { json: { email: adminEmail }, headers: from('198.51.100.9') });
  const links = async () =>
    (await testbed.mailbox.to(adminEmail)).filter(({ template }) => template === 'password_reset');
  await requestLink();
  expect(await links()).toEqual([]);
  await testbed.ageCodes(120);

  await loseSecondFactor();
  for (let guess = 0; guess < 40; guess += 1) await signInFrom(`203.0.${guess}.1`, `guess number ${guess}`);
  expect(await signInFrom('198.51.100.9', adminPassword)).toMatchObject({ status: 429 });
  await requestLink();
  const json = { token: await testbed.mailbox.linkToken(adminEmail), password: adminPassword };
  const chosen = await app.call('POST', '/api/reset-password', { json, headers: from('198.51.100.9') });
  expect(chosen).toMatchObject({ status: 200 });
  expect(await signInFrom('198.51.100.9', adminPassword, String(chosen.body.deviceToken))).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required' },
  });
});
