import { expect, test } from 'vitest';
import { aCustomer, aRegistration, signedIn } from '#tests/factories/accounts.ts';
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

test('somebody registers, confirms the mailed code and is signed in', async () => {
  const sent = aRegistration({ middleName: 'Ngozi', language: 'fr' });
  const registered = await call('POST', '/api/register', { json: sent });
  expect(registered.status).toBe(201);
  expect(registered.body).toMatchObject({
    requiresVerification: true,
    email: sent.email,
    user: { firstName: 'Ada', lastName: 'Obi', email: sent.email },
  });
  expect(registered.body).not.toHaveProperty('token');

  const otp = await mailbox.code(sent.email);
  expect(otp).toMatch(/^\d{6}$/);
  const confirmed = await confirm({ email: sent.email.toUpperCase(), otp });
  expect(confirmed).toMatchObject({ status: 200, body: { isAdmin: false } });

  const me = await call('GET', '/api/auth/user', { token: String(confirmed.body.token) });
  expect(me.body).toMatchObject({
    id: (registered.body.user as { id: string }).id,
    email: sent.email,
    middleName: 'Ngozi',
    country: 'Nigeria',
    countryCode: '+234',
    mobileNumber: '+2348031234567',
    language: 'fr',
    role: 'customer',
    kycStatus: 'none',
    profileImageUrl: null,
  });
  expect(JSON.stringify(me.body)).not.toMatch(/hash|\$2b/i);
  expect(await confirm({ email: sent.email, otp })).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
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
])('a registration whose %s is %j is told what to correct', async (field, value, message) => {
  const { status, body } = await register({ [field]: value });
  expect({ status, ...body }).toMatchObject({
    status: 400,
    code: 'invalid_input',
    message,
    fields: { [field]: message },
  });
});

test.each(['12345678', '(555) 123-4567', '+1 5551234'])('the mobile number %s is taken', async (mobileNumber) => {
  expect(await register({ mobileNumber })).toMatchObject({ status: 201 });
});

test('the dial code of the country is stored, whatever the browser sends', async () => {
  const customer = await aCustomer(call, mailbox, { country: 'gh', countryCode: '+1', mobileNumber: '024 123 4567' });
  const me = await call('GET', '/api/auth/user', { token: customer.token });
  expect(me.body).toMatchObject({ country: 'Ghana', countryCode: '+233', mobileNumber: '+233241234567' });
});

test('nothing a browser adds to its registration gives it a right', async () => {
  const extra = {
    isAdmin: true,
    role: 'admin',
    status: 'blocked',
    id: '00000000-0000-4000-8000-000000000001',
    userId: 'x',
    emailVerifiedAt: '2020-01-01',
    email_verified_at: '2020-01-01',
    passwordHash: 'x',
    password_hash: 'x',
    kycStatus: 'approved',
    kyc_status: 'approved',
    createdAt: '2020-01-01',
    blockedReason: 'x',
    profileImageFile: 'x',
    token: 'x',
    requiresVerification: false,
    constructor: { prototype: { isAdmin: true } },
    subject: 'x',
    origin: 'x',
    profile: { role: 'admin' },
    adminNotes: 'x',
    sessionId: 'x',
    attempts: 0,
    expiresAt: '2099-01-01',
    verified: true,
  };
  const polluted = `{"__proto__":{"isAdmin":true,"role":"admin"},${JSON.stringify(aRegistration(extra)).slice(1)}`;
  const { email } = JSON.parse(polluted) as { email: string };
  const registered = await call('POST', '/api/register', {
    raw: polluted,
    headers: { 'Content-Type': 'application/json' },
  });
  expect(registered.status).toBe(201);
  const otp = await mailbox.code(email);
  const { body } = await call('POST', '/api/verify-otp', { json: { email, otp, ...extra, userId: undefined } });
  expect(body).toMatchObject({ isAdmin: false, user: { role: 'customer', kycStatus: 'none' } });
  expect(await rows('select role, status, kyc_status, blocked_reason from users where email = $1', [email])).toEqual([
    { role: 'customer', status: 'active', kyc_status: 'none', blocked_reason: null },
  ]);
  expect(
    await call('POST', '/api/admin/step-up', { token: String(body.token), json: { password: 'x' } }),
  ).toMatchObject({ status: 403 });
});

test('an address in use gets the same answer, and its owner a mail, also in the minute after it was confirmed', async () => {
  const owner = await aCustomer(call, mailbox);
  const [known, unknown] = [await register({ email: owner.email }), await register()];
  const shapeOf = ({ status, body }: typeof known) => [
    status,
    Object.keys(body),
    Object.keys(body.user as object),
    body.message,
  ];
  expect(shapeOf(known)).toEqual(shapeOf(unknown));
  expect((known.body.user as { id: string }).id).not.toBe(owner.id);
  expect((known.body.user as { id: string }).id).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  expect((await mailbox.to(owner.email)).at(-1)).toMatchObject({ template: 'already_registered' });
  expect(await signedIn(call, owner.email)).toBeTruthy();
});

test('the id of a registration on an address in use behaves like any other', async () => {
  const owner = await aCustomer(call, mailbox);
  await letAMinutePass();
  const idOf = async (email?: string) => ((await register(email ? { email } : {})).body.user as { id: string }).id;
  const [taken, free] = [await idOf(owner.email), await idOf()];
  const answers = async (userId: string) => {
    const verify = await confirm({ userId, otp: '000000' });
    const resend = await call('POST', '/api/resend-otp', { json: { userId } });
    return [verify.status, verify.body, resend.status, resend.body.code, Object.keys(resend.body)];
  };
  expect(await answers(taken)).toEqual(await answers(free));
});

test('forty spellings of the administrator’s address never become an administrator', async () => {
  const [name, host] = adminEmail.split('@') as [string, string];
  const wide = (text: string) => text.replace(/\w/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));
  const spellings = [
    ...[
      name.toUpperCase(),
      `D${name.slice(1)}`,
      'dEsk',
      'desK',
      'deſk',
      wide(name),
      wide(name.toUpperCase()),
      'ⓓⓔⓢⓚ',
      '𝐝𝐞𝐬𝐤',
      '𝒹𝑒𝓈𝓀',
    ].map((local) => `${local}@${host}`),
    ...[
      'LANDFALL.TEST',
      'Landfall.Test',
      'landfall。test',
      'ｌandfall.test',
      'landfall.tesT',
      'landfall.test.',
      'ⓛandfall.test',
    ].map((domain) => `${name}@${domain}`),
    ...[' ', '\t', '\n', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u0000'].flatMap((space) => [
      `${space}${adminEmail}`,
      `${adminEmail}${space}`,
    ]),
    `${name}\u0301@${host}`,
    `"${name}"@${host}`,
    `${name}(x)@${host}`,
    `<${adminEmail}>`,
    `Desk <${adminEmail}>`,
    `${adminEmail},x@example.com`,
    `dеsk@${host}`,
  ];
  expect(spellings.length).toBeGreaterThanOrEqual(40);
  for (const email of spellings) {
    const { status, body } = await register({ email });
    expect([201, 400]).toContain(status);
    const id = status === 201 ? (body.user as { id: string }).id : undefined;
    if (!id) continue;
    expect(body.email).toBe(adminEmail);
    expect(await confirm({ userId: id, otp: '123456' })).toMatchObject({ status: 400 });
  }
  expect(await rows(`select email from users where role = 'admin'`)).toEqual([{ email: adminEmail }]);
  expect((await mailbox.to(adminEmail)).filter(({ data }) => 'code' in data)).toEqual([]);
});
