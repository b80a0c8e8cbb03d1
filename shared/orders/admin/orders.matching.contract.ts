import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf } from '#shared/kernel/fields.ts';
import { payeeAccount } from '../orders.review.ts';

/** Reasons to check an order by itself, the worst first. */
export const leftReasons = [
  'tampered',
  'blocked',
  'short',
  'not_confirmed',
  'same_proof',
  'same_document',
  'address_stopped',
  'wrong_number',
  'similar_proof',
  'over',
  'uncertain',
  'same_payee',
  'other_name',
  'came_back',
  'other_account',
  'over_limit',
  'second_look',
  'asked',
  'not_checked',
] as const;
export type LeftReason = (typeof leftReasons)[number];

const order = { id: idOf('order'), reference: z.string() };
/** Maximum number of orders in one call; a longer list is approved in several calls. */
export const maxApproved = 20;

export const listMatching = endpoint('GET /api/admin/matching-transactions', {
  may: 'orders.decide',
  summary:
    'The orders that the caller can decide now: those whose deposit matches or fits without any flag, and those left, each with its reason',
  response: z.object({
    matching: z.array(
      z.object({
        ...order,
        version: z.number().int(),
        given: amountOut,
        unit: z.string(),
        /** The payout account; null if the order has none yet. */
        account: payeeAccount.nullable(),
        payout: z.string(),
        currency: z.string(),
      }),
    ),
    left: z.array(
      z.object({
        ...order,
        /** The worst reason. */
        reason: z.enum(leftReasons),
        /** The other reasons, the worst first. */
        also: z.array(z.enum(leftReasons)),
      }),
    ),
  }),
});
export type Matching = z.output<typeof listMatching.response>;

export const approveMatching = endpoint('POST /api/admin/transactions/approve', {
  may: 'orders.decide',
  summary:
    'Approve orders whose deposit matches or fits, for payout in a batch: each is judged and read again under its own lock; what no longer matches stays, with its reason',
  body: z.object({
    orders: z
      .array(z.object({ id: idOf('order'), version: z.number().int() }))
      .min(1)
      .max(maxApproved),
  }),
  response: z.object({
    results: z.array(
      z.object({
        id: idOf('order'),
        state: z.enum(['approved', 'left']),
        /** The reason why it stays: a reason of the list, or the code of the refusal. */
        code: z.string().nullable(),
        /** Version with which the decision can be undone. */
        version: z.number().int().nullable(),
      }),
    ),
  }),
  idempotent: true,
});
export type ApprovedResult = z.output<typeof approveMatching.response>['results'][number];
