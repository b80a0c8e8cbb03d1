import { expect, test } from 'vitest';
import { aCustomer, aRegistration, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const call: Call = (...sent) => testbed.app.call(...sent);
const forgot = (email: string) => call('POST', '/api/forgot-password', { json: { email } });
const reset = (token: string, password = 'a new password') =>
  call('POST', '/api/reset-password', { json: { token, password } });
const aUser = () => aCustomer(call, testbed.mailbox);
const expired = { status: 422, body: { code: 'link_expired' } };

test('a mailed link sets a new password once, ends every session and is told of by mail', async () => {
  const other = await testbed.another();
  const { email, token: session } = await aUser();
  expect(await forgot(email.toUpperCase())).toMatchObject({ status: 200 });
  const token = await testbed.mailbox.linkToken(email);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);

  expect(await reset(token, 'short')).toMatchObject({
    status: 400,
    body: { message: 'Password must be at least 8 characters' },
  });
  expect(await reset(token)).toMatchObject({ status: 200 });
  expect(await reset(token, 'another password')).toMatchObject(expired);
  expect(await call('GET', '/api/auth/user', { token: session })).toMatchObject({ status: 401 });
  await expect.poll(async () => (await other.call('GET', '/api/auth/user', { token: session })).status).toBe(401);
  expect((await testbed.mailbox.to(email)).at(-1)).toMatchObject({ template: 'password_changed' });

  expect(await call('POST', '/api/login', { json: { email, password: customerPassword } })).toMatchObject({
    status: 401,
  });
  expect(await signedIn(call, email, 'a new password')).toBeTruthy();
});

test('of ten uses of a link at once, one wins', async () => {
  const { email } = await aUser();
  await forgot(email);
  const token = await testbed.mailbox.linkToken(email);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => reset(token, `new password ${at}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(await signedIn(call, email, `new password ${winner}`)).toBeTruthy();
});

test('a link holds for thirty minutes, and a fresh one ends the one before the last', async () => {
  const { email } = await aUser();
  const links: string[] = [];
  for (let round = 0; round < 3; round++) {
    await forgot(email);
    links.push(await testbed.mailbox.linkToken(email));
    await testbed.ageCodes(61);
  }
  const [first = '', second = '', third = ''] = links;
  expect(await reset(first)).toMatchObject(expired);
  await testbed.ageCodes(27 * 60);
  expect(await reset(third)).toMatchObject({ status: 200 });
  expect(await reset(second)).toMatchObject(expired);
  await testbed.ageCodes(61);
  await forgot(email);
  await testbed.ageCodes(30 * 60 + 1);
  expect(await reset(await testbed.mailbox.linkToken(email))).toMatchObject(expired);
});

test('a stranger who asks for a link does not end the one that its owner is about to open', async () => {
  const { email } = await aUser();
  await forgot(email);
  const own = await testbed.mailbox.linkToken(email);
  await testbed.ageCodes(61);
  await forgot(email);
  expect(await reset(own)).toMatchObject({ status: 200 });
});

test('asking tells nobody who has an account, and mails at most once a minute', async () => {
  const { email } = await aUser();
  const known = await forgot(email);
  const unknown = await forgot(aRegistration().email);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await Promise.all(Array.from({ length: 20 }, () => forgot(email)));
  expect((await testbed.mailbox.to(email)).filter(({ template }) => template === 'password_reset')).toHaveLength(1);
});

test('no link opens the administrator’s account, a blocked one or one that was never confirmed', async () => {
  const blocked = await aUser();
  await testbed.rows(`update users set status = 'blocked' where id = $1`, [blocked.id]);
  const waiting = aRegistration();
  await call('POST', '/api/register', { json: waiting });
  for (const email of [adminEmail, blocked.email, waiting.email]) {
    expect(await forgot(email)).toMatchObject({ status: 200 });
    expect((await testbed.mailbox.to(email)).filter(({ template }) => template === 'password_reset')).toEqual([]);
  }
});

test('somebody blocked after the link was sent cannot use it', async () => {
  const { id, email } = await aUser();
  await forgot(email);
  await testbed.rows(`update users set status = 'blocked' where id = $1`, [id]);
  expect(await reset(await testbed.mailbox.linkToken(email))).toMatchObject(expired);
});

test('a made-up link, a six-digit code and a broken one open nothing and cost no hash', async () => {
  const { email } = await aUser();
  const otp = await testbed.mailbox.code(email);
  for (const token of [otp.repeat(4), 'x'.repeat(43), "' or 1=1 --".repeat(3), '\u0000'.repeat(30)]) {
    expect(await reset(token)).toMatchObject(expired);
  }
  expect(await reset('short')).toMatchObject({ status: 400, body: { message: 'This link is incomplete' } });
});

test('after a new password the account may be tried again from there at once', async () => {
  const { call: ask } = await testbed.another({ RATE_LIMIT_FACTOR: '0.5', TRUST_PROXY: '1' });
  const headers = { 'X-Forwarded-For': '203.0.113.77' };
  const { email } = await aUser();
  const login = (password: string) => ask('POST', '/api/login', { json: { email, password }, headers });
  for (let round = 0; round < 5; round++) expect(await login('a guess')).toMatchObject({ status: 401 });
  expect(await login(customerPassword)).toMatchObject({ status: 429 });
  await forgot(email);
  const json = { token: await testbed.mailbox.linkToken(email), password: 'a new password' };
  expect(await ask('POST', '/api/reset-password', { json, headers })).toMatchObject({ status: 200 });
  expect(await login('a new password')).toMatchObject({ status: 200 });
});
