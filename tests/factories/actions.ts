import { randomBytes } from 'node:crypto';
import { actorOf } from '#server/demo/demo.activity.ts';
import * as moves from '#server/features/refunds/refunds.moves.service.ts';
import type { Action } from '#shared/kernel/action.ts';
import { refundStates, type RefundState } from '#shared/orders/orders.refund.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { setRules } from './approvals.ts';
import { aLitecoinSale } from './deposits.ts';
import { aDueRefund } from './refunds.ts';
import { aSeller } from './sales.ts';

/** How the rows of a kind are made for the matrix of actions. */
export type ActionCase = {
  states: readonly string[];
  /** A row in a state, of this user; by default of a new customer. */
  make: (state: string, userId?: string) => Promise<{ id: string; version: number }>;
  /** The same row, changed outside of the product. */
  forge: (id: string) => Promise<unknown>;
  stateOf: (id: string) => Promise<unknown>;
  /** What an action takes besides the version, by the end of its path. */
  bodies: Readonly<Record<string, () => object>>;
  /** Lets every action that may wait for a second member wait for one. */
  ruleOn: () => Promise<unknown>;
};

/** One entry for each kind of row that actions are declared on. */
export function actionCases(testbed: Testbed): Partial<Record<Action['on'], ActionCase>> {
  return { refund: refundCase(testbed) };
}

function refundCase(testbed: Testbed): ActionCase {
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
      const locked = await moves.lockWithOrder(tx, id);
      if (!locked) throw new Error('There is no such refund.');
      const now = app.deps.now();
      if (to === 'named') return moves.setAddress(tx, actor, locked.row, { address: 'bc1q', tag: null }, now);
      if (to === 'approved') return moves.approve(tx, actor, locked.row, now);
      if (to === 'sent') return moves.send(tx, actor, locked.row, { txHash: txHash(), networkFee: null }, now);
      if (to === 'confirmed') return moves.confirm(tx, actor, locked.row, {}, now);
      return moves.cancel(tx, actor, locked, { reason: 'No more.', now });
    });
  return {
    states: refundStates,
    make: async (state, userId) => {
      const owner = userId ?? (await aSeller(app, database.pool)).id;
      const { id: orderId } = await aLitecoinSale(testbed, { userId: owner, valueUsd: '1' });
      // Of a coin whose chain is not read here.
      const { id } = await aDueRefund(app, { orderId, userId: owner, cryptoId: 'bitcoin', amount: '0.01' });
      await step(id, 'named');
      for (const to of state === 'due' ? [] : steps[state as Exclude<RefundState, 'due'>]) await step(id, to);
      return { id, version: Number((await row('select version from refunds where id = $1', [id])).version) };
    },
    forge: (id) =>
      database.pool.query(`set session_replication_role = replica;
        update refunds set amount = 99 where id = '${id}'; set session_replication_role = default`),
    stateOf: async (id) => (await rows('select state from refunds where id = $1', [id]))[0]?.state,
    bodies: {
      approve: () => ({}),
      sent: () => ({ transactionHash: txHash() }),
      cancel: () => ({ reason: 'No more.' }),
      reset: () => ({ reason: 'Once more.' }),
      confirm: () => ({}),
    },
    ruleOn: () => setRules(testbed, { refundOverUsd: 0 }),
  };
}
