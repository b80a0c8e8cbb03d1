import type { RefundsDeps } from '#server/features/refunds/refunds.ports.ts';
import { holdOf } from '#shared/orders/orders.lifecycle.ts';
import { undoClaims } from './features/deposits/deposits.decisions.service.ts';
import type { OrdersPorts } from './features/orders/orders.ports.ts';
import { undoPayout } from './features/payouts/payouts.service.ts';
import { refundOfOrder } from './features/refunds/refunds.service.ts';
import { undoRefunds } from './features/refunds/refunds.undo.service.ts';

type Ports = Pick<OrdersPorts, 'sendBack' | 'undoDecided'>;

/**
 * Connects decisions on orders with features that orders does not know: a rejection moves coins, and a decision that
 * is taken back undoes rows.
 */
export const decisionPortsOf = (deps: () => RefundsDeps): Ports => ({
  sendBack: async (tx, actor, { at, ...coins }) => {
    await refundOfOrder(tx, deps(), actor, { ...coins, held: holdOf(coins.orderId, at) });
  },
  undoDecided: async (tx, actor, { id }, decision) => {
    await undoRefunds(tx, actor, id, decision);
    await undoPayout(tx, actor, id, decision.now);
    await undoClaims(tx, id, decision);
  },
});
