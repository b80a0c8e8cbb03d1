import { z } from 'zod';
import { decimal, zero } from '../kernel/money.ts';
import type { OrderStatus } from './orders.lifecycle.ts';
import { payoutStates, type PayoutState } from './orders.payout.ts';
import { refundStates, type RefundState } from './orders.refund.ts';
import { stagesOf, type OrderStage } from './orders.stages.ts';

/** The side that has to answer a question about the arrived coins: the customer gets an offer, the team decides. */
export const asked = ['customer', 'team'] as const;
export type AskedParty = (typeof asked)[number];

/** The properties of an order that its stage follows from, besides its status. */
export const stageParts = z.object({
  /** True for a sale at an address of its own: its coins are followed, and settled by the rules. */
  isFollowed: z.boolean(),
  /** Null while no one is asked. */
  asked: z.enum(asked).nullable(),
  /** Money owed to the customer outside of any attempt, as decimal text: the settled part that is not yet paid. */
  owed: z.string(),
  /** The payout of the order. A second payment after its end has no part in the stage. */
  payout: z
    .object({
      state: z.enum(payoutStates),
      /** Decimal text, in the unit of the owed money. */
      amount: z.string(),
      /** True while it needs another approval, as a reorganisation took away the coins that it is paid for. */
      isReorganised: z.boolean(),
      /** True if a former attempt, or the last one, was returned. */
      hasReturned: z.boolean(),
      /** True if the customer has to name another account, as the last attempt was returned. */
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
  owed: '0',
  payout: null,
  refunds: [],
});

/** Returns the stage of an order: for every input one of the stages that its status allows. */
export function stageOf({ status, ...parts }: StageParts & { status: OrderStatus }): OrderStage {
  if (status === 'rejected' || status === 'failed') return refundStage(parts.refunds);
  if (status === 'pending') return depositStage(parts);
  const payoutStageNow = payoutStage(parts.payout);
  if (status === 'completed') return payoutStageNow === 'approved' ? 'approved_again' : (payoutStageNow ?? 'sent');
  if (payoutStageNow === undefined || isDoubted(parts)) return depositStage(parts);
  // The move that settles or reverses the payout completes the order too.
  return stagesOf[status].includes(payoutStageNow) ? payoutStageNow : 'sent';
}

type Payout = StageParts['payout'];

/** True for a payout outside of a batch that promises more than is owed, or that has to be approved again. */
const isDoubted = ({ payout, owed }: Pick<StageParts, 'payout' | 'owed'>): boolean =>
  (payout?.state === 'due' || payout?.state === 'held') && (payout.isReorganised || decimal(owed).lt(payout.amount));

/** The stage of the deposit, until the order is approved. */
function depositStage({ isFollowed, asked: askedParty, owed, payout }: StageParts): OrderStage {
  if (!isFollowed && !isDoubted({ payout, owed })) return 'by_hand';
  if (askedParty !== null) return askedParty === 'customer' ? 'short' : 'question';
  if (decimal(owed).gt(zero)) return 'confirmed';
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

/** `undefined` if there is no payout, or none any more. */
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
