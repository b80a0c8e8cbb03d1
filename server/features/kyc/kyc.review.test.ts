import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import {
  adminList,
  aPhoto,
  aScan,
  claims,
  decide,
  kycWorld,
  requestOf,
  statusOf,
  submitDocuments,
} from '#tests/factories/kyc.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { aClient, goAway } = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);

const admin = fixture(() => theAdmin(testbed.app));
afterAll(goAway);

const someone = () => aSeller(testbed.app, testbed.database.pool, { kyc: 'none' });

async function aRequest(sent: Parameters<typeof submitDocuments>[2] = {}): Promise<{ user: Seller; id: string }> {
  const user = await someone();
  const { status } = await submitDocuments(testbed.app, user, sent);
  if (status !== 201) throw new Error(`Handing in answered ${status}`);
  return { user, id: (await requestOf(testbed.app, admin.token, user)).id };
}
const open = (id: string) => testbed.app.call('GET', `/api/admin/kyc-requests/${id}`, { token: admin.token });
const actions = (id: string) =>
  testbed.rows('select action, actor_role from audit_log where subject_id = $1 order by id', [id]);

test('the administrator sees what was claimed beside what was registered, and that they looked is on record', async () => {
  const { user, id } = await aRequest({
    files: { document: aPhoto(), documentBack: aScan, selfie: aPhoto('me.png') },
  });
  const { status, body } = await open(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...claims,
    id,
    userId: user.id,
    userName: 'Ada Obi',
    userEmail: user.email,
    status: 'pending',
    registeredName: 'Ada Obi',
    reviewNotes: null,
    earlier: [],
    files: [
      { side: 'front', originalName: 'passport.png', type: 'image/png' },
      { side: 'back', originalName: 'passport.pdf', type: 'application/pdf' },
      { side: 'selfie', originalName: 'me.png' },
    ],
  });
  expect(body.age).toBeGreaterThan(30);
  const [front] = body.files as { filename: string }[];
  expect(body.frontImageUrl).toBe(`/api/files/${front?.filename}`);
  expect(await actions(id)).toEqual([
    { action: 'kyc.submitted', actor_role: 'customer' },
    { action: 'kyc.viewed', actor_role: 'admin' },
  ]);
});

test('a document is for its owner and the administrator alone, and each look at it is on record', async () => {
  const { user, id } = await aRequest();
  const eve = await someone();
  const { frontImageUrl, ...request } = await requestOf(testbed.app, admin.token, user);
  const path = String(frontImageUrl);
  expect([request.backImageUrl, request.selfieUrl]).toEqual([null, null]);
  const view = async (token?: string) => (await testbed.app.call('GET', path, { token })).status;
  expect([await view(), await view(eve.token), await view(user.token), await view(admin.token)]).toEqual([
    401, 404, 200, 200,
  ]);
  expect(
    await testbed.rows(
      `select a.actor_role from audit_log a join files f on f.id::text = a.subject_id
       where a.action = 'file.viewed' and f.filename = $1 order by a.id`,
      [path.split('/').pop()],
    ),
  ).toEqual([{ actor_role: 'customer' }, { actor_role: 'admin' }]);
  for (const [method, end] of [
    ['GET', ''],
    ['PUT', '/review'],
  ] as const) {
    const json = { status: 'approved', notes: 'I am myself.' };
    const asked = { token: user.token, ...(method === 'PUT' && { json }) };
    expect((await testbed.app.call(method, `/api/admin/kyc-requests/${id}${end}`, asked)).status).toBe(403);
  }
});

describe('a decision', () => {
  test('needs notes, in the specified words, and a state that can be decided', async () => {
    const { id } = await aRequest();
    const before = await kycWorld(testbed.app, testbed.database.pool);
    const message = 'Please provide review notes before approving or rejecting.';
    for (const notes of [undefined, '', '  \n ', '\u200b\u2060', 5, null]) {
      expect(await decide(testbed.app, admin.token, id, { status: 'approved', notes })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message, fields: { notes: message } },
      });
    }
    for (const status of ['pending', 'none', 'done', undefined]) {
      expect((await decide(testbed.app, admin.token, id, { status, notes: 'fine' })).status).toBe(400);
    }
    expect(await kycWorld(testbed.app, testbed.database.pool)).toEqual(before);
    expect((await decide(testbed.app, admin.token, randomUUID())).status).toBe(404);
  });

  test('of twenty at the same moment one holds, the others are told what it was', async () => {
    const { user, id } = await aRequest();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        decide(testbed.app, admin.token, id, { status: at % 2 ? 'approved' : 'rejected', notes: `Decision ${at}` }),
      ),
    );
    const [winner] = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(19);
    const { status, reviewNotes } = await statusOf(testbed.app, user);
    expect(winner?.body).toMatchObject({ status, reviewNotes });
    for (const { body } of lost) {
      expect(body).toMatchObject({ code: 'already_decided', message: `KYC request has already been ${status}` });
    }
    expect((await testbed.mailbox.to(user.email)).map(({ template }) => template)).toEqual([
      'kyc_received',
      `kyc_${status}`,
    ]);
    expect((await actions(id)).map(({ action }) => action)).toEqual(['kyc.submitted', `kyc.${status}`]);
    expect(await testbed.rows('select kyc_status from users where id = $1', [user.id])).toEqual([
      { kyc_status: status },
    ]);
  });

  test('reaches the customer’s open screen and the administrator’s list at once, whichever process took it', async () => {
    const user = await someone();
    const [tab, table] = [await aClient({ token: user.token }), await aClient({ token: admin.token })];
    await submitDocuments(testbed.app, user);
    await waitForMessage(tab, { type: 'kyc_updated', status: 'pending' });
    await waitForMessage(table, { type: 'kyc_queue_changed' });
    const other = await testbed.another();
    const { id } = await requestOf(testbed.app, admin.token, user);
    expect((await decide(other, admin.token, id)).status).toBe(200);
    await waitForMessage(tab, { type: 'kyc_updated', status: 'approved' });
    await waitForMessage(table, { type: 'kyc_queue_changed' });
  });
});

