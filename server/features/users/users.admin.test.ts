import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdminUserDetails, AdminUserView } from '#shared/users/users.admin.contract.ts';
import { aCustomer, aRegistration, customerPassword, passDayOfGrace } from '#tests/factories/accounts.ts';
import { aColleague, provenCalls, theOwner } from '#tests/factories/approvals.ts';
import { decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aUser, bankDetails } from '#tests/factories/orders.ts';
import { aSeller, plainOrder, submit } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, outcomeOf, reasonOf, teamCalls, type Calls } from '#tests/setup/calls.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { eraseRetainedEvidence, eraseScheduled } from './users.erasure.service.ts';

const testbed = openTestbed();
const { app, database, mailbox, row, rows } = testbed;
const { aClient, goAway } = socketClients(() => `${otherProcess.url.replace('http', 'ws')}/ws`);
afterAll(goAway);
const session = fixture(() => theOwner(testbed));
const admin = teamCalls(app, session);
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const otherProcess = fixture(() => testbed.another());

const listUsers = async (query: string) => {
  const { status, body: items, headers } = await admin.get<AdminUserView[]>(`users?${query}`);
  return { status, items, total: headers.get('x-total-count') };
};
const namesOf = async (query: string) => (await listUsers(query)).items.map(({ name }) => name);
const customer = () => aCustomer(app.call, mailbox);
const signIn = (email: string) => app.call('POST', '/api/login', { json: { email, password: customerPassword } });
const erase = ({ id, email }: { id: string; email: string }, by: Calls = admin) => by.del(`users/${id}`, { email });
const block = (id: string, reason: string, by: Calls = admin) => by.post(`users/${id}/block`, { reason });

describe('the list of users', () => {
  beforeAll(async () => {
    for (const name of ['Zainab Quist', 'Bode Quist-Xu', 'Li Quist']) {
      const [firstName = '', lastName = ''] = name.split(' ');
      await aUser(database.pool, { firstName, lastName, email: `${firstName.toLowerCase()}@quist.test` });
    }
    await rows(`update users set kyc_status = 'approved' where first_name = 'Li'`);
    await rows(`update users set created_at = now() - interval '2 days' where first_name = 'Bode'`);
  });

  test('is searched by any part of name or address, and by two letters that begin a word', async () => {
    expect(await namesOf('q=QUIST&sort=name')).toEqual(['Bode Quist-Xu', 'Li Quist', 'Zainab Quist']);
    for (const q of ['li%40quist', 'Li']) expect(await namesOf(`q=${q}`)).toEqual(['Li Quist']);
    for (const q of ['%25%25%25', '%25']) expect(await namesOf(`q=${q}`)).toEqual([]);
  });

  test('is searched by a whole number with its dial code, spaced or not', async () => {
    await rows(`update users set mobile_number = '+2348035550102' where first_name = 'Zainab'`);
    for (const q of ['+234 803 555 0102', '2348035550102'])
      expect(await namesOf(`q=${encodeURIComponent(q)}`)).toEqual(['Zainab Quist']);
    expect(await namesOf(`q=${encodeURIComponent('+234 803 555')}`)).toEqual([]);
  });

  test('has only customers, because members have their own page', async () => {
    const member = await aColleague(testbed, 'support');
    expect((await listUsers('pageSize=100')).items.map(({ role }) => role)).not.toContain('staff');
    expect(await namesOf(`q=${encodeURIComponent(member.email)}`)).toEqual([]);
    expect((await admin.get(`users/${member.id}`)).status).toBe(200);
  });

  test('is filtered, sorted and paged with the total', async () => {
    expect(await namesOf('q=quist&kyc=approved')).toEqual(['Li Quist']);
    expect(await namesOf('q=quist&sort=email')).toEqual(['Bode Quist-Xu', 'Li Quist', 'Zainab Quist']);
    expect((await namesOf('q=quist&sort=newest')).at(-1)).toBe('Bode Quist-Xu');
    expect((await namesOf('sort=oldest'))[0]).toBe('Bode Quist-Xu');
    const all = await listUsers('sort=name&pageSize=100');
    expect(Number(all.total)).toBe(all.items.length);
    expect(await namesOf('sort=name&pageSize=2&page=2')).toEqual(all.items.slice(2, 4).map(({ name }) => name));
    expect((await listUsers('page=101&pageSize=100')).status).toBe(400);
  });

  test('shows the number of orders of each user', async () => {
    const { id, ...seller } = await aSeller(app, database.pool);
    expect((await submit(app, seller, plainOrder())).status).toBe(201);
    const { items } = await listUsers(`q=${encodeURIComponent(seller.email)}`);
    expect(items).toMatchObject([{ id, name: 'Ada Obi', status: 'active', transactions: 1 }]);
    expect((await admin.get(`transactions?user=${id}`)).body).toMatchObject([{ userId: id }]);
  });

  test('answers a search with thousands of matches by walking the list in order', async () => {
    await rows(
      `insert into users (email, first_name, last_name) select 'crowd' || n || '@many.test', 'Crowd', 'Member' || n
       from generate_series(1, 1200) n`,
    );
    const texts = await readsDuring(app, async () => {
      const { items, total } = await listUsers('q=crowd&pageSize=5');
      expect([items.length, total]).toEqual([5, '6']);
    });
    expect(texts.some((text) => text.includes('users_named'))).toBe(true);
    expect(await namesOf('q=c&pageSize=5')).toHaveLength(5);
    expect(await namesOf('q=crowd&status=blocked')).toEqual([]);
  });
});

