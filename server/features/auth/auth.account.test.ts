import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { customerPassword, signedIn, type TestCustomer } from '#tests/factories/accounts.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { maxConcurrent } from '#tests/setup/at-once.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows, mailbox } = testbed;
const { call, login, changePassword, askForAddress, confirmAddress, moveTo, me, aUser, theAdmin } =
  accountCalls(testbed);
const meStatus = async (token: string) => (await me(token)).status;
const newPassword = 'another battery staple';
const wrongCredentials = '401 wrong_credentials';
const invalidCode = '400 invalid_code';
const fieldsOf = async (answer: ReturnType<typeof call>) => (await answer).body.fields;

test('a customer changes the password with the old one, which ends other sessions and is mailed', async () => {
  const { token, email } = await aUser();
  const otherSession = await signedIn(call, email);
  expect(await outcome(changePassword({ token }, newPassword, 'a guess'))).toMatch(wrongCredentials);
  const refusal = { newPassword: 'Password must be at least 8 characters' };
  expect(await fieldsOf(changePassword({ token }, 'short'))).toEqual(refusal);
  expect((await changePassword({ token }, newPassword)).body).toMatchObject({ endedSessions: 1 });
  expect(await meStatus(token)).toBe(200);
  expect(await me(otherSession)).toMatchObject({ status: 401, body: { reason: 'password_changed' } });
  expect((await call('GET', '/api/settings', { token: otherSession })).status).toBe(200);
  expect(await outcome(login(email))).toMatch(wrongCredentials);
  expect(await signedIn(call, email, newPassword)).toBeTruthy();
  expect((await mailbox.to(email)).at(-1)?.template).toBe('password_changed');
});

test('a password changed on screen survives restarts until the settings have another one', async () => {
  const { token, headers } = await theOwner(testbed);
  const put = (proof: Record<string, string>) =>
    call('PUT', '/api/admin/settings', { token, headers: proof, json: { limits: { kycUsd: 2_000 } } });
  expect(await outcome(put(headers))).toBe('200');
  expect(await outcome(changePassword({ token }, newPassword, adminPassword))).toBe('200');
  // A step-up by the old password ends with it, in the same session too.
  expect(await outcome(put(headers))).toMatch('403 step_up_required');
  const { body } = await call('POST', '/api/admin/step-up', { token, json: { password: newPassword } });
  expect(await outcome(put({ 'X-Step-Up': String(body.stepUpToken) }))).toBe('200');

  await testbed.another();
  expect(await signedIn(call, adminEmail, newPassword)).toBeTruthy();
  expect(await outcome(login(adminEmail, adminPassword))).toMatch(wrongCredentials);
  await testbed.another({ ADMIN_PASSWORD: 'what the operator set anew' });
  expect(await signedIn(call, adminEmail, 'what the operator set anew')).toBeTruthy();
  await testbed.another();
  expect(await theAdmin()).toBeTruthy();
});

test('an administrator cannot choose a password below the minimum, or another address', async () => {
  const token = await theAdmin();
  const refusal = { newPassword: 'A password of the team must be at least 12 characters' };
  expect(await fieldsOf(changePassword({ token }, 'a gull ate.', adminPassword))).toEqual(refusal);
  expect(await outcome(askForAddress({ token }, newAddress(), adminPassword))).toMatch('403 forbidden');
  expect(await theAdmin()).toBeTruthy();
});

test('a new address takes effect with the code sent to it, and the old address gets a mail', async () => {
  const { token, email } = await aUser();
  const next = newAddress();
  expect(await outcome(askForAddress({ token }, next, 'a guess'))).toMatch(wrongCredentials);
  expect(await askForAddress({ token }, next)).toMatchObject({ status: 200, body: { email: next } });
  expect((await me(token)).body.email).toBe(email);
  expect(await outcome(confirmAddress({ token }, next, '000000'))).toMatch(invalidCode);
  expect(await outcome(confirmAddress({ token }, next, await mailbox.code(next)))).toBe('200');
  expect((await me(token)).body.email).toBe(next);
  expect((await mailbox.to(email)).at(-1)?.template).toBe('email_changed');
  expect(await signedIn(call, next)).toBeTruthy();
  expect(await outcome(login(email))).toMatch(wrongCredentials);
});

test('a code changes only the customer and the address that it was sent for', async () => {
  const owner = await aUser();
  const rival = await aUser();
  const next = newAddress();
  await askForAddress(owner, next);
  const otp = await mailbox.code(next);
  expect(await outcome(confirmAddress(rival, next, otp))).toMatch(invalidCode);
  expect(await outcome(confirmAddress(owner, newAddress(), otp))).toMatch(invalidCode);
  const guessSixTimes = async () => {
    const guess = otp === '000000' ? '000001' : '000000';
    for (let round = 0; round < 6; round++) expect((await confirmAddress(rival, next, guess)).status).toBe(400);
  };
  await guessSixTimes();
  // The call does not end the code of the first user either.
  expect(await outcome(askForAddress(rival, next))).toBe('200');
  await guessSixTimes();
  expect(await outcome(confirmAddress(owner, next, otp))).toBe('200');
});

