import { expect, test } from 'vitest';
import { aCustomer, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '100' });
const call: Call = (...sent) => testbed.app.call(...sent);
const aUser = () => aCustomer(call, testbed.mailbox);
const meStatus = async (token: string) => (await call('GET', '/api/auth/user', { token })).status;
const newPassword = 'another battery staple';
const changePassword = (token: string, json: object) => call('PUT', '/api/profile/password', { token, json });

test('a new password needs the old one, ends the other devices and is told by mail', async () => {
  const { token, email } = await aUser();
  const personalData = await signedIn(call, email);
  expect(await changePassword(token, { password: 'a guess', newPassword })).toMatchObject({
    status: 401,
    body: { code: 'wrong_credentials' },
  });
  expect(await changePassword(token, { password: customerPassword, newPassword: 'short' })).toMatchObject({
    status: 400,
    body: { fields: { newPassword: 'Password must be at least 8 characters' } },
  });
  expect(await changePassword(token, { password: customerPassword, newPassword })).toMatchObject({
    status: 200,
    body: { endedSessions: 1 },
  });
  expect(await meStatus(token)).toBe(200);
  expect(await meStatus(personalData)).toBe(401);
  const refused = await call('GET', '/api/auth/user', { token: personalData });
  expect(refused.body).toMatchObject({ reason: 'password_changed' });
  expect((await call('GET', '/api/settings', { token: personalData })).status).toBe(200);
  expect((await call('POST', '/api/login', { json: { email, password: customerPassword } })).status).toBe(401);
  expect(await signedIn(call, email, newPassword)).toBeTruthy();
  expect((await testbed.mailbox.to(email)).at(-1)?.template).toBe('password_changed');
});

test("the administrator's password chosen on screen outlives a restart, and new settings still win", async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  expect((await changePassword(token, { password: adminPassword, newPassword })).status).toBe(200);
  await testbed.another();
  expect(await signedIn(call, adminEmail, newPassword)).toBeTruthy();
  expect((await call('POST', '/api/login', { json: { email: adminEmail, password: adminPassword } })).status).toBe(401);
  await testbed.another({ ADMIN_PASSWORD: 'what the operator set anew' });
  expect(await signedIn(call, adminEmail, 'what the operator set anew')).toBeTruthy();
  await testbed.another();
  expect(await signedIn(call, adminEmail, adminPassword)).toBeTruthy();
});

test('an administrator cannot choose a password that is shorter than the settings of the server allow', async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  expect(await changePassword(token, { password: adminPassword, newPassword: 'a gull ate.' })).toMatchObject({
    status: 400,
    body: { fields: { newPassword: 'A password of the team must be at least 12 characters' } },
  });
  expect(await signedIn(call, adminEmail, adminPassword)).toBeTruthy();
});

const ask = (token: string, email: string, password = customerPassword) =>
  call('POST', '/api/profile/email', { token, json: { email, password } });
const confirm = (token: string, email: string, otp: string) =>
  call('POST', '/api/profile/email/confirm', { token, json: { email, otp } });
const fresh = () => `new.${crypto.randomUUID()}@example.com`;

test('a new address takes effect with the code sent to it, and the old one is told', async () => {
  const { token, email } = await aUser();
  const next = fresh();
  expect((await ask(token, next, 'a guess')).status).toBe(401);
  expect(await ask(token, next)).toMatchObject({ status: 200, body: { email: next } });
  expect((await call('GET', '/api/auth/user', { token })).body.email).toBe(email);
  expect(await confirm(token, next, '000000')).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
  expect((await confirm(token, next, await testbed.mailbox.code(next))).status).toBe(200);
  expect((await call('GET', '/api/auth/user', { token })).body.email).toBe(next);
  expect((await testbed.mailbox.to(email)).at(-1)?.template).toBe('email_changed');
  expect(await signedIn(call, next)).toBeTruthy();
  expect((await call('POST', '/api/login', { json: { email, password: customerPassword } })).status).toBe(401);
});

test('a code for somebody else, or of another address, moves nobody', async () => {
  const [owner, thief] = [await aUser(), await aUser()];
  const next = fresh();
  await ask(owner.token, next);
  const otp = await testbed.mailbox.code(next);
  expect((await confirm(thief.token, next, otp)).status).toBe(400);
  expect((await confirm(owner.token, fresh(), otp)).status).toBe(400);
  expect((await confirm(owner.token, next, otp)).status).toBe(200);
});

test('somebody who wants the same address can neither use up the tries of another nor end their code', async () => {
  const [owner, rival] = [await aUser(), await aUser()];
  const next = fresh();
  await ask(owner.token, next);
  const otp = await testbed.mailbox.code(next);
  const wrong = otp === '000000' ? '000001' : '000000';
  for (let round = 0; round < 6; round++) expect((await confirm(rival.token, next, wrong)).status).toBe(400);
  expect((await ask(rival.token, next)).status).toBe(200);
  for (let round = 0; round < 6; round++) expect((await confirm(rival.token, next, wrong)).status).toBe(400);
  expect((await confirm(owner.token, next, otp)).status).toBe(200);
});

test('asking for an address in use answers the same, mails nothing and never merges two people', async () => {
  const [owner, other] = [await aUser(), await aUser()];
  const before = (await testbed.mailbox.to(other.email)).length;
  const taken = await ask(owner.token, other.email);
  const free = await ask(owner.token, fresh());
  expect(taken.status).toBe(free.status);
  expect(Object.keys(taken.body)).toEqual(Object.keys(free.body));
  expect(await testbed.mailbox.to(other.email)).toHaveLength(before);
  expect((await confirm(owner.token, other.email, '123456')).status).toBe(400);

  const wanted = fresh();
  await ask(owner.token, wanted);
  const otp = await testbed.mailbox.code(wanted);
  await testbed.rows('update users set email = $1 where id = $2', [wanted, other.id]);
  expect((await confirm(owner.token, wanted, otp)).status).toBe(400);
});

test("the administrator's address stays what the settings of the server say", async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  expect(await ask(token, fresh(), adminPassword)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('a user sees their devices, this one first, and signs one or all others out at once', async () => {
  const { token, email } = await aUser();
  const stranger = await aUser();
  const [second, third] = [await signedIn(call, email), await signedIn(call, email)];
  const listed = await call('GET', '/api/sessions', { token });
  const devices = listed.body as unknown as { id: string; isCurrent: boolean; userAgent: string }[];
  expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  const theirs = await call('GET', '/api/sessions', { token: stranger.token });
  const [foreign] = theirs.body as unknown as { id: string }[];
  expect((await call('DELETE', `/api/sessions/${foreign?.id ?? ''}`, { token })).status).toBe(404);
  expect(await meStatus(stranger.token)).toBe(200);

  expect((await call('DELETE', `/api/sessions/${devices[1]?.id ?? ''}`, { token })).status).toBe(204);
  expect([await meStatus(second), await meStatus(third)].map(String).toSorted()).toEqual(['200', '401']);
  expect((await call('DELETE', '/api/sessions', { token })).body).toEqual({ endedSessions: 1 });
  expect([await meStatus(second), await meStatus(third), await meStatus(token)]).toEqual([401, 401, 200]);
  expect((await call('DELETE', '/api/sessions?all=1', { token })).body).toEqual({ endedSessions: 1 });
  expect(await meStatus(token)).toBe(401);
});
