import { expect, test } from 'vitest';
import { aCustomer, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { claims, submitDocuments } from '#tests/factories/kyc.ts';
import { plainOrder, submit } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

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
  const { status, body, headers } = await call('GET', '/api/profile/data', { token: ada.token });
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
  expect((await call('GET', '/api/profile/data')).status).toBe(401);
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
