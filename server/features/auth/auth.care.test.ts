import { expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/outcomes.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { removeDue } from './auth.care.service.ts';

const testbed = openTestbed();
const { app, database, mailbox, rows } = testbed;
const owner = fixture(() => theOwner(testbed));
const aCustomer = () => aSeller(app, database.pool);
const asOwner = (method: string, path: string, json?: object) =>
  app.call(method, `/api/admin/users/${path}`, { ...owner, ...(json && { json }) });
const auditedOf = async (id: string) =>
  (await rows(`select action from audit_log where subject_id = $1 order by at`, [id])).map(({ action }) => action);

test('a locked-out customer gets a link at their own address, and it is in the audit log', async () => {
  const ada = await aCustomer();
  expect(await outcome(asOwner('POST', `${ada.id}/reset-link`))).toBe('204');
  expect(await mailbox.linkToken(ada.email)).not.toBe('');
  expect(await auditedOf(ada.id)).toEqual(['user.reset_link_sent']);
});

test('a customer who is signed out everywhere is signed out at once', async () => {
  const ada = await aCustomer();
  expect(await outcome(asOwner('POST', `${ada.id}/sign-out`))).toBe('204');
  expect((await app.call('GET', '/api/transactions', { token: ada.token })).status).toBe(401);
});

test('nobody opens a door to a member of the team, and an auditor to nobody', async () => {
  const [support, { token }] = [await aColleague(testbed, 'support'), await aColleague(testbed, 'auditor')];
  const ada = await aCustomer();
  for (const what of ['reset-link', 'sign-out']) {
    expect(await outcome(asOwner('POST', `${support.id}/${what}`))).toMatch('403 forbidden');
    expect((await app.call('POST', `/api/admin/users/${ada.id}/${what}`, { token })).status).toBe(403);
  }
});

test('a member sees what a verified customer earned us, that no limit holds, and where they are paid', async () => {
  const { status, body } = await asOwner('GET', `${(await aCustomer()).id}/money`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ volumeUsd: 0, completed: 0, fees: [], accounts: [] });
  expect(body).toMatchObject({ limitUsedUsd: 0, limitUsd: null, limitDays: 30 });
});

/** A seller whose sign-in asks for a code, and the calls about removing it. */
async function aLockedOut() {
  const ada = await aCustomer();
  await rows(`insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now())`, [ada.id]);
  const path = `${ada.id}/second-factor`;
  const remove = () => asOwner('POST', `${path}/removal`, { reason: 'Passport shown in a video call.' });
  const state = async () => (await asOwner('GET', path)).body;
  const nextDay = async () => {
    await rows(
      `update one_time_codes set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
       where user_id = $1`,
      [ada.id],
    );
    await removeDue(app.deps);
  };
  return { ...ada, remove, state, nextDay };
}
type LockedOut = Awaited<ReturnType<typeof aLockedOut>>;
const keep = (token: string) => app.call('POST', '/api/keep-second-factor', { json: { token } });
const kept = { isOn: true, removeAt: null };

test('a customer who lost phone and codes signs in with the password alone a day after their identity was checked', async () => {
  const { id, remove, state, nextDay } = await aLockedOut();
  expect(await outcome(remove())).toBe('204');
  expect(await outcome(remove())).toMatch('409 conflict');
  await removeDue(app.deps);
  expect(await state()).toMatchObject({ isOn: true });
  // Choosing a new password meanwhile must not end what the customer waits for.
  expect(await outcome(asOwner('POST', `${id}/sign-out`))).toBe('204');
  await nextDay();
  expect(await state()).toEqual({ isOn: false, removeAt: null });
  const actions = (await auditedOf(id)).filter((action) => String(action).startsWith('user.factor'));
  expect(actions).toEqual(['user.factor_removal_scheduled', 'user.factor_removed']);
});

test.each<[string, (owner: LockedOut) => ReturnType<typeof keep>]>([
  ['the owner by mail', async ({ email }) => keep(await mailbox.linkToken(email))],
  ['the owner signed in', ({ token }) => app.call('DELETE', '/api/second-factor/removal', { token })],
  ['a member', ({ id }) => asOwner('DELETE', `${id}/second-factor/removal`)],
])('a thief who talks support into removing the second factor is stopped by %s', async (_who, stop) => {
  const locked = await aLockedOut();
  await locked.remove();
  const token = await mailbox.linkToken(locked.email);
  expect(await outcome(stop(locked))).toBe('204');
  expect(await outcome(keep(token))).toMatch('422 link_expired');
  await locked.nextDay();
  expect(await locked.state()).toEqual(kept);
});

test('a customer who was blocked meanwhile keeps the second factor', async () => {
  const { id, remove, state, nextDay } = await aLockedOut();
  await remove();
  await rows(`update users set status = 'blocked' where id = $1`, [id]);
  await nextDay();
  expect(await state()).toEqual(kept);
});

test('where a second member has to agree, nothing is removed and no mail goes out before they do', async () => {
  const reviewer = await aColleague(testbed, 'reviewer');
  expect(await outcome(setRules(testbed, { liftBlock: true }))).toBe('200');
  const { email, remove, state } = await aLockedOut();
  const { status, body } = await remove();
  expect([status, (await state()).removeAt, await mailbox.to(email)]).toEqual([202, null, []]);
  expect(await outcome(approvalCalls(testbed).approve(String(body.approvalId), reviewer.token))).toBe('200');
  expect((await state()).removeAt).not.toBeNull();
});
