import { expect, test } from 'vitest';
import { aCustomer, aRegistration, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
/** The product's real password cost, where response times and a flood are tested. */
const atFullCost = fixture(() => testbed.another({ PASSWORD_COST: '10' }));
/** Where few guesses are too many. */
const strict = fixture(() => testbed.another({ RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '1' }));
const call: Call = (...sent) => testbed.app.call(...sent);
const login = (email: string, password: string, ask: Call = call, ip = '203.0.113.1') =>
  ask('POST', '/api/login', { json: { email, password }, headers: { 'X-Forwarded-For': ip } });
const aUser = (changes?: Record<string, unknown>) => aCustomer(call, testbed.mailbox, changes);

const wrong = {
  status: 401,
  body: { code: 'wrong_credentials', message: 'Invalid email or password. Please try again.' },
};

test('a customer signs in, however the address is written', async () => {
  const { email, id } = await aUser();
  for (const written of [email, ` ${email.toUpperCase()} `, email.replace('@', '\uff20')]) {
    const { status, body } = await login(written, customerPassword);
    expect({ status, body }).toMatchObject({ status: 200, body: { isAdmin: false, user: { id, email } } });
    expect(typeof body.message).toBe('string');
  }
});

test('the administrator signs in by the same door and is told so', async () => {
  const { body } = await login(adminEmail, adminPassword);
  expect(body).toMatchObject({ isAdmin: true, user: { role: 'admin', email: adminEmail } });
  expect(await login(adminEmail, 'a guess')).toMatchObject(wrong);
  const audit = await testbed.rows(
    `select action, actor_role, subject_type from audit_log where action like 'auth.sign%' order by id`,
  );
  expect(audit).toEqual([
    { action: 'auth.signed_in', actor_role: 'admin', subject_type: 'session' },
    { action: 'auth.sign_in_failed', actor_role: 'visitor', subject_type: 'user' },
  ]);
});

test.each([
  [{}],
  [{ email: '', password: 'x' }],
  [{ email: 'a@example.com', password: '' }],
  [{ email: 5, password: {} }],
])('%j is told to fill out all fields', async (json) => {
  expect(await call('POST', '/api/login', { json })).toMatchObject({
    status: 400,
    body: { message: 'Please fill out all fields' },
  });
});

test('a wrong password and an unknown address get the same bytes', async () => {
  const { email } = await aUser();
  const raw = async (address: string) => {
    const response = await fetch(`${testbed.app.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: address, password: 'not the password' }),
    });
    const varies = new Set(['date', 'x-request-id', 'etag']);
    return {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !varies.has(name)),
      text: await response.text(),
    };
  };
  const known = await raw(email);
  expect(known.status).toBe(401);
  expect(await raw(aRegistration().email)).toEqual(known);
  expect(await raw('not an address')).toEqual(known);
});

test('the time of the answer does not tell who has an account', { timeout: 60_000 }, async () => {
  const { call: ask } = atFullCost;
  const { email } = await aCustomer(ask, testbed.mailbox);
  const [row] = await testbed.rows('select password_hash from users where email = $1', [email]);
  expect(row?.password_hash).toMatch(/^\$2b\$10\$/);
  const timed = async (address: string) => {
    const start = performance.now();
    await login(address, 'not the password', ask);
    return performance.now() - start;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    known.push(await timed(email));
    unknown.push(await timed(aRegistration().email));
  }
  // The fastest of each: other work may load this machine. Without a hash to compare it would be a tenth.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});

test('before the address is confirmed, the right password leads to the code and a wrong one nowhere', async () => {
  const sent = aRegistration();
  const { body: registered } = await call('POST', '/api/register', { json: sent });
  expect(await login(sent.email, 'a guess')).toMatchObject(wrong);
  await testbed.ageCodes(61);
  const refused = await login(sent.email, customerPassword);
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'verification_required', requiresVerification: true, email: sent.email },
  });
  expect(refused.body.userId).toBe((registered.user as { id: string }).id);
  expect(await testbed.mailbox.to(sent.email)).toHaveLength(2);
  // Too early for a third, but the response is the same and the second code is still valid.
  expect(await login(sent.email, customerPassword)).toMatchObject({ status: 403 });
  expect(await testbed.mailbox.to(sent.email)).toHaveLength(2);
  const otp = await testbed.mailbox.code(sent.email);
  expect(await call('POST', '/api/verify-otp', { json: { email: sent.email, otp } })).toMatchObject({ status: 200 });
  expect(await signedIn(call, sent.email)).toBeTruthy();
});

test('a blocked customer is told so, but only with the right password', async () => {
  const { email, id } = await aUser();
  await testbed.rows(`update users set status = 'blocked' where id = $1`, [id]);
  expect(await login(email, customerPassword)).toMatchObject({ status: 403, body: { code: 'blocked' } });
  expect((await login(email, customerPassword)).body.message).toMatch(/blocked.*support/);
  expect(await login(email, 'a guess')).toMatchObject(wrong);
});

test('a password is compared whole: what follows the 72nd byte is never ignored', async () => {
  const password = `${'a'.repeat(70)}ä`;
  const { email } = await aUser({ password });
  expect(await login(email, password)).toMatchObject({ status: 200 });
  expect(await login(email, `${password}b`)).toMatchObject(wrong);
  expect(await login(email, `${password}\u0000`)).toMatchObject(wrong);
  expect(await login(email, password.slice(0, -1))).toMatchObject(wrong);
});

test('ten wrong passwords from one place end the guessing there, on every process, and right ones count nothing', async () => {
  const settings = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' };
  const [item, other] = [await testbed.another(settings), await testbed.another(settings)];
  const { email } = await aUser();
  for (let round = 0; round < 12; round++) {
    expect(await login(email, customerPassword, item.call, '198.51.100.1')).toMatchObject({ status: 200 });
  }
  for (let round = 0; round < 10; round++) {
    const { call: ask } = round % 2 ? item : other;
    expect(await login(email.toUpperCase(), `guess ${round}`, ask, '198.51.100.2')).toMatchObject(wrong);
  }
  const refused = await login(email, customerPassword, other.call, '198.51.100.2');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
  expect(await login(email, customerPassword, item.call, '198.51.100.3')).toMatchObject({ status: 200 });
});

test('guessing from everywhere ends too, and locks nobody out who was here before', async () => {
  const { call: ask } = strict;
  const { email } = await aUser();
  expect(await login(email, customerPassword, ask, '198.51.100.10')).toMatchObject({ status: 200 });
  for (let host = 20; host < 24; host++)
    expect(await login(email, 'a guess', ask, `198.51.100.${host}`)).toMatchObject(wrong);
  expect(await login(email, customerPassword, ask, '198.51.100.30')).toMatchObject({ status: 429 });
  expect(await login(email, customerPassword, ask, '198.51.100.10')).toMatchObject({ status: 200 });
});

/** Uses up the guesses of all callers, from other addresses. */
const guessFromEverywhere = async (ask: Call, email: string) => {
  for (let count = 0; count < 5; count++) await login(email, 'a guess', ask, aHost());
};
let lastHost = 0;
/** Each call from another host: those are limited too. */
const aHost = () => `203.0.113.${(lastHost += 1) + 100}`;
const loginFrom = (device: string, email: string, password: string, ask: Call, ip: string) =>
  ask('POST', '/api/login', { json: { email, password }, headers: { 'X-Forwarded-For': ip, 'X-Device': device } });

test('strangers who guess lock nobody out of a browser that signed in before, wherever it is', async () => {
  const { call: ask } = strict;
  const [{ email }, other] = [await aUser(), await aUser()];
  const { deviceToken } = (await login(email, customerPassword, ask, aHost())).body;
  const foreignToken = String((await login(other.email, customerPassword, ask, aHost())).body.deviceToken);
  await guessFromEverywhere(ask, email);
  const from = (device: string) => loginFrom(device, email, customerPassword, ask, aHost());
  for (const device of ['', foreignToken, `${String(deviceToken)}x`, 'a.b.c']) {
    expect((await from(device)).status).toBe(429);
  }
  expect((await from(String(deviceToken))).status).toBe(200);
  expect((await from(`${foreignToken},${String(deviceToken)}`)).status).toBe(200);
  // The device has its own few guesses, so that a stolen one is no way around the limits.
  for (const status of [401, 429]) {
    expect((await loginFrom(String(deviceToken), email, 'a guess', ask, aHost())).status).toBe(status);
  }
});

test('the same IPv6 network is known whatever its privacy address of the day', async () => {
  const { call: ask } = strict;
  const { email } = await aUser();
  expect((await login(email, customerPassword, ask, '2001:db8:1:2::10')).status).toBe(200);
  await guessFromEverywhere(ask, email);
  expect((await login(email, customerPassword, ask, '2001:db8:1:3::11')).status).toBe(429);
  expect((await login(email, customerPassword, ask, '2001:db8:1:2:aaaa::11')).status).toBe(200);
});

test('who reads the mailbox gets in while strangers guess: the reset makes the browser a known one', async () => {
  const { call: ask } = strict;
  const { email } = await aUser();
  await call('POST', '/api/forgot-password', { json: { email } });
  const json = { token: await testbed.mailbox.linkToken(email), password: 'chosen while others guess' };
  const { deviceToken } = (await call('POST', '/api/reset-password', { json })).body;
  await guessFromEverywhere(ask, email);
  expect((await login(email, json.password, ask, aHost())).status).toBe(429);
  expect((await loginFrom(String(deviceToken), email, json.password, ask, aHost())).status).toBe(200);
});

test('a flood of passwords is turned away early instead of queueing up, and what is turned away was no guess', async () => {
  const guesses = async () =>
    Number((await testbed.rows('select sum(attempts) as sum from sign_in_attempts'))[0]?.sum ?? 0);
  const { call: ask } = atFullCost;
  const before = await guesses();
  const answers = await Promise.all(Array.from({ length: 80 }, () => login(aRegistration().email, 'a guess', ask)));
  const turnedAway = answers.filter(({ status }) => status === 503);
  expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true);
  expect(turnedAway.length).toBeGreaterThan(20);
  const countedTwice = 2 * (answers.length - turnedAway.length); // By the account, and by the account and the place.
  expect((await guesses()) - before).toBe(countedTwice);
  expect(turnedAway.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
  expect(await login(aRegistration().email, 'a guess', ask)).toMatchObject(wrong);
});

test.each([
  ['/api/login', '/login'],
  ['/api/login?next=/sell%3Fcrypto%3Dbitcoin%26amount%3D1', '/login?next=%2Fsell%3Fcrypto%3Dbitcoin%26amount%3D1'],
  ['/auth?next=/transactions', '/login?next=%2Ftransactions'],
  ['/auth', '/login'],
  ['/api/logout', '/sign-out'],
  ['/auth?next=//evil.example', '/login'],
  ['/auth?next=%2F%5Cevil.example', '/login'],
  ['/api/login?next=https://evil.example', '/login'],
  ['/api/login?next=/%0d%0aSet-Cookie:a=b', '/login'],
  ['/api/login?next=/a&next=/b', '/login'],
  [`/api/login?next=/${'a'.repeat(600)}`, '/login'],
])('%s leads to %s', async (path, location) => {
  const { status, headers } = await call('GET', path);
  expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([302, location, null]);
});
