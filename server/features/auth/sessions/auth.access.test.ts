import { expect, test } from 'vitest';
import { aCustomer, aRegistration, customerPassword, signedIn, type TestCustomer } from '#tests/factories/accounts.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { maxConcurrent } from '#tests/setup/at-once.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '100' });
const call: Call = (...sent) => testbed.app.call(...sent);
const customer = () => aCustomer(call, testbed.mailbox);
const newAddress = () => aRegistration().email;
const expired = { status: 422, body: { code: 'link_expired' } };
const invalidCode = { status: 400, body: { code: 'invalid_code' } };
const ownersPassword = 'what the owner chose';
const thiefsPassword = 'what the thief chose';

async function resetLink(email: string): Promise<string> {
  expect((await call('POST', '/api/forgot-password', { json: { email } })).status).toBe(200);
  return testbed.mailbox.linkToken(email);
}
const useLink = (token: string, password = thiefsPassword) =>
  call('POST', '/api/reset-password', { json: { token, password } });
const choosePassword = ({ token }: TestCustomer) =>
  call('PUT', '/api/profile/password', { token, json: { password: customerPassword, newPassword: ownersPassword } });
const askForAddress = ({ token }: TestCustomer, email: string, password = customerPassword) =>
  call('POST', '/api/profile/email', { token, json: { email, password } });
const confirmAddress = ({ token }: TestCustomer, email: string, otp: string) =>
  call('POST', '/api/profile/email/confirm', { token, json: { email, otp } });
const signInStatus = async (email: string, password: string) =>
  (await call('POST', '/api/login', { json: { email, password } })).status;

async function move(owner: TestCustomer, email: string): Promise<void> {
  expect((await askForAddress(owner, email)).status).toBe(200);
  expect((await confirmAddress(owner, email, await testbed.mailbox.code(email))).status).toBe(200);
}

test('a link that was mailed before the owner changed the password sets none any more', async () => {
  const owner = await customer();
  const link = await resetLink(owner.email);
  expect((await choosePassword(owner)).status).toBe(200);
  expect(await useLink(link)).toMatchObject(expired);
  expect(await signInStatus(owner.email, thiefsPassword)).toBe(401);
  expect(await signInStatus(owner.email, ownersPassword)).toBe(200);
});

test('the reader of the old mailbox opens nothing once the owner has moved to a new address', async () => {
  const owner = await customer();
  const [next, last] = [newAddress(), newAddress()];
  const link = await resetLink(owner.email);
  const personalData = await signedIn(call, owner.email);
  await askForAddress(owner, last);
  const otherCode = await testbed.mailbox.code(last);
  await move(owner, next);
  expect(await useLink(link)).toMatchObject(expired);
  expect(await confirmAddress(owner, last, otherCode)).toMatchObject(invalidCode);
  expect(await signInStatus(next, thiefsPassword)).toBe(401);
  expect(await signInStatus(next, customerPassword)).toBe(200);
  expect((await call('GET', '/api/auth/user', { token: personalData })).status).toBe(401);
  expect((await call('GET', '/api/auth/user', { token: owner.token })).status).toBe(200);

  await testbed.ageCodes(61);
  await move(owner, owner.email);
  expect(await useLink(link)).toMatchObject(expired);
  const mailsToOld = (await testbed.mailbox.to(next)).length;
  expect(await useLink(await resetLink(owner.email), ownersPassword)).toMatchObject({ status: 200 });
  expect(await testbed.mailbox.to(next)).toHaveLength(mailsToOld);
});

test('a link is refused at another address than it was mailed to, however the address came there', async () => {
  const owner = await customer();
  const link = await resetLink(owner.email);
  await testbed.rows('update users set email = $1 where id = $2', [newAddress(), owner.id]);
  expect(await useLink(link)).toMatchObject(expired);
  await testbed.rows('update users set email = $1 where id = $2', [owner.email, owner.id]);
  expect(await useLink(link)).toMatchObject({ status: 200 });
});

test('a change of address that was pending is void after a new password, by link or by the owner', async () => {
  const [byLink, byOwner] = [await customer(), await customer()];
  const [first, second] = [newAddress(), newAddress()];
  await askForAddress(byLink, first);
  expect((await useLink(await resetLink(byLink.email), ownersPassword)).status).toBe(200);
  const again = { ...byLink, token: await signedIn(call, byLink.email, ownersPassword) };
  expect(await confirmAddress(again, first, await testbed.mailbox.code(first))).toMatchObject(invalidCode);

  await askForAddress(byOwner, second);
  expect((await choosePassword(byOwner)).status).toBe(200);
  expect(await confirmAddress(byOwner, second, await testbed.mailbox.code(second))).toMatchObject(invalidCode);
  const unmoved = 'select count(*)::int as users from users where email = any($1)';
  expect(await testbed.rows(unmoved, [[byLink.email, byOwner.email]])).toEqual([{ users: 2 }]);
});

