import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { aCustomer, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '100' });
const call: Call = (...sent) => testbed.app.call(...sent);

// Codes end every thirty seconds: no test may straddle that moment.
beforeEach(() => {
  const held = Date.now();
  testbed.app.deps.now = () => new Date(held);
});

type Owner = { email: string; token: string; password: string };
const someone = async (): Promise<Owner> => ({
  ...(await aCustomer(call, testbed.mailbox)),
  password: customerPassword,
});

/** Digits of the app, some steps from now. */
function digitsOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: testbed.app.deps.now().getTime() + steps * 30_000 });
}

async function switchOn({ token, password }: Owner): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await call('POST', '/api/second-factor', { token, json: { password } });
  expect(begun.status).toBe(200);
  const secret = String(begun.body.secret);
  const code = digitsOf(secret, -1);
  const confirmed = await call('POST', '/api/second-factor/confirm', { token, json: { code } });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

const signIn = ({ email, password }: Owner, code?: string) =>
  call('POST', '/api/login', { json: { email, password, ...(code !== undefined && { code }) } });
const wanted = { status: 403, body: { code: 'second_factor_required', secondFactorRequired: true } };
const refused = { status: 400, body: { code: 'invalid_code', fields: { code: expect.any(String) as string } } };

test('digits are those of RFC 6238, and the address of the app names brand and owner', async () => {
  const owner = await someone();
  const { body } = await call('POST', '/api/second-factor', { token: owner.token, json: { password: owner.password } });
  const uri = new URL(String(body.uri));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain(owner.email);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: body.secret, algorithm: 'SHA1', digits: '6' });
  expect(String(body.secret)).toMatch(/^[A-Z2-7]{32}$/);
  const rfcSecret = Secret.fromUTF8('12345678901234567890').base32;
  expect(new TOTP({ secret: Secret.fromBase32(rfcSecret), digits: 8 }).generate({ timestamp: 59_000 })).toBe(
    '94287082',
  );
});

test('until a code was confirmed nothing is asked at sign-in', async () => {
  const owner = await someone();
  await call('POST', '/api/second-factor', { token: owner.token, json: { password: owner.password } });
  expect((await signIn(owner)).status).toBe(200);
  const wrong = await call('POST', '/api/second-factor/confirm', { token: owner.token, json: { code: '000000' } });
  expect(wrong).toMatchObject(refused);
  expect((await signIn(owner)).status).toBe(200);
});

test('with a second factor the password alone opens nothing, and each code opens once', async () => {
  const owner = await someone();
  const { secret } = await switchOn(owner);
  expect(await signIn(owner)).toMatchObject(wanted);
  expect(await signIn(owner, '123456')).toMatchObject(refused);
  expect(await signIn({ ...owner, password: 'not the password' }, digitsOf(secret))).toMatchObject({
    status: 401,
    body: { code: 'wrong_credentials' },
  });
  const code = digitsOf(secret);
  const answers = await Promise.all([signIn(owner, code), signIn(owner, code), signIn(owner, code)]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400']);
  expect(await signIn(owner, code)).toMatchObject(refused);
  expect(await signIn(owner, digitsOf(secret, -1))).toMatchObject(refused);
});

test('codes of other minutes do not fit', async () => {
  const owner = await someone();
  const { secret } = await switchOn(owner);
  for (const steps of [-20, -3, 3, 20]) expect(await signIn(owner, digitsOf(secret, steps))).toMatchObject(refused);
  expect((await signIn(owner, digitsOf(secret, 1))).status).toBe(200);
});

test('a recovery code stands in for a lost phone, once, however it is typed', async () => {
  const owner = await someone();
  const { recoveryCodes } = await switchOn(owner);
  expect(recoveryCodes).toHaveLength(10);
  const [first = ''] = recoveryCodes;
  expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const signed = await signIn(owner, ` ${first.toLowerCase().replaceAll('-', ' ')} `);
  expect(signed.status).toBe(200);
  expect(await signIn(owner, first)).toMatchObject(refused);
  const { body } = await call('GET', '/api/second-factor', { token: String(signed.body.token) });
  expect(body).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });
  const stored = await testbed.rows('select hash, used_at from recovery_codes');
  expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''));
});

