import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { purgeErasedCustomers } from '#server/features/orders/orders.personal-data.service.ts';
import { dayMs } from '#server/lib/time.ts';
import { aCustomer, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { aPhoto, claims, decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aProof, plainOrder, submit } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { eraseRetainedEvidence } from './users.erasure.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '100' });
const call: Call = (...sent) => testbed.app.call(...sent);
const close = (token: string, password = customerPassword) =>
  call('DELETE', '/api/profile', { token, json: { password } });

test('a customer downloads everything that is kept of them, and nobody else is in it', async () => {
  const [ada, other] = [await aCustomer(call, testbed.mailbox), await aCustomer(call, testbed.mailbox)];
  await submitDocuments(testbed.app, ada);
  await submitDocuments(testbed.app, other, { fields: { ...claims, documentNumber: 'ZZ 999 0000' } });
  const account = { method: 'bank', accountName: 'Ada Obi', accountNumber: '0123884421', bankName: 'First Bank' };
  await call('POST', '/api/payout-accounts', { token: ada.token, json: { ...account, currency: 'NGN' } });
  const { status, body, headers } = await call('POST', '/api/profile/data', {
    token: ada.token,
    json: { password: customerPassword },
  });
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain('my-data.json');
  expect(body).toMatchObject({
    profile: { email: ada.email, firstName: 'Ada' },
    devices: [{ id: expect.any(String) as string }],
    identity: [{ documentNumber: 'A0 482 1937', status: 'pending' }],
    payoutAccounts: [{ accountNumber: '0123884421' }],
    orders: [],
    chats: [],
  });
  expect(JSON.stringify(body)).not.toMatch(/ZZ 999 0000|password|hash/i);
  expect((await call('POST', '/api/profile/data', { json: { password: customerPassword } })).status).toBe(401);
});

test('a thief with a stolen session gets no copy: it needs the password again', async () => {
  const { token } = await aCustomer(call, testbed.mailbox);
  const take = (json: object) => call('POST', '/api/profile/data', { token, json });
  expect((await call('GET', '/api/profile/data', { token })).status).toBe(405);
  expect((await take({})).status).toBe(400);
  const wrong = await take({ password: 'not the password' });
  expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  expect(JSON.stringify(wrong.body)).not.toContain('devices');
});

test('closing the account needs the password, ends every session and frees the address', async () => {
  const ada = await aCustomer(call, testbed.mailbox);
  const personalData = await signedIn(call, ada.email);
  expect(await close(ada.token, 'a guess')).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  expect((await close(ada.token)).status).toBe(204);
  for (const token of [ada.token, personalData])
    expect((await call('GET', '/api/auth/user', { token })).status).toBe(401);
  expect(await testbed.rows('select status, email, last_name from users where id = $1', [ada.id])).toEqual([
    { status: 'deleted', email: null, last_name: 'customer' },
  ]);
  expect(
    await testbed.rows(`select 1 from audit_log where action = 'user.deleted' and subject_id = $1`, [ada.id]),
  ).toHaveLength(1);
});

test('nobody leaves while an order of theirs is open', async () => {
  const ada = await aCustomer(call, testbed.mailbox);
  const { status } = await submit(testbed.app, ada, plainOrder());
  expect(status).toBe(201);
  expect(await close(ada.token)).toMatchObject({ status: 409, body: { code: 'in_use', open: 1 } });
  const { token } = ada;
  expect((await call('GET', '/api/auth/user', { token })).status).toBe(200);
});

test('the administrator cannot close their own account', async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  expect(await close(token, adminPassword)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('closing the account and registering again begins no new limit, and a proof of before is known again', async () => {
  const ada = await aCustomer(call, testbed.mailbox);
  const proof = aProof();
  const { body: first } = await submit(testbed.app, ada, plainOrder({ amount: 0.02, valueUsd: 743.76 }), { proof });
  const complete = `update orders set status = 'completed', version = 2, decided_at = now() where id = $1`;
  await testbed.database.pool.query(complete, [first.id]);
  expect((await close(ada.token)).status).toBe(204);

  const again = await aCustomer(call, testbed.mailbox, { email: ada.email });
  const allowance = async (at: { token: string }) =>
    (await call('GET', '/api/sell-allowance', { token: at.token })).body;
  expect(await allowance(again)).toMatchObject({ limitUsd: 1000, usedUsd: 782.91, leftUsd: 217.09 });
  expect(await allowance(await aCustomer(call, testbed.mailbox))).toMatchObject({ usedUsd: 0 });
  expect((await submit(testbed.app, again, plainOrder())).body).toMatchObject({ code: 'kyc_required' });
  const { body: second } = await submit(testbed.app, again, plainOrder({ amount: 0.005, valueUsd: 185.94 }), { proof });
  const token = await signedIn(call, adminEmail, adminPassword);
  expect((await call('GET', `/api/admin/transactions/${second.id}`, { token })).body).toMatchObject({
    sameProofReferences: [first.reference],
  });
  expect(JSON.stringify(await testbed.rows('select * from erased_customers'))).not.toContain(ada.email);
});

test('an erased customer is forgotten when the limit no longer looks back', async () => {
  const ada = await aCustomer(call, testbed.mailbox);
  expect((await close(ada.token)).status).toBe(204);
  const known = () => testbed.rows('select 1 from erased_customers where user_id = $1', [ada.id]);
  await purgeErasedCustomers(testbed.app.deps);
  expect(await known()).toHaveLength(1);
  await purgeErasedCustomers({ ...testbed.app.deps, now: () => new Date(Date.now() + 31 * dayMs) });
  expect(await known()).toHaveLength(0);
});

describe('what the law asks to be kept of a closed account', () => {
  const stored = (id: string) =>
    testbed.rows('select filename, purpose from files where owner_id = $1 order by purpose', [id]);
  const retention = async (id: string) =>
    (
      await testbed.rows(
        `select round(extract(epoch from retained_until - now()) / 31557600)::int as years from users where id = $1`,
        [id],
      )
    )[0]?.years;

  /** A customer with an approved identity and a finished sale. */
  async function anOldCustomer() {
    const admin = await signedIn(call, adminEmail, adminPassword);
    const ada = await aCustomer(call, testbed.mailbox);
    await submitDocuments(testbed.app, ada, { files: { document: aPhoto(), selfie: aPhoto('me.png') } });
    const { id: requestId } = await requestOf(testbed.app, admin, ada);
    await decide(testbed.app, admin, requestId);
    const { body: order } = await submit(testbed.app, ada, plainOrder());
    const json = { status: 'failed', adminNotes: 'No coins arrived.' };
    await call('PUT', `/api/admin/transactions/${order.id}/status`, { token: admin, json });
    return { admin, ada, orderId: order.id, requestId };
  }

  test('can be opened by the team and by no customer, with no token and no link from before', async () => {
    const { admin, ada, orderId, requestId } = await anOldCustomer();
    const eve = await aCustomer(call, testbed.mailbox);
    const files = await stored(ada.id);
    expect(files.map(({ purpose }) => purpose)).toEqual(['kyc', 'kyc', 'payment_proof']);
    const paths = files.map(({ filename }) => `/api/files/${String(filename)}`);
    const link = await call('POST', `${paths[0]}/link`, { token: ada.token });
    expect((await close(ada.token)).status).toBe(204);

    expect(await stored(ada.id)).toEqual(files);
    expect(await retention(ada.id)).toBe(5);
    for (const path of paths) {
      expect((await call('GET', path, { token: ada.token })).status).toBe(401);
      expect((await call('GET', path, { token: eve.token })).status).toBe(404);
      expect((await call('GET', path, { token: admin })).status).toBe(200);
    }
    expect((await call('GET', String(link.body.url))).status).toBe(401);
    for (const token of [ada.token, eve.token]) {
      expect((await call('GET', `/api/transactions/${orderId}`, { token })).status).toBeGreaterThanOrEqual(401);
    }
    const request = await call('GET', `/api/admin/kyc-requests/${requestId}`, { token: admin });
    expect(request).toMatchObject({ status: 200, body: { fullName: claims.fullName, userName: 'Deleted customer' } });
    expect(
      await testbed.rows('select payment_details is not null as payee from orders where id = $1', [orderId]),
    ).toEqual([{ payee: true }]);
  });

  test('is gone when the period is over by the database’s clock, and not a day before', async () => {
    const { ada, orderId, requestId } = await anOldCustomer();
    await close(ada.token);
    await testbed.database.pool.query(`update users set retained_until = now() + interval '1 day' where id = $1`, [
      ada.id,
    ]);
    await eraseRetainedEvidence(testbed.app.deps);
    expect(await stored(ada.id)).toHaveLength(3);
    const [{ filename } = {}] = await stored(ada.id);

    await testbed.database.pool.query(`update users set retained_until = now() where id = $1`, [ada.id]);
    await Promise.all([eraseRetainedEvidence(testbed.app.deps), eraseRetainedEvidence(testbed.app.deps)]);
    expect(await stored(ada.id)).toEqual([]);
    expect(
      await testbed.rows(
        `select k.full_name, k.document_number, k.document_number_hash, o.payment_details, u.retained_until
         from kyc_requests k, orders o, users u where k.id = $1 and o.id = $2 and u.id = $3`,
        [requestId, orderId, ada.id],
      ),
    ).toEqual([
      {
        full_name: null,
        document_number: null,
        document_number_hash: null,
        payment_details: null,
        retained_until: null,
      },
    ]);
    const bytes = () => readdir(join(testbed.app.deps.env.dataDir, 'files'), { recursive: true });
    await vi.waitFor(
      async () => expect((await bytes()).filter((name) => name.includes(String(filename)))).toEqual([]),
      { timeout: 30_000 },
    );
    const erased = `select 1 from audit_log where action = 'user.evidence_erased' and subject_id = $1`;
    expect(await testbed.rows(erased, [ada.id])).toHaveLength(1);
  });

  test('is nothing where nobody has decided about the documents and there was no order', async () => {
    const ada = await aCustomer(call, testbed.mailbox);
    await submitDocuments(testbed.app, ada);
    await close(ada.token);
    expect(await stored(ada.id)).toEqual([]);
    expect(await retention(ada.id)).toBeNull();
    expect(await testbed.rows('select 1 from kyc_requests where user_id = $1', [ada.id])).toEqual([]);
  });

  test('is nothing at once where the operator keeps it for no years', async () => {
    const { ada, orderId } = await anOldCustomer();
    const limits = { ...testbed.app.deps.settings.current.limits, retentionYears: 0 };
    await testbed.database.pool.query(`insert into settings (key, value) values ('limits', $1)`, [
      JSON.stringify(limits),
    ]);
    await testbed.app.deps.settings.refresh();
    await close(ada.token);
    expect(await stored(ada.id)).toEqual([]);
    expect(await testbed.rows('select payment_details from orders where id = $1', [orderId])).toEqual([
      { payment_details: null },
    ]);
  });
});