test('a rejected customer reads why, finds the form filled in, and may submit again; the earlier request is kept', async () => {
  const { user, id } = await aRequest();
  await decide(testbed.app, admin.token, id, { status: 'rejected', notes: 'The photo is blurred.' });
  const { documentNumber: _hidden, ...shown } = claims;
  expect(await statusOf(testbed.app, user)).toMatchObject({
    status: 'rejected',
    reviewNotes: 'The photo is blurred.',
    previous: { ...shown, documentNumberMasked: '•••• 937' },
  });
  expect((await testbed.mailbox.to(user.email)).at(-1)).toMatchObject({
    template: 'kyc_rejected',
    data: { firstName: 'Ada', notes: 'The photo is blurred.' },
  });
  expect(await submitDocuments(testbed.app, user)).toMatchObject({
    status: 201,
    body: { status: 'pending', previous: null },
  });
  const again = await requestOf(testbed.app, admin.token, user);
  expect(again.id).not.toBe(id);
  expect((await open(again.id)).body).toMatchObject({
    status: 'pending',
    earlier: [{ id, status: 'rejected', reviewNotes: 'The photo is blurred.' }],
  });
  expect((await decide(testbed.app, admin.token, again.id)).body.status).toBe('approved');
  expect(await submitDocuments(testbed.app, user)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Your identity is already verified.', status: 'approved' },
  });
  expect(await decide(testbed.app, admin.token, id)).toMatchObject({ status: 409, body: { code: 'already_decided' } });
});

test('the list shows waiting requests first and the longest waiting first, or all by age, and is searched, filtered and paged', async () => {
  const { pool } = testbed.database;
  await pool.query(`delete from kyc_requests`);
  const [item, two, three, four] = [await aRequest(), await aRequest(), await aRequest(), await aRequest()];
  await decide(testbed.app, admin.token, item.id);
  await decide(testbed.app, admin.token, three.id, { status: 'rejected', notes: 'No.' });
  const ids = async (query = '') => (await adminList(testbed.app, admin.token, query)).map(({ id }) => id);
  expect(await ids()).toEqual([two.id, four.id, three.id, item.id]);
  expect(await ids('?status=pending')).toEqual([two.id, four.id]);
  const bySubmission = [item.id, two.id, three.id, four.id];
  expect(await ids('?sort=oldest')).toEqual(bySubmission);
  expect(await ids('?sort=newest')).toEqual(bySubmission.toReversed());
  expect(await ids('?sort=newest&pageSize=2&page=2')).toEqual([two.id, item.id]);
  expect(await ids('?sort=newest&status=pending')).toEqual([four.id, two.id]);
  expect(await ids('?pageSize=2&page=2')).toEqual([three.id, item.id]);
  expect(await ids(`?q=${encodeURIComponent(three.user.email.toUpperCase())}`)).toEqual([three.id]);
  expect(await ids('?q=%25')).toEqual([]);
  const { headers } = await testbed.app.call('GET', '/api/admin/kyc-requests?pageSize=1', { token: admin.token });
  expect(headers.get('x-total-count')).toBe('4');
  expect(
    (await testbed.app.call('GET', '/api/admin/kyc-requests?page=101&pageSize=100', { token: admin.token })).status,
  ).toBe(400);
});

test('a number moved into another user’s row cannot be read there', async () => {
  const [item, other] = [await aRequest(), await aRequest()];
  await testbed.database.pool.query(
    `update kyc_requests set document_number = (select document_number from kyc_requests where id = $1) where id = $2`,
    [item.id, other.id],
  );
  expect((await open(other.id)).status).toBe(500);
  expect((await open(item.id)).body.documentNumber).toBe(claims.documentNumber);
});