test('the log of a corrected name and phone number has the fields without their values', async () => {
  const { id } = await aUser(database.pool).then(({ userId }) => ({ id: userId }));
  await rows(`update users set country = 'NG' where id = $1`, [id]);
  const edit = (json: object) => admin.put(`users/${id}`, json);
  const { status, body } = await edit({ firstName: 'Adaeze', mobileNumber: '0803 999 1111', role: 'admin' });
  const editedFields = { name: 'Adaeze Obi', mobileNumber: '+2348039991111', role: 'customer' };
  expect([status, body]).toMatchObject([200, editedFields]);
  expect((await edit({ firstName: 'Adaeze' })).status).toBe(200);
  const details = { fields: ['firstName', 'mobileNumber'] };
  expect(await testbed.audit(id)).toMatchObject([{ action: 'user.edited', details }]);
  const fields = { firstName: 'First name must be at least 2 characters' };
  expect((await edit({ firstName: 'A' })).body).toMatchObject({ fields });
});

test('a blocked user needs a reason, and loses sessions and sockets everywhere within two seconds', async () => {
  const { id, email, token } = await customer();
  const tab = await aClient({ token });
  expect((await admin.get<AdminUserDetails>(`users/${id}`)).body.sessions).toHaveLength(1);
  expect((await block(id, ' ')).status).toBe(400);

  const startedAt = performance.now();
  const blockedReason = 'Stolen proof of payment';
  expect((await block(id, blockedReason)).body).toMatchObject({ status: 'blocked', blockedReason, sessions: [] });
  expect(await tab.closed).toBe(4401);
  expect(performance.now() - startedAt).toBeLessThan(onThisMachine(2_000));
  for (const process of [app, otherProcess])
    expect(await outcomeOf(callsOf(process, { token }).get('auth/user'))).toBe('403 blocked');
  expect((await signIn(email)).status).toBe(403);
  expect((await listUsers(`status=blocked&q=${encodeURIComponent(email)}`)).items).toHaveLength(1);

  const unblocked = await admin.post(`users/${id}/unblock`);
  expect(unblocked.body).toMatchObject({ status: 'active', blockedReason: null });
  expect((await signIn(email)).status).toBe(200);
  expect((await callsOf(app, { token }).get('auth/user')).status).toBe(401);
  expect((await testbed.audit(id)).slice(-2)).toMatchObject([
    { action: 'user.blocked', details: { reason: { textId: expect.any(String) as string } } },
    { action: 'user.unblocked', details: {} },
  ]);
});

