import bcrypt from 'bcrypt';
import { expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { outcome } from '#tests/setup/calls.ts';
import type { Call } from '#tests/setup/platform.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows, mailbox } = testbed;
const accounts = accountCalls(testbed);
const { call, aUser } = accounts;
/** An app whose limits are a tenth of the usual ones. */
const strict = fixture(() => testbed.another({ RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '1' }));

const login = (email: string, password = customerPassword, ask: Call = call, ip = '203.0.113.1', device = '') =>
  accounts.login(email, password, { ask, headers: { 'X-Forwarded-For': ip, ...(device && { 'X-Device': device }) } });
const wrongCredentials = '401 wrong_credentials credentials_wrong';

test('a customer signs in, however the address is written', async () => {
  const { email, id } = await aUser();
  for (const spelling of [
    email,
    ` ${email.toUpperCase()} `,
    email.replace('@', '\uff20'),
    email.replace('example', 'ｅｘａｍｐｌｅ'),
  ]) {
    const { status, body } = await login(spelling);
    expect({ status, body }).toMatchObject({ status: 200, body: { isAdmin: false, user: { id, email } } });
    expect(typeof body.message).toBe('string');
  }
});

test('a password from every keyboard is accepted, and an earlier hash is renewed', async () => {
  const { email } = await aUser();
  const decomposed = 'Pàsswört-Ünïcode-9'.normalize('NFD');
  const oldHash = await bcrypt.hash(decomposed, 4);
  await rows('update users set password_hash = $2 where email = $1', [email, oldHash]);
  expect((await login(email, decomposed.normalize('NFC'))).status).toBe(401);
  for (const typedPassword of [decomposed, decomposed.normalize('NFC'), decomposed])
    expect((await login(email, typedPassword)).status).toBe(200);
});

test('the administrator signs in by the same endpoint, which answers the role', async () => {
  const { body } = await login(adminEmail, adminPassword);
  expect(body).toMatchObject({ isAdmin: true, user: { role: 'admin', email: adminEmail } });
  expect((await login(adminEmail, 'a guess')).body.message).toBe('Invalid email or password. Please try again.');
  const audit = await rows(
    `select action, actor_role, subject_type from audit_log where action like 'auth.sign%' order by id`,
  );
  expect(audit).toEqual([
    { action: 'auth.signed_in', actor_role: 'admin', subject_type: 'session' },
    { action: 'auth.sign_in_failed', actor_role: 'visitor', subject_type: 'user' },
  ]);
});

test('a wrong password and an unknown address get the same bytes', async () => {
  const { email } = await aUser();
  const varies = new Set(['date', 'x-request-id', 'etag']);
  const raw = async (address: string) => {
    const { status, headers, body } = await login(address, 'not the password');
    return { status, headers: [...headers].filter(([name]) => !varies.has(name)), text: JSON.stringify(body) };
  };
  const knownAnswer = await raw(email);
  expect(knownAnswer.status).toBe(401);
  for (const address of [newAddress(), 'not an address']) expect(await raw(address)).toEqual(knownAnswer);
});

test('the time of the answer does not reveal who has an account', async () => {
  // A hash takes many times as long as all else.
  const { call: ask } = await testbed.another({ PASSWORD_COST: '9' });
  const { email } = await aUser();
  const json = { token: await accounts.resetLink(email), password: customerPassword };
  await ask('POST', '/api/reset-password', { json });
  const [row] = await rows('select password_hash from users where email = $1', [email]);
  expect(row?.password_hash).toMatch(/^\$2b\$09\$/);
  // Compares the shortest processor time of each: other work may load this machine.
  const timed = async (address: string) => {
    const cpuBefore = process.cpuUsage();
    await login(address, 'not the password', ask);
    const { user, system } = process.cpuUsage(cpuBefore);
    return user + system;
  };
  const knownTimes: number[] = [];
  const unknownTimes: number[] = [];
  for (let round = 0; round < 6; round++) {
    knownTimes.push(await timed(email));
    unknownTimes.push(await timed(newAddress()));
  }
  // Without a hash to compare, an attempt would take a fifth of the time.
  const ratio = Math.min(...unknownTimes) / Math.min(...knownTimes);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});

test('the right password leads an unconfirmed customer to the code', async () => {
  const { email, userId } = await accounts.aWaiting();
  expect(await outcome(login(email, 'a guess'))).toBe(wrongCredentials);
  await testbed.ageCodes(61);
  // The second time is too early for a third code, but the response is the same and the second code is still valid.
  for (let round = 0; round < 2; round++) {
    const { status, body } = await login(email);
    expect([status, body.code]).toEqual([403, 'verification_required']);
    expect(body).toMatchObject({ requiresVerification: true, email, userId });
    expect(await mailbox.to(email)).toHaveLength(2);
  }
  expect(await outcome(accounts.verify({ email, otp: await mailbox.code(email) }))).toBe('200');
  expect(await signedIn(call, email)).toBeTruthy();
});

test('a blocked customer reads that only with the right password', async () => {
  const { email, id } = await aUser();
  await rows(`update users set status = 'blocked' where id = $1`, [id]);
  const { status, body } = await login(email);
  expect([status, body.code]).toEqual([403, 'blocked']);
  expect(body.message).toMatch(/blocked.*support/);
  expect(await outcome(login(email, 'a guess'))).toBe(wrongCredentials);
});

test('a password is compared whole, also after its 72nd byte', async () => {
  const password = `${'a'.repeat(70)}ä`;
  const { email } = await aUser({ password });
  expect(await outcome(login(email, password))).toBe('200');
  for (const otherPassword of [`${password}b`, `${password}\u0000`, password.slice(0, -1)])
    expect(await outcome(login(email, otherPassword))).toBe(wrongCredentials);
});

test('an attacker has ten wrong passwords from one place, on all processes together', async () => {
  const settings = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' };
  const { call: callOne } = await testbed.another(settings);
  const { call: otherCall } = await testbed.another(settings);
  const { email } = await aUser();
  for (let round = 0; round < 12; round++)
    expect(await outcome(login(email, customerPassword, callOne, '198.51.100.1'))).toBe('200');
  for (let round = 0; round < 10; round++) {
    const guess = login(email.toUpperCase(), `guess ${round}`, round % 2 ? callOne : otherCall, '198.51.100.2');
    expect(await outcome(guess)).toBe(wrongCredentials);
  }
  const refusal = await login(email, customerPassword, otherCall, '198.51.100.2');
  expect(refusal).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(600);
  expect(await outcome(login(email, customerPassword, callOne, '198.51.100.3'))).toBe('200');
});

let lastHost = 0;
/** Each call from another host: those are limited too. */
const aHost = () => `203.0.113.${(lastHost += 1) + 100}`;
const loginFrom = (device: unknown, email: string, password = customerPassword) =>
  login(email, password, strict.call, aHost(), String(device));
/** Uses up the guesses of all callers, from other addresses. */
const guessFromEverywhere = async (email: string) => {
  for (let count = 0; count < 5; count++) await loginFrom('', email, 'a guess');
};

test('strangers who guess never lock out a browser that signed in before', async () => {
  const { email } = await aUser();
  const otherUser = await aUser();
  const deviceOf = async (owner: string) => String((await loginFrom('', owner)).body.deviceToken);
  const device = await deviceOf(email);
  const foreignDevice = await deviceOf(otherUser.email);
  await guessFromEverywhere(email);
  for (const stranger of ['', foreignDevice, `${device}x`, 'a.b.c'])
    expect((await loginFrom(stranger, email)).status).toBe(429);
  expect((await loginFrom(device, email)).status).toBe(200);
  expect((await loginFrom(`${foreignDevice},${device}`, email)).status).toBe(200);
  // The device has its own few guesses, so that a stolen one is no way around the limits.
  for (const status of [401, 429]) expect((await loginFrom(device, email, 'a guess')).status).toBe(status);
});

test.each([
  ['of the same address', '198.51.100.10', '198.51.100.30', '198.51.100.10'],
  [
    'of the same IPv6 network, whatever its address of the day',
    '2001:db8:1:2::10',
    '2001:db8:1:3::11',
    '2001:db8:1:2:a::11',
  ],
])('guessing from many places is limited too, and locks out no known browser: %s', async (_who, known, other, same) => {
  const { email } = await aUser();
  const from = async (ip: string) => (await login(email, customerPassword, strict.call, ip)).status;
  expect(await from(known)).toBe(200);
  await guessFromEverywhere(email);
  expect([await from(other), await from(same)]).toEqual([429, 200]);
});

test('an owner who resets the password by mail gets in while strangers guess', async () => {
  const { email } = await aUser();
  const password = 'chosen while others guess';
  const { deviceToken } = (await accounts.reset(await accounts.resetLink(email), password)).body;
  await guessFromEverywhere(email);
  expect((await loginFrom('', email, password)).status).toBe(429);
  expect((await loginFrom(deviceToken, email, password)).status).toBe(200);
});

test('a flood of passwords is refused early instead of queueing, and counts no refused attempt', async () => {
  const guesses = async () => Number((await rows('select sum(attempts) as sum from sign_in_attempts'))[0]?.sum ?? 0);
  const guessesBefore = await guesses();
  // Two sign-ins are under way and do not end yet; after them a queue of 24 is as long as a second.
  let goOn = () => undefined as void;
  const heldSignIns = new Promise<void>((resolve) => (goOn = resolve));
  const { passwords } = testbed.app.deps.auth;
  const running = [1, 2].map(() => passwords.withSlot(() => heldSignIns));
  const refusedStatuses: number[] = [];
  const answers = Array.from({ length: 80 }, async () => {
    const answer = await login(newAddress(), 'a guess');
    if (answer.status === 503) refusedStatuses.push(Number(answer.headers.get('retry-after')));
    return answer.status;
  });
  await expect.poll(() => refusedStatuses.length).toBe(80 - 24);
  expect(await guesses()).toBe(guessesBefore);
  goOn();
  await Promise.all(running);
  expect((await Promise.all(answers)).filter((status) => status === 401)).toHaveLength(24);
  const countedTwice = 2 * 24; // The attempts are counted by the account, and by the account and the place.
  expect((await guesses()) - guessesBefore).toBe(countedTwice);
  expect(refusedStatuses.every((seconds) => seconds > 0)).toBe(true);
  expect(await outcome(login(newAddress(), 'a guess'))).toBe(wrongCredentials);
});

test.each([
  ['/api/login', '/login'],
  ['/api/login?next=/sell%3Fcrypto%3Dbitcoin%26amount%3D1', '/login?next=%2Fsell%3Fcrypto%3Dbitcoin%26amount%3D1'],
  ['/auth?next=/transactions', '/login?next=%2Ftransactions'],
  ['/auth', '/login'],
  ['/api/logout', '/sign-out'],
  ['/auth?next=//evil.example', '/login'],
  ['/api/login?next=/a&next=/b', '/login'],
  [`/api/login?next=/${'a'.repeat(600)}`, '/login'],
])('a user who signs in with %s gets %s', async (path, location) => {
  const { status, headers } = await call('GET', path);
  expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([302, location, null]);
});
