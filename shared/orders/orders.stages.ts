import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { OrderStatus } from './orders.lifecycle.ts';

/**
 * The stage of an order: the place of its coins before the decision, and of its payout or refund after it. `stageOf`
 * derives the stage; the order stores it for lists.
 */
export const orderStages = [
  'by_hand',
  'confirming',
  'short',
  'question',
  'confirmed',
  'approved',
  'batched',
  'released',
  'on_hold',
  'sent',
  'settled',
  'returned',
  'details_needed',
  'approved_again',
  'reversed',
  'closed',
  'refund_due',
  'refund_sent',
  'refunded',
] as const;
export type OrderStage = (typeof orderStages)[number];

const ofDeposit = ['confirming', 'confirmed', 'short', 'question'] as const;
/** Stages before any decision about the order. */
export const undecidedStages = ['by_hand', ...ofDeposit] as const;
const payout = ['batched', 'released', 'on_hold', 'sent', 'details_needed', 'returned', 'approved_again'] as const;
/** Coins are or were returned to the customer. */
export const refundStages = ['refund_due', 'refund_sent', 'refunded'] as const;
const refund = ['closed', ...refundStages] as const;

/** The stages an order of each status may have; some stages belong to two statuses. */
export const stagesOf: Readonly<Record<OrderStatus, readonly OrderStage[]>> = {
  pending: undecidedStages,
  processing: [...undecidedStages, 'approved', ...payout],
  completed: [...payout, 'settled', 'reversed'],
  rejected: refund,
  failed: refund,
};

/** True while the product follows or settles transfers to the sale's own address. */
export function isDepositStage(stage: OrderStage): stage is (typeof ofDeposit)[number] {
  return ofDeposit.some((depositStage) => depositStage === stage);
}

/** True while money that the bank sent back is owed to the customer. */
export const isBackStage = (stage: OrderStage): boolean =>
  stage === 'returned' || stage === 'details_needed' || stage === 'approved_again';

/** True for a stage of a refund: due, sent or refunded. */
export function isRefundStage(stage: OrderStage): stage is (typeof refundStages)[number] {
  return refundStages.some((stageName) => stageName === stage);
}

/** Milliseconds for which the amounts of a choice about the arrived coins stay open to the customer. */
export const offerMs = 15 * minuteMs;

/**
 * False while the customer has a choice about the arrived coins: until they have answered, the order is not refused.
 */
export const mayRefuse = (stage: OrderStage): boolean => stage !== 'short';

/** The number of screenshots of a payout that one call brings. */
export const maxScreenshots = 5;

/** A customer who bears the network fee gets at most this much of the refund less, in per cent. */
export const maxRefundFeePercent = 5;
