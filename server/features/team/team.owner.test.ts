import { afterEach, expect, test } from 'vitest';
import { aColleague } from '#tests/factories/approvals.ts';
import { adminEmail, adminPassword, type TestApp } from '#tests/setup/app.ts';
import { callsOf, outcomeOf, reasonOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { removeOwnerSecondFactor } from './team.owner.service.ts';

const testbed = openTestbed();
const { app, mailbox, rows } = testbed;
const signIn = (on: TestApp = app) =>
  on.call('POST', '/api/login', { json: { email: adminEmail, password: adminPassword } });
const signedIn = async (on?: TestApp) => {
  const { body } = await signIn(on);
  return { ...callsOf(on ?? app, { token: String(body.token) }), isSettingUp: body.secondFactorSetupRequired };
};
/** Sets up a second factor with a secret that no app has. */
const loseSecondFactor = () =>
  rows(
    `insert into second_factors (user_id, secret, confirmed_at) select id, '\\x00', now() from users
  where role = 'admin'`,
  );
afterEach(() => rows('delete from second_factors'));

test('an operator who lost phone and recovery codes signs in again, and every owner is notified', async () => {
  const remove = () => app.deps.inTx(removeOwnerSecondFactor);
  const owner = await aColleague(testbed, 'owner');
  const reviewer = await aColleague(testbed, 'reviewer');
  const formerCalls = await signedIn();
  await loseSecondFactor();
  expect(await outcomeOf(signIn())).toBe('403 second_factor_required');

  expect(await remove()).toBe(true);
  await expect.poll(async () => (await formerCalls.get('auth/user')).status).toBe(401);
  expect((await signIn()).status).toBe(200);
  const readAudit = () => testbed.audit('admin.second_factor_removed');
  expect(await readAudit()).toMatchObject([{ actor_role: 'system' }]);
  for (const email of [adminEmail, owner.email])
    expect(await mailbox.of('second_factor_changed', email)).toMatchObject([{ change: 'removed' }]);
  expect(await mailbox.of('second_factor_changed', reviewer.email)).toEqual([]);

  expect(await remove()).toBe(false);
  expect(await readAudit()).toHaveLength(1);
});

test('an owner in production can only set up the second factor until it is on', async () => {
  const production = await testbed.another();
  // Sets this one consequence of NODE_ENV=production; the others have tests of their own.
  Object.assign(production.deps.env, { production: true });
  const { get, del, isSettingUp } = await signedIn(production);
  expect(isSettingUp).toBe(true);
  expect(await outcomeOf(get('admin/overview'))).toBe('403 second_factor_setup_required');
  expect(await get('second-factor')).toMatchObject({ status: 200, body: { isOn: false } });
  await loseSecondFactor();
  expect((await get('admin/overview')).status).toBe(200);
  const switchOff = del('second-factor', { password: adminPassword, code: '123456' });
  expect(await reasonOf(switchOff)).toBe('409 second_factor_compulsory');
});

test('an owner in local mode may leave the second factor off', async () => {
  const { get, isSettingUp } = await signedIn();
  expect(isSettingUp).toBe(false);
  expect((await get('admin/overview')).status).toBe(200);
});

test('an owner at a new place signs in by link and second factor while strangers guess', async () => {
  const { call } = await testbed.another({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' });
  const from = (place: string, path: string, json: object, device = '') =>
    call('POST', `/api/${path}`, { json, headers: { 'X-Forwarded-For': place, 'X-Device': device } });
  const email = adminEmail;
  const password = adminPassword;
  const hotel = '198.51.100.9';
  const requestLink = () => from(hotel, 'forgot-password', { email });
  await requestLink();
  expect(await mailbox.of('password_reset', email)).toEqual([]);
  await testbed.ageCodes(120);

  await loseSecondFactor();
  for (let round = 0; round < 5; round += 1) {
    const places = Array.from({ length: 8 }, (_, index) => `203.0.${round * 8 + index}.1`);
    await Promise.all(places.map((place) => from(place, 'login', { email, password: `a guess from ${place}` })));
  }
  expect((await from(hotel, 'login', { email, password })).status).toBe(429);
  await requestLink();
  const token = await mailbox.linkToken(email);
  const { status, body } = await from(hotel, 'reset-password', { token, password });
  expect(status).toBe(200);
  const secondSignIn = from(hotel, 'login', { email, password }, String(body.deviceToken));
  expect(await outcomeOf(secondSignIn)).toBe('403 second_factor_required');
});
