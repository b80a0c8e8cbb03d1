import { expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { aRegistration, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows, mailbox } = testbed;
const { call, post, login, register, verify, aUser, reset } = accountCalls(testbed);

const letAMinutePass = () => testbed.ageCodes(61);
const idOf = ({ body }: { body: Record<string, unknown> }) => (body.user as { id: string }).id;

test('a visitor registers, confirms the mailed code and is signed in', async () => {
  const { email, ...registrationFields } = aRegistration({ middleName: 'Ngozi', language: 'fr' });
  const response = await post('register', { ...registrationFields, email });
  expect(response.status).toBe(201);
  const user = { firstName: 'Ada', lastName: 'Obi', email };
  expect(response.body).toMatchObject({ requiresVerification: true, email, user });
  expect(response.body).not.toHaveProperty('token');

  const otp = await mailbox.code(email);
  expect(otp).toMatch(/^\d{6}$/);
  const confirmation = await verify({ email: email.toUpperCase(), otp });
  expect(confirmation).toMatchObject({ status: 200, body: { isAdmin: false } });

  const { body } = await call('GET', '/api/auth/user', { token: String(confirmation.body.token) });
  expect(body).toMatchObject({ id: idOf(response), email, middleName: 'Ngozi', language: 'fr' });
  expect(body).toMatchObject({ country: 'Nigeria', countryCode: '+234', mobileNumber: '+2348031234567' });
  expect(body).toMatchObject({ role: 'customer', kycStatus: 'none', profileImageUrl: null });
  expect(JSON.stringify(body)).not.toMatch(/hash|\$2b/i);
  expect(await outcome(verify({ email, otp }))).toMatch('400 invalid_code');
});

test.each([
  ['firstName', 'A', 'First name must be at least 2 characters'],
  ['lastName', ' ', 'Last name must be at least 2 characters'],
  ['email', 'nobody', 'Please enter a valid email address'],
  ['email', 'a@example.com\r\nBcc: evil@example.com', 'Please enter a valid email address'],
  ['email', 'a@example.com, evil@example.com', 'Please enter a valid email address'],
  ['password', '1234567', 'Password must be at least 8 characters'],
  ['password', 'ä'.repeat(37), 'Password must be at most 72 bytes long'],
  ['country', '', 'Please select your country'],
  ['country', 'Atlantis', 'Please select your country'],
  ['countryCode', '', 'Country code is required'],
  ['mobileNumber', '1234567', 'Please enter a valid mobile number'],
  ['mobileNumber', 'call me maybe', 'Please enter a valid mobile number'],
])('a visitor whose registration has %s %j reads what to correct', async (field, value, message) => {
  const { status, body } = await register({ [field]: value });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_input', message, fields: { [field]: message } });
});

const sixDigits = 'Please enter a valid 6-digit OTP';
const allFields = 'Please fill out all fields';
test.each([
  ['verify-otp', { email: 'a@example.com', otp: '12345' }, sixDigits],
  ['verify-otp', { email: 'a@example.com', otp: '12345a' }, sixDigits],
  ['verify-otp', { email: 'a@example.com', otp: ['123456'] }, sixDigits],
  ['verify-otp', { otp: '123456' }, 'Email Required'],
  ['verify-otp', { email: 'a@example.com', otp: '123456' }, 'Invalid or expired OTP code.'],
  ['login', {}, allFields],
  ['login', { email: '', password: 'x' }, allFields],
  ['login', { email: 'a@example.com', password: '' }, allFields],
  ['login', { email: 5, password: {} }, allFields],
  ['reset-password', { token: 'short', password: 'a new password' }, 'This link is incomplete'],
  ['reset-password', { token: 'x'.repeat(43), password: 'short' }, 'Password must be at least 8 characters'],
])('a visitor who sends to %s %j reads what to correct', async (path, json, message) => {
  const { status, body } = await post(path, json);
  expect([status, body.message]).toEqual([400, message]);
});

test.each(['12345678', '(555) 123-4567', '+1 5551234'])('the mobile number %s is accepted', async (mobileNumber) => {
  expect(await outcome(register({ mobileNumber }))).toBe('201');
});

test('the dial code of the country is stored, whichever one the browser sends', async () => {
  const { token } = await aUser({ country: 'gh', countryCode: '+1', mobileNumber: '024 123 4567' });
  const { body } = await call('GET', '/api/auth/user', { token });
  expect(body).toMatchObject({ country: 'Ghana', countryCode: '+233', mobileNumber: '+233241234567' });
});

test('an attacker gets no right by adding fields to a registration', async () => {
  const texts = 'userId passwordHash password_hash blockedReason profileImageFile token subject origin adminNotes';
  const extraFields = {
    ...Object.fromEntries(texts.split(' ').map((name) => [name, 'x'])),
    id: '00000000-0000-4000-8000-000000000001',
    isAdmin: true,
    role: 'admin',
    status: 'blocked',
    emailVerifiedAt: '2020-01-01',
    email_verified_at: '2020-01-01',
    kycStatus: 'approved',
    kyc_status: 'approved',
    createdAt: '2020-01-01',
    requiresVerification: false,
    constructor: { prototype: { isAdmin: true } },
    profile: { role: 'admin' },
    sessionId: 'x',
    attempts: 0,
    expiresAt: '2099-01-01',
    verified: true,
  };
  const raw = `{"__proto__":{"isAdmin":true,"role":"admin"},${JSON.stringify(aRegistration(extraFields)).slice(1)}`;
  const { email } = JSON.parse(raw) as { email: string };
  const headers = { 'Content-Type': 'application/json' };
  expect(await outcome(call('POST', '/api/register', { raw, headers }))).toBe('201');
  const { body } = await verify({ email, otp: await mailbox.code(email), ...extraFields, userId: undefined });
  expect(body).toMatchObject({ isAdmin: false, user: { role: 'customer', kycStatus: 'none' } });
  expect(await rows('select role, status, kyc_status, blocked_reason from users where email = $1', [email])).toEqual([
    { role: 'customer', status: 'active', kyc_status: 'none', blocked_reason: null },
  ]);
  const stepUp = call('POST', '/api/admin/step-up', { token: String(body.token), json: { password: 'x' } });
  expect((await stepUp).status).toBe(403);
});

test('a used address gets the answer of a free one, and its owner gets a mail', async () => {
  const owner = await aUser();
  const knownAnswer = await register({ email: owner.email });
  const unknownAnswer = await register();
  const shapeOf = ({ status, body }: typeof knownAnswer) => [
    status,
    body.message,
    ...[body, body.user as object].map((part) => Object.keys(part)),
  ];
  expect(shapeOf(knownAnswer)).toEqual(shapeOf(unknownAnswer));
  expect(idOf(knownAnswer)).not.toBe(owner.id);
  expect(idOf(knownAnswer)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect((await mailbox.to(owner.email)).at(-1)).toMatchObject({ template: 'already_registered' });
  expect(await signedIn(call, owner.email)).toBeTruthy();
});

test('forty spellings of the administrator’s address never become an administrator', async () => {
  const [name, host] = adminEmail.split('@') as [string, string];
  const wide = (text: string) => text.replace(/\w/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));
  const locals = ['Desk', 'dEsk', 'desK', 'deſk', 'ⓓⓔⓢⓚ', '𝐝𝐞𝐬𝐤', '𝒹𝑒𝓈𝓀', ...[name.toUpperCase(), name].map(wide)];
  const domains =
    'LANDFALL.TEST Landfall.Test landfall。test ｌandfall.test landfall.tesT landfall.test. ⓛandfall.test';
  const spellings = [
    ...[...locals, name.toUpperCase()].map((local) => `${local}@${host}`),
    ...domains.split(' ').map((domain) => `${name}@${domain}`),
    ...[' ', '\t', '\n', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u0000'].flatMap((space) => [
      `${space}${adminEmail}`,
      `${adminEmail}${space}`,
    ]),
    `${name}\u0301@${host}`,
    `"${name}"@${host}`,
    `${name}(x)@${host}`,
    `dеsk@${host}`,
    `<${adminEmail}>`,
    `Desk <${adminEmail}>`,
    `${adminEmail},x@example.com`,
  ];
  expect(spellings.length).toBeGreaterThanOrEqual(40);
  for (const email of spellings) {
    const response = await register({ email });
    expect([201, 400]).toContain(response.status);
    if (response.status !== 201) continue;
    expect(response.body.email).toBe(adminEmail);
    expect((await verify({ userId: idOf(response), otp: '123456' })).status).toBe(400);
  }
  expect(await rows(`select email from users where role = 'admin'`)).toEqual([{ email: adminEmail }]);
  expect((await mailbox.to(adminEmail)).filter(({ data }) => 'code' in data)).toEqual([]);
});

