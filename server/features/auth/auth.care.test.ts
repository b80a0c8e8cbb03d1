import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aMember } from '#tests/factories/members.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { app, database, mailbox } = openTestbed();
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