test('a deleted user leaves orders and evidence, and after the retention period only the orders', async () => {
  const storedBytes = async () =>
    (await readdir(join(app.deps.env.dataDir, 'files'), { recursive: true })).filter((name) => name.includes('.'));
  const ada = await customer();
  const { id, email } = ada;
  const tab = await aClient({ token: ada.token });
  const bytesBefore = (await storedBytes()).toSorted();
  await submitDocuments(app, ada);
  await decide(app, session.token, (await requestOf(app, session.token, ada)).id);
  const { body: order } = await submit(app, ada, plainOrder());
  await callsOf(app, ada).post('payout-accounts', { ...bankDetails, currency: 'USD' });
  await rows(`insert into subscribers (email, language) values ($1, 'en')`, [email]);
  await rows(`insert into chat_rooms (id, user_id, last_seq) values ('room_of_ada', $1, 1)`, [id]);
  await rows(`insert into chat_messages (id, room_id, seq, sender, sender_name, text)
    values (gen_random_uuid(), 'room_of_ada', 1, 'user', 'Ada', 'My number is 0803')`);

  const message = 'This user has 1 open transaction. Please decide it first.';
  expect((await erase(ada)).body).toMatchObject({ code: 'in_use', message });
  await admin.put(`transactions/${order.id}/status`, { status: 'failed', adminNotes: 'No coins arrived.' });
  const refusal = await erase({ id, email: 'somebody@else.test' });
  expect(refusal.body.fields).toEqual({ email: 'This is not the email address of this user.' });
  expect((await erase({ id, email: ` ${email.toUpperCase()} ` })).status).toBe(204);

  expect(await tab.closed).toBe(4401);
  expect((await callsOf(app, ada).get('auth/user')).status).toBe(403);
  await passDayOfGrace(testbed, id);
  expect((await admin.get(`users/${id}`)).status).toBe(404);
  expect((await listUsers(`q=${encodeURIComponent(email)}`)).items).toEqual([]);
  const evidence = () =>
    row(`select user_id, status, payout_amount::float as payout, payment_details as payee from orders where id = $1`, [
      order.id,
    ]);
  const retainedRow = { user_id: id, status: 'failed', payout: 371.88 };
  expect(await evidence()).toMatchObject({ ...retainedRow, payee: { bankName: bankDetails.bankName } });
  expect(await tracesOf(ada)).toEqual(['files', 'kyc_requests']);

  await rows(`update users set retained_until = now() where id = $1`, [id]);
  await eraseRetainedEvidence(app.deps);
  expect(await evidence()).toEqual({ ...retainedRow, payee: null });
  expect(await tracesOf(ada)).toEqual([]);
  await vi.waitFor(async () => expect((await storedBytes()).toSorted()).toEqual(bytesBefore), { timeout: 30_000 });
  expect((await testbed.audit(id)).slice(-2)).toMatchObject([
    { action: 'user.deleted', details: { retentionYears: 5 } },
    { action: 'user.evidence_erased', details: {} },
  ]);
});

/** Tables that still hold the user's address, or rows that only the user explains. */
async function tracesOf({ id, email }: { id: string; email: string }): Promise<unknown[]> {
  const tables = await rows(
    `select table_name as name from information_schema.tables where table_schema = 'public'
     and table_type = 'BASE TABLE'
       and table_name <> 'test_mail'`,
  );
  const searchQueries = tables.map(
    ({ name }) => [String(name), `to_jsonb(t)::text ilike '%' || $1 || '%'`, email] as const,
  );
  const ownedTables = ['sessions', 'payout_accounts', 'chat_rooms', 'idempotency_keys', 'one_time_codes'];
  const traces = [
    ...searchQueries,
    ...ownedTables.map((name) => [name, 'user_id = $1', id] as const),
    ['files', 'owner_id = $1', id] as const,
    ['kyc_requests', 'user_id = $1 and (full_name is not null or document_number is not null)', id] as const,
  ];
  const tableNames: string[] = [];
  for (const [name, holds, value] of traces)
    if ((await rows(`select 1 from "${name}" t where ${holds} limit 1`, [value])).length > 0) tableNames.push(name);
  return tableNames;
}

