import * as contract from '#shared/payouts/payouts.contract.ts';
import { payoutStates } from '#shared/payouts/payouts.lifecycle.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { reviewer, payer, ok, aPayout, aBatch, release, sendAlone, giveBack } = payoutCalls(testbed);
const { rows } = testbed;
const reason = 'Asked the customer.';

/** Takes a payout that is due to another state, as the team does. */
async function moveTo(id: string, state: string): Promise<void> {
  if (state === 'held') await ok(reviewer, 'POST', `payouts/${id}/hold`, { reason });
  if (state === 'batched') await aBatch([id]);
  if (state === 'released') await release(await aBatch([id]));
  if (['sent', 'settled', 'returned', 'reversed'].includes(state)) await sendAlone(id);
  if (state === 'settled') await ok(payer, 'POST', `payouts/${id}/settle`, { reason });
  if (state === 'returned') await giveBack(id, { reason: 'other', note: reason, askCustomer: false });
  // Both states follow from a decision about the order.
  if (state === 'cancelled' || state === 'reversed')
    await rows('update payouts set state = $2 where id = $1', [id, state]);
}

const onPayout: Omit<ActionCase, 'contract'> = {
  isIndependent: true,
  states: payoutStates,
  make: async (state, userId): Promise<MatrixRow> => {
    const customer = userId ? { id: userId, email: 'mo@example.com' } : await aUser(testbed.database.pool);
    const { id } = await aPayout(inEuro(), customer);
    await moveTo(id, state);
    return { id };
  },
  stateOf: ({ id }) =>
    rows(
      `select p.state, p.reason, a.state as attempt, a.returned from payouts p
       left join payout_attempts a on a.payout_id = p.id where p.id = $1 order by a.no`,
      [id],
    ),
  body: () => ({ reason }),
};

tryActions(testbed, 'payouts', [
  { ...onPayout, contract: contract.holdPayout },
  { ...onPayout, contract: contract.resumePayout },
  { ...onPayout, contract: contract.payAgain },
  { ...onPayout, contract: contract.askForAccount, body: () => ({}) },
  { ...onPayout, contract: contract.settlePayout },
  {
    ...onPayout,
    contract: contract.returnPayout,
    body: () => ({ reason: 'other', note: reason }),
    change: ({ id }) => ok(payer, 'POST', `payouts/${id}/settle`, { reason }),
    ruleOn: () => setRules(testbed, { payoutRelease: true }),
  },
]);