const thiefsPassword = 'the thief follows';
const ownsNothing = async (email: string, password = thiefsPassword) =>
  expect(await outcome(login(email, password))).toMatch('401');

test('an attacker who registers a stranger’s address before them gains nothing by it', async () => {
  const email = newAddress();
  await register({ email, password: thiefsPassword });
  const id = idOf(await register({ email, firstName: 'Grace' }));
  const response = await verify({ email, otp: await mailbox.code(email) });
  expect(response.body).toMatchObject({ user: { id, firstName: 'Grace' } });
  await ownsNothing(email);
  expect(await signedIn(call, email)).toBeTruthy();
});

test.each([1, 51])(
  'an attacker who registers a stranger’s address %i times after them gains nothing by it',
  async (times) => {
    const email = newAddress();
    const userId = idOf(await register({ email, firstName: 'Grace' }));
    await letAMinutePass();
    const followed = { email, firstName: 'Mallory', password: thiefsPassword };
    for (let at = 0; at < times; at += 1) await register(followed, { 'User-Agent': 'another' });
    const response = await verify({ userId, otp: await mailbox.code(email) });
    expect(response).toMatchObject({ status: 200, body: { user: { id: userId, firstName: 'Grace' } } });
    await ownsNothing(email);
    expect(await signedIn(call, email)).toBeTruthy();
    expect(await rows('select 1 from registrations where id = $1', [userId])).toEqual([]);
  },
);

