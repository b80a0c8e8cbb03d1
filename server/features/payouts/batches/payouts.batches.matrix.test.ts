import * as contract from '#shared/payouts/payouts.batches.contract.ts';
import { batchStates } from '#shared/payouts/payouts.lifecycle.ts';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { reviewer, payer, as, ok, aPayout, aBatch, release, markSent } = payoutCalls(testbed);
const reason = 'Asked the customer.';
/** The digest that a release of each batch names. */
const digests = new Map<string, unknown>();

const onBatch: Omit<ActionCase, 'contract'> = {
  isIndependent: true,
  states: batchStates,
  make: async (state, userId): Promise<MatrixRow> => {
    const customer = userId ? { id: userId, email: 'mo@example.com' } : await aUser(testbed.database.pool);
    const payout = await aPayout(inEuro(), customer);
    const batch = await aBatch([payout.id]);
    const id = String(batch.id);
    digests.set(id, batch.digest);
    if (state === 'cancelled') await as(reviewer, 'DELETE', `payout-batches/${id}`);
    else if (state !== 'prepared') await release(batch);
    if (state === 'withdrawn') await ok(payer, 'POST', `payout-batches/${id}/withdraw`, { reason });
    if (state === 'sent' || state === 'closed') await markSent(batch);
    if (state === 'closed') await ok(payer, 'POST', `payouts/${payout.id}/settle`, { reason });
    return { id };
  },
  stateOf: ({ id }) =>
    testbed.rows(
      `select b.state, b.digest, a.state as attempt, p.state as payout from payout_batches b
       join payout_attempts a on a.batch_id = b.id join payouts p on p.id = a.payout_id where b.id = $1`,
      [id],
    ),
};

tryActions(testbed, 'payoutsBatches', [
  { ...onBatch, contract: contract.cancelBatch },
  { ...onBatch, contract: contract.releaseBatch, body: ({ id = '' }) => ({ digest: digests.get(id) }) },
  { ...onBatch, contract: contract.refuseBatch, body: () => ({ reason }) },
  { ...onBatch, contract: contract.withdrawBatch, body: () => ({ reason }) },
  { ...onBatch, contract: contract.markSent, body: () => ({ bankReference: 'SWIFT-1' }) },
]);
