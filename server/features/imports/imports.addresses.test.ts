import { expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { aColleague, approvalCalls, ownerCalls, setRules } from '#tests/factories/approvals.ts';
import { aNumber } from '#tests/factories/imports.ts';
import { outcome, outcomeOf, teamCalls, type Row } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, mailbox, row } = testbed;
const { resetLink, reset } = accountCalls(testbed);
const { approve, found, pendingOf } = approvalCalls(testbed);
const owner = ownerCalls(testbed);
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));

const paymentDetails = {
  accountName: 'Sade Bello',
  accountNumber: '0152792740',
  bankName: 'GTBank',
  bankCode: '058',
  currency: 'NGN',
};
const bring = async (changes: object = {}) => {
  const sade = { firstName: 'Sade', lastName: 'Bello', mobileNumber: aNumber(), country: 'NG', language: 'en' };
  return (await owner.post<Row>('users', { ...sade, ...changes })).body;
};
const addressOf = async ({ id }: Row) => (await row('select email from users where id = $1', [id])).email;

test('a thief with a session replaces no customer’s address, and can only add a first one', async () => {
  const stolenSession = teamCalls(app, reviewer);
  const email = newAddress();
  const customer = await bring({ email });
  expect(await outcomeOf(stolenSession.put(`users/${customer.id}`, { email: newAddress() }))).toBe(
    '403 step_up_required',
  );
  expect(await outcomeOf(stolenSession.put(`users/${customer.id}`, { email, firstName: 'Folake' }))).toBe('200');
  expect(await addressOf(customer)).toBe(email);
  expect(await outcomeOf(stolenSession.put(`users/${(await bring()).id}`, { email: newAddress() }))).toBe('200');
});

test('a customer whose address a member replaces reads that at the previous address', async () => {
  const formerAddress = newAddress();
  const customer = await bring({ email: formerAddress });
  const email = newAddress();
  expect(await outcomeOf(owner.put(`users/${customer.id}`, { email }))).toBe('200');
  expect(await mailbox.to(formerAddress, 'email_changed')).toHaveLength(1);
  expect(await mailbox.to(email, 'email_changed')).toEqual([]);
});

test('one member alone cannot take over a customer with a payout account', async () => {
  await setRules(testbed, { liftBlock: true });
  const formerAddress = newAddress();
  const customer = await bring({ email: formerAddress, paymentDetails });
  const email = newAddress();
  const approvalId = await pendingOf(owner.put(`users/${customer.id}`, { email }));
  expect([await addressOf(customer), await mailbox.to(formerAddress, 'email_changed')]).toEqual([formerAddress, []]);
  expect((await found(approvalId, reviewer.token))?.facts).toMatchObject({ customer: 'Sade Bello', newEmail: email });
  expect(await outcome(approve(approvalId, reviewer.token))).toBe('200');
  expect(await addressOf(customer)).toBe(email);
  expect((await reset(await resetLink(email), 'a new password 1', true)).status).toBe(200);

  await pendingOf(owner.put(`users/${(await bring({ paymentDetails })).id}`, { email: newAddress() }));
  expect(await outcomeOf(owner.put(`users/${(await bring()).id}`, { email: newAddress() }))).toBe('200');
  expect(await outcomeOf(owner.put(`users/${customer.id}`, { firstName: 'Folake' }))).toBe('200');
});
