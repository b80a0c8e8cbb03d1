import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { aCustomer, aRegistration, customerPassword, signedIn, type TestCustomer } from '#tests/factories/accounts.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { maxConcurrent } from '#tests/setup/at-once.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '100' });
const call: Call = (...sent) => testbed.app.call(...sent);
const customer = () => aCustomer(call, testbed.mailbox);
const newPassword = 'what the owner chose';

const choosePassword = ({ token }: Pick<TestCustomer, 'token'>, password = customerPassword) =>
  call('PUT', '/api/profile/password', { token, json: { password, newPassword } });
const begin = ({ token }: TestCustomer, password = customerPassword) =>
  call('POST', '/api/second-factor', { token, json: { password } });
const confirm = ({ token }: TestCustomer, secret: unknown) => {
  const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) });
  const code = totp.generate({ timestamp: testbed.app.deps.now().getTime() });
  return call('POST', '/api/second-factor/confirm', { token, json: { code } });
};
const isOn = async ({ token }: TestCustomer) => (await call('GET', '/api/second-factor', { token })).body.isOn;

test('a step-up of the administrator ends with the password it proved, in the same session too', async () => {
  const { token, stepUp } = await theAdmin(testbed.app);
  const put = (headers: Record<string, string>) =>
    call('PUT', '/api/admin/settings', { token, headers, json: { limits: { kycUsd: 2_000 } } });
  expect((await put(stepUp)).status).toBe(200);
  expect((await choosePassword({ token }, adminPassword)).status).toBe(200);
  expect(await put(stepUp)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  const { body } = await call('POST', '/api/admin/step-up', { token, json: { password: newPassword } });
  expect((await put({ 'X-Step-Up': String(body.stepUpToken) })).status).toBe(200);

  await testbed.another({ ADMIN_PASSWORD: 'what the operator set' });
  await testbed.another();
  expect(await signedIn(call, adminEmail, adminPassword)).toBeTruthy();
});

test('a second factor that was begun before a new password or address cannot be switched on', async () => {
  const [owner, mover] = [await customer(), await customer()];
  const begun = await begin(owner);
  expect((await choosePassword(owner)).status).toBe(200);
  expect(await confirm(owner, begun.body.secret)).toMatchObject({ status: 409 });

  const next = aRegistration().email;
  const waiting = await begin(mover);
  await call('POST', '/api/profile/email', { token: mover.token, json: { email: next, password: customerPassword } });
  const json = { email: next, otp: await testbed.mailbox.code(next) };
  expect((await call('POST', '/api/profile/email/confirm', { token: mover.token, json })).status).toBe(200);
  expect(await confirm(mover, waiting.body.secret)).toMatchObject({ status: 409 });

  expect([await isOn(owner), await isOn(mover)]).toEqual([false, false]);
  const afterwards = await begin(owner, newPassword);
  expect((await confirm(owner, afterwards.body.secret)).status).toBe(200);
});

test('a second factor that is on stays on with its recovery codes when the password changes', async () => {
  const owner = await customer();
  const begun = await begin(owner);
  const { recoveryCodes } = (await confirm(owner, begun.body.secret)).body as { recoveryCodes: string[] };
  const json = { password: customerPassword, newPassword, code: recoveryCodes[0] };
  expect((await call('PUT', '/api/profile/password', { token: owner.token, json })).status).toBe(200);
  const login = (code?: string) =>
    call('POST', '/api/login', { json: { email: owner.email, password: newPassword, ...(code && { code }) } });
  expect(await login()).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
  expect((await login(recoveryCodes[1])).status).toBe(200);
});

const sessionsOf = async ({ id }: TestCustomer) =>
  (await testbed.rows('select 1 from sessions where user_id = $1 and revoked_at is null', [id])).length;

test('a thief who signs in with the old password while it changes gets no session', async () => {
  const owner = await customer();
  const thief = () => call('POST', '/api/login', { json: { email: owner.email, password: customerPassword } });
  expect(await maxConcurrent(testbed, owner.id, [() => choosePassword(owner), thief])).toEqual([200, 401]);
  expect(await sessionsOf(owner)).toBe(1);
});

test('a thief who proved the old password while it changes begins no second factor', async () => {
  const owner = await customer();
  const thief = { ...owner, token: await signedIn(call, owner.email) };
  expect(await maxConcurrent(testbed, owner.id, [() => choosePassword(owner), () => begin(thief)])).toEqual([200, 401]);
  expect(await testbed.rows('select 1 from second_factors where user_id = $1', [owner.id])).toEqual([]);
});

test('a thief who proved the old password while it changes deletes no account', async () => {
  const owner = await customer();
  const json = { password: customerPassword };
  const thief = () => call('DELETE', '/api/profile', { token: owner.token, json });
  expect(await maxConcurrent(testbed, owner.id, [() => choosePassword(owner), thief])).toEqual([200, 401]);
  expect(await testbed.rows('select status from users where id = $1', [owner.id])).toEqual([{ status: 'active' }]);
});
