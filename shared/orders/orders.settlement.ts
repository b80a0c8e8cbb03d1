import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { idOf, timestamp } from '#shared/kernel/fields.ts';
import { returnedReasons } from '#shared/payout-accounts/payout-accounts.returned.ts';

/** Why the payout of an order cannot be decided now. */
export const payoutErrors = ['customer_blocked', 'payout_batched', 'payout_released', 'release_first'] as const;

/** The amount that arrived against the agreed one. `reorganised`: a transfer was final and is in no block any more. */
export const outcomes = [
  'none',
  'exact',
  'within_tolerance',
  'short',
  'late',
  'late_locked',
  'late_unpriced',
  'over',
  'over_far',
  'over_limit',
  'reorganised',
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * The coins that arrived for an order and the amounts that they settle to: a payout pays `net`, not the agreed amount.
 */
export const settlementView = z.object({
  id: idOf('settlement'),
  orderId: idOf('order'),
  outcome: z.enum(outcomes),
  received: amountOut,
  paidFor: amountOut,
  rest: amountOut,
  /** The rate of one coin; the average over all parts where they have several rates. */
  rate: amountOut,
  gross: amountOut,
  feePercent: z.number(),
  fee: amountOut,
  net: amountOut,
  currency: z.string(),
  /** `rule`, `customer`, or the id of a member of the team. */
  acceptedBy: z.string(),
  acceptedAt: timestamp,
  reason: z.string().nullable(),
  voidedAt: timestamp.nullable(),
  voidReason: z.string().nullable(),
});
export type SettlementView = z.output<typeof settlementView>;

/** The progress of a payout, as its customer reads it. */
export const payoutProgress = z.object({
  state: z.enum(['preparing', 'sent', 'arrived', 'returned', 'again', 'reversed']),
  at: timestamp,
  endToEndId: z.string().nullable(),
  mayChangeDetails: z.boolean(),
  /** The reason why the bank sent the money back; null unless we have it. */
  returnedBecause: z.enum(returnedReasons).nullable(),
});
