import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdminUserDetails, AdminUserView } from '#shared/users/users.admin.contract.ts';
import { aCustomer, aRegistration, customerPassword, passDayOfGrace } from '#tests/factories/accounts.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aPhoto, decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { aUser, bankDetails } from '#tests/factories/orders.ts';
import { aSeller, plainOrder, submit } from '#tests/factories/sales.ts';
import { adminEmail, readsDuring, type TestApp } from '#tests/setup/app.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { eraseRetainedEvidence } from './users.erasure.service.ts';

const testbed = openTestbed();
const { aClient, goAway } = socketClients(() => `${other.url.replace('http', 'ws')}/ws`);

const admin = fixture(() => theAdmin(testbed.app));
const other = fixture(() => testbed.another());
afterAll(goAway);

const listUsers = async (query = '') => {
  const { status, body, headers } = await testbed.app.call('GET', `/api/admin/users${query}`, { token: admin.token });
  return { status, items: body as unknown as AdminUserView[], total: headers.get('x-total-count') };
};
const userNames = async (query: string) => (await listUsers(query)).items.map(({ name }) => name);
const userOf = async (id: string) => {
  const { status, body } = await testbed.app.call('GET', `/api/admin/users/${id}`, { token: admin.token });
  return { status, body: body as unknown as AdminUserDetails };
};
const callUsers = async (method: string, path: string, json: object = {}) =>
  testbed.app.call(method, `/api/admin/users/${path}`, {
    token: admin.token,
    headers: await steppedUp(testbed.app.deps, admin.token),
    json,
  });
const actionsAbout = (id: string) =>
  testbed.rows('select action, details from audit_log where subject_id = $1 and subject_type = $2 order by id', [
    id,
    'user',
  ]);
const adminId = async () => String((await testbed.rows(`select id from users where role = 'admin'`))[0]?.id);

describe('the list of people', () => {
  beforeAll(async () => {
    const { pool } = testbed.database;
    for (const [firstName, lastName] of [
      ['Zainab', 'Quist'],
      ['Bode', 'Quist-Xu'],
      ['Li', 'Quist'],
    ] as const)
      await aUser(pool, { firstName, lastName, email: `${firstName.toLowerCase()}@quist.test` });
    await pool.query(`update users set kyc_status = 'approved' where first_name = 'Li'`);
    await pool.query(`update users set created_at = now() - interval '2 days' where first_name = 'Bode'`);
  });

  test('is searched by any part of name or address, and by two letters that begin a word', async () => {
    expect(await userNames('?q=QUIST&sort=name')).toEqual(['Bode Quist-Xu', 'Li Quist', 'Zainab Quist']);
    expect(await userNames('?q=li%40quist')).toEqual(['Li Quist']);
    expect(await userNames('?q=Li')).toEqual(['Li Quist']);
    expect(await userNames('?q=%25%25%25')).toEqual([]);
    expect(await userNames('?q=%25')).toEqual([]);
  });

  test('is filtered, sorted and paged, with the total beside it', async () => {
    expect(await userNames('?q=quist&kyc=approved')).toEqual(['Li Quist']);
    expect(await userNames('?q=quist&sort=email')).toEqual(['Bode Quist-Xu', 'Li Quist', 'Zainab Quist']);
    expect((await userNames('?q=quist&sort=newest')).at(-1)).toBe('Bode Quist-Xu');
    expect((await userNames('?sort=oldest'))[0]).toBe('Bode Quist-Xu');
    const all = await listUsers('?sort=name&pageSize=100');
    expect(Number(all.total)).toBe(all.items.length);
    const second = await listUsers('?sort=name&pageSize=2&page=2');
    expect(second.items.map(({ id }) => id)).toEqual(all.items.slice(2, 4).map(({ id }) => id));
    expect((await listUsers('?page=101&pageSize=100')).status).toBe(400);
  });

  test('shows how many orders each user has', async () => {
    const seller = await aSeller(testbed.app, testbed.database.pool);
    expect((await submit(testbed.app, seller, plainOrder())).status).toBe(201);
    const { items } = await listUsers(`?q=${encodeURIComponent(seller.email)}`);
    expect(items).toMatchObject([{ id: seller.id, name: 'Ada Obi', status: 'active', transactions: 1 }]);
    const orders = await testbed.app.call('GET', `/api/admin/transactions?user=${seller.id}`, { token: admin.token });
    expect(orders.body).toMatchObject([{ userId: seller.id }]);
  });

  test('a search that fits thousands is answered by walking the list, not by listing them', async () => {
    await testbed.database.pool.query(
      `insert into users (email, first_name, last_name) select 'crowd' || n || '@many.test', 'Crowd', 'Member' || n
       from generate_series(1, 1200) n`,
    );
    const texts = await readsDuring(testbed.app, async () => {
      const { items, total } = await listUsers('?q=crowd&pageSize=5');
      expect([items.length, total]).toEqual([5, '6']);
    });
    expect(texts.some((text) => text.includes('users_containing'))).toBe(true);
    expect((await listUsers('?q=c&pageSize=5')).items).toHaveLength(5);
    expect((await listUsers('?q=crowd&status=blocked')).items).toEqual([]);
  });
});

