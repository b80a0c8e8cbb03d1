import { expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows, mailbox, ageCodes } = testbed;
const { call, login, register, verify, resend, forgot, reset, resetLink, me, aUser, aWaiting } = accountCalls(testbed);
const otherProcess = fixture(() => testbed.another());
const wrongCode = '400 invalid_code one_time_code_wrong';
const expired = '422 link_expired';
/** A code that is not this one. */
const otherThan = (otp: string, by = 1) => String((Number(otp) + by) % 1_000_000).padStart(6, '0');
const times = <Result>(count: number, send: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));

test('an attacker with two hundred guesses at two processes has five attempts', async () => {
  const { email, userId, otp } = await aWaiting();
  const answers = await times(200, (at) => {
    const json = { ...(at % 3 === 0 ? { userId } : { email }), otp: otherThan(otp, at + 1) };
    return (at % 2 === 0 ? testbed.app : otherProcess).call('POST', '/api/verify-otp', { json });
  });
  expect(answers.every(({ status }) => status === 400)).toBe(true);
  const attemptsQuery = `select max(attempts) as attempts from one_time_codes where hash = (
    select hash from one_time_codes where ended_at is null order by created_at desc limit 1)`;
  expect(await rows(attemptsQuery)).toEqual([{ attempts: 5 }]);
  expect(await outcome(verify({ email, otp }))).toBe(wrongCode);
  expect(await rows('select 1 from users where email = $1', [email])).toEqual([]);
});

test('an attacker has at most twenty wrong codes a day, and does not find the right one', async () => {
  const { email } = await aWaiting();
  for (let round = 0; round < 6; round++) {
    const otp = await mailbox.code(email);
    for (let at = 1; at <= 6; at++) await verify({ email, otp: otherThan(otp, at) });
    await ageCodes(61);
    await resend({ email });
  }
  const [sum] = await rows(
    `select sum(attempts)::int as attempts from one_time_codes where subject = (
       select subject from one_time_codes where ended_at is null order by created_at desc limit 1)`,
  );
  expect(sum).toEqual({ attempts: 20 });
  expect(await outcome(verify({ email, otp: await mailbox.code(email) }))).toBe(wrongCode);

  await ageCodes(25 * 3600);
  expect(await outcome(resend({ email }))).toBe('200');
  expect(await outcome(verify({ email, otp: await mailbox.code(email) }))).toBe('200');
});

test.each([
  [601, wrongCode],
  [595, '200'],
])(
  'a code is valid for ten minutes of the database’s clock: after %i seconds it is answered with %s',
  async (age, answer) => {
    const pending = await aWaiting();
    await ageCodes(age);
    expect(await outcome(verify(pending))).toBe(answer);
  },
);

test('a code works once, even in two tabs at once', async () => {
  const pending = await aWaiting();
  expect(await outcomes([verify(pending), verify(pending), verify(pending)])).toEqual(['200', wrongCode, wrongCode]);
});

test('a new code ends the previous one', async () => {
  const { email, otp } = await aWaiting();
  await ageCodes(60);
  expect(await outcome(resend({ email }))).toBe('200');
  expect(await outcome(verify({ email, otp }))).toBe(wrongCode);
  expect(await outcome(verify({ email, otp: await mailbox.code(email) }))).toBe('200');
});

