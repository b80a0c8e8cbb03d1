import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { accountCalls } from '#tests/factories/account-calls.ts';
import { customerPassword } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows, mailbox } = testbed;
const { call, login, aUser, theAdmin } = accountCalls(testbed);

// Codes end every thirty seconds: no test may straddle that moment.
beforeEach(() => {
  const startedAt = Date.now();
  testbed.app.deps.now = () => new Date(startedAt);
});

const factorRequired = '403 second_factor_required';
const wrongCode = '400 invalid_code second_factor_code_wrong';

/** Digits of the app, some steps from now. */
function digitsOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: testbed.app.deps.now().getTime() + steps * 30_000 });
}

/** A user with a second factor, and the calls that they send. */
function withFactor({ email, token }: { email: string; token: string }, password = customerPassword) {
  const send = (method: string, path: string, json: object = {}) =>
    call(method, `/api/second-factor${path}`, { token, json: { password, ...json } });
  const switchOn = async () => {
    const { status, body } = await send('POST', '');
    expect(status).toBe(200);
    const secret = String(body.secret);
    const confirmation = await call('POST', '/api/second-factor/confirm', {
      token,
      json: { code: digitsOf(secret, -1) },
    });
    expect(confirmation.status).toBe(200);
    return { secret, recoveryCodes: confirmation.body.recoveryCodes as string[] };
  };
  return { email, send, switchOn, signIn: (code?: string) => login(email, password, { code }) };
}
const someone = async () => withFactor(await aUser());
const someoneWithFactor = async () => {
  const owner = await someone();
  return { ...owner, ...(await owner.switchOn()) };
};

test('codes are those of RFC 6238, and the app’s address names brand and owner', async () => {
  const owner = await someone();
  const { body } = await owner.send('POST', '');
  const uri = new URL(String(body.uri));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain(owner.email);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: body.secret, algorithm: 'SHA1', digits: '6' });
  expect(String(body.secret)).toMatch(/^[A-Z2-7]{32}$/);
  const secret = Secret.fromBase32(Secret.fromUTF8('12345678901234567890').base32);
  expect(new TOTP({ secret, digits: 8 }).generate({ timestamp: 59_000 })).toBe('94287082');
});

test('a second factor is not asked for at sign-in before a code confirmed it', async () => {
  const owner = await someone();
  await owner.send('POST', '');
  expect(await outcome(owner.signIn())).toBe('200');
  expect(await outcome(owner.send('POST', '/confirm', { code: '000000' }))).toMatch('400 invalid_code');
  expect(await outcome(owner.signIn())).toBe('200');
});

test('a user with a second factor needs a code beside the password, and each code works once', async () => {
  const { email, signIn, secret } = await someoneWithFactor();
  const code = digitsOf(secret);
  expect(await outcome(signIn())).toMatch(factorRequired);
  expect((await signIn()).body).toMatchObject({ secondFactorRequired: true });
  const guess = await signIn('123456');
  expect(await outcome(guess)).toBe(wrongCode);
  expect(guess.body.fields).toHaveProperty('code');
  expect(await outcome(login(email, 'not the password', { code }))).toMatch('401 wrong_credentials');
  expect(await outcomes([signIn(code), signIn(code), signIn(code)])).toEqual(['200', wrongCode, wrongCode]);
  for (const used of [code, digitsOf(secret, -1)]) expect(await outcome(signIn(used))).toBe(wrongCode);
});

test('codes of other minutes are refused', async () => {
  const { signIn, secret } = await someoneWithFactor();
  for (const steps of [-20, -3, 3, 20]) expect(await outcome(signIn(digitsOf(secret, steps)))).toBe(wrongCode);
  expect(await outcome(signIn(digitsOf(secret, 1)))).toBe('200');
});

