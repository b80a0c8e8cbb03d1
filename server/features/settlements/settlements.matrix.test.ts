import { expect } from 'vitest';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { tryActions } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, row, rows } = testbed;

/** A sale for which far more arrived than was agreed: the team is asked. */
async function aQuestion(userId?: string) {
  const { id } = await aPaidSale(testbed, ['3'], { ...(userId && { userId }) });
  const stage = async () => {
    await settleChains(app.deps, ['litecoin']);
    return (await row('select stage from orders where id = $1', [id])).stage;
  };
  await expect.poll(stage).toBe('question');
  return id;
}

tryActions(testbed, 'settlements', [
  {
    contract: contract.makeSettlement,
    isIndependent: true,
    states: orderStatuses,
    make: async (state, userId) => {
      const id = await aQuestion(userId);
      if (state !== 'pending')
        await rows(
          `update orders set status = $2, stage = 'closed', decided_at = now(), proof_at = now(),
          version = version + 1 where id = $1`,
          [id, state],
        );
      return { id, version: Number((await row('select version from orders where id = $1', [id])).version) };
    },
    stateOf: async ({ id }) => [
      await row('select status, stage, version from orders where id = $1', [id]),
      await rows('select net, voided_at from order_settlements where order_id = $1', [id]),
      await rows('select id from refunds where order_id = $1', [id]),
    ],
    change: ({ id }) => rows('update orders set version = version + 1 where id = $1', [id]),
    body: () => ({ action: 'cap', reason: 'Agreed in the chat.' }),
    ruleOn: () => setRules(testbed, { warnedApproval: true }),
  },
]);
