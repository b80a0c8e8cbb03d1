import { expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aMember } from '#tests/factories/members.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { removeDue } from './auth.care.service.ts';

const testbed = openTestbed();
const { app, database, mailbox } = testbed;
const admin = fixture(() => theAdmin(app));

const care = (id: string, what: string, token = admin.token) =>
  app.call('POST', `/api/admin/users/${id}/${what}`, { token });

test('a locked-out customer gets a link at their own address, and it is in the audit log', async () => {
  const ada = await aSeller(app, database.pool);
  expect((await care(ada.id, 'reset-link')).status).toBe(204);
  expect(await mailbox.linkToken(ada.email)).not.toBe('');
  const { rows } = await database.pool.query(
    `select action from audit_log where subject_id = $1 and action = 'user.reset_link_sent'`,
    [ada.id],
  );
  expect(rows).toHaveLength(1);
});

test('a customer who is signed out everywhere is signed out at once', async () => {
  const ada = await aSeller(app, database.pool);
  expect((await care(ada.id, 'sign-out')).status).toBe(204);
  expect((await app.call('GET', '/api/transactions', { token: ada.token })).status).toBe(401);
});

test('nobody opens a door to a member of the team, and an auditor to nobody', async () => {
  const support = await aMember(database.pool, app.deps, 'support');
  const auditor = await aMember(database.pool, app.deps, 'auditor');
  const ada = await aSeller(app, database.pool);
  for (const what of ['reset-link', 'sign-out']) {
    expect((await care(support.id, what)).body.code).toBe('forbidden');
    expect((await care(ada.id, what, auditor.token)).status).toBe(403);
  }
});

test('a member sees what a verified customer earned us, that no limit holds, and where they are paid', async () => {
  const ada = await aSeller(app, database.pool);
  const { status, body } = await app.call('GET', `/api/admin/users/${ada.id}/money`, { token: admin.token });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { volumeUsd: 0, completed: 0, fees: [], limitUsedUsd: 0, limitUsd: null, limitDays: 30, accounts: [] },
  });
});

/** A seller whose sign-in asks for a code, and the calls about removing it. */
async function aLockedOut() {
  const ada = await aSeller(app, database.pool);
  await database.pool.query(`insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now())`, [
    ada.id,
  ]);
  const owner = await theOwner(testbed);
  const remove = () =>
    app.call('POST', `/api/admin/users/${ada.id}/second-factor/removal`, {
      ...owner,
      json: { reason: 'Passport shown in a video call.' },
    });
  const state = async () =>
    (await app.call('GET', `/api/admin/users/${ada.id}/second-factor`, { token: admin.token })).body;
  const nextDay = async () => {
    await database.pool.query(
      `update one_time_codes set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
       where user_id = $1`,
      [ada.id],
    );
    await removeDue(app.deps);
  };
  return { ada, remove, state, nextDay };
}
const keep = (token: string) => app.call('POST', '/api/keep-second-factor', { json: { token } });

test('a customer who lost phone and codes signs in with the password alone a day after their identity was checked', async () => {
  const { ada, remove, state, nextDay } = await aLockedOut();
  expect((await remove()).status).toBe(204);
  expect((await remove()).body.code).toBe('conflict');
  await removeDue(app.deps);
  expect(await state()).toMatchObject({ isOn: true });
  // Choosing a new password meanwhile must not end what the customer waits for.
  expect((await care(ada.id, 'sign-out')).status).toBe(204);
  await nextDay();
  expect(await state()).toEqual({ isOn: false, removeAt: null });
  const { rows } = await database.pool.query(
    `select action from audit_log where subject_id = $1 and action like 'user.factor%' order by at`,
    [ada.id],
  );
  expect(rows.map(({ action }: { action: string }) => action)).toEqual([
    'user.factor_removal_scheduled',
    'user.factor_removed',
  ]);
});

test('a thief who talks support into removing the second factor is stopped by the owner, by mail or signed in', async () => {
  for (const how of ['mail', 'signed in', 'member'] as const) {
    const { ada, remove, state, nextDay } = await aLockedOut();
    await remove();
    const token = await mailbox.linkToken(ada.email);
    const stopped =
      how === 'mail'
        ? await keep(token)
        : how === 'member'
          ? await app.call('DELETE', `/api/admin/users/${ada.id}/second-factor/removal`, { token: admin.token })
          : await app.call('DELETE', '/api/second-factor/removal', { token: ada.token });
    expect([how, stopped.status]).toEqual([how, 204]);
    expect((await keep(token)).body.code).toBe('link_expired');
    await nextDay();
    expect(await state()).toEqual({ isOn: true, removeAt: null });
  }
});

test('a customer who was blocked meanwhile keeps the second factor', async () => {
  const { ada, remove, state, nextDay } = await aLockedOut();
  await remove();
  await database.pool.query(`update users set status = 'blocked' where id = $1`, [ada.id]);
  await nextDay();
  expect(await state()).toEqual({ isOn: true, removeAt: null });
});

test('where a second member has to agree, nothing is removed and no mail goes out before they do', async () => {
  const reviewer = await aColleague(testbed, 'reviewer');
  expect((await setRules(testbed, { liftBlock: true })).status).toBe(200);
  const { remove, state } = await aLockedOut();
  const { status, body } = await remove();
  expect([status, (await state()).removeAt]).toEqual([202, null]);
  expect((await approvalCalls(testbed).approve(String(body.approvalId), reviewer.token)).status).toBe(200);
  expect((await state()).removeAt).not.toBeNull();
});