describe('the day before a user is erased', () => {
  const takeBack = (id: string, by: Calls = admin) => by.del(`users/${id}/erasure`);
  const aCase = async () => {
    const { userId: id, email } = await aUser(database.pool);
    return { id, email };
  };
  const stateOf = (id: string) => row(`select status, email from users where id = $1`, [id]);

  test('needs the password, so that a thief with a session cannot erase or block a user', async () => {
    const ada = await aCase();
    const stolenSession = teamCalls(app, reviewer);
    expect(await outcomeOf(erase(ada, stolenSession))).toBe('403 step_up_required');
    expect(await outcomeOf(block(ada.id, 'x', stolenSession))).toBe('403 step_up_required');
  });

  test('begins with a sign-out at once, and an owner can cancel the erasure', async () => {
    const ada = await customer();
    const { id, email } = ada;
    const byReviewer = await provenCalls(testbed, reviewer);
    expect((await erase(ada, byReviewer)).status).toBe(204);
    expect((await signIn(email)).status).toBe(403);
    const { body: seenBody } = await admin.get(`users/${id}`);
    expect(seenBody).toMatchObject({ status: 'blocked', eraseAt: expect.any(String) as string });
    const inHours = (Date.parse(String(seenBody.eraseAt)) - app.deps.now().getTime()) / 3_600_000;
    expect(Math.round(inHours)).toBe(24);
    const notice = (await mailbox.of('owner_notice', adminEmail)).at(-1);
    expect(notice).toMatchObject({ kind: 'erasure', by: 'Mo reviewer', path: `/admin/users?user=${id}` });
    for (const call of [erase(ada), admin.post(`users/${id}/unblock`)])
      expect(await reasonOf(call)).toContain('erasure_scheduled');

    expect(await outcomeOf(takeBack(id, byReviewer))).toContain('not_permitted');
    expect((await takeBack(id)).body).toMatchObject({ status: 'active', eraseAt: null });
    expect(await reasonOf(takeBack(id))).toContain('erasure_not_scheduled');
    await passDayOfGrace(testbed, id);
    expect((await signIn(email)).status).toBe(200);
  });

  test('leaves a blocked user blocked when the erasure is cancelled', async () => {
    const ada = await aCase();
    await rows(`update users set status = 'blocked', blocked_reason = 'Stolen card.' where id = $1`, [ada.id]);
    expect((await erase(ada)).status).toBe(204);
    expect((await takeBack(ada.id)).body).toMatchObject({ status: 'blocked', blockedReason: 'Stolen card.' });
  });

  test('erases no user early, and every user after it, whose address is free again', async () => {
    const { id, email } = await aCase();
    await erase({ id, email });
    await eraseScheduled(app.deps);
    expect(await stateOf(id)).toEqual({ status: 'blocked', email });
    await passDayOfGrace(testbed, id);
    expect(await stateOf(id)).toEqual({ status: 'deleted', email: null });
    expect((await app.call('POST', '/api/register', { json: aRegistration({ email }) })).status).toBe(201);
  });

  test('is limited to ten erasures an hour by one member', async () => {
    const limited = await testbed.another({ RATE_LIMIT_FACTOR: '1' });
    const byReviewer = await provenCalls({ ...testbed, app: limited }, await aColleague(testbed, 'reviewer'));
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) answers.push((await erase(await aCase(), byReviewer)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
  });
});
