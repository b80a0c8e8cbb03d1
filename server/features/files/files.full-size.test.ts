import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exportPersonalData, eraseRetainedEvidence } from '#server/features/users/users.erasure.service.ts';
import type { KycRequestDetails } from '#shared/kyc/kyc.contract.ts';
import type { AdminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { passDayOfGrace } from '#tests/factories/accounts.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { aPictureOf, detailsOf } from '#tests/factories/pictures.ts';
import { aSeller, plainOrder, submit, type Seller } from '#tests/factories/sales.ts';
import { callsOf, outcome, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { deleteFullSizes } from './files.jobs.ts';

const testbed = openTestbed();
const { app, database, row, rows } = testbed;
const owner = fixture(() => theOwner(testbed));
const admin = teamCalls(app, owner);
/** A long screenshot, and a strip of it that is too long as well, with a twentieth of the pixels. */
const long = fixture(async () => ({ screenshot: await aPictureOf(1080, 20_000), strip: await aPictureOf(60, 16_100) }));
const someone = () => aSeller(app, database.pool);

const folder = () => join(app.deps.env.dataDir, 'files');
const stored = async () =>
  (await readdir(folder(), { recursive: true })).filter((name) => /\.(png|jpg)$/.test(name)).length;
const read = async (path: string, token?: string) => {
  const answer = await fetch(app.url + path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** A sale of this customer with a screenshot that is too long to be shown as it was sent. */
async function aLongProof(seller: Seller, proof = long.strip) {
  const { status, body } = await submit(app, seller, plainOrder(), { proof });
  expect(status).toBe(201);
  const [file] = body.paymentProofFiles;
  if (!file) throw new Error('The order has no proof.');
  const path = `/api/files/${file.filename}`;
  const matchingRow = await row('select id, full_filename as full, size, full_size from files where filename = $1', [
    file.filename,
  ]);
  return {
    id: body.id,
    file,
    path,
    full: `${path}?full=1`,
    fileId: String(matchingRow.id),
    fullName: String(matchingRow.full),
    found: matchingRow,
  };
}
const fail = (id: string) => admin.put(`transactions/${id}/status`, { status: 'failed', adminNotes: 'No coins.' });
/** Makes the decision of this order this many days old, and its files a day older. */
async function daysLater(id: string, days: number): Promise<void> {
  const ago = (column: string) => `${column} = now() - make_interval(days => $2)`;
  const client = await database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(`update orders set ${ago('decided_at')} where id = $1`, [id, days]);
    await client.query(`update files set ${ago('created_at')} where order_id = $1`, [id, days + 1]);
    await client.query('set session_replication_role = default');
  } finally {
    client.release();
  }
}
const stateOf = (id: string) =>
  row(
    'select full_filename as full, full_size as size, full_deleted_at is not null as deleted from files where id = $1',
    [id],
  );
const gone = { full: null, size: null, deleted: true };

describe('a long screenshot', () => {
  const ada = fixture(someone);
  const proof = fixture(() => aLongProof(ada, long.screenshot));

  test('is shown smaller and stored in full size, both without the phone’s metadata', async () => {
    expect(proof.file).toMatchObject({ type: 'image/png', fullSize: 'stored' });
    const shownFile = await read(proof.path, ada.token);
    const fullSize = await read(proof.full, ada.token);
    expect(await detailsOf(shownFile.bytes)).toEqual({ format: 'png', width: 805, height: 14_907, traces: [] });
    expect(await detailsOf(fullSize.bytes)).toEqual({ format: 'png', width: 1080, height: 20_000, traces: [] });
    expect([proof.found.size, proof.found.full_size].map(Number)).toEqual([
      shownFile.bytes.length,
      fullSize.bytes.length,
    ]);
    expect((await detailsOf(long.screenshot)).traces).toContain('exif');
  });

  test('is opened in full size by its sender and by the deciding members, never by its own name', async () => {
    const stranger = await someone();
    const reviewer = await aColleague(testbed, 'reviewer');
    const tokens = [ada.token, owner.token, reviewer.token, stranger.token, undefined];
    const statuses = await Promise.all(tokens.map(async (token) => (await read(proof.full, token)).status));
    expect(statuses).toEqual([200, 200, 200, 404, 401]);
    expect((await read(`/api/files/${proof.fullName}`, owner.token)).status).toBe(404);
    const { body: link } = await callsOf(app, ada).post<{ url: string }>(`files/${proof.file.filename}/link?full=1`);
    expect((await detailsOf((await read(link.url)).bytes)).height).toBe(20_000);
  });

  test.each(['auditor', 'support'] as const)('is opened in full size by %s only with a reason', async (role) => {
    const { token, post } = await aColleague(testbed, role);
    expect((await read(proof.full, token)).status).toBe(403);
    const link = await outcome(callsOf(app, { token }).post(`files/${proof.file.filename}/link?full=1`));
    expect(link).toBe('403 forbidden view_reason_required');
    const { body } = await post<{ url: string }>(`files/${proof.file.filename}/case-link`, {
      reason: 'Asked by them.',
    });
    expect((await read(`${body.url}&full=1`)).status).toBe(200);
  });

  test('has no full size if it was small enough, and neither has a portrait', async () => {
    const small = await aLongProof(await someone(), await aPictureOf(1080, 9_000));
    expect([small.file.fullSize, small.fullName]).toEqual([null, 'null']);
    expect(await outcome(callsOf(app, owner).get(`files/${small.file.filename}?full=1`))).toBe(
      '404 not_found file_not_found',
    );
    const form = { avatar: { bytes: await aPictureOf(4_100, 300, 'jpeg'), name: 'me.jpg', type: 'image/jpeg' } };
    await app.call('PUT', '/api/profile/avatar', { token: ada.token, form });
    const otherRows = await rows(`select 1 from files where purpose <> 'payment_proof' and full_filename is not null`);
    expect(otherRows).toEqual([]);
  });

  test('is in the data copy of its customer, and counts in full size against their storage', async () => {
    const { files } = (await exportPersonalData(app.deps, { userId: ada.id })) as { files: unknown[] };
    const { filename, originalName } = proof.file;
    expect(files).toContainEqual(
      expect.objectContaining({ filename, originalName, purpose: 'payment_proof', fullSize: 'stored' }),
    );
    await rows(`update files set full_size = 200 * 1024 * 1024 where id = $1`, [proof.fileId]);
    expect((await submit(app, ada, plainOrder())).body).toMatchObject({ code: 'file_too_large', reason: 'files_full' });
    await rows(`update files set full_size = $2 where id = $1`, [proof.fileId, proof.found.full_size]);
  });

  test('is refused above 40 megapixels with advice, and nothing of it is stored', async () => {
    const filesBefore = await stored();
    const { status, body } = await submit(app, ada, plainOrder(), { proof: await aPictureOf(1_080, 37_100) });
    expect([status, body.reason, body.message]).toEqual([415, 'image_too_large', expect.stringContaining('crop it')]);
    expect(await stored()).toBe(filesBefore);
  });
});

describe('a full-size picture seven days after the decision', () => {
  beforeEach(() => deleteFullSizes(app.deps));

  test('is deleted if it is a proof, but not of open orders and newer decisions', async () => {
    const ada = await someone();
    const bob = await someone();
    const cleo = await someone();
    const oldLongProof = await aLongProof(ada);
    const young = await aLongProof(bob);
    const open = await aLongProof(cleo);
    for (const { id } of [oldLongProof, young]) await fail(id);
    await daysLater(oldLongProof.id, 8);
    await daysLater(young.id, 6);
    await rows(`update files set created_at = now() - interval '30 days' where id = $1`, [open.fileId]);
    const filesBefore = await stored();
    await deleteFullSizes(app.deps);
    expect(await stateOf(oldLongProof.fileId)).toEqual(gone);
    for (const { fileId, fullName } of [young, open]) expect(await stateOf(fileId)).toMatchObject({ full: fullName });
    await vi.waitFor(async () => expect(await stored()).toBe(filesBefore - 1), { timeout: 30_000 });

    expect((await read(oldLongProof.path, ada.token)).status).toBe(200);
    const refusal = '404 not_found full_size_not_found';
    for (const calls of [callsOf(app, ada), callsOf(app, owner)]) {
      expect(await outcome(calls.get(`files/${oldLongProof.file.filename}?full=1`))).toBe(refusal);
      expect(await outcome(calls.post(`files/${oldLongProof.file.filename}/link?full=1`))).toBe(refusal);
    }
    const { body } = await admin.get<AdminOrderDetails>(`transactions/${oldLongProof.id}`);
    expect(body.paymentProofFiles).toMatchObject([{ fullSize: 'deleted' }]);
    expect((await read(young.full, bob.token)).status).toBe(200);
  });

  test('is deleted if it is a payout’s screenshot, a week after it was stored', async () => {
    const { id } = await aLongProof(await someone(), await aPictureOf(60, 16_200));
    const payoutFiles = { bytes: long.strip, name: 'bank.png', type: 'image/png' };
    const form = { status: 'completed', adminTransactionId: 'PAY-1', adminNotes: 'Paid.', payoutFiles };
    const headers = await steppedUp(app.deps, owner.token);
    const paidCall = app.call('PATCH', `/api/admin/transactions/${id}/status`, { token: owner.token, form, headers });
    expect(await outcome(paidCall)).toBe('200');
    const ofPayout = `select id from files where order_id = $1 and purpose = 'payout_screenshot'`;
    const { id: fileId } = await row(ofPayout, [id]);
    await daysLater(id, 8);
    await rows('update files set created_at = now() where id = $1', [fileId]);
    await deleteFullSizes(app.deps);
    expect((await stateOf(String(fileId))).deleted).toBe(false);
    await daysLater(id, 8);
    await deleteFullSizes(app.deps);
    expect(await stateOf(String(fileId))).toEqual(gone);
  });

  test('is deleted if it is a document, by the decision about the identity', async () => {
    const ada = await aSeller(app, database.pool, { kyc: 'none' });
    const document = { bytes: await aPictureOf(7_000, 5_000, 'jpeg'), name: 'passport.jpg', type: 'image/jpeg' };
    expect((await submitDocuments(app, ada, { files: { document } })).status).toBe(201);
    const { id } = await requestOf(app, owner.token, ada);
    const seen = async () => (await admin.get<KycRequestDetails>(`kyc-requests/${id}`)).body.files;
    const [file] = await seen();
    expect(file).toMatchObject({ side: 'front', fullSize: 'stored' });
    await rows(`update files set created_at = now() - interval '30 days' where owner_id = $1`, [ada.id]);
    await deleteFullSizes(app.deps);
    const fullSize = await read(`/api/files/${file?.filename}?full=1`, owner.token);
    expect(await detailsOf(fullSize.bytes)).toMatchObject({ width: 7_000, height: 5_000, traces: [] });
    expect(
      (await read(`/api/files/${file?.filename}?full=1`, (await aColleague(testbed, 'auditor')).token)).status,
    ).toBe(403);
    await decide(app, owner.token, id);
    await rows(`update kyc_requests set reviewed_at = now() - interval '8 days' where id = $1`, [id]);
    await deleteFullSizes(app.deps);
    expect(await seen()).toMatchObject([{ fullSize: 'deleted' }]);
  });

  test('is not deleted by a restored copy', async () => {
    const { id, fileId, fullName } = await aLongProof(await someone());
    await fail(id);
    await daysLater(id, 8);
    const copy = { because: 'other_database', since: new Date() } as const;
    await deleteFullSizes({ ...app.deps, installation: { copy, check: () => Promise.resolve() } });
    expect(await stateOf(fileId)).toMatchObject({ full: fullName });
  });
});

/** True where bytes of this name are in the storage, wherever it puts them. */
async function isStored(name: string): Promise<boolean> {
  const storedObject = await app.deps.storage.get(name);
  storedObject?.stream.destroy();
  return storedObject !== null;
}

test('a sale that is sent three times at once has one picture in each size', async () => {
  const ada = await someone();
  const filesBefore = await stored();
  const key = '2f0c7f1e-7d59-4d6c-9a7b-0c8f0e3ce0a1';
  const answers = await Promise.all([1, 2, 3].map(() => submit(app, ada, plainOrder(), { proof: long.strip, key })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await stored()).toBe(filesBefore + 2);
  const uploads = join(app.deps.env.dataDir, 'tmp');
  await expect.poll(() => readdir(uploads)).toEqual([]);
});

test('an erasure deletes the full size at once, and the shown picture after the retention period', async () => {
  const ada = await someone();
  const filesBefore = await stored();
  const { id, fileId, fullName } = await aLongProof(ada);
  await fail(id);
  expect((await admin.del(`users/${ada.id}`, { email: ada.email })).status).toBe(204);
  await passDayOfGrace(testbed, ada.id);
  expect(await stateOf(fileId)).toEqual(gone);
  await vi.waitFor(async () => expect(await isStored(fullName)).toBe(false), { timeout: 30_000 });
  expect(await stored()).toBe(filesBefore + 1);

  await rows(`update users set retained_until = now() where id = $1`, [ada.id]);
  await eraseRetainedEvidence(app.deps);
  await vi.waitFor(async () => expect(await stored()).toBe(filesBefore), { timeout: 30_000 });
});

test('a deleted customer leaves neither picture if nothing is retained', async () => {
  const ada = await someone();
  const filesBefore = await stored();
  const { id } = await aLongProof(ada);
  await fail(id);
  await rows(`update users set status = 'deleted', retained_until = now() where id = $1`, [ada.id]);
  await eraseRetainedEvidence(app.deps);
  expect(await rows('select 1 from files where owner_id = $1', [ada.id])).toEqual([]);
  await vi.waitFor(async () => expect(await stored()).toBe(filesBefore), { timeout: 30_000 });
});
