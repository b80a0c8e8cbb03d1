import { z } from 'zod';
import type { OrderStatus } from './orders.lifecycle.ts';
import { payoutStates, type PayoutState } from './orders.payout.ts';
import { refundStates, type RefundState } from './orders.refund.ts';
import { stagesOf, type OrderStage } from './orders.stages.ts';

/** Who is asked about what arrived for a sale: the customer by an offer, or the team by a question. */
export const asked = ['customer', 'team'] as const;
export type Asked = (typeof asked)[number];

/** The properties of an order that its stage follows from, besides its status. */
export const stageParts = z.object({
  /** True for a sale at an address of its own: its coins are followed, and settled by the rules. */
  isFollowed: z.boolean(),
  /** Null while no one is asked. */
  asked: z.enum(asked).nullable(),
  /** True while a settlement stands. */
  isSettled: z.boolean(),
  /** The payout of the order. A second payment after its end has no part in the stage. */
  payout: z
    .object({
      state: z.enum(payoutStates),
      /** True if a reorganisation took away, after the approval, the coins that it is paid for. */
      isInDoubt: z.boolean(),
      /** True if a former attempt, or the last one, came back. */
      hasReturned: z.boolean(),
      /** True if the customer is asked for another account, as the last attempt came back. */
      asksCustomer: z.boolean(),
    })
    .nullable(),
  refunds: z.array(z.enum(refundStates)),
});
export type StageParts = z.output<typeof stageParts>;

/** Returns the parts of an order that was just opened. */
export const newOrder = (isFollowed: boolean): StageParts => ({
  isFollowed,
  asked: null,
  isSettled: false,
  payout: null,
  refunds: [],
});

/** Returns the step of an order within its status. Every input has one answer, which stands under the status. */
export function stageOf({ status, ...parts }: StageParts & { status: OrderStatus }): OrderStage {
  if (status === 'rejected' || status === 'failed') return refundStage(parts.refunds);
  if (status === 'pending') return depositStage(parts);
  const paid = payoutStage(parts.payout);
  if (status === 'completed') return paid === 'approved' ? 'approved_again' : (paid ?? 'sent');
  if (paid === undefined || isDoubted(parts.payout)) return depositStage(parts);
  // It is completed by the same move that settles or reverses its payout.
  return stagesOf[status].includes(paid) ? paid : 'sent';
}

type Payout = StageParts['payout'];

/** True for a payout in no batch that waits until the coins are there again, and is approved once more. */
const isDoubted = (payout: Payout): boolean =>
  payout?.isInDoubt === true && (payout.state === 'due' || payout.state === 'held');

/** How far the coins are, until the order is approved. */
function depositStage({ isFollowed, asked: who, isSettled, payout }: StageParts): OrderStage {
  if (!isFollowed && !isDoubted(payout)) return 'by_hand';
  if (who !== null) return who === 'customer' ? 'short' : 'question';
  if (isSettled) return 'confirmed';
  return isFollowed ? 'confirming' : 'question';
}

const stageOfPayout = {
  batched: 'batched',
  released: 'released',
  held: 'on_hold',
  sent: 'sent',
  settled: 'settled',
  reversed: 'reversed',
} as const satisfies Partial<Record<PayoutState, OrderStage>>;

/** Undefined where there is no payout, or none any more. */
function payoutStage(payout: Payout): OrderStage | undefined {
  if (payout === null || payout.state === 'cancelled') return undefined;
  const { state, hasReturned, asksCustomer } = payout;
  if (state === 'due') return hasReturned ? 'approved_again' : 'approved';
  if (state === 'returned') return asksCustomer ? 'details_needed' : 'returned';
  return stageOfPayout[state];
}

/** The refund that is furthest from its end names the stage. */
function refundStage(refunds: readonly RefundState[]): OrderStage {
  if (refunds.some((state) => state === 'due' || state === 'approved')) return 'refund_due';
  if (refunds.includes('sent')) return 'refund_sent';
  return refunds.includes('confirmed') ? 'refunded' : 'closed';
}
