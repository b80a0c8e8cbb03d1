import { describe, expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { claims, decide, requestOf, statusOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { expireDocuments } from './kyc.service.ts';

const testbed = openTestbed();

const other = fixture(() => testbed.another());
const admin = fixture(() => theAdmin(testbed.app));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const approval = (expiresOn?: string) => ({
  status: 'approved',
  notes: 'All agrees.',
  ...(expiresOn && { expiresOn }),
});

async function aRequest(): Promise<{ user: Seller; id: string }> {
  const user = await aSeller(testbed.app, testbed.database.pool, { kyc: 'none' });
  await submitDocuments(testbed.app, user);
  return { user, id: (await requestOf(testbed.app, admin.token, user)).id };
}
async function anApproved(expiresOn?: string): Promise<{ user: Seller; id: string }> {
  const request = await aRequest();
  expect((await decide(testbed.app, admin.token, request.id, approval(expiresOn))).status).toBe(200);
  return request;
}
const revoke = (id: string, reason: unknown, token = admin.token) =>
  testbed.app.call('PUT', `/api/admin/kyc-requests/${id}/revoke`, { token, json: { reason } });
/** What is left of the limit, in both processes; null when there is none. */
const leftOf = async ({ token }: Seller) =>
  Promise.all(
    [testbed.app, other].map(async (app) => (await app.call('GET', '/api/sell-allowance', { token })).body.leftUsd),
  );
const mailsTo = async ({ email }: Seller) => (await testbed.mailbox.to(email)).map(({ template }) => template);
const age = (id: string, days: number) =>
  testbed.database.pool.query(`update kyc_requests set expires_on = expires_on - $2::int where id = $1`, [id, days]);

describe('a revoked approval', () => {
  test('brings the limit back in every process at once, and its customer reads why and may submit again', async () => {
    const { user, id } = await anApproved();
    expect(await leftOf(user)).toEqual([null, null]);
    const { status, body } = await revoke(id, 'The document was reported as stolen.');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'revoked', reviewNotes: 'All agrees.', endedReason: 'The document was reported as stolen.' },
    });
    expect(await leftOf(user)).toEqual([1000, 1000]);
    expect(await statusOf(testbed.app, user)).toMatchObject({
      status: 'revoked',
      reviewNotes: 'The document was reported as stolen.',
      previous: { fullName: claims.fullName },
    });
    expect((await testbed.mailbox.to(user.email)).at(-1)).toMatchObject({
      template: 'kyc_revoked',
      data: { notes: 'The document was reported as stolen.' },
    });
    expect(await testbed.rows('select kyc_status from users where id = $1', [user.id])).toEqual([
      { kyc_status: 'revoked' },
    ]);
    expect(
      await testbed.rows(`select details from audit_log where action = 'kyc.revoked' and subject_id = $1`, [id]),
    ).toEqual([{ details: { userId: user.id } }]);
    expect((await submitDocuments(testbed.app, user)).status).toBe(201);
    const again = await requestOf(testbed.app, admin.token, user);
    expect((await decide(testbed.app, admin.token, again.id)).body.status).toBe('approved');
    expect(await leftOf(user)).toEqual([null, null]);
  });

  test('needs a reason, an approval to revoke, and an administrator', async () => {
    const [{ user, id }, waiting] = [await anApproved(), await aRequest()];
    for (const reason of [undefined, '', ' \n', '​']) {
      expect(await revoke(id, reason)).toMatchObject({
        status: 400,
        body: { fields: { reason: 'Please say why. The customer reads it.' } },
      });
    }
    expect(await revoke(waiting.id, 'No.')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await revoke(id, 'Mine.', user.token)).status).toBe(403);
    const twice = await Promise.all([revoke(id, 'One.'), revoke(id, 'Two.')]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await mailsTo(user)).toEqual(['kyc_received', 'kyc_approved', 'kyc_revoked']);
  });
});

describe('an identity document', () => {
  test('that has expired is not approved, and a day that does not exist is refused', async () => {
    const { id } = await aRequest();
    expect(await decide(testbed.app, admin.token, id, approval(inDays(-2)))).toMatchObject({
      status: 400,
      body: { fields: { expiresOn: 'This document has already expired, so it cannot be approved.' } },
    });
    expect((await decide(testbed.app, admin.token, id, approval('2031-02-30'))).status).toBe(400);
    expect(await decide(testbed.app, admin.token, id, { ...approval(), expiresOn: '' })).toMatchObject({
      status: 200,
      body: { expiresOn: null },
    });
  });

  test('counts no more from the day after its last one, before any job has run, and can be replaced then', async () => {
    const { user, id } = await anApproved(inDays(2));
    expect(await statusOf(testbed.app, user)).toMatchObject({ status: 'approved', expiresOn: inDays(2) });
    expect(await leftOf(user)).toEqual([null, null]);
    await age(id, 4);
    expect(await leftOf(user)).toEqual([1000, 1000]);
    expect((await statusOf(testbed.app, user)).status).toBe('expired');
    expect((await submitDocuments(testbed.app, user)).status).toBe(201);
    expect(await mailsTo(user)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expired', 'kyc_received']);
  });

  test('that expires is written down once, and its owner told by mail and on every open list', async () => {
    const { user, id } = await anApproved(inDays(2));
    await age(id, 4);
    await Promise.all([expireDocuments(testbed.app.deps), expireDocuments(other.deps)]);
    expect(
      await testbed.rows('select status, ended_at is not null as ended from kyc_requests where id = $1', [id]),
    ).toEqual([{ status: 'expired', ended: true }]);
    expect(await mailsTo(user)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expired']);
    const listed = await testbed.app.call('GET', '/api/admin/kyc-requests?status=expired', { token: admin.token });
    expect(listed.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, endedReason: null }) as unknown]),
    );
  });

  test('that will expire within thirty days is announced once, and not a day earlier', async () => {
    const { user, id } = await anApproved(inDays(40));
    await expireDocuments(testbed.app.deps);
    expect(await mailsTo(user)).toEqual(['kyc_received', 'kyc_approved']);
    await age(id, 11);
    await Promise.all([expireDocuments(testbed.app.deps), expireDocuments(other.deps)]);
    await expireDocuments(testbed.app.deps);
    const mails = await testbed.mailbox.to(user.email);
    expect(mails.map(({ template }) => template)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expiring']);
    expect(mails.at(-1)?.data).toEqual({ firstName: 'Ada', expiresOn: inDays(29) });
    expect(await leftOf(user)).toEqual([null, null]);
  });
});
