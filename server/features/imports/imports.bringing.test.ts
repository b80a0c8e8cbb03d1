import { describe, expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { aRegistration, passDayOfGrace } from '#tests/factories/accounts.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { aNumber } from '#tests/factories/imports.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcome, outcomeOf, teamCalls, type Row } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, mailbox, rows, row, audit } = testbed;
const { forgot, login, register, reset, resetLink, verify, aUser, me } = accountCalls(testbed);
const owner = teamCalls(
  app,
  fixture(() => theOwner(testbed)),
);
const support = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'support')),
);
const auditor = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'auditor')),
);

const sade = (changes: Record<string, unknown> = {}) => ({
  firstName: 'Sade',
  lastName: 'Bello',
  mobileNumber: aNumber(),
  country: 'NG',
  language: 'en',
  ...changes,
});
const bring = async (changes?: Record<string, unknown>) => (await owner.post<Row>('users', sade(changes))).body;
const stateOf = async (id: string) => (await owner.get<Row>(`users/${id}`)).body;
const invite = ({ id }: { id: string }) => owner.post(`users/${id}/invite`);

test('a customer without an address is listed, found and shown with null', async () => {
  const note = 'Comes on Fridays';
  const customer = await bring({ note, firstName: 'Folake', mobileNumber: '0803 123 4567' });
  expect(customer).toMatchObject({
    email: null,
    mobileNumber: '+2348031234567',
    origin: 'brought',
    customerState: 'brought',
  });
  const { body: listedUsers } = await owner.get<Row[]>('users?q=folake');
  expect(listedUsers).toMatchObject([{ id: customer.id, email: null, kycStatus: 'none' }]);
  expect((await owner.get<Row[]>('users?sort=email&q=Comes')).body).toMatchObject([{ id: customer.id }]);
  expect(await audit(customer.id)).toMatchObject([{ action: 'user.brought' }, { action: 'note.written' }]);
  expect(await rows(`select template from test_mail where template <> 'verification_code'`)).toEqual([]);
});

test.each([
  ['neither address nor number', { mobileNumber: undefined }, '400 invalid_input'],
  ['a country that there is not', { country: 'Nigera' }, '400 invalid_input'],
  ['an address that is none', { email: 'ada@@example.com' }, '400 invalid_input'],
  ['the address of the owner', { email: adminEmail }, '409 email_taken'],
])('a customer with %s is not made', async (_what, changes, refused) => {
  const rowsBefore = await rows('select id from users');
  expect(await outcomeOf(owner.post('users', sade(changes)))).toBe(refused);
  expect(await rows('select id from users')).toEqual(rowsBefore);
});

test('a member without the permission cannot enter or invite a customer', async () => {
  const customer = await bring();
  for (const calls of [support, auditor]) {
    expect(await outcomeOf(calls.post('users', sade()))).toBe('403 not_permitted');
    expect(await outcomeOf(calls.post(`users/${customer.id}/invite`))).toBe('403 not_permitted');
  }
});

test('the payout account of an entered customer is saved with its origin', async () => {
  const paymentDetails = {
    accountName: 'Sade Bello',
    accountNumber: '0152792740',
    bankName: 'GTBank',
    bankCode: '058',
  };
  const { id } = await bring({ paymentDetails: { ...paymentDetails, currency: 'NGN' } });
  const { body } = await owner.get<{ accounts: unknown[] }>(`users/${id}/money`);
  expect(body.accounts).toMatchObject([{ ...paymentDetails, origin: 'brought' }]);
});

describe('an existing customer with an equal name and number', () => {
  const bringSade = () => sade({ mobileNumber: '+234 803 555 7777' });

  test('is entered once by two members at once', async () => {
    const answers = await Promise.all([owner.post<Row>('users', bringSade()), owner.post<Row>('users', bringSade())]);
    const [answer, refusedAnswer] = answers.toSorted((a, b) => a.status - b.status);
    expect(answer?.status).toBe(201);
    expect(refusedAnswer).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        reason: 'customer_here',
        fieldErrors: { mobileNumber: { reason: 'customer_here' } },
        sameNumber: [{ id: answer?.body.id, name: 'Sade Bello' }],
      },
    });
    expect(await outcomeOf(owner.post('users', sade({ mobileNumber: '08035557777', firstName: 'Kemi' })))).toBe('201');
  });

  test('is entered once by a form that is sent twice', async () => {
    const session = await theOwner(testbed);
    const headers = { ...session.headers, 'Idempotency-Key': crypto.randomUUID() };
    const json = sade();
    const send = () => app.call('POST', '/api/admin/users', { ...session, headers, json });
    const [first, repeat] = [await send(), await send()];
    expect([first.status, repeat.status]).toEqual([201, 201]);
    expect(repeat.body.id).toBe(first.body.id);
  });
});

