import { expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { maxConcurrent } from '#tests/setup/at-once.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

// Nothing listens here, so all mail stays queued.
const testbed = openTestbed({ SMTP_URL: 'smtp://127.0.0.1:1' });
const { rows, mailbox } = testbed;
const accounts = accountCalls(testbed);
const { call, login, forgot, resetLink, askForAddress, confirmAddress, moveTo, me, aUser } = accounts;
const expired = '422 link_expired';
const invalidCode = '400 invalid_code one_time_code_wrong';
const ownersPassword = 'what the owner chose';
const thiefsPassword = 'what the thief chose';

const useLink = (token: string, password = thiefsPassword) => accounts.reset(token, password);
const choosePassword = (owner: { token: string }) => accounts.changePassword(owner, ownersPassword);
const signInStatus = async (email: string, password: string) => (await login(email, password)).status;
const setEmail = (id: string, email: string) => rows('update users set email = $1 where id = $2', [email, id]);
const openCodes = (id: string) => rows('select 1 from one_time_codes where user_id = $1 and ended_at is null', [id]);

/** A customer who has asked for a new address: the code that was mailed there. */
async function aMover() {
  const owner = await aUser();
  const next = newAddress();
  await askForAddress(owner, next);
  return { ...owner, next, otp: await mailbox.code(next) };
}

test('a reader of the old mailbox opens nothing after the owner moved to a new address', async () => {
  const { next: last, otp: otherCode, ...owner } = await aMover();
  const next = newAddress();
  const link = await resetLink(owner.email);
  const otherToken = await signedIn(call, owner.email);
  expect(await outcome(moveTo(owner, next))).toBe('200');
  expect(await outcome(useLink(link))).toMatch(expired);
  expect(await outcome(confirmAddress(owner, last, otherCode))).toMatch(invalidCode);
  expect(await signInStatus(next, thiefsPassword)).toBe(401);
  expect(await signInStatus(next, customerPassword)).toBe(200);
  expect([(await me(otherToken)).status, (await me(owner.token)).status]).toEqual([401, 200]);

  await testbed.ageCodes(61);
  await moveTo(owner, owner.email);
  expect(await outcome(useLink(link))).toMatch(expired);
  const mailsToOld = (await mailbox.to(next)).length;
  expect(await outcome(useLink(await resetLink(owner.email), ownersPassword))).toBe('200');
  expect(await mailbox.to(next)).toHaveLength(mailsToOld);
});

test('a link is refused at another address than the one it was mailed to', async () => {
  const owner = await aUser();
  const link = await resetLink(owner.email);
  await setEmail(owner.id, newAddress());
  expect(await outcome(useLink(link))).toMatch(expired);
  await setEmail(owner.id, owner.email);
  expect(await outcome(useLink(link))).toBe('200');
});

test('a pending change of address is void after a new password, by link or by the owner', async () => {
  const byLink = await aMover();
  const byOwner = await aMover();
  expect(await outcome(useLink(await resetLink(byLink.email), ownersPassword))).toBe('200');
  const newSession = { token: await signedIn(call, byLink.email, ownersPassword) };
  expect(await outcome(confirmAddress(newSession, byLink.next, byLink.otp))).toMatch(invalidCode);
  expect(await outcome(choosePassword(byOwner))).toBe('200');
  expect(await outcome(confirmAddress(byOwner, byOwner.next, byOwner.otp))).toMatch(invalidCode);
  expect(await rows('select 1 from users where email = any($1)', [[byLink.email, byOwner.email]])).toHaveLength(2);
});

test('an attacker gets no new attempts at a code, and a stranger no more mail, by a new password', async () => {
  const owner = await aMover();
  await confirmAddress(owner, owner.next, owner.otp === '000000' ? '000001' : '000000');
  expect(await outcome(choosePassword(owner))).toBe('200');
  expect(await outcome(askForAddress(owner, owner.next, ownersPassword))).toBe('200');
  expect(await mailbox.to(owner.next)).toHaveLength(1);
  const attemptsQuery = 'select sum(attempts)::int as attempts from one_time_codes where user_id = $1';
  expect(await rows(attemptsQuery, [owner.id])).toEqual([{ attempts: 1 }]);
});

test('a link and a code from before a block stay void after it is lifted', async () => {
  const owner = await aMover();
  const link = await resetLink(owner.email);
  const { token, stepUp: headers } = await theAdmin(testbed.app);
  for (const verb of ['block', 'unblock']) {
    const request = { token, headers, json: { reason: 'a stolen phone' } };
    expect(await outcome(call('POST', `/api/admin/users/${owner.id}/${verb}`, request))).toBe('200');
    expect(await outcome(useLink(link))).toMatch(expired);
  }
  const newSession = { token: await signedIn(call, owner.email) };
  expect(await outcome(confirmAddress(newSession, owner.next, owner.otp))).toMatch(invalidCode);
});

test.each<Record<string, string>>([
  { ADMIN_PASSWORD: 'the desk has a new one' },
  { ADMIN_EMAIL: 'other.desk@landfall.test' },
])('a new password or address in the settings ends codes and links of the administrator: %o', async (settings) => {
  const [admin] = await rows(`select id from users where role = 'admin'`);
  const id = String(admin?.id);
  await rows(
    `insert into one_time_codes (subject, user_id, purpose, hash, target, expires_at)
     values ('\\x01', $1, 'reset_password', '\\x01', $2, now() + interval '30 minutes')`,
    [id, adminEmail],
  );
  expect(await openCodes(id)).toHaveLength(1);
  await testbed.another(settings);
  expect(await openCodes(id)).toEqual([]);
  await testbed.another();
});

test('an attacker who registered an address before its owner cannot confirm it after the owner left it', async () => {
  const owner = await aUser();
  const { userId, email, otp } = await accounts.aWaiting();
  for (const address of [email, newAddress()]) expect(await outcome(moveTo(owner, address))).toBe('200');
  expect(await outcome(accounts.verify({ userId, otp }))).toMatch(invalidCode);
});

test.each([
  ['password', 'the link', [200, 401]],
  ['password', 'the owner', [200, 422]],
  ['address', 'the link', [200, 400]],
  ['address', 'the owner', [200, 422]],
])('a link and a new %s at once, %s first, take effect once', async (what, first, statuses) => {
  const { next, otp, ...owner } = await aMover();
  const link = await resetLink(owner.email);
  const isNewPassword = what === 'password';
  const calls = [() => useLink(link), () => (isNewPassword ? choosePassword(owner) : confirmAddress(owner, next, otp))];
  const isLinkFirst = first === 'the link';
  expect(await maxConcurrent(testbed, owner.id, isLinkFirst ? calls : calls.toReversed())).toEqual(statuses);
  const hasMoved = !isNewPassword && !isLinkFirst;
  const [now] = await rows('select email from users where id = $1', [owner.id]);
  expect(now).toEqual({ email: hasMoved ? next : owner.email });
  const passwords = [customerPassword, thiefsPassword, ownersPassword];
  const valid = isLinkFirst ? thiefsPassword : isNewPassword ? ownersPassword : customerPassword;
  for (const password of passwords)
    expect(await signInStatus(String(now?.email), password)).toBe(password === valid ? 200 : 401);
});

test('a change of address requested during a change of the password is not pending afterwards', async () => {
  const owner = await aUser();
  const next = newAddress();
  const calls = [() => choosePassword(owner), () => askForAddress(owner, next)];
  expect(await maxConcurrent(testbed, owner.id, calls)).toEqual([200, 401]);
  expect(await mailbox.to(next)).toEqual([]);
  expect(await openCodes(owner.id)).toEqual([]);
});

test('a link requested during a change of the address is sent to no one', async () => {
  const { next, otp, ...owner } = await aMover();
  const calls = [() => confirmAddress(owner, next, otp), () => forgot(owner.email)];
  expect(await maxConcurrent(testbed, owner.id, calls)).toEqual([200, 200]);
  const receivedMails = [...(await mailbox.to(owner.email)), ...(await mailbox.to(next))];
  expect(receivedMails.filter(({ template }) => template === 'password_reset')).toEqual([]);
});

test('a change of the password drops waiting mails with a link or a code, and no notice', async () => {
  const { id, email, token } = await aUser();
  const target = newAddress();
  await forgot(email);
  await askForAddress({ token }, target);
  const outbox = () =>
    rows(
      `select template, recipient, data <> '{}' as filled, dropped_at is not null as dropped from outbox
       where user_id = $1 order by created_at`,
      [id],
    );
  const pending = { filled: true, dropped: false };
  const droppedMail = { recipient: null, filled: false, dropped: true };
  expect(await outbox()).toEqual([
    { template: 'password_reset', recipient: email, ...pending },
    { template: 'verification_code', recipient: target, ...pending },
  ]);
  expect(await outcome(choosePassword({ token }))).toBe('200');
  expect(await outbox()).toEqual([
    { template: 'password_reset', ...droppedMail },
    { template: 'verification_code', ...droppedMail },
    { template: 'password_changed', recipient: email, ...pending },
  ]);
});