test('no visitor gets a second code within a minute, or a seventh within an hour, on any process', async () => {
  const { email, userId } = await aWaiting();
  const earlyAnswer = await otherProcess.call('POST', '/api/resend-otp', { json: { userId } });
  expect(earlyAnswer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(earlyAnswer.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(Date.parse(String(earlyAnswer.body.resendAt))).toBeGreaterThan(Date.now() + 50_000);

  const passedCounts: number[] = [];
  for (let round = 0; round < 7; round++) {
    await ageCodes(61);
    const answers = await times(10, (at) =>
      (at % 2 ? otherProcess : testbed.app).call('POST', '/api/resend-otp', { json: { email } }),
    );
    passedCounts.push(answers.filter(({ status }) => status === 200).length);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  }
  expect(passedCounts).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(await mailbox.to(email)).toHaveLength(6);
  await ageCodes(3600);
  expect(await outcome(resend({ email }))).toBe('200');
  expect(await mailbox.to(email)).toHaveLength(7);
});

test('the answers about codes do not reveal who has an account', async () => {
  const pending = await aWaiting();
  const customer = await aUser();
  const stranger = newAddress();
  const takenUser = await aUser();
  await ageCodes(61);
  const { body } = await register({ email: takenUser.email });
  const { id: idOnAddressInUse } = body.user as { id: string };
  await ageCodes(61);
  const answersTo = async (who: object) => {
    const sentCodes = [await resend(who), await resend(who)];
    const guess = await verify({ ...who, otp: '000000' });
    return [
      ...sentCodes.map((item) => [item.status, item.body.message, Object.keys(item.body)]),
      guess.status,
      guess.body,
    ];
  };
  const knownAnswers = await answersTo({ email: pending.email });
  for (const email of [customer.email, stranger]) expect(await answersTo({ email })).toEqual(knownAnswers);
  for (const userId of [customer.id, idOnAddressInUse, '6f1c2a52-58c1-4c3b-9a0e-0c7b1f3c9d11'])
    expect(await answersTo({ userId })).toEqual(knownAnswers);
  expect([...(await mailbox.to(stranger)), ...(await mailbox.to(customer.email))]).toHaveLength(1);
});

test('the database and the log contain no plain code, token or address', async () => {
  const { otp, email } = await aWaiting();
  const storedSecrets = [
    await rows('select subject, hash, target from one_time_codes'),
    await rows('select key from sign_in_attempts'),
  ];
  expect(JSON.stringify(storedSecrets)).not.toContain(email);
  const logText = JSON.stringify(testbed.app.logged);
  for (const secret of [email, `"${otp}"`]) expect(logText).not.toContain(secret);
});

test('a mailed link sets a new password once, ends every session and is followed by a mail', async () => {
  const { email, token: session } = await aUser();
  expect(await outcome(forgot(email.toUpperCase()))).toBe('200');
  const token = await mailbox.linkToken(email);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);

  expect((await reset(token, 'short')).status).toBe(400);
  expect(await outcome(reset(token, 'a new password'))).toBe('200');
  expect(await outcome(reset(token, 'another password'))).toMatch(expired);
  expect((await me(session)).status).toBe(401);
  await expect.poll(async () => (await me(session, otherProcess)).status).toBe(401);
  expect((await mailbox.to(email)).at(-1)).toMatchObject({ template: 'password_changed' });

  expect((await login(email)).status).toBe(401);
  expect(await signedIn(call, email, 'a new password')).toBeTruthy();
});

test('a link that is used ten times at once works once', async () => {
  const { email } = await aUser();
  const token = await resetLink(email);
  const answers = await times(10, (at) => reset(token, `new password ${at}`));
  const statuses = answers.map(({ status }) => String(status));
  expect(statuses.filter((status) => status === '422')).toHaveLength(9);
  expect(await signedIn(call, email, `new password ${statuses.indexOf('200')}`)).toBeTruthy();
});

test('a link is valid for thirty minutes, and a third one ends the first', async () => {
  const { email } = await aUser();
  const linkAfterAMinute = async () => {
    await ageCodes(61);
    return resetLink(email);
  };
  const first = await resetLink(email);
  const second = await linkAfterAMinute();
  const third = await linkAfterAMinute();
  const use = (token: string) => outcome(reset(token, 'a new password'));
  expect(await use(first)).toMatch(expired);
  await ageCodes(28 * 60);
  expect([await use(third), await use(second)]).toEqual(['200', expect.stringContaining(expired)]);
  const lateLink = await linkAfterAMinute();
  await ageCodes(30 * 60 + 1);
  expect(await use(lateLink)).toMatch(expired);
});

test('a stranger who asks for a link does not end the link of its owner', async () => {
  const { email } = await aUser();
  const ownLink = await resetLink(email);
  await ageCodes(61);
  await forgot(email);
  expect(await outcome(reset(ownLink, 'a new password'))).toBe('200');
});

test('asking for a link reveals no account, and mails at most once a minute', async () => {
  const { email } = await aUser();
  const knownAnswer = await forgot(email);
  const unknownAnswer = await forgot(newAddress());
  expect([knownAnswer.status, knownAnswer.body]).toEqual([unknownAnswer.status, unknownAnswer.body]);
  await times(20, () => forgot(email));
  expect((await mailbox.to(email)).filter(({ template }) => template === 'password_reset')).toHaveLength(1);
});

test('no link opens the administrator’s account, a blocked or an unconfirmed one', async () => {
  const blocked = await aUser();
  const pending = await aWaiting();
  await rows(`update users set status = 'blocked' where id = $1`, [blocked.id]);
  for (const email of [adminEmail, blocked.email, pending.email]) {
    expect(await outcome(forgot(email))).toBe('200');
    expect((await mailbox.to(email)).filter(({ template }) => template === 'password_reset')).toEqual([]);
  }
});

test('an attacker with an invented link opens nothing and costs no hash', async () => {
  const { email } = await aUser();
  const otp = await mailbox.code(email);
  for (const token of [otp.repeat(4), 'x'.repeat(43), "' or 1=1 --".repeat(3), '\u0000'.repeat(30)])
    expect(await outcome(reset(token, 'a new password'))).toMatch(expired);
});

test('a user who set a new password may sign in from there at once', async () => {
  const { call: ask } = await testbed.another({ RATE_LIMIT_FACTOR: '0.5', TRUST_PROXY: '1' });
  const headers = { 'X-Forwarded-For': '203.0.113.77' };
  const { email } = await aUser();
  const status = async (password: string) => (await login(email, password, { ask, headers })).status;
  for (let round = 0; round < 5; round++) expect(await status('a guess')).toBe(401);
  expect(await status(customerPassword)).toBe(429);
  const json = { token: await resetLink(email), password: 'a new password' };
  expect(await outcome(ask('POST', '/api/reset-password', { json, headers }))).toBe('200');
  expect(await status('a new password')).toBe(200);
});