describe('an invitation', () => {
  test('sets the first password, confirms the address and records the terms, once', async () => {
    const email = newAddress();
    const customer = await bring({ email });
    const { body } = await invite(customer);
    expect(Date.parse(String(body.expiresAt)) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await stateOf(customer.id)).toMatchObject({ customerState: 'invited', termsAt: null });

    const token = await mailbox.linkToken(email);
    expect(await outcome(reset(token, 'a new password 1', false))).toBe('400 invalid_input age_unconfirmed');
    expect(await stateOf(customer.id)).toMatchObject({ customerState: 'invited', termsAt: null });
    expect((await reset(token, 'a new password 1', true)).status).toBe(200);
    expect(await stateOf(customer.id)).toMatchObject({
      customerState: 'active',
      termsAt: expect.any(String) as string,
    });
    expect((await login(email, 'a new password 1')).status).toBe(200);
    expect(await outcome(reset(token, 'another password 1'))).toMatch('422 link_expired');
    expect(await outcomeOf(invite(customer))).toBe('409 already_active');
    expect(await audit(customer.id)).toMatchObject([{ action: 'user.brought' }, { action: 'user.invited' }]);
  });

  test('is refused for a blocked customer, and for one without an address', async () => {
    expect(await outcomeOf(invite(await bring()))).toBe('422 no_email');
    const customer = await bring({ email: newAddress() });
    await owner.post(`users/${customer.id}/block`, { reason: 'A stolen card.' });
    expect(await outcomeOf(invite(customer))).toBe('403 blocked');
  });

  test('ends after seven days, and the customer can be invited again', async () => {
    const email = newAddress();
    const customer = await bring({ email });
    await invite(customer);
    const token = await mailbox.linkToken(email);
    const days = `interval '7 days 1 minute'`;
    await rows(`update one_time_codes set created_at = created_at - ${days}, expires_at = expires_at - ${days}`);
    await rows(`update users set invited_at = invited_at - ${days} where id = $1`, [customer.id]);
    expect(await stateOf(customer.id)).toMatchObject({ customerState: 'brought' });
    expect(await outcome(reset(token, 'a new password 1'))).toMatch('422 link_expired');
  });

  test('opens nothing at an address that a member changed since', async () => {
    const first = newAddress();
    const second = newAddress();
    const customer = await bring({ email: first });
    await invite(customer);
    const token = await mailbox.linkToken(first);
    expect(await owner.put(`users/${customer.id}`, { email: second })).toMatchObject({
      body: { email: second, invitedAt: null },
    });
    expect(await outcome(reset(token, 'a new password 1'))).toMatch('422 link_expired');
  });

  test('is sent by a forgotten password too, for thirty minutes', async () => {
    const email = newAddress();
    const customer = await bring({ email });
    const token = await resetLink(email);
    expect((await reset(token, 'a new password 1', true)).status).toBe(200);
    expect(await stateOf(customer.id)).toMatchObject({ customerState: 'active' });
  });
});

