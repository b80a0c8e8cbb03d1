import { expect, test } from 'vitest';
import { aCustomer, aRegistration, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const { database, app, mailbox } = openTestbed();
const call: Call = (...sent) => app.call(...sent);

const register = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call('POST', '/api/register', { json: aRegistration(changes), headers });
const confirm = (json: Record<string, unknown>, headers: Record<string, string> = {}) =>
  call('POST', '/api/verify-otp', { json, headers });
const rows = async (query: string, values: unknown[] = []) =>
  (await database.pool.query(query, values)).rows as object[];
const letAMinutePass = () =>
  database.pool.query(`update one_time_codes set created_at = created_at - interval '61 seconds'`);

test('whoever registered somebody’s address before them gains nothing by it', async () => {
  const email = aRegistration().email;
  await register({ email, password: 'the thief waits' });
  const own = await register({ email, firstName: 'Grace' });
  const confirmed = await confirm({ email, otp: await mailbox.code(email) });
  expect(confirmed.body).toMatchObject({ user: { firstName: 'Grace', id: (own.body.user as { id: string }).id } });
  expect(await call('POST', '/api/login', { json: { email, password: 'the thief waits' } })).toMatchObject({
    status: 401,
  });
  expect(await signedIn(call, email)).toBeTruthy();
});

test('whoever registers somebody’s address after them gains nothing by it: the id says whose password counts', async () => {
  const email = aRegistration().email;
  const own = await register({ email, firstName: 'Grace' });
  await letAMinutePass();
  await register({ email, password: 'the thief follows' });
  const userId = (own.body.user as { id: string }).id;
  const confirmed = await confirm({ userId, otp: await mailbox.code(email) });
  expect(confirmed.body).toMatchObject({ user: { id: userId, firstName: 'Grace' } });
  expect(await call('POST', '/api/login', { json: { email, password: 'the thief follows' } })).toMatchObject({
    status: 401,
  });
  expect(await signedIn(call, email)).toBeTruthy();
  expect(await rows('select 1 from registrations where id = $1', [userId])).toEqual([]);
});

test('without the id, the attempt from the same browser counts', async () => {
  const email = aRegistration().email;
  await register({ email }, { 'User-Agent': 'the owner' });
  await register({ email, password: 'the thief follows' }, { 'User-Agent': 'another' });
  const otp = await mailbox.code(email);
  expect(await confirm({ email, otp }, { 'User-Agent': 'the owner' })).toMatchObject({ status: 200 });
  expect(await signedIn(call, email)).toBeTruthy();
});

test('when nobody can tell whose attempt is meant, no password works until the owner chooses one by mail', async () => {
  const email = aRegistration().email;
  await register({ email }, { 'User-Agent': 'one' });
  await register({ email, password: 'the thief follows' }, { 'User-Agent': 'two' });
  expect(await confirm({ email, otp: await mailbox.code(email) }, { 'User-Agent': 'three' })).toMatchObject({
    status: 200,
  });
  for (const password of [customerPassword, 'the thief follows']) {
    expect(await call('POST', '/api/login', { json: { email, password } })).toMatchObject({ status: 401 });
  }
  const token = await mailbox.linkToken(email);
  expect(await call('POST', '/api/reset-password', { json: { token, password: 'chosen by the owner' } })).toMatchObject(
    { status: 200 },
  );
  expect(await signedIn(call, email, 'chosen by the owner')).toBeTruthy();
});

test('fifty-one strangers registering an address do not push its owner’s own attempt out of sight', async () => {
  const email = aRegistration().email;
  const own = await register({ email, firstName: 'Grace' });
  await letAMinutePass();
  for (let at = 0; at < 51; at += 1) {
    await register({ email, firstName: 'Mallory', password: 'the thief follows' }, { 'User-Agent': 'another' });
  }
  const userId = (own.body.user as { id: string }).id;
  const confirmed = await confirm({ userId, otp: await mailbox.code(email) });
  expect(confirmed).toMatchObject({ status: 200, body: { user: { id: userId, firstName: 'Grace' } } });
  expect(await signedIn(call, email)).toBeTruthy();
}, 60_000);

/** Every response of a sequence of calls, with random and caller-specific values replaced. */
async function answersAbout(email: string): Promise<string> {
  const answers: unknown[] = [];
  const ids = new Map<string, string>();
  const ask = async (path: string, json: object) => {
    const { status, body } = await call('POST', path, { json });
    answers.push([path, status, body]);
    return body;
  };
  const logIn = (password: string) => ask('/api/login', { email, password });
  for (const password of ['the first attempt of all', 'the second attempt of all']) {
    const { user } = await ask('/api/register', aRegistration({ email, password }));
    const userId = (user as { id: string }).id;
    await logIn(password);
    await logIn('nobody’s password');
    await ask('/api/verify-otp', { userId, otp: '000000' });
    await ask('/api/resend-otp', { userId });
    await letAMinutePass();
    await ask('/api/resend-otp', { email });
    await logIn('the first attempt of all');
    await ask('/api/verify-otp', { email, otp: '000000' });
    await letAMinutePass();
    await logIn(password);
    await ask('/api/forgot-password', { email });
  }
  return JSON.stringify(answers)
    .replaceAll(email, '<email>')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `<id ${ids.size}>`);
      return ids.get(id) ?? '';
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/in \d+ seconds|"(retryAfterS|s)econds":\d+/g, '<seconds>');
}

test('no sequence of registering, signing in, resending and confirming tells whether an address has an account', async () => {
  const owner = await aCustomer(call, mailbox);
  await letAMinutePass();
  const unknown = await answersAbout(aRegistration().email);
  expect(unknown).toContain('verification_required');
  expect(await answersAbout(owner.email)).toBe(unknown);
  expect(await answersAbout(adminEmail)).toBe(unknown);
  expect(await signedIn(call, owner.email)).toBeTruthy();
}, 60_000);