test('a recovery code replaces a lost phone once, for its owner alone', async () => {
  const { signIn, recoveryCodes } = await someoneWithFactor();
  const stranger = await someoneWithFactor();
  expect(recoveryCodes).toHaveLength(10);
  const [first = ''] = recoveryCodes;
  expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(await outcome(stranger.signIn(first))).toBe(wrongCode);
  const { status, body } = await signIn(` ${first.toLowerCase().replaceAll('-', ' ')} `);
  expect(status).toBe(200);
  expect(await outcome(signIn(first))).toBe(wrongCode);
  const state = await call('GET', '/api/second-factor', { token: String(body.token) });
  expect(state.body).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });
});

test('new recovery codes end the old ones', async () => {
  const { send, signIn, secret, recoveryCodes } = await someoneWithFactor();
  expect(await outcome(send('POST', '/recovery-codes'))).toMatch(factorRequired);
  const { body } = await send('POST', '/recovery-codes', { code: digitsOf(secret) });
  expect(await outcome(signIn(recoveryCodes[3]))).toBe(wrongCode);
  expect(await outcome(signIn((body.recoveryCodes as string[])[3]))).toBe('200');
});

test('a user switches the second factor off with password and code, and is mailed each change', async () => {
  const { email, send, signIn, secret } = await someoneWithFactor();
  const code = digitsOf(secret);
  expect(await outcome(send('DELETE', '', { password: 'not the password', code }))).toMatch('401');
  expect(await outcome(send('DELETE', ''))).toMatch(factorRequired);
  expect(await outcome(send('DELETE', '', { code }))).toBe('204');
  expect(await outcome(signIn())).toBe('200');
  const changes = (await mailbox.to(email)).filter(({ template }) => template === 'second_factor_changed');
  expect(changes.map(({ data }) => data.change)).toEqual(['on', 'off']);
});

test('an attacker with a stolen token cannot replace the second factor', async () => {
  const { send, signIn, secret } = await someoneWithFactor();
  for (const guess of [{ password: 'a guess' }, {}]) expect((await send('POST', '', guess)).status).toBe(409);
  expect(await outcome(signIn(digitsOf(secret)))).toBe('200');
});

test('a copy of the database contains no secret of the app and no recovery code', async () => {
  const { secret, recoveryCodes } = await someoneWithFactor();
  const secrets = await rows(`select encode(secret, 'escape') as secret from second_factors`);
  expect(JSON.stringify(secrets)).not.toContain(secret);
  const storedHashes = JSON.stringify(await rows('select hash, used_at from recovery_codes'));
  for (const code of recoveryCodes) expect(storedHashes).not.toContain(code.replaceAll('-', ''));
});

test('guessing codes with the right password is counted like guessing passwords', async () => {
  const { email } = await someoneWithFactor();
  const { call: ask } = await testbed.another({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  const from = { ask, headers: { 'X-Forwarded-For': '203.0.113.77' }, code: '000000' };
  const statuses: number[] = [];
  for (let attempts = 0; attempts < 12; attempts++) statuses.push((await login(email, customerPassword, from)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
});

test('the administrator confirms actions with the second factor, and failures are audited', async () => {
  const token = await theAdmin();
  const owner = withFactor({ email: adminEmail, token }, adminPassword);
  const { secret } = await owner.switchOn();
  const stepUp = (code?: string) =>
    call('POST', '/api/admin/step-up', { token, json: { password: adminPassword, code } });
  expect(await outcome(stepUp())).toMatch(factorRequired);
  expect(await outcome(stepUp('000000'))).toBe(wrongCode);
  expect(await outcome(stepUp(digitsOf(secret)))).toBe('200');
  expect(await outcome(owner.signIn('000000'))).toBe(wrongCode);
  const actions = await rows(
    `select action, count(*)::int from audit_log where action ~ 'step|factor|failed' group by 1 order by 1`,
  );
  const once = (action: string) => ({ action: `auth.${action}`, count: 1 });
  expect(actions).toEqual([
    once('second_factor_off'),
    { action: 'auth.second_factor_on', count: expect.any(Number) as number },
    ...['sign_in_failed', 'step_up_failed', 'stepped_up'].map(once),
  ]);
});