describe('a registration with the address of a brought customer', () => {
  test('joins their account with the names, number and password of the registration', async () => {
    const email = newAddress();
    const customer = await bring({ email, note: 'From the sheet' });
    const registration = await register({
      email,
      firstName: 'Sadé',
      language: 'fr',
      mobileNumber: '+234 803 555 0000',
    });
    expect(registration.status).toBe(201);
    const { id: attempt } = registration.body.user as { id: string };
    expect(attempt).not.toBe(customer.id);
    const { status, body } = await verify({ userId: attempt, otp: await mailbox.code(email) });
    expect({ status, user: (body.user as Row).id }).toEqual({ status: 200, user: customer.id });
    expect(await stateOf(customer.id)).toMatchObject({
      customerState: 'active',
      firstName: 'Sadé',
      language: 'fr',
      mobileNumber: '+2348035550000',
      broughtName: { firstName: 'Sade', lastName: 'Bello' },
    });
    expect((await login(email)).status).toBe(200);
  });

  test('gets the answer of a free address, and a wrong code joins nothing', async () => {
    const email = newAddress();
    await bring({ email });
    const ofBrought = await register({ email });
    const ofFree = await register();
    expect(Object.keys(ofBrought.body)).toEqual(Object.keys(ofFree.body));
    const { id: userId } = ofBrought.body.user as { id: string };
    expect(await outcomeOf(verify({ userId, otp: '000000' }))).toBe('400 invalid_code');
    expect(await row('select password_hash, email_verified_at from users where email = $1', [email])).toEqual({
      password_hash: null,
      email_verified_at: null,
    });
  });

  test('gets no code if the customer is blocked, like any address in use', async () => {
    const email = newAddress();
    const customer = await bring({ email });
    await owner.post(`users/${customer.id}/block`, { reason: 'A stolen card.' });
    await register({ email });
    expect(await rows(`select id from registrations where profile ->> 'email' = $1`, [email])).toEqual([]);
  });
});

describe('a registration with the number of a brought customer', () => {
  test('shows that number on both accounts', async () => {
    const mobileNumber = '+2348067654321';
    const customer = await bring({ mobileNumber });
    const ada = await aUser({ mobileNumber });
    expect(await stateOf(customer.id)).toMatchObject({ sameNumber: [{ id: ada.id, name: 'Ada Obi' }] });
    expect(await stateOf(ada.id)).toMatchObject({ sameNumber: [{ id: customer.id, name: 'Sade Bello' }] });
  });
});

describe('the address of a customer who has a password', () => {
  test('is never changed by a member', async () => {
    const ada = await aUser();
    expect(await outcomeOf(owner.put(`users/${ada.id}`, { email: newAddress() }))).toBe('409 already_active');
    expect((await me(ada.token)).body).toMatchObject({ email: ada.email });
  });

  test('is never given to a brought one', async () => {
    const ada = await aUser();
    const customer = await bring();
    expect(await outcomeOf(owner.put(`users/${customer.id}`, { email: ada.email }))).toBe('409 email_taken');
    expect(await outcomeOf(owner.post('users', sade({ email: ada.email })))).toBe('409 email_taken');
  });
});

test('a customer without an address is erased completely by their number', async () => {
  const customer = await bring({ mobileNumber: '+2348091112222', note: 'Comes on Fridays' });
  const [request] = await rows(`insert into agent_requests (email, message) values ('', 'Hello?') returning id`);
  expect(await outcome(owner.del(`users/${customer.id}`, { email: 'Sade' }))).toBe(
    '400 invalid_input user_email_wrong',
  );
  expect((await owner.del(`users/${customer.id}`, { email: '+2348091112222' })).status).toBe(204);
  await passDayOfGrace(testbed, customer.id);
  expect(
    await row('select status, first_name, mobile_number, brought_name from users where id = $1', [customer.id]),
  ).toEqual({
    status: 'deleted',
    first_name: 'Deleted',
    mobile_number: null,
    brought_name: null,
  });
  expect(await rows('select id from notes where user_id = $1', [customer.id])).toEqual([]);
  // The request of another person, who gave no address either, stays.
  expect(await rows('select id from agent_requests where id = $1', [request?.id])).toHaveLength(1);
});

test('the data export of a customer names how their account was made', async () => {
  const email = newAddress();
  const customer = await bring({ email });
  await reset(await resetLink(email), 'a new password 1', true);
  const { body } = await login(email, 'a new password 1');
  const copy = await app.call('POST', '/api/profile/data', {
    token: String(body.token),
    json: { password: 'a new password 1' },
  });
  expect(copy.body).toMatchObject({
    profile: { id: customer.id },
    invitation: { termsAt: expect.any(String) as string },
  });
});

test('a stranger who asks for a link learns nothing about an entered customer', async () => {
  const email = newAddress();
  await bring({ email });
  expect((await forgot(email)).body).toEqual((await forgot(aRegistration().email)).body);
});