test('a code without an id is for the last registration of that browser', async () => {
  const email = newAddress();
  await register({ email }, { 'User-Agent': 'the owner' });
  await register({ email, password: thiefsPassword }, { 'User-Agent': 'another' });
  const json = { email, otp: await mailbox.code(email) };
  expect(await outcome(verify(json, { 'User-Agent': 'the owner' }))).toBe('200');
  expect(await signedIn(call, email)).toBeTruthy();
});

test('an address with several registrations has no password until its owner sets one by mail', async () => {
  const email = newAddress();
  await register({ email }, { 'User-Agent': 'one' });
  await register({ email, password: thiefsPassword }, { 'User-Agent': 'two' });
  expect(await outcome(verify({ email, otp: await mailbox.code(email) }, { 'User-Agent': 'three' }))).toBe('200');
  for (const password of [customerPassword, thiefsPassword]) await ownsNothing(email, password);
  expect(await outcome(reset(await mailbox.linkToken(email), 'chosen by the owner'))).toBe('200');
  expect(await signedIn(call, email, 'chosen by the owner')).toBeTruthy();
});

/** Every response of a sequence of calls, with random and caller-specific values replaced. */
async function answersAbout(email: string): Promise<string> {
  const answers: unknown[] = [];
  const ids = new Map<string, string>();
  const ask = async (path: string, json: object) => {
    const { status, body } = await post(path, json);
    answers.push([path, status, body]);
    return { body };
  };
  const logIn = (password: string) => ask('login', { email, password });
  for (const password of ['the first attempt of all', 'the second attempt of all']) {
    const userId = idOf(await ask('register', aRegistration({ email, password })));
    await logIn(password);
    await logIn('nobody’s password');
    await ask('verify-otp', { userId, otp: '000000' });
    await ask('resend-otp', { userId });
    await letAMinutePass();
    await ask('resend-otp', { email });
    await logIn('the first attempt of all');
    await ask('verify-otp', { email, otp: '000000' });
    await letAMinutePass();
    await logIn(password);
    await ask('forgot-password', { email });
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

test('no sequence of registering, signing in and confirming reveals if an address has an account', async () => {
  const owner = await aUser();
  await letAMinutePass();
  const unknownAnswers = await answersAbout(newAddress());
  expect(unknownAnswers).toContain('verification_required');
  for (const email of [owner.email, adminEmail]) expect(await answersAbout(email)).toBe(unknownAnswers);
  expect(await signedIn(call, owner.email)).toBeTruthy();
});
