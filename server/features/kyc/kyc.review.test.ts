import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { kycRequestDetails } from '#shared/kyc/kyc.contract.ts';
import { adminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { aPhoto, aScan, claims, decide, openKyc, requestOf } from '#tests/factories/kyc.ts';
import { aPicture } from '#tests/factories/pictures.ts';
import { plainOrder, submit as submitOrder } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, mailbox, rows } = testbed;
const { admin, someone, submit, aRequest, decision, statusOf, markOf, world } = openKyc(testbed);
const { aClient, goAway } = socketClients(() => socketOf(app.url));
afterAll(goAway);

const openRequest = (id: string) => admin.get(`kyc-requests/${id}`);
const auditOf = (id: string) =>
  rows('select action, actor_role from audit_log where subject_id = $1 order by id', [id]);

describe('an identity check while its user is being deleted', () => {
  /** Runs the action while this user is being deleted: it begins before the deletion ends and waits for it. */
  async function duringDeletion<Answer>(userId: string, action: () => Promise<Answer>): Promise<Answer> {
    const deletion = await database.pool.connect();
    try {
      await deletion.query('begin');
      await deletion.query('select 1 from users where id = $1 for update', [userId]);
      const answer = action();
      const lockWaits = `select 1 from pg_stat_activity 
        where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await rows(lockWaits)).toHaveLength(1), { timeout: 30_000 });
      await deletion.query(`delete from kyc_requests where user_id = $1 and status = 'pending'`, [userId]);
      await deletion.query(`update users set status = 'deleted', email = null where id = $1`, [userId]);
      await deletion.query('commit');
      return await answer;
    } finally {
      deletion.release();
    }
  }

  test('stores no documents that arrive', async () => {
    const bob = await someone();
    const worldBefore = await world();
    expect((await duringDeletion(bob.id, () => submit(bob))).status).toBe(404);
    expect(await world()).toEqual(worldBefore);
  });

  test('refuses a decision without a deadlock', async () => {
    const { user, id } = await aRequest();
    expect((await duringDeletion(user.id, () => decision(id))).status).toBe(404);
    expect(await rows('select 1 from kyc_requests where user_id = $1', [user.id])).toEqual([]);
    expect(await markOf(user)).toBe('pending');
  });
});

test('the administrator compares the claimed identity with the registered one, and is audited', async () => {
  const files = { document: aPhoto(), documentBack: aScan, selfie: aPhoto('me.png') };
  const { user, id } = await aRequest({ files });
  const { status, body } = await openRequest(id);
  expect(status).toBe(200);
  const owner = { userId: user.id, userName: 'Ada Obi', userEmail: user.email, registeredName: 'Ada Obi' };
  const pending = { id, status: 'pending', reviewNotes: null, earlier: [] };
  expect(body).toMatchObject({
    ...claims,
    ...owner,
    ...pending,
    files: [
      { side: 'front', originalName: 'passport.png', type: 'image/png' },
      { side: 'back', originalName: 'passport.pdf', type: 'application/pdf' },
      { side: 'selfie', originalName: 'me.png' },
    ],
  });
  expect(body.age).toBeGreaterThan(30);
  const [front] = body.files as { filename: string }[];
  expect(body.frontImageUrl).toBe(`/api/files/${front?.filename}`);
  expect(await auditOf(id)).toEqual([
    { action: 'kyc.submitted', actor_role: 'customer' },
    { action: 'kyc.viewed', actor_role: 'admin' },
  ]);
});

test('a document is for its owner and the administrator alone, and each view is audited', async () => {
  const { user, id } = await aRequest();
  const eve = await someone();
  const { frontImageUrl, backImageUrl, selfieUrl } = await requestOf(app, admin.token, user);
  const path = String(frontImageUrl);
  expect([backImageUrl, selfieUrl]).toEqual([null, null]);
  const view = async (token?: string) => (await app.call('GET', path, { token })).status;
  const views = [await view(), await view(eve.token), await view(user.token), await view(admin.token)];
  expect(views).toEqual([401, 404, 200, 200]);
  const viewed = await rows(
    `select a.actor_role from audit_log a join files f on f.id::text = a.subject_id
     where a.action = 'file.viewed' and f.filename = $1 order by a.id`,
    [path.split('/').pop()],
  );
  expect(viewed).toEqual([{ actor_role: 'customer' }, { actor_role: 'admin' }]);
  const asCustomer = callsOf(app, user, '/api/admin/');
  expect((await asCustomer.get(`kyc-requests/${id}`)).status).toBe(403);
  const approval = { status: 'approved', notes: 'I am myself.' };
  expect((await asCustomer.put(`kyc-requests/${id}/review`, approval)).status).toBe(403);
});

describe('a decision', () => {
  test('needs notes and a request that can be decided', async () => {
    const { id } = await aRequest();
    const worldBefore = await world();
    const message = 'Please provide review notes before approving or rejecting.';
    const refusal = { status: 400, body: { code: 'invalid_input', message, fields: { notes: message } } };
    for (const notes of [undefined, '', '  \n ', '\u200b\u2060', 5, null])
      expect(await decision(id, { status: 'approved', notes })).toMatchObject(refusal);
    for (const status of ['pending', 'none', 'done', undefined])
      expect((await decision(id, { status, notes: 'fine' })).status).toBe(400);
    expect(await world()).toEqual(worldBefore);
    expect((await decision(randomUUID())).status).toBe(404);
  });

  test('is made once by twenty requests at the same moment, and the others read the result', async () => {
    const { user, id } = await aRequest();
    const deciders = Array.from({ length: 20 }, (_, index) =>
      decision(id, { status: index % 2 ? 'approved' : 'rejected', notes: `Decision ${index}` }),
    );
    const answers = await Promise.all(deciders);
    const [winner] = answers.filter((answer) => answer.status === 200);
    const lostAnswers = answers.filter((answer) => answer.status === 409);
    const { status, reviewNotes } = await statusOf(user);
    expect(winner?.body).toMatchObject({ status, reviewNotes });
    const refusal = { code: 'already_decided', message: `KYC request has already been ${status}` };
    expect(lostAnswers.map(({ body }) => body)).toMatchObject(Array.from({ length: 19 }, () => refusal));
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', `kyc_${status}`]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['kyc.submitted', `kyc.${status}`]);
    expect(await markOf(user)).toBe(status);
  });

  test('reaches the customer’s screen and the administrator’s list at once from any process', async () => {
    const user = await someone();
    const tab = await aClient({ token: user.token });
    const table = await aClient({ token: admin.token });
    const { id } = await aRequest({}, user);
    await waitForMessage(tab, { type: 'kyc_updated', status: 'pending' });
    await waitForMessage(table, { type: 'kyc_queue_changed' });
    expect((await decide(await testbed.another(), admin.token, id)).status).toBe(200);
    await waitForMessage(tab, { type: 'kyc_updated', status: 'approved' });
    await waitForMessage(table, { type: 'kyc_queue_changed' });
  });
});

test('a rejected customer reads why, finds the form filled in, and may submit again', async () => {
  const { user, id } = await aRequest();
  const status = 'rejected';
  const notes = 'The photo is blurred.';
  await decision(id, { status, notes });
  const { documentNumber: _hidden, ...shownClaims } = claims;
  const previous = { ...shownClaims, documentNumberMasked: '•••• 937' };
  expect(await statusOf(user)).toMatchObject({ status, reviewNotes: notes, previous });
  const mail = { template: 'kyc_rejected', data: { firstName: 'Ada', notes } };
  expect((await mailbox.to(user.email)).at(-1)).toMatchObject(mail);
  expect(await submit(user)).toMatchObject({ status: 201, body: { status: 'pending', previous: null } });
  const secondRequest = await requestOf(app, admin.token, user);
  expect(secondRequest.id).not.toBe(id);
  const earlier = [{ id, status, reviewNotes: notes }];
  expect((await openRequest(secondRequest.id)).body).toMatchObject({ status: 'pending', earlier });
  expect((await decision(secondRequest.id)).body.status).toBe('approved');
  const refusal = { code: 'conflict', message: 'Your identity is already verified.', status: 'approved' };
  expect(await submit(user)).toMatchObject({ status: 409, body: refusal });
  expect(await decision(id)).toMatchObject({ status: 409, body: { code: 'already_decided' } });
});

test('the list shows the longest waiting requests first, and can be searched, filtered and paged', async () => {
  await rows(`delete from kyc_requests`);
  const item = await aRequest();
  const two = await aRequest();
  const three = await aRequest();
  const four = await aRequest();
  await decision(item.id);
  await decision(three.id, { status: 'rejected', notes: 'No.' });
  for (const [query, ...found] of [
    ['', two, four, three, item],
    ['?status=pending', two, four],
    ['?sort=oldest', item, two, three, four],
    ['?sort=newest', four, three, two, item],
    ['?sort=newest&pageSize=2&page=2', two, item],
    ['?sort=newest&status=pending', four, two],
    ['?pageSize=2&page=2', three, item],
    [`?q=${encodeURIComponent(three.user.email.toUpperCase())}`, three],
    ['?q=%25'],
  ] as const)
    expect([query, await admin.ids(`kyc-requests${query}`)]).toEqual([query, found.map(({ id }) => id)]);
  expect((await admin.get('kyc-requests?pageSize=1')).headers.get('x-total-count')).toBe('4');
  expect((await admin.get('kyc-requests?page=101&pageSize=100')).status).toBe(400);
});

test('an attacker who moves a document number into another user’s row cannot read it there', async () => {
  const item = await aRequest();
  const request = await aRequest();
  await rows(
    `update kyc_requests set document_number = (select document_number from kyc_requests where id = $1) where id = $2`,
    [item.id, request.id],
  );
  expect((await openRequest(request.id)).status).toBe(500);
  expect((await openRequest(item.id)).body.documentNumber).toBe(claims.documentNumber);
});

test('the administrator is warned of a customer who changed their name after the check', async () => {
  const { user, id } = await aRequest();
  await decision(id);
  const order = (await submitOrder(app, user, plainOrder())).body;
  const warningsAfter = async (change: object) => {
    await callsOf(app, user).put('profile', change);
    const { nameAtCheck } = kycRequestDetails.parse((await openRequest(id)).body);
    const { customer } = adminOrderDetails.parse((await admin.get(`transactions/${order.id}`)).body);
    return [nameAtCheck?.name, customer.nameAtCheck?.name];
  };
  expect(await warningsAfter({})).toEqual([undefined, undefined]);
  expect(await warningsAfter({ mobileNumber: '+2348031234568' })).toEqual([undefined, undefined]);
  expect(await warningsAfter({ lastName: 'Mallory' })).toEqual(['Ada Obi', 'Ada Obi']);
  expect(await warningsAfter({ lastName: 'Obi' })).toEqual([undefined, undefined]);
});

describe('a document that was used before', () => {
  const withNumber = (documentNumber: string) => ({ fields: { ...claims, documentNumber } });
  const withPicture = (bytes: Buffer, name: string) => ({
    ...withNumber(randomUUID()),
    files: { document: { bytes, name } },
  });
  const sameAs = async ({ id }: { id: string }) => (await openRequest(id)).body.sameDocument;

  test('is flagged on both accounts by the keyed hash of its number, in any spacing', async () => {
    const item = await aRequest(withNumber('X 12-34.56'));
    const two = await aRequest(withNumber('x123456'));
    const request = await aRequest(withNumber('X123457'));
    const ofItem = { id: item.id, userName: 'Ada Obi', userEmail: item.user.email, status: 'pending', by: ['number'] };
    expect(await sameAs(two)).toEqual([ofItem]);
    expect(await sameAs(item)).toMatchObject([{ id: two.id, by: ['number'] }]);
    expect(await sameAs(request)).toEqual([]);
    const storedQuery = 'select k::text as whole, document_number_hash as hash from kyc_requests k where id = $1';
    const [row] = await rows(storedQuery, [two.id]);
    expect(row?.hash).toHaveLength(32);
    expect(String(row?.whole).toLowerCase()).not.toContain(Buffer.from('x123456').toString('hex'));
    expect(String(row?.whole)).not.toMatch(/x123456/i);
  });

  test('is flagged by its file and by a saved copy of its picture, and no other picture is', async () => {
    const picture = await aPicture();
    const item = await aRequest(withPicture(picture, 'a.png'));
    const sameRequest = await aRequest(withPicture(picture, 'b.png'));
    const similarRequest = await aRequest(withPicture(await aPicture(620, 60), 'c.png'));
    const otherRequest = await aRequest(withPicture(await aPicture(1000, 100, 450), 'd.png'));
    const expected = [
      { id: similarRequest.id, by: ['picture'] },
      { id: item.id, by: ['file'] },
    ];
    expect(await sameAs(sameRequest)).toMatchObject(expected);
    expect(await sameAs(otherRequest)).toEqual([]);
  });

  test('is not flagged if a customer submits their own again', async () => {
    const { user, id } = await aRequest(withNumber('P 1000-A'));
    await decision(id, { status: 'rejected', notes: 'Blurred.' });
    expect(await sameAs(await aRequest(withNumber('P 1000-A'), user))).toEqual([]);
  });
});