test('a user who asks for a used address gets the usual answer, and no mail is sent', async () => {
  const owner = await aUser();
  const user = await aUser();
  const before = (await mailbox.to(user.email)).length;
  const takenAnswer = await askForAddress(owner, user.email);
  const free = await askForAddress(owner, newAddress());
  expect([takenAnswer.status, Object.keys(takenAnswer.body)]).toEqual([free.status, Object.keys(free.body)]);
  expect(await mailbox.to(user.email)).toHaveLength(before);
  expect(await outcome(confirmAddress(owner, user.email, '123456'))).toMatch(invalidCode);

  const newEmail = newAddress();
  await askForAddress(owner, newEmail);
  const otp = await mailbox.code(newEmail);
  await rows('update users set email = $1 where id = $2', [newEmail, user.id]);
  expect(await outcome(confirmAddress(owner, newEmail, otp))).toMatch(invalidCode);
});

test('a user sees their devices, and signs out one or all others at once', async () => {
  const { token, email } = await aUser();
  const stranger = await aUser();
  const second = await signedIn(call, email);
  const third = await signedIn(call, email);
  const devicesOf = async (of: string) =>
    (await call('GET', '/api/sessions', { token: of })).body as unknown as { id: string; isCurrent: boolean }[];
  const end = (path: string) => call('DELETE', `/api/sessions${path}`, { token });
  const devices = await devicesOf(token);
  expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  const [foreignDevice] = await devicesOf(stranger.token);
  expect(await outcome(end(`/${foreignDevice?.id ?? ''}`))).toMatch('404 not_found');
  expect(await meStatus(stranger.token)).toBe(200);

  expect(await outcome(end(`/${devices[1]?.id ?? ''}`))).toBe('204');
  expect([await meStatus(second), await meStatus(third)].map(String).toSorted()).toEqual(['200', '401']);
  expect((await end('')).body).toEqual({ endedSessions: 1 });
  expect([await meStatus(second), await meStatus(third), await meStatus(token)]).toEqual([401, 401, 200]);
  expect((await end('?all=1')).body).toEqual({ endedSessions: 1 });
  expect(await meStatus(token)).toBe(401);
});

const begin = ({ token }: TestCustomer, password = customerPassword) =>
  call('POST', '/api/second-factor', { token, json: { password } });
const confirm = ({ token }: TestCustomer, { body }: Awaited<ReturnType<typeof begin>>) => {
  const totp = new TOTP({ secret: Secret.fromBase32(String(body.secret)) });
  const code = totp.generate({ timestamp: testbed.app.deps.now().getTime() });
  return call('POST', '/api/second-factor/confirm', { token, json: { code } });
};
const isOn = async ({ token }: TestCustomer) => (await call('GET', '/api/second-factor', { token })).body.isOn;

test('a second factor begun before a new password or address cannot be switched on', async () => {
  const owner = await aUser();
  const mover = await aUser();
  const ownerChange = await begin(owner);
  const pending = await begin(mover);
  expect(await outcome(changePassword(owner, newPassword))).toBe('200');
  expect(await outcome(moveTo(mover, newAddress()))).toBe('200');
  expect((await confirm(owner, ownerChange)).status).toBe(409);
  expect((await confirm(mover, pending)).status).toBe(409);

  expect([await isOn(owner), await isOn(mover)]).toEqual([false, false]);
  expect(await outcome(confirm(owner, await begin(owner, newPassword)))).toBe('200');
});

test('an active second factor and its recovery codes survive a change of the password', async () => {
  const owner = await aUser();
  const { body } = await confirm(owner, await begin(owner));
  const [first, second] = body.recoveryCodes as string[];
  expect(await outcome(changePassword(owner, newPassword, customerPassword, first))).toBe('200');
  expect(await outcome(login(owner.email, newPassword))).toMatch('403 second_factor_required');
  expect(await outcome(login(owner.email, newPassword, { code: second }))).toBe('200');
});

const close = ({ token }: TestCustomer) =>
  call('DELETE', '/api/profile', { token, json: { password: customerPassword } });

test.each<[string, (owner: TestCustomer) => ReturnType<typeof call>, string, number]>([
  ['signs in', ({ email }) => login(email), 'sessions where user_id = $1 and revoked_at is null', 1],
  ['begins a second factor', (owner) => begin(owner), 'second_factors where user_id = $1', 0],
  ['deletes the account', close, `users where id = $1 and status = 'active'`, 1],
])('a thief who knows the old password and %s while it changes is refused', async (_what, sends, where, count) => {
  const owner = await aUser();
  const calls = [() => changePassword(owner, newPassword), () => sends(owner)];
  expect(await maxConcurrent(testbed, owner.id, calls)).toEqual([200, 401]);
  expect(await rows(`select 1 from ${where}`, [owner.id])).toHaveLength(count);
});
