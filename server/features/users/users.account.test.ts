import { describe, expect, test } from 'vitest';
import { purgeErasedCustomers } from '#server/features/orders/orders.personal-data.service.ts';
import { findCountry, type Country } from '#shared/reference/countries.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { aCustomer, customerPassword, signedIn } from '#tests/factories/accounts.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { aPhoto, claims, decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { aProof, plainOrder, submit } from '#tests/factories/sales.ts';
import { adminPassword } from '#tests/setup/app.ts';
import { callsOf, outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { eraseRetainedEvidence } from './users.erasure.service.ts';
import { normalizeMobile } from './users.phone.ts';

const testbed = openTestbed();
const { app, mailbox, row, rows } = testbed;
const session = fixture(() => theOwner(testbed));
const admin = teamCalls(app, session);
const password = customerPassword;

/** A new customer and their calls. */
const aUser = async (changes?: object) => {
  const customer = await aCustomer(app.call, mailbox, { ...changes });
  return { ...customer, ...callsOf(app, customer) };
};
type User = Awaited<ReturnType<typeof aUser>>;
const close = ({ del }: Pick<User, 'del'>, typedPassword = password) => del('profile', { password: typedPassword });

describe('the profile', () => {
  async function setAvatar({ token }: User, bytes?: Buffer) {
    const body = new FormData();
    if (bytes) body.append('avatar', new Blob([new Uint8Array(bytes)]), 'me.png');
    const url = `${app.url}/api/profile/avatar`;
    const response = await fetch(url, { method: 'PUT', headers: { Authorization: `Bearer ${token}` }, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const pictures = ({ id }: User) =>
    rows(`select filename from files where owner_id = $1 and purpose = 'avatar'`, [id]);

  test('stores names, phone and language, and leaves fields that were not sent', async () => {
    const { get, put } = await aUser();
    const { status, body } = await put('profile', {
      firstName: 'Adaeze',
      mobileNumber: '0803 999 0000',
      language: 'fr',
    });
    const unchangedFields = { firstName: 'Adaeze', lastName: 'Obi', mobileNumber: '+2348039990000', language: 'fr' };
    expect([status, body]).toMatchObject([200, unchangedFields]);
    expect((await put('profile', { middleName: 'N.' })).body).toMatchObject({ ...unchangedFields, middleName: 'N.' });
    expect((await put('profile', { middleName: '' })).body).toMatchObject({ middleName: null });
    expect((await get('profile')).body).toMatchObject(unchangedFields);
  });

  test('has a wrong value refused beside its field, and ignores role and address', async () => {
    const { put, email } = await aUser();
    expect((await put('profile', { firstName: 'A', mobileNumber: 'call me' })).body).toMatchObject({
      code: 'invalid_input',
      fields: {
        firstName: 'First name must be at least 2 characters',
        mobileNumber: 'Please enter a valid mobile number',
      },
    });
    expect((await put('profile', { language: 'tlh' })).status).toBe(400);
    const forgedFields = {
      role: 'admin',
      isAdmin: true,
      email: 'x@example.com',
      kycStatus: 'approved',
      status: 'active',
    };
    expect((await put('profile', forgedFields)).body).toMatchObject({ role: 'customer', email, kycStatus: 'none' });
  });

  test('has one picture, and removing it leaves nothing', async () => {
    const ada = await aUser();
    const { body } = await setAvatar(ada, aPhoto().bytes);
    expect(body.profileImageUrl).toMatch(/^\/api\/files\/[0-9a-f-]{36}\.(png|jpg)$/);
    await Promise.all([1, 2, 3, 4].map(() => setAvatar(ada, aPhoto().bytes)));
    const storedPictures = await pictures(ada);
    expect(storedPictures).toHaveLength(1);
    const profileImageUrl = `/api/files/${String(storedPictures[0]?.filename)}`;
    expect((await ada.get('profile')).body).toMatchObject({ profileImageUrl });
    expect((await ada.del('profile/avatar')).body).toMatchObject({ profileImageUrl: null });
    expect(await pictures(ada)).toEqual([]);
  });

  test('refuses a file that is no picture, and does not store it', async () => {
    const ada = await aUser();
    expect(await outcomeOf(setAvatar(ada))).toBe('400 file_missing');
    expect(await outcomeOf(setAvatar(ada, Buffer.from('<svg onload="alert(1)"/>')))).toBe('415 file_type');
    expect(await pictures(ada)).toEqual([]);
  });

  test.each([
    ['+234 803 123 4567', 'NG', '+2348031234567'],
    ['+2348031234567', 'NG', '+2348031234567'],
    ['0803 123 4567', 'NG', '+2348031234567'],
    ['8031234567', 'Nigeria', '+2348031234567'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['+44 20 7946 0018', 'Nigeria', '+442079460018'],
    ['12345678', 'GH', '+23312345678'],
    ['+99912345678', 'GH', '+99912345678'],
  ])('stores %s typed in %s as %s', (typed, country, storedNumber) => {
    expect(normalizeMobile(typed, findCountry(country) as Country)).toBe(storedNumber);
  });
});

test('a customer downloads all their stored data, and no data of others', async () => {
  const ada = await aUser();
  const user = await aUser();
  await submitDocuments(app, ada);
  await submitDocuments(app, user, { fields: { ...claims, documentNumber: 'ZZ 999 0000' } });
  await ada.post('payout-accounts', { ...bankDetails, currency: 'NGN' });
  const { status, body, headers } = await ada.post('profile/data', { password });
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain('my-data.json');
  expect(body).toMatchObject({
    profile: { email: ada.email, firstName: 'Ada' },
    devices: [{ id: expect.any(String) as string }],
    identity: [{ documentNumber: 'A0 482 1937', status: 'pending' }],
    payoutAccounts: [{ accountNumber: bankDetails.accountNumber }],
    orders: [],
    chats: [],
  });
  expect(JSON.stringify(body)).not.toMatch(/ZZ 999 0000|password|hash/i);
  expect((await app.call('POST', '/api/profile/data', { json: { password } })).status).toBe(401);
});

test('a thief with a session gets no data export without the password', async () => {
  const { get, post } = await aUser();
  expect((await get('profile/data')).status).toBe(405);
  expect((await post('profile/data', {})).status).toBe(400);
  const refusal = await post('profile/data', { password: 'not the password' });
  expect(await outcomeOf(refusal)).toBe('401 wrong_credentials');
  expect(JSON.stringify(refusal.body)).not.toContain('devices');
});

describe('closing the account', () => {
  test('needs the password, ends every session and frees the address', async () => {
    const ada = await aUser();
    const second = callsOf(app, { token: await signedIn(app.call, ada.email) });
    expect(await outcomeOf(close(ada, 'a guess'))).toBe('401 wrong_credentials');
    expect((await close(ada)).status).toBe(204);
    for (const { get } of [ada, second]) expect((await get('auth/user')).status).toBe(401);
    const remainingRow = await row('select status, email, last_name from users where id = $1', [ada.id]);
    expect(remainingRow).toEqual({ status: 'deleted', email: null, last_name: 'customer' });
    expect(await testbed.audit(ada.id)).toMatchObject([{ action: 'user.deleted' }]);
  });

  test('is refused while an order is open, and to the administrator', async () => {
    const ada = await aUser();
    expect((await submit(app, ada, plainOrder())).status).toBe(201);
    expect((await close(ada)).body).toMatchObject({ code: 'in_use', open: 1 });
    expect((await ada.get('auth/user')).status).toBe(200);
    expect(await outcomeOf(close(callsOf(app, session), adminPassword))).toBe('403 forbidden');
  });

  test('starts no new limit for a new registration, and an earlier proof is recognised', async () => {
    const ada = await aUser();
    const proof = aProof();
    const { body: first } = await submit(app, ada, plainOrder({ amount: 0.02, valueUsd: 743.76 }), { proof });
    await rows(`update orders set status = 'completed', version = 2, decided_at = now() where id = $1`, [first.id]);
    expect((await close(ada)).status).toBe(204);

    const newUser = await aUser({ email: ada.email });
    const usage = { limitUsd: 1000, usedUsd: 782.91, leftUsd: 217.09 };
    expect((await newUser.get('sell-allowance')).body).toMatchObject(usage);
    expect((await (await aUser()).get('sell-allowance')).body).toMatchObject({ usedUsd: 0 });
    expect(await outcomeOf(submit(app, newUser, plainOrder()))).toBe('403 kyc_required');
    const { body: second } = await submit(app, newUser, plainOrder({ amount: 0.005, valueUsd: 185.94 }), { proof });
    const seenOrder = await admin.get(`transactions/${second.id}`);
    expect(seenOrder.body).toMatchObject({ sameProofReferences: [first.reference] });
    expect(JSON.stringify(await rows('select * from erased_customers'))).not.toContain(ada.email);
  });

  test('is deleted after the period of the limit', async () => {
    const ada = await aUser();
    expect((await close(ada)).status).toBe(204);
    const erasedRows = () => rows('select 1 from erased_customers where user_id = $1', [ada.id]);
    await purgeErasedCustomers(app.deps);
    expect(await erasedRows()).toHaveLength(1);
    await purgeErasedCustomers({ ...app.deps, now: () => new Date(Date.now() + 31 * dayMs) });
    expect(await erasedRows()).toHaveLength(0);
  });
});

describe('the retained data of a closed account', () => {
  const storedFilesOf = ({ id }: User) =>
    rows('select filename, purpose from files where owner_id = $1 order by purpose', [id]);
  const retained = `round(extract(epoch from retained_until - now()) / 31557600)::int`;
  const yearsOf = ({ id }: User) => row(`select ${retained} as years from users where id = $1`, [id]);
  const payeeOf = (orderId: string) => row('select payment_details as payee from orders where id = $1', [orderId]);

  /** A customer with an approved identity and a finished sale. */
  async function anOldCustomer() {
    const ada = await aUser();
    await submitDocuments(app, ada, { files: { document: aPhoto(), selfie: aPhoto('me.png') } });
    const { id: requestId } = await requestOf(app, session.token, ada);
    await decide(app, session.token, requestId);
    const { body: order } = await submit(app, ada, plainOrder());
    await admin.put(`transactions/${order.id}/status`, { status: 'failed', adminNotes: 'No coins arrived.' });
    return { ada, orderId: order.id, requestId };
  }

  test('can be opened by the team, and by no customer, token or earlier link', async () => {
    const { ada, orderId, requestId } = await anOldCustomer();
    const eve = await aUser();
    const files = await storedFilesOf(ada);
    expect(files.map(({ purpose }) => purpose)).toEqual(['kyc', 'kyc', 'payment_proof']);
    const paths = files.map(({ filename }) => `files/${String(filename)}`);
    const link = await ada.post(`${paths[0]}/link`);
    expect((await close(ada)).status).toBe(204);

    expect(await storedFilesOf(ada)).toEqual(files);
    expect(await yearsOf(ada)).toEqual({ years: 5 });
    for (const path of paths)
      for (const [who, status] of [
        [ada, 401],
        [eve, 404],
        [callsOf(app, session), 200],
      ] as const)
        expect((await who.get(path)).status).toBe(status);
    expect((await app.call('GET', String(link.body.url))).status).toBe(401);
    for (const { get } of [ada, eve]) expect((await get(`transactions/${orderId}`)).status).toBeGreaterThanOrEqual(401);
    const request = await admin.get(`kyc-requests/${requestId}`);
    expect(request.body).toMatchObject({ fullName: claims.fullName, userName: 'Deleted customer' });
    expect((await payeeOf(orderId)).payee).not.toBeNull();
  });

  test('is deleted at the end of the period by the database’s clock, and not a day before', async () => {
    const { ada, orderId, requestId } = await anOldCustomer();
    await close(ada);
    await rows(`update users set retained_until = now() + interval '1 day' where id = $1`, [ada.id]);
    await eraseRetainedEvidence(app.deps);
    expect(await storedFilesOf(ada)).toHaveLength(3);

    await rows(`update users set retained_until = now() where id = $1`, [ada.id]);
    await Promise.all([eraseRetainedEvidence(app.deps), eraseRetainedEvidence(app.deps)]);
    expect(await storedFilesOf(ada)).toEqual([]);
    expect([await payeeOf(orderId), await yearsOf(ada)]).toEqual([{ payee: null }, { years: null }]);
    const claimsQuery = 'select full_name, document_number, document_number_hash from kyc_requests where id = $1';
    expect(Object.values(await row(claimsQuery, [requestId]))).toEqual([null, null, null]);
    const actions = (await testbed.audit(ada.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'user.evidence_erased')).toHaveLength(1);
  });

  test('is empty without a decided document and without an order', async () => {
    const ada = await aUser();
    await submitDocuments(app, ada);
    await close(ada);
    expect([await storedFilesOf(ada), await yearsOf(ada)]).toEqual([[], { years: null }]);
    expect(await rows('select 1 from kyc_requests where user_id = $1', [ada.id])).toEqual([]);
  });

  test('is empty at once if the operator retains data for no years', async () => {
    const { ada, orderId } = await anOldCustomer();
    expect((await admin.put('settings', { limits: { retentionYears: 0 } })).status).toBe(200);
    await close(ada);
    expect([await storedFilesOf(ada), await payeeOf(orderId)]).toEqual([[], { payee: null }]);
    await admin.put('settings', { limits: { retentionYears: 5 } });
  });
});
