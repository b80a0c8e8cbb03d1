import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Tx } from '#server/db/connection.ts';
import { actorOf } from '#server/demo/demo.activity.ts';
import { refundStates, type RefundState } from '#shared/orders/orders.refund.ts';
import * as contract from '#shared/refunds/refunds.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { aLitecoinSale } from '#tests/factories/deposits.ts';
import { anOrder, aUser, worthUsd } from '#tests/factories/orders.ts';
import { aDueRefund } from '#tests/factories/refunds.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import * as moves from './refunds.moves.service.ts';
import type { RefundRow } from './refunds.queries.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, row, rows } = testbed;
const actor = actorOf('00000000-0000-4000-8000-000000000001', 'rita@desk.test');
const txHash = () => randomBytes(32).toString('hex');
const steps: Record<Exclude<RefundState, 'due'>, readonly RefundState[]> = {
  approved: ['approved'],
  sent: ['approved', 'sent'],
  confirmed: ['approved', 'sent', 'confirmed'],
  cancelled: ['cancelled'],
};
/** Takes a refund a step on, as the product does. */
const step = (id: string, to: RefundState | 'named') =>
  app.deps.inTx(async (tx) => {
    const lockedRefund = await moves.lockWithOrder(tx, id);
    if (!lockedRefund) throw new Error('There is no such refund.');
    const now = app.deps.now();
    if (to === 'named')
      return moves.setAddress(
        tx,
        actor,
        moves.requireState(lockedRefund.row, 'due'),
        { address: 'bc1q', tag: null },
        now,
      );
    if (to === 'approved') return moves.approve(tx, actor, moves.requireState(lockedRefund.row, 'due'), now);
    if (to === 'sent')
      return moves.send(
        tx,
        actor,
        moves.requireState(lockedRefund.row, 'approved'),
        { txHash: txHash(), networkFee: null },
        now,
      );
    if (to === 'confirmed') return moves.confirm(tx, actor, moves.requireState(lockedRefund.row, 'sent'), {}, now);
    const dueRefund = { ...lockedRefund, row: moves.requireState(lockedRefund.row, 'due') };
    return moves.cancel(tx, actor, dueRefund, { reason: 'No more.', now });
  });

/** A refund whose customer has named no address. */
async function anUnnamed(userId?: string): Promise<string> {
  const owner = userId ?? (await aSeller(app, database.pool)).id;
  const { id: orderId } = await aLitecoinSale(testbed, { userId: owner, valueUsd: '1' });
  // The chain of this coin is not read here.
  return (await aDueRefund(app, { orderId, userId: owner, cryptoId: 'bitcoin', amount: '0.01' })).id;
}

const onRefund: Omit<ActionCase, 'contract'> = {
  isIndependent: true,
  states: refundStates,
  make: async (state, userId): Promise<MatrixRow> => {
    const id = await anUnnamed(userId);
    await step(id, 'named');
    for (const to of state === 'due' ? [] : steps[state as Exclude<RefundState, 'due'>]) await step(id, to);
    return { id, version: Number((await row('select version from refunds where id = $1', [id])).version) };
  },
  forge: ({ id }) =>
    database.pool.query(`set session_replication_role = replica;
      update refunds set amount = 99 where id = '${id}'; set session_replication_role = default`),
  stateOf: ({ id }) => rows('select state, version, amount from refunds where id = $1', [id]),
  ruleOn: () => setRules(testbed, { refundOverUsd: 0 }),
};

/** A refund whose customer was asked for an address two days ago. */
const onAsked: Omit<ActionCase, 'contract'> = {
  ...onRefund,
  make: async (state, userId) => {
    if (state !== 'due') return onRefund.make(state, userId);
    const id = await anUnnamed(userId);
    await rows(`update refunds set asked_again_at = now() - interval '2 days' where id = $1`, [id]);
    return { id, version: 1 };
  },
  stateOf: ({ id }) => rows('select state, version, amount, asked_again_at from refunds where id = $1', [id]),
};

/** A sale of a coin whose chain is not read, and that was rejected. */
const onOrder: Omit<ActionCase, 'contract'> = {
  make: async (_state, userId) => {
    const customer = await aUser(database.pool);
    const id = await anOrder(app.deps, { ...customer, ...(userId && { userId }) }, worthUsd('100'));
    const rejection = `update orders set status = 'failed', stage = 'closed', decided_at = now(), version = version + 1`;
    await rows(`${rejection} where id = $1`, [id]);
    return { id };
  },
  stateOf: ({ id }) => rows('select state from refunds where order_id = $1', [id]),
  body: ({ id: orderId }) => ({ orderId, amount: '0.0001', reason: 'Not paid for.' }),
};

tryActions(testbed, 'refunds', [
  { ...onOrder, contract: contract.createRefund },
  { ...onAsked, contract: contract.askForAddress },
  { ...onRefund, contract: contract.approveRefund },
  { ...onRefund, contract: contract.markRefundSent, body: () => ({ transactionHash: txHash() }) },
  { ...onRefund, contract: contract.cancelRefund, body: () => ({ reason: 'No more.' }) },
  { ...onRefund, contract: contract.resetRefund, body: () => ({ reason: 'Once more.' }) },
  { ...onRefund, contract: contract.confirmRefund },
]);

/** The compiler refuses each, by the reason above it. */
const wrongMoves: readonly ((tx: Tx, cancelled: RefundRow<'cancelled'>) => Promise<unknown>)[] = [
  // @ts-expect-error: a cancelled refund is not approved.
  (tx, cancelled) => moves.approve(tx, actor, cancelled, app.deps.now()),
  // @ts-expect-error: a cancelled refund is not sent.
  (tx, cancelled) => moves.send(tx, actor, cancelled, { txHash: txHash(), networkFee: null }, app.deps.now()),
  // @ts-expect-error: a cancelled refund is not confirmed.
  (tx, cancelled) => moves.confirm(tx, actor, cancelled, {}, app.deps.now()),
  // @ts-expect-error: a cancelled refund is not due again.
  (tx, cancelled) => moves.reset(tx, actor, cancelled, { reason: 'Once more.', now: app.deps.now() }),
];

test('a developer cannot move a cancelled refund, and the database refuses it too', async () => {
  const { id } = await onRefund.make('cancelled');
  if (!id) throw new Error('The refund has no id.');
  for (const move of wrongMoves) {
    const moved = app.deps.inTx(async (tx) => {
      const refund = await moves.lockWithOrder(tx, id);
      if (refund) await move(tx, moves.requireState(refund.row, 'cancelled'));
    });
    await expect(moved).rejects.toMatchObject({ cause: { code: '23001' } });
  }
  expect(await row('select state, address from refunds where id = $1', [id])).toMatchObject({ state: 'cancelled' });
});
