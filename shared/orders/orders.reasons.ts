import { z } from 'zod';

/** Reasons for which the product itself opened or ended an order; a member's text is a note. */
const orderReasons = [
  'cancelled_by_customer',
  'proof_not_received',
  'quote_expired',
  'refund_asked',
  'refund_decided',
  'taken_back',
  /** The team asked the customer; its note is the question. */
  'asked',
] as const;
export type OrderReasonCode = (typeof orderReasons)[number];

/** A reason is stored as a code with the values of its text, and rendered in the reader's language. */
export const orderReason = z.object({
  reason: z.enum(orderReasons),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type OrderReason = z.output<typeof orderReason>;