test('the administrator corrects a name and a phone number; the log names the fields and never what they contained', async () => {
  const ada = await aCustomer(testbed.app.call, testbed.mailbox);
  const { status, body } = await callUsers('PUT', ada.id, {
    firstName: 'Adaeze',
    mobileNumber: '0803 999 1111',
    role: 'admin',
  });
  expect([status, body]).toMatchObject([200, { name: 'Adaeze Obi', mobileNumber: '+2348039991111', role: 'customer' }]);
  expect((await callUsers('PUT', ada.id, { firstName: 'Adaeze' })).status).toBe(200);
  expect(await actionsAbout(ada.id)).toContainEqual({
    action: 'user.edited',
    details: { fields: ['firstName', 'mobileNumber'] },
  });
  expect((await actionsAbout(ada.id)).filter(({ action }) => action === 'user.edited')).toHaveLength(1);
  expect((await callUsers('PUT', ada.id, { firstName: 'A' })).body).toMatchObject({
    fields: { firstName: 'First name must be at least 2 characters' },
  });
});

test('blocking needs a reason, ends sessions and sockets on every process within two seconds, and is undone by unblocking', async () => {
  const ada = await aCustomer(testbed.app.call, testbed.mailbox);
  const tab = await aClient({ token: ada.token });
  expect((await userOf(ada.id)).body.sessions).toHaveLength(1);
  expect((await callUsers('POST', `${ada.id}/block`, { reason: ' ' })).status).toBe(400);

  const began = performance.now();
  const blocked = await callUsers('POST', `${ada.id}/block`, { reason: 'Stolen proof of payment' });
  expect(blocked.body).toMatchObject({ status: 'blocked', blockedReason: 'Stolen proof of payment', sessions: [] });
  expect(await tab.closed).toBe(4401);
  expect(performance.now() - began).toBeLessThan(onThisMachine(2_000));
  for (const { call } of [testbed.app, other])
    expect(await call('GET', '/api/auth/user', { token: ada.token })).toMatchObject({
      status: 403,
      body: { code: 'blocked' },
    });
  const login = () =>
    testbed.app.call('POST', '/api/login', { json: { email: ada.email, password: customerPassword } });
  expect((await login()).status).toBe(403);
  expect((await listUsers(`?status=blocked&q=${encodeURIComponent(ada.email)}`)).items).toHaveLength(1);

  expect((await callUsers('POST', `${ada.id}/unblock`)).body).toMatchObject({ status: 'active', blockedReason: null });
  expect((await login()).status).toBe(200);
  expect((await testbed.app.call('GET', '/api/auth/user', { token: ada.token })).status).toBe(401);
  expect((await actionsAbout(ada.id)).slice(-2)).toEqual([
    { action: 'user.blocked', details: { reason: { textId: expect.any(String) as string } } },
    { action: 'user.unblocked', details: {} },
  ]);
});

test('the administrator can neither block nor delete themself', async () => {
  const id = await adminId();
  expect(await callUsers('POST', `${id}/block`, { reason: 'A slip' })).toMatchObject({
    status: 403,
    body: { code: 'own_case' },
  });
  expect(await callUsers('DELETE', id, { email: adminEmail })).toMatchObject({
    status: 403,
    body: { code: 'own_case' },
  });
  expect((await userOf(id)).body).toMatchObject({ status: 'active', role: 'admin' });
});

const bytesOf = async ({ deps }: TestApp) =>
  (await readdir(join(deps.env.dataDir, 'files'), { recursive: true })).filter((name) => name.includes('.')).toSorted();