test("another user's recovery code opens nothing", async () => {
  const [owner, thief] = [await someone(), await someone()];
  await switchOn(owner);
  const { recoveryCodes } = await switchOn(thief);
  expect(await signIn(owner, recoveryCodes[0])).toMatchObject(refused);
});

test('new recovery codes end the old ones', async () => {
  const owner = await someone();
  const { secret, recoveryCodes } = await switchOn(owner);
  const path = '/api/second-factor/recovery-codes';
  expect(await call('POST', path, { token: owner.token, json: { password: owner.password } })).toMatchObject(wanted);
  const json = { password: owner.password, code: digitsOf(secret) };
  const renewed = await call('POST', path, { token: owner.token, json });
  const fresh = renewed.body.recoveryCodes as string[];
  expect(await signIn(owner, recoveryCodes[3])).toMatchObject(refused);
  expect((await signIn(owner, fresh[3])).status).toBe(200);
});

test('switching it off needs the password and a code, and the owner is told of each change', async () => {
  const owner = await someone();
  const { secret } = await switchOn(owner);
  const off = (json: object) => call('DELETE', '/api/second-factor', { token: owner.token, json });
  expect(await off({ password: 'not the password', code: digitsOf(secret) })).toMatchObject({ status: 401 });
  expect(await off({ password: owner.password })).toMatchObject(wanted);
  expect((await off({ password: owner.password, code: digitsOf(secret) })).status).toBe(204);
  expect((await signIn(owner)).status).toBe(200);
  const notified = (await testbed.mailbox.to(owner.email)).filter(
    ({ template }) => template === 'second_factor_changed',
  );
  expect(notified.map(({ data }) => data.change)).toEqual(['on', 'off']);
});

test('whoever holds a stolen token cannot put a factor of their own in place of the one that is on', async () => {
  const owner = await someone();
  const { secret } = await switchOn(owner);
  const begin = (password: string) => call('POST', '/api/second-factor', { token: owner.token, json: { password } });
  expect(await begin('a guess')).toMatchObject({ status: 409 });
  expect(await begin(owner.password)).toMatchObject({ status: 409 });
  expect((await signIn(owner, digitsOf(secret))).status).toBe(200);
});

test('a copy of the database holds no secret of the app', async () => {
  const { secret } = await switchOn(await someone());
  const stored = await testbed.rows(`select encode(secret, 'escape') as secret from second_factors`);
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('guessing codes with the right password is counted like guessing passwords', async () => {
  const owner = await someone();
  await switchOn(owner);
  const { call: ask } = await testbed.another({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  const json = { email: owner.email, password: owner.password, code: '000000' };
  const guess = () => ask('POST', '/api/login', { json, headers: { 'X-Forwarded-For': '203.0.113.77' } });
  const statuses: number[] = [];
  for (let attempts = 0; attempts < 12; attempts++) statuses.push((await guess()).status);
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400));
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test('the administrator with a second factor steps up with it, and failures are on record', async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  const owner = { email: adminEmail, password: adminPassword, token };
  const { secret } = await switchOn(owner);
  const stepUp = (json: object) => call('POST', '/api/admin/step-up', { token, json });
  expect(await stepUp({ password: adminPassword })).toMatchObject(wanted);
  expect(await stepUp({ password: adminPassword, code: '000000' })).toMatchObject(refused);
  const code = digitsOf(secret);
  expect((await stepUp({ password: adminPassword, code })).status).toBe(200);
  expect(await signIn(owner, '000000')).toMatchObject(refused);
  const actions = await testbed.rows(
    `select action, count(*)::int from audit_log where action ~ 'step|factor|failed' group by 1 order by 1`,
  );
  expect(actions).toEqual([
    { action: 'auth.second_factor_off', count: 1 },
    { action: 'auth.second_factor_on', count: expect.any(Number) as number },
    { action: 'auth.sign_in_failed', count: 1 },
    { action: 'auth.step_up_failed', count: 1 },
    { action: 'auth.stepped_up', count: 1 },
  ]);
});
