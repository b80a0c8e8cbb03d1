import { z } from 'zod';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { action } from '#shared/kernel/action.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { adminRefundView } from '#shared/refunds/refunds.contract.ts';
import { addressSearch } from '#shared/wallets/wallets.payment-link.ts';

/** Why no order claims a transfer. */
export const unmatchedReasons = [
  'no_lease',
  'after_watch',
  'after_decision',
  'other_coin',
  'no_tag',
  'dropped',
  'stopped_source',
] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

/** A transfer to us with an amount that no one has decided about, or one that the team decided about. */
export const unmatchedView = z.object({
  id: idOf('transfer'),
  chain: z.enum(chainNames),
  cryptoId: z.string(),
  txHash: z.string(),
  outIndex: z.number().int(),
  /** The undecided amount of the transfer, or its whole amount if the team has decided about it. */
  amount: amountOut,
  /** Null where no price is known. */
  valueUsd: amountOut.nullable(),
  address: z.string(),
  tag: z.string().nullable(),
  fromAddresses: z.array(markPersonal('account')),
  seenAt: timestamp,
  state: z.enum(transferStates),
  confirmations: z.number().int(),
  required: z.number().int(),
  reason: z.enum(unmatchedReasons),
  lease: z
    .object({
      reference: z.string(),
      /** The coin of the sale that the address was given to. */
      cryptoId: z.string().nullable(),
      userId: idOf('user'),
      userName: z.string().nullable(),
      userEmail: markPersonal('email').nullable(),
      orderId: idOf('order').nullable(),
      quoteId: idOf('quote'),
      endedAt: timestamp.nullable(),
    })
    .nullable(),
  /** The sale at a shared address to which it could belong; it is not decided here while that is open or unproven. */
  awaitedBy: z.object({ orderId: idOf('order'), reference: z.string() }).nullable(),
  /** Open sales of the coin that it fits, the likeliest first. */
  fits: z.array(
    z.object({
      orderId: idOf('order'),
      reference: z.string(),
      amount: amountOut,
      createdAt: timestamp,
      userId: idOf('user').nullable(),
      userName: z.string().nullable(),
    }),
  ),
  resolution: z
    .object({
      kind: z.enum(['assigned', 'refund', 'kept']),
      orderId: idOf('order').nullable(),
      refundId: idOf('refund').nullable(),
      by: idOf('user'),
      at: timestamp,
      reason: z.string(),
    })
    .nullable(),
});
export type UnmatchedView = z.output<typeof unmatchedView>;

export const listUnmatched = endpoint('GET /api/admin/unmatched', {
  may: 'orders.read',
  summary:
    'What arrived without an order, oldest first; `all` adds what a sale at a shared address could be. Search by reference, hash, address, mail or name',
  query: pageQuery.extend({
    state: z.enum(['open', 'done', 'all']).default('open'),
    q: addressSearch.optional(),
    coin: text(40).optional(),
    sort: z.enum(['oldest', 'newest']).default('oldest'),
  }),
  response: z.array(unmatchedView),
  paged: true,
});

export type UnmatchedQuery = z.output<typeof listUnmatched.query>;

/** Exact decimal text: all-time sums are no JSON numbers. */
const exactAmount = z.string().regex(/^-?\d+(\.\d+)?$/);

export const unmatchedSums = endpoint('GET /api/admin/unmatched/sums', {
  may: 'orders.read',
  summary:
    'What arrived in a block, by coin, from the book: arrived = claimed (for orders that are decided) + waiting (for a decision) + unmatched (without an order) + refunded + kept',
  response: z.array(
    z.object({
      cryptoId: z.string(),
      arrived: exactAmount,
      claimed: exactAmount,
      waiting: exactAmount,
      unmatched: exactAmount,
      refunded: exactAmount,
      kept: exactAmount,
    }),
  ),
});

/** `awaited`: a sale at a shared address could be paid by it, and is decided first. */
export const unmatchedStates = ['open', 'awaited', 'kept', 'decided'] as const;
export type UnmatchedState = (typeof unmatchedStates)[number];

const reasonText = text(2000, { min: 1, error: reason('unmatched_reason_required') });
const onTransfer = {
  on: 'transfer',
  from: ['open'],
  may: 'orders.decide',
  body: z.object({ reason: reasonText }),
  response: unmatchedView,
} as const;

export const assignInput = z
  .object({ orderId: idOf('order').optional(), quoteId: idOf('quote').optional(), reason: reasonText })
  .refine(({ orderId, quoteId }) => (orderId === undefined) !== (quoteId === undefined), {
    error: reason('unmatched_target_required'),
    path: ['orderId'],
  });
export type AssignInput = z.output<typeof assignInput>;

export const assignUnmatched = action('POST /api/admin/unmatched/:id/assign', {
  ...onTransfer,
  summary: 'Assign a transfer to an open sale, or to a quote, whose order is opened; may wait for a second member',
  body: assignInput,
  response: z.object({ orderId: idOf('order') }),
  second: 'warned_approval',
  audit: 'unmatched.assigned',
});

export const refundUnmatched = action('POST /api/admin/unmatched/:id/refund', {
  ...onTransfer,
  summary: 'Send a transfer back to the customer it belongs to; may wait for a second member',
  status: 201,
  body: z.object({ userId: idOf('user'), reason: reasonText }),
  response: adminRefundView,
  stepUp: true,
  second: 'refund',
  audit: 'unmatched.refunded',
});

export const retainUnmatched = action('POST /api/admin/unmatched/:id/keep', {
  ...onTransfer,
  summary: 'Retain a transfer that is no one’s; may wait for a second member',
  stepUp: 'recent',
  second: 'refund',
  audit: 'unmatched.kept',
});

export const reopenUnmatched = action('POST /api/admin/unmatched/:id/reopen', {
  ...onTransfer,
  from: ['kept'],
  summary: 'Take back that a transfer is kept',
  audit: 'unmatched.reopened',
});