test('a deleted user leaves their orders and the evidence of them, and once the law needs it no more the orders alone', async () => {
  const ada = await aCustomer(testbed.app.call, testbed.mailbox);
  const tab = await aClient({ token: ada.token });
  const bytesBefore = await bytesOf(testbed.app);
  await submitDocuments(testbed.app, ada, { files: { document: aPhoto() } });
  await decide(testbed.app, admin.token, (await requestOf(testbed.app, admin.token, ada)).id);
  const { body: order } = await submit(testbed.app, ada, plainOrder());
  await testbed.app.call('POST', '/api/payout-accounts', {
    token: ada.token,
    json: { ...bankDetails, currency: 'USD' },
  });
  await testbed.database.pool.query(`insert into subscribers (email, language) values ($1, 'en')`, [ada.email]);
  await testbed.database.pool.query(`insert into chat_rooms (id, user_id, last_seq) values ('room_of_ada', $1, 1)`, [
    ada.id,
  ]);
  await testbed.database.pool.query(
    `insert into chat_messages (id, room_id, seq, sender, sender_name, text)
     values (gen_random_uuid(), 'room_of_ada', 1, 'user', 'Ada', 'My number is 0803')`,
  );

  const refused = await callUsers('DELETE', ada.id, { email: ada.email });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'in_use', message: 'This user has 1 open transaction. Please decide it first.' },
  });
  await testbed.app.call('PUT', `/api/admin/transactions/${order.id}/status`, {
    token: admin.token,
    json: { status: 'failed', adminNotes: 'No coins arrived.' },
  });
  expect(await callUsers('DELETE', ada.id, { email: 'somebody@else.test' })).toMatchObject({
    status: 400,
    body: { fields: { email: 'This is not the email address of this user.' } },
  });
  expect((await callUsers('DELETE', ada.id, { email: ` ${ada.email.toUpperCase()} ` })).status).toBe(204);

  expect(await tab.closed).toBe(4401);
  expect((await testbed.app.call('GET', '/api/auth/user', { token: ada.token })).status).toBe(403);
  await passDayOfGrace(testbed, ada.id);
  expect((await userOf(ada.id)).status).toBe(404);
  expect((await listUsers(`?q=${encodeURIComponent(ada.email)}`)).items).toEqual([]);
  const evidence = () =>
    testbed.rows(
      `select user_id = $1 as theirs, status, payout_amount::float as payout, payment_details as payee from orders
       where id = $2`,
      [ada.id, order.id],
    );
  const theirs = { theirs: true, status: 'failed', payout: 371.88 };
  expect(await evidence()).toEqual([
    { ...theirs, payee: expect.objectContaining({ bankName: bankDetails.bankName }) as unknown },
  ]);
  expect(await tracesOf(ada)).toEqual(['files', 'kyc_requests']);

  await testbed.database.pool.query(`update users set retained_until = now() where id = $1`, [ada.id]);
  await eraseRetainedEvidence(testbed.app.deps);
  expect(await evidence()).toEqual([{ ...theirs, payee: null }]);
  expect(await tracesOf(ada)).toEqual([]);
  await vi.waitFor(async () => expect(await bytesOf(testbed.app)).toEqual(bytesBefore), { timeout: 30_000 });
  expect((await actionsAbout(ada.id)).slice(-2)).toEqual([
    { action: 'user.deleted', details: { retentionYears: 5 } },
    { action: 'user.evidence_erased', details: {} },
  ]);
});

test('a deleted person’s address is free for whoever holds it', async () => {
  const ada = await aCustomer(testbed.app.call, testbed.mailbox);
  expect((await callUsers('DELETE', ada.id, { email: ada.email })).status).toBe(204);
  await passDayOfGrace(testbed, ada.id);
  const again = await testbed.app.call('POST', '/api/register', { json: aRegistration({ email: ada.email }) });
  expect(again.status).toBe(201);
});

/** Tables that still hold the user's address, or rows that only the user explains. */
async function tracesOf({ id, email }: { id: string; email: string }): Promise<unknown[]> {
  const tables = await testbed.rows(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name <> 'test_mail'`,
  );
  const found: unknown[] = [];
  for (const { name } of tables) {
    const rows = await testbed.rows(
      `select 1 from "${String(name)}" t where to_jsonb(t)::text ilike '%' || $1 || '%'`,
      [email],
    );
    if (rows.length > 0) found.push(name);
  }
  const owned = ['sessions', 'payout_accounts', 'chat_rooms', 'idempotency_keys', 'one_time_codes'];
  for (const name of owned)
    if ((await testbed.rows(`select 1 from ${name} where user_id = $1`, [id])).length > 0) found.push(name);
  if ((await testbed.rows('select 1 from files where owner_id = $1', [id])).length > 0) found.push('files');
  const claims = `select 1 from kyc_requests where user_id = $1 and (full_name is not null or document_number is not null)`;
  if ((await testbed.rows(claims, [id])).length > 0) found.push('kyc_requests');
  return found;
}
