import { expect, test } from 'vitest';
import { aColleague, approvalCalls, provenCalls, setRules } from '#tests/factories/approvals.ts';
import { anOwnSale, aStray } from '#tests/factories/own-sales.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, row, rows } = testbed;
const asker = fixture(() => aColleague(testbed, 'reviewer'));
const second = fixture(() => aColleague(testbed, 'reviewer'));
const { approve: approveAs, pendingOf } = approvalCalls(testbed);
const approve = (id: string) => outcome(approveAs(id, second.token));

/** Asks for what needs a second member; returns the request. */
const ask = async (id: string, step: string, json: object = {}) =>
  pendingOf((await provenCalls(testbed, asker)).post(`unmatched/${id}/${step}`, { reason: 'As agreed.', ...json }));
const decisionsOn = (id: string) =>
  rows(`select kind, by, order_id as "orderId" from unmatched_decisions where transfer_id = $1`, [id]);
const auditedOn = (id: string) =>
  rows(`select action, actor_id as by from audit_log where subject_id = $1 and action like 'unmatched.%'`, [id]);

test('a transfer is assigned, sent back and retained by two members, in the name of the first', async () => {
  expect(await outcome(setRules(testbed, { warnedApproval: true, refundOverUsd: 1 }))).toBe('200');
  const ada = await aSeller(app, database.pool);
  const { id: assigned } = await aStray(testbed);
  const { id: refunded } = await aStray(testbed);
  const { id: retained } = await aStray(testbed);
  const { id: orderId } = await anOwnSale(testbed);
  const requestCases: [string, string, string, object][] = [
    [assigned, 'assign', 'assigned', { orderId }],
    [refunded, 'refund', 'refunded', { userId: ada.id }],
    [retained, 'keep', 'kept', {}],
  ];
  for (const [id, step, action, json] of requestCases) {
    const request = await ask(id, step, json);
    expect(await decisionsOn(id)).toEqual([]);
    expect(await approve(request)).toBe('200');
    expect(await auditedOn(id)).toEqual([{ action: `unmatched.${action}`, by: asker.id }]);
  }
  expect(await decisionsOn(assigned)).toEqual([{ kind: 'assigned', by: asker.id, orderId }]);
  expect(await row(`select user_id from refunds where transfer_id = $1`, [refunded])).toEqual({ user_id: ada.id });
}, 120_000);

test('no member approves a decision about coins at their own address', async () => {
  const ada = await aSeller(app, database.pool);
  const { id } = await aStray(testbed, { userId: second.id });
  expect(await approve(await ask(id, 'refund', { userId: ada.id }))).toBe('403 own_case');
  expect(await decisionsOn(id)).toEqual([]);
}, 60_000);
