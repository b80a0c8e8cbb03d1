import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { timestamp } from '#shared/kernel/fields.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { OrderStage } from './orders.stages.ts';

/**
 * The step that an order needs from its customer, the most urgent first: another account after the bank sent the money
 * back, a choice, an address for the refund, the rest of the coins, a proof of payment, the answer to a question.
 */
export const needs = ['account', 'choice', 'address', 'top_up', 'proof', 'asked'] as const;
export type Need = (typeof needs)[number];

/** The step that the customer has to take. */
export const needView = z.object({
  what: z.enum(needs),
  /** When the last coins were seen that a choice is about; null for other needs. */
  since: timestamp.nullable(),
  /** Coins of the choice, if too little or too late arrived. */
  arrived: amountOut.nullable(),
});

/** Stages in which money or coins are on their way, to the customer or back to them. */
export const movingStages = [
  'by_hand',
  'confirming',
  'short',
  'question',
  'confirmed',
  'approved',
  'batched',
  'released',
  'on_hold',
  'returned',
  'details_needed',
  'approved_again',
  'refund_due',
  'refund_sent',
] as const satisfies readonly OrderStage[];

/** The time for which a sent payout counts as on its way: its arrival may never be reported. */
export const sentDays = 7;

type MovingOrder = { stage: OrderStage; updatedAt: string | Date };

/** True while money or coins are on their way: a payout that was sent long ago is finished. */
export function isMoving({ stage, updatedAt }: MovingOrder, now: number): boolean {
  if (stage === 'sent') return new Date(updatedAt).getTime() > now - sentDays * dayMs;
  return movingStages.some((movingStage) => movingStage === stage);
}
