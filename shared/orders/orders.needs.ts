import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { timestamp } from '#shared/kernel/fields.ts';
import type { OrderStage } from './orders.stages.ts';

/**
 * An order waits for its customer to do this, the most urgent first: another account after the bank sent the money
 * back, a choice, an address for the refund, the rest of the coins, a proof of payment, the answer to a question.
 */
export const needs = ['account', 'choice', 'address', 'top_up', 'proof', 'asked'] as const;
export type Need = (typeof needs)[number];

/** The customer has to do this. */
export const needView = z.object({
  what: z.enum(needs),
  /** When the last coins were seen that a choice is about; null for other needs. */
  since: timestamp.nullable(),
  /** Coins, where too little or too late arrived. */
  arrived: amountOut.nullable(),
});

/** In these stages something is still on its way, to the customer or back to them. */
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

/** A payout that was sent counts as on its way so long: no one may ever say that it arrived. */
export const sentDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

type MovingOrder = { stage: OrderStage; updatedAt: string | Date };

/** True while something is on its way: a payout that was sent long ago is finished. */
export function isMoving({ stage, updatedAt }: MovingOrder, now: number): boolean {
  if (stage === 'sent') return new Date(updatedAt).getTime() > now - sentDays * dayMs;
  return movingStages.some((movingStage) => movingStage === stage);
}
