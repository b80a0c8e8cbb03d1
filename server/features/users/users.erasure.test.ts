import { expect, test } from 'vitest';
import { aCustomer, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { claims, submitDocuments } from '#tests/factories/kyc.ts';
import { plainOrder, submit } from '#tests/factories/sales.ts';
import { openAdmin } from '#tests/setup/admin.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';

const desk = openAdmin({ RATE_LIMIT_FACTOR: '100' });
const call: Call = (...sent) => desk.app.call(...sent);
const close = (token: string, password = customerPassword) =>
  call('DELETE', '/api/profile', { token, json: { password } });

test('a customer downloads everything that is kept of them, and nobody else is in it', async () => {
  const [ada, other] = [await aCustomer(call, desk.mailbox), await aCustomer(call, desk.mailbox)];
  await submitDocuments(desk.app, ada);
  await submitDocuments(desk.app, other, { fields: { ...claims, documentNumber: 'ZZ 999 0000' } });
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
  const ada = await aCustomer(call, desk.mailbox);
  const personalData = await signedIn(call, ada.email);
  expect(await close(ada.token, 'a guess')).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  expect((await close(ada.token)).status).toBe(204);
  for (const token of [ada.token, personalData])
    expect((await call('GET', '/api/auth/user', { token })).status).toBe(401);
  expect(await desk.rows('select status, email, last_name from users where id = $1', [ada.id])).toEqual([
    { status: 'deleted', email: null, last_name: 'customer' },
  ]);
  expect(
    await desk.rows(`select 1 from audit_log where action = 'user.deleted' and subject_id = $1`, [ada.id]),
  ).toHaveLength(1);
});

test('nobody leaves while an order of theirs is open', async () => {
  const ada = await aCustomer(call, desk.mailbox);
  const { status } = await submit(desk.app, ada, plainOrder());
  expect(status).toBe(201);
  expect(await close(ada.token)).toMatchObject({ status: 409, body: { code: 'in_use', open: 1 } });
  const { token } = ada;
  expect((await call('GET', '/api/auth/user', { token })).status).toBe(200);
});

test('the administrator cannot close the account the desk depends on', async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  expect(await close(token, adminPassword)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});