test('a new password gives the guesser of a code no fresh attempts and the mailbox of a stranger no more mail', async () => {
  const owner = await customer();
  const target = newAddress();
  await askForAddress(owner, target);
  await confirmAddress(owner, target, '000000');
  expect((await choosePassword(owner)).status).toBe(200);
  expect((await askForAddress(owner, target, ownersPassword)).status).toBe(200);
  expect(await testbed.mailbox.to(target)).toHaveLength(1);
  const counted = 'select sum(attempts)::int as attempts from one_time_codes where user_id = $1';
  expect(await testbed.rows(counted, [owner.id])).toEqual([{ attempts: 1 }]);
});

test('a link and a code that were sent before a block are void after it is lifted', async () => {
  const owner = await customer();
  const target = newAddress();
  const link = await resetLink(owner.email);
  await askForAddress(owner, target);
  const token = await signedIn(call, adminEmail, adminPassword);
  const path = `/api/admin/users/${owner.id}`;
  const headers = await steppedUp(testbed.app.deps, token);
  const block = { token, headers, json: { reason: 'a stolen phone' } };
  expect((await call('POST', `${path}/block`, block)).status).toBe(200);
  expect((await call('POST', `${path}/unblock`, { token })).status).toBe(200);
  expect(await useLink(link)).toMatchObject(expired);
  const again = { ...owner, token: await signedIn(call, owner.email) };
  expect(await confirmAddress(again, target, await testbed.mailbox.code(target))).toMatchObject(invalidCode);
});

const openCodes = async (id: string) =>
  (await testbed.rows('select 1 from one_time_codes where user_id = $1 and ended_at is null', [id])).length;

test('a new password or address in the settings ends what was sent to the administrator', async () => {
  const [admin] = await testbed.rows(`select id from users where role = 'admin'`);
  const id = String(admin?.id);
  const insert = `insert into one_time_codes (subject, user_id, purpose, hash, target, expires_at)
    values ('\\x01', $1, 'reset_password', '\\x01', $2, now() + interval '30 minutes')`;
  const changes: Record<string, string>[] = [
    { ADMIN_PASSWORD: 'the desk has a new one' },
    { ADMIN_EMAIL: 'other.desk@landfall.test' },
  ];
  for (const settings of changes) {
    await testbed.rows(insert, [id, adminEmail]);
    expect(await openCodes(id)).toBe(1);
    await testbed.another(settings);
    expect(await openCodes(id)).toBe(0);
    await testbed.another();
  }
});

test('whoever registered with an address before its owner moved there cannot confirm it after the owner has left', async () => {
  const owner = await customer();
  const next = newAddress();
  const registered = await call('POST', '/api/register', { json: { ...aRegistration(), email: next } });
  const { id } = registered.body.user as { id: string };
  const otp = await testbed.mailbox.code(next);
  await move(owner, next);
  await move(owner, newAddress());
  expect(await call('POST', '/api/verify-otp', { json: { userId: id, otp } })).toMatchObject(invalidCode);
});

test.each(['the link', 'the owner'])(
  'of a link and a new password at once, %s first, one takes effect',
  async (who) => {
    const owner = await customer();
    const link = await resetLink(owner.email);
    const calls = [() => useLink(link), () => choosePassword(owner)];
    const answers = await maxConcurrent(testbed, owner.id, who === 'the link' ? calls : calls.toReversed());
    expect(answers).toEqual(who === 'the link' ? [200, 401] : [200, 422]);
    const valid = who === 'the link' ? thiefsPassword : ownersPassword;
    for (const password of [thiefsPassword, ownersPassword]) {
      expect(await signInStatus(owner.email, password)).toBe(password === valid ? 200 : 401);
    }
  },
);

test.each(['the link', 'the owner'])('of a link and a new address at once, %s first, one takes effect', async (who) => {
  const owner = await customer();
  const next = newAddress();
  const link = await resetLink(owner.email);
  await askForAddress(owner, next);
  const otp = await testbed.mailbox.code(next);
  const calls = [() => useLink(link), () => confirmAddress(owner, next, otp)];
  const answers = await maxConcurrent(testbed, owner.id, who === 'the link' ? calls : calls.toReversed());
  expect(answers).toEqual(who === 'the link' ? [200, 400] : [200, 422]);
  const [now] = await testbed.rows('select email from users where id = $1', [owner.id]);
  expect(now).toEqual({ email: who === 'the link' ? owner.email : next });
});

test('a change of address asked for while the password changes is not pending afterwards', async () => {
  const owner = await customer();
  const next = newAddress();
  expect(
    await maxConcurrent(testbed, owner.id, [() => choosePassword(owner), () => askForAddress(owner, next)]),
  ).toEqual([200, 401]);
  expect(await testbed.mailbox.to(next)).toEqual([]);
  expect(await openCodes(owner.id)).toBe(0);
});

test('a link asked for while the address changes goes to nobody', async () => {
  const owner = await customer();
  const next = newAddress();
  await askForAddress(owner, next);
  const otp = await testbed.mailbox.code(next);
  const requestReset = () => call('POST', '/api/forgot-password', { json: { email: owner.email } });
  expect(await maxConcurrent(testbed, owner.id, [() => confirmAddress(owner, next, otp), requestReset])).toEqual([
    200, 200,
  ]);
  const sent = [...(await testbed.mailbox.to(owner.email)), ...(await testbed.mailbox.to(next))];
  expect(sent.filter(({ template }) => template === 'password_reset')).toEqual([]);
});
