import { canMove, lifecycle } from '#shared/kernel/lifecycle.ts';
import type { OrderStatus } from './orders.lifecycle.ts';

/**
 * What happens to an order within its status: the way of the coins before the decision, and of the payout or the refund
 * after it. A trigger of the database holds the same table.
 */
export const stageMoves = lifecycle({
  by_hand: ['approved', 'sent', 'refund_due', 'closed'],
  confirming: ['confirmed', 'short', 'question', 'closed'],
  short: ['confirming', 'confirmed', 'question', 'refund_due'],
  question: ['confirming', 'confirmed', 'short', 'refund_due', 'closed'],
  confirmed: ['approved', 'sent', 'question', 'refund_due', 'closed'],
  approved: ['batched', 'on_hold', 'sent', 'question', 'closed'],
  batched: ['released', 'approved', 'approved_again', 'on_hold'],
  released: ['sent', 'on_hold'],
  on_hold: ['approved', 'approved_again', 'sent', 'closed'],
  sent: ['settled', 'details_needed', 'returned', 'reversed'],
  settled: ['sent', 'details_needed', 'returned', 'reversed'],
  returned: ['details_needed', 'approved_again', 'sent', 'settled', 'reversed'],
  details_needed: ['approved_again', 'sent', 'settled', 'reversed'],
  approved_again: ['batched', 'on_hold'],
  reversed: [],
  closed: ['refund_due'],
  refund_due: ['refund_sent', 'closed'],
  refund_sent: ['refunded', 'refund_due'],
  refunded: ['refund_sent'],
});

export type OrderStage = keyof typeof stageMoves;
export const orderStages = Object.keys(stageMoves) as [OrderStage, ...OrderStage[]];

const ofDeposit = ['confirming', 'confirmed', 'short', 'question'] as const;
/** No one has decided about the order yet. */
export const undecidedStages = ['by_hand', ...ofDeposit] as const;
const payout = ['batched', 'released', 'on_hold', 'sent', 'details_needed', 'returned', 'approved_again'] as const;
const refund = ['closed', 'refund_due', 'refund_sent', 'refunded'] as const;

/**
 * The stages an order of each status may have; some stand under two. The last one of a decided status is never its
 * first: `stageAfter` names that.
 */
export const stagesOf: Readonly<Record<OrderStatus, readonly OrderStage[]>> = {
  pending: undecidedStages,
  processing: [...undecidedStages, 'approved', ...payout],
  completed: [...payout, 'settled', 'reversed'],
  rejected: refund,
  failed: refund,
};

/** Whether what arrives at an own address of a sale is followed or settled now. */
export function isDepositStage(stage: OrderStage): stage is (typeof ofDeposit)[number] {
  return ofDeposit.some((known) => known === stage);
}

/** Whether coins go back, or went back, to the customer. */
export function isRefundStage(stage: OrderStage): stage is Exclude<(typeof refund)[number], 'closed'> {
  return refund.some((known) => known === stage) && stage !== 'closed';
}

/** The stage of an order that moves to another status, where the move names none. */
export function stageAfter(stage: OrderStage, to: OrderStatus): OrderStage {
  if (stagesOf[to].includes(stage)) return stage;
  return to === 'completed' ? 'sent' : 'closed';
}

/** Whether a stage may follow another one under this status. */
export function isStageMove(from: OrderStage, to: OrderStage, status: OrderStatus): boolean {
  return canMove(stageMoves, from, to) && stagesOf[status].includes(to);
}
