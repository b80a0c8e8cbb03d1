import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { aColleague, approvalCalls, ownerCalls, setRules } from '#tests/factories/approvals.ts';
import { outcomeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { expire } from './approvals.service.ts';

const testbed = openTestbed();
const { row, rows } = testbed;
const { approve, audited, found, pendingOf } = approvalCalls(testbed);
const owner = ownerCalls(testbed);
const second = fixture(() => aColleague(testbed, 'owner'));
beforeAll(async () => {
  await setRules(testbed, { addressChange: true });
});

const account = (name: string, accountDetails: unknown) => {
  return { currency: 'NGN', type: 'bank', name, displayName: 'Bank NGN', accountDetails };
};

/** The lines of an account that a second member agreed to, and the answer to them. */
async function agreedLines(accountDetails: unknown) {
  const name = `Bank ${randomUUID()}`;
  const id = await pendingOf(owner.post('payment-methods', account(name, accountDetails)));
  const answer = await outcomeOf(approve(id, second.token));
  const stored = await row('select account_details::text as lines from payment_methods where name = $1', [name]);
  return [answer, stored?.lines];
}

test('customers see the lines of an approved account in the order in which they were typed', async () => {
  const lines = { 'Name of the account': 'Landfall', Bank: 'First', 'Account number': '0011223344' };
  expect(await agreedLines(lines)).toEqual(['200', JSON.stringify(lines)]);
});

test('an account typed as one long text is added once a second member agrees', async () => {
  const text = 'Pay at the counter. '.repeat(40).trim();
  expect(await agreedLines(text)).toEqual(['200', JSON.stringify({ details: text })]);
});

test('a request of an older version is cancelled once, with one mail to the member who asked', async () => {
  const id = await pendingOf(owner.post('payment-methods', account('Old bank', { Bank: 'First' })));
  await rows(`update approvals set input = '{"name": "Old bank"}' where id = $1`, [id]);
  await Promise.all([expire(testbed.app.deps), expire(testbed.app.deps)]);
  expect(await found(id, second.token)).toMatchObject({ state: 'void', voidReason: 'upgraded' });
  expect(await audited(id)).toEqual(['approval.requested', 'approval.voided']);
  expect(await rows(`select 1 from outbox where template = 'approval_cancelled'`)).toHaveLength(1);
});

test('a request whose stored call an attacker made unreadable is still listed, and never approved', async () => {
  const id = await pendingOf(owner.post('payment-methods', account('Torn bank', { Bank: 'First' })));
  await rows(`update approvals set input = '{"call": 5, "notBy": 7}' where id = $1`, [id]);
  expect(await found(id, second.token)).toMatchObject({ state: 'open' });
  expect(await outcomeOf(approve(id, second.token))).toBe('409 facts_changed');
  expect(await rows(`select 1 from payment_methods where name = 'Torn bank'`)).toEqual([]);
});
