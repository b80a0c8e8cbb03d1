import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as contract from '#shared/settlements/unmatched.contract.ts';
import { unmatchedStates, type UnmatchedState } from '#shared/settlements/unmatched.contract.ts';
import { aColleague, provenCalls, setRules } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { anOwnSale, aStray, twoLitecoin } from '#tests/factories/own-sales.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { outcomeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, rows } = testbed;
const otherReviewer = fixture(() => aColleague(testbed, 'reviewer'));
const bea = fixture(() => aSeller(app, database.pool));
const sale = fixture(() => anOwnSale(testbed));
const reason = 'As agreed.';

/** A transfer to a shared address, which an open sale there could be about. */
async function anAwaited(): Promise<MatrixRow> {
  const address = `ltc1q${randomUUID()}`;
  await anOrder(app.deps, await aUser(database.pool), twoLitecoin(address));
  litecoinOf(testbed).pay(address, '2');
  litecoinOf(testbed).mine(12);
  const final = () => rows(`select id from chain_transfers where to_address = $1 and state = 'final'`, [address]);
  await expect.poll(final).toHaveLength(1);
  return { id: String((await final())[0]?.id) };
}

const onTransfer: Omit<ActionCase, 'contract'> = {
  isIndependent: true,
  states: unmatchedStates,
  make: async (state, userId = '') => {
    const to = state as UnmatchedState;
    if (to === 'awaited') return anAwaited();
    const { id } = await aStray(testbed, { userId });
    const { post } = await provenCalls(testbed, otherReviewer);
    if (to === 'kept') expect(await outcomeOf(post(`unmatched/${id}/keep`, { reason }))).toBe('200');
    if (to === 'decided')
      expect(await outcomeOf(post(`unmatched/${id}/refund`, { reason, userId: bea.id }))).toBe('201');
    return { id };
  },
  stateOf: async ({ id }) => [
    await rows('select kind, reopened_at from unmatched_decisions where transfer_id = $1', [id]),
    await rows('select id from refunds where transfer_id = $1', [id]),
    await rows('select order_id, released_at from transfer_claims where transfer_id = $1', [id]),
  ],
  change: ({ id }) => rows(`update chain_transfers set state = 'included' where id = $1`, [id]),
  body: () => ({ reason }),
  ruleOn: () => setRules(testbed, { warnedApproval: true, refundOverUsd: 0 }),
};

tryActions(testbed, 'unmatched', [
  { ...onTransfer, contract: contract.assignUnmatched, body: () => ({ reason, orderId: sale.id }) },
  { ...onTransfer, contract: contract.refundUnmatched, body: () => ({ reason, userId: bea.id }) },
  { ...onTransfer, contract: contract.retainUnmatched },
  { ...onTransfer, contract: contract.reopenUnmatched },
]);
