import { expect, test } from 'vitest';
import { aCustomer, customerPassword, passDayOfGrace } from '#tests/factories/accounts.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aMember, steppedUp } from '#tests/factories/members.ts';
import { aUser } from '#tests/factories/orders.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { eraseScheduled } from './users.erasure.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1' });

const admin = fixture(() => theAdmin(testbed.app));
const reviewer = fixture(() => aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));

const proven = async (token: string) => ({ token, headers: await steppedUp(testbed.app.deps, token) });
const erase = async ({ id, email }: { id: string; email: string }, session: object) =>
  testbed.app.call('DELETE', `/api/admin/users/${id}`, { ...session, json: { email } });
const takeBack = (id: string, token: string) => testbed.app.call('DELETE', `/api/admin/users/${id}/erasure`, { token });
const signIn = (email: string) =>
  testbed.app.call('POST', '/api/login', { json: { email, password: customerPassword } });

test('a stolen session erases and blocks nobody: both ask for the password again', async () => {
  const ada = await aUser(testbed.database.pool);
  const { token } = reviewer;
  const unproven = { status: 403, body: { code: 'step_up_required' } };
  expect(await erase({ id: ada.userId, email: ada.email }, { token })).toMatchObject(unproven);
  const path = `/api/admin/users/${ada.userId}/block`;
  expect(await testbed.app.call('POST', path, { token, json: { reason: 'x' } })).toMatchObject(unproven);
});

test('a user is signed out at once and erased a day later, and an owner takes that back meanwhile', async () => {
  const ada = await aCustomer(testbed.app.call, testbed.mailbox);
  expect((await erase(ada, await proven(reviewer.token))).status).toBe(204);
  expect((await signIn(ada.email)).status).toBe(403);
  const seen = await testbed.app.call('GET', `/api/admin/users/${ada.id}`, { token: admin.token });
  expect(seen.body).toMatchObject({ status: 'blocked', eraseAt: expect.any(String) as string });
  const inHours = (Date.parse(String(seen.body.eraseAt)) - testbed.app.deps.now().getTime()) / 3_600_000;
  expect(Math.round(inHours)).toBe(24);
  const notice = (await testbed.mailbox.to(adminEmail)).findLast(({ template }) => template === 'owner_notice');
  expect(notice?.data).toMatchObject({ kind: 'erasure', by: 'Mo reviewer', path: `/admin/users?user=${ada.id}` });
  expect((await erase(ada, await proven(admin.token))).body.reason).toBe('erasure_scheduled');
  const unblock = await testbed.app.call('POST', `/api/admin/users/${ada.id}/unblock`, { token: admin.token });
  expect(unblock.body.reason).toBe('erasure_scheduled');

  expect((await takeBack(ada.id, reviewer.token)).body.code).toBe('not_permitted');
  expect((await takeBack(ada.id, admin.token)).body).toMatchObject({ status: 'active', eraseAt: null });
  expect((await takeBack(ada.id, admin.token)).body.reason).toBe('erasure_not_scheduled');
  await passDayOfGrace(testbed, ada.id);
  expect((await signIn(ada.email)).status).toBe(200);
});

test('who was blocked before stays blocked when the erasure is taken back', async () => {
  const { userId: id, email } = await aUser(testbed.database.pool);
  await testbed.rows(`update users set status = 'blocked', blocked_reason = 'Stolen card.' where id = $1`, [id]);
  expect((await erase({ id, email }, await proven(admin.token))).status).toBe(204);
  expect((await takeBack(id, admin.token)).body).toMatchObject({ status: 'blocked', blockedReason: 'Stolen card.' });
});

test('nobody is erased before the day is over, and everybody after it', async () => {
  const { userId: id, email } = await aUser(testbed.database.pool);
  await erase({ id, email }, await proven(admin.token));
  await eraseScheduled(testbed.app.deps);
  const statusOf = async () => (await testbed.rows(`select status, email from users where id = $1`, [id]))[0];
  expect(await statusOf()).toEqual({ status: 'blocked', email });
  await passDayOfGrace(testbed, id);
  expect(await statusOf()).toEqual({ status: 'deleted', email: null });
});

test('ten users an hour are what one member can have erased', async () => {
  const { token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer');
  const session = await proven(token);
  const answers: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const { userId: id, email } = await aUser(testbed.database.pool);
    answers.push((await erase({ id, email }, session)).status);
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
});
