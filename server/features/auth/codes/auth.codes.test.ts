import { expect, test } from 'vitest';
import { aCustomer, aRegistration } from '#tests/factories/accounts.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const wrong = { status: 400, body: { code: 'invalid_code', message: 'Invalid or expired OTP code.' } };

const call: typeof testbed.app.call = (...sent) => testbed.app.call(...sent);
const verify = (json: object) => call('POST', '/api/verify-otp', { json });
const resend = (json: object) => call('POST', '/api/resend-otp', { json });

/** A registered visitor who waits for the code. */
async function aWaiting() {
  const sent = aRegistration();
  const { body } = await call('POST', '/api/register', { json: sent });
  return { email: sent.email, userId: (body.user as { id: string }).id, otp: await testbed.mailbox.code(sent.email) };
}
/** A code that is not this one. */
const otherThan = (otp: string, by = 1) => String((Number(otp) + by) % 1_000_000).padStart(6, '0');

test.each([
  [{ email: 'a@example.com', otp: '12345' }, 'Please enter a valid 6-digit OTP'],
  [{ email: 'a@example.com', otp: '12345a' }, 'Please enter a valid 6-digit OTP'],
  [{ email: 'a@example.com', otp: ['123456'] }, 'Please enter a valid 6-digit OTP'],
  [{ otp: '123456' }, 'Email Required'],
])('%j is told what to correct', async (json, message) => {
  expect(await verify(json)).toMatchObject({ status: 400, body: { message } });
});

test('two hundred guesses at once, at two processes, are worth five', async () => {
  const { email, userId, otp } = await aWaiting();
  const other = await testbed.another();
  const guesses = Array.from({ length: 200 }, (_, at) => {
    const named = at % 3 === 0 ? { userId } : { email };
    const { call: guess } = at % 2 === 0 ? testbed.app : other;
    return guess('POST', '/api/verify-otp', { json: { ...named, otp: otherThan(otp, at + 1) } });
  });
  const answers = await Promise.all(guesses);
  expect(answers.every(({ status }) => status === 400)).toBe(true);
  const counted = `select max(attempts) as attempts from one_time_codes where hash = (
    select hash from one_time_codes where ended_at is null order by created_at desc limit 1)`;
  expect(await testbed.rows(counted)).toEqual([{ attempts: 5 }]);
  expect(await verify({ email, otp })).toMatchObject(wrong);
  expect(await testbed.rows('select 1 from users where email = $1', [email])).toEqual([]);
});

test('the right code among ten thousand others is not found, and no day has more than twenty wrong ones', async () => {
  const { email } = await aWaiting();
  for (let round = 0; round < 6; round++) {
    const otp = await testbed.mailbox.code(email);
    for (let at = 1; at <= 6; at++) await verify({ email, otp: otherThan(otp, at) });
    await testbed.ageCodes(61);
    await resend({ email });
  }
  const [sum] = await testbed.rows(
    `select sum(attempts)::int as attempts from one_time_codes where subject = (
       select subject from one_time_codes where ended_at is null order by created_at desc limit 1)`,
  );
  expect(sum).toEqual({ attempts: 20 });
  expect(await verify({ email, otp: await testbed.mailbox.code(email) })).toMatchObject(wrong);

  await testbed.ageCodes(25 * 3600);
  expect(await resend({ email })).toMatchObject({ status: 200 });
  expect(await verify({ email, otp: await testbed.mailbox.code(email) })).toMatchObject({ status: 200 });
});

test('a code holds for ten minutes of the database’s clock', async () => {
  const late = await aWaiting();
  await testbed.ageCodes(601);
  expect(await verify(late)).toMatchObject(wrong);
  const early = await aWaiting();
  await testbed.ageCodes(595);
  expect(await verify(early)).toMatchObject({ status: 200 });
});

test('a code opens once, also for two tabs at once', async () => {
  const waiting = await aWaiting();
  const answers = await Promise.all([verify(waiting), verify(waiting), verify(waiting)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
});

test('a fresh code ends the one before', async () => {
  const { email, otp } = await aWaiting();
  await testbed.ageCodes(60);
  expect(await resend({ email })).toMatchObject({ status: 200 });
  const fresh = await testbed.mailbox.code(email);
  expect(await verify({ email, otp })).toMatchObject(wrong);
  expect(await verify({ email, otp: fresh })).toMatchObject({ status: 200 });
});

test('nobody gets a second code within a minute or a seventh within an hour, on whichever process they ask', async () => {
  const { email, userId } = await aWaiting();
  const other = await testbed.another();
  const early = await other.call('POST', '/api/resend-otp', { json: { userId } });
  expect(early).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(Date.parse(String(early.body.resendAt))).toBeGreaterThan(Date.now() + 50_000);

  const passed: number[] = [];
  for (let round = 0; round < 7; round++) {
    await testbed.ageCodes(61);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? other : testbed.app).call('POST', '/api/resend-otp', { json: { email } }),
      ),
    );
    passed.push(answers.filter(({ status }) => status === 200).length);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  }
  expect(passed).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(await testbed.mailbox.to(email)).toHaveLength(6);
  await testbed.ageCodes(3600);
  expect(await resend({ email })).toMatchObject({ status: 200 });
  expect(await testbed.mailbox.to(email)).toHaveLength(7);
});

test('the answers about codes do not tell who has an account', async () => {
  const waiting = await aWaiting();
  const customer = await aCustomer(testbed.app.call, testbed.mailbox);
  const stranger = aRegistration();
  await testbed.ageCodes(61);
  const notified = async (who: object) => {
    const first = await resend(who);
    const second = await resend(who);
    const guess = await verify({ ...who, otp: '000000' });
    return {
      first: [first.status, first.body.message, Object.keys(first.body)],
      second: [second.status, second.body.message, Object.keys(second.body)],
      guess: [guess.status, guess.body],
    };
  };
  const known = await notified({ email: waiting.email });
  expect(await notified({ email: customer.email })).toEqual(known);
  expect(await notified({ email: stranger.email })).toEqual(known);
  expect(await notified({ userId: customer.id })).toEqual(known);
  expect(await notified({ userId: '6f1c2a52-58c1-4c3b-9a0e-0c7b1f3c9d11' })).toEqual(known);
  expect((await testbed.mailbox.to(stranger.email)).concat(await testbed.mailbox.to(customer.email))).toHaveLength(1);
});

test('no code, no token and no address stands in the database or the log as it is', async () => {
  const { otp, email } = await aWaiting();
  const stored = JSON.stringify([
    await testbed.rows('select subject, hash, target from one_time_codes'),
    await testbed.rows('select key from sign_in_attempts'),
  ]);
  expect(stored).not.toContain(email);
  const logged = JSON.stringify(testbed.app.logged);
  expect(logged).not.toContain(email);
  expect(logged).not.toContain(`"${otp}"`);
});
