import { describe, expect, test } from 'vitest';
import { claims, openKyc } from '#tests/factories/kyc.ts';
import type { Seller } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { expireDocuments } from './kyc.service.ts';

const testbed = openTestbed();
const { app, mailbox, rows } = testbed;
const other = fixture(() => testbed.another());
const { asAdmin, submit, aRequest, decision, statusOf, markOf } = openKyc(testbed);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const approve = (id: string, expiresOn?: string) =>
  decision(id, { status: 'approved', notes: 'All agrees.', ...(expiresOn !== undefined && { expiresOn }) });
async function anApproved(expiresOn?: string) {
  const request = await aRequest();
  expect((await approve(request.id, expiresOn)).status).toBe(200);
  return request;
}
const revoke = (id: string, reason: unknown, calls: Pick<typeof asAdmin, 'put'> = asAdmin) =>
  calls.put(`kyc-requests/${id}/revoke`, { reason });
/** What is left of the limit, in both processes; null when there is none. */
const leftOf = (who: Seller) =>
  Promise.all([app, other].map(async (at) => (await callsOf(at, who).get('sell-allowance')).body.leftUsd));
const age = (id: string, days: number) =>
  rows(`update kyc_requests set expires_on = expires_on - $2::int where id = $1`, [id, days]);
const expireInBoth = () => Promise.all([expireDocuments(app.deps), expireDocuments(other.deps)]);

describe('a revoked approval', () => {
  test('brings the limit back in every process at once, and its customer reads why and may submit again', async () => {
    const { user, id } = await anApproved();
    expect(await leftOf(user)).toEqual([null, null]);
    const reason = 'The document was reported as stolen.';
    const body = { status: 'revoked', reviewNotes: 'All agrees.', endedReason: reason };
    expect(await revoke(id, reason)).toMatchObject({ status: 200, body });
    expect(await leftOf(user)).toEqual([1000, 1000]);
    const previous = { fullName: claims.fullName };
    expect(await statusOf(user)).toMatchObject({ status: 'revoked', reviewNotes: reason, previous });
    expect((await mailbox.to(user.email)).at(-1)).toMatchObject({ template: 'kyc_revoked', data: { notes: reason } });
    expect(await markOf(user)).toBe('revoked');
    const audited = `select details from audit_log where action = 'kyc.revoked' and subject_id = $1`;
    expect(await rows(audited, [id])).toEqual([{ details: { userId: user.id } }]);
    const again = await aRequest({}, user);
    expect((await decision(again.id)).body.status).toBe('approved');
    expect(await leftOf(user)).toEqual([null, null]);
  });

  test('needs a reason, an approval to revoke, and an administrator', async () => {
    const [{ user, id }, waiting] = [await anApproved(), await aRequest()];
    const fields = { reason: 'Please say why. The customer reads it.' };
    for (const reason of [undefined, '', ' \n', '\u200b'])
      expect(await revoke(id, reason)).toMatchObject({ status: 400, body: { fields } });
    expect(await revoke(waiting.id, 'No.')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await revoke(id, 'Mine.', callsOf(app, user, '/api/admin/'))).status).toBe(403);
    const twice = await Promise.all([revoke(id, 'One.'), revoke(id, 'Two.')]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_revoked']);
  });
});

describe('an identity document', () => {
  test('that has expired is not approved, and a day that does not exist is refused', async () => {
    const { id } = await aRequest();
    const fields = { expiresOn: 'This document has already expired, so it cannot be approved.' };
    expect(await approve(id, inDays(-2))).toMatchObject({ status: 400, body: { fields } });
    expect((await approve(id, '2031-02-30')).status).toBe(400);
    expect(await approve(id, '')).toMatchObject({ status: 200, body: { expiresOn: null } });
  });

  test('counts no more from the day after its last one, before any job has run, and can be replaced then', async () => {
    const { user, id } = await anApproved(inDays(2));
    expect(await statusOf(user)).toMatchObject({ status: 'approved', expiresOn: inDays(2) });
    expect(await leftOf(user)).toEqual([null, null]);
    await age(id, 4);
    expect(await leftOf(user)).toEqual([1000, 1000]);
    expect((await statusOf(user)).status).toBe('expired');
    expect((await submit(user)).status).toBe(201);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expired', 'kyc_received']);
  });

  test('that expires is written down once, and its owner told by mail and on every open list', async () => {
    const { user, id } = await anApproved(inDays(2));
    await age(id, 4);
    await expireInBoth();
    const stored = await rows('select status, ended_at is not null as ended from kyc_requests where id = $1', [id]);
    expect(stored).toEqual([{ status: 'expired', ended: true }]);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expired']);
    const listed = await asAdmin.list('kyc-requests?status=expired');
    expect(listed.find((request) => request.id === id)).toMatchObject({ endedReason: null });
  });

  test('that will expire within thirty days is announced once, and not a day earlier', async () => {
    const { user, id } = await anApproved(inDays(40));
    await expireDocuments(app.deps);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved']);
    await age(id, 11);
    await expireInBoth();
    await expireDocuments(app.deps);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expiring']);
    const [mail] = await mailbox.to(user.email, 'kyc_expiring');
    expect(mail?.data).toEqual({ firstName: 'Ada', expiresOn: inDays(29) });
    expect(await leftOf(user)).toEqual([null, null]);
  });
});
