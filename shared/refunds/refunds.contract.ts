import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { amountOut, positiveAmount } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { coinAddress, digitText, idOf, sixDigits, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { refundStates, refundView } from '#shared/orders/orders.refund.ts';
import { addressSearch } from '#shared/wallets/wallets.payment-link.ts';

export { refundView, type RefundView } from '#shared/orders/orders.refund.ts';

/**
 * `address_of_blocked`: a blocked customer named the same address, which takes precedence; `address_shared`: another
 * customer did.
 */
export const addressFindings = ['address_of_blocked', 'address_shared'] as const;
/**
 * `refund_differs`: the transaction pays another address or amount; `tampered`: changed outside the product;
 * `other_person`: the address that the coins arrived at was given to another customer.
 */
export const refundFindings = ['refund_differs', 'tampered', 'other_person', ...addressFindings] as const;

export const adminRefundView = refundView.extend({
  userId: idOf('user'),
  userName: z.string().nullable(),
  userEmail: markPersonal('email').nullable(),
  /** The last time that the customer was asked for an address. */
  askedAt: timestamp,
  /** Null if no price was known. */
  valueUsd: amountOut.nullable(),
  approvedBy: idOf('user').nullable(),
  sentBy: idOf('user').nullable(),
  findings: z.array(z.enum(refundFindings)),
});
export type AdminRefundView = z.output<typeof adminRefundView>;

export const listRefunds = endpoint('GET /api/refunds', {
  access: 'customer',
  summary: 'Own refunds, newest first',
  response: z.array(refundView),
});

export const refundAddressInput = z.object({
  address: coinAddress,
  tag: digitText(20).optional(),
  code: sixDigits('one_time_code_wrong').optional(),
});
export type RefundAddressInput = z.output<typeof refundAddressInput>;

const namingBody = {
  access: 'customer',
  body: refundAddressInput,
  response: refundView,
  errors: ['not_found', 'invalid_code', 'already_decided', 'conflict'],
  limit: 'money',
} as const;

export const setOrderRefundAddress = endpoint('POST /api/transactions/:id/refund-address', {
  ...namingBody,
  summary:
    'Where the coins of an own sale are sent back to: without a code one is mailed, with it the address is stored',
});

export const setRefundAddress = endpoint('POST /api/refunds/:id/address', {
  ...namingBody,
  summary: 'The same for an own refund without an order',
});

export const adminListRefunds = endpoint('GET /api/admin/refunds', {
  may: 'orders.read',
  summary: 'Refunds, due ones first, then oldest first: search by reference, address, hash, mail or name',
  query: pageQuery.extend({
    /** One state, or all in which somebody still has something to do. */
    state: z.enum([...refundStates, 'open']).optional(),
    /** Steps that the caller can take now: approve a refund with an address, or send an approved one. */
    work: z.literal('todo').optional(),
    q: addressSearch.optional(),
    sort: z.enum(['oldest', 'newest']).default('oldest'),
  }),
  response: z.array(adminRefundView),
  paged: true,
});

export type RefundsQuery = z.output<typeof adminListRefunds.query>;

const reason = text(2000, { min: 1, error: 'refund_reason_required' });
const version = z.number().int();
const commonOptions = { may: 'orders.decide', response: adminRefundView } as const;
const onRefund = { ...commonOptions, on: 'refund' } as const;

export const createRefund = action('POST /api/admin/refunds', {
  ...onRefund,
  summary: 'Send back what arrived for a sale and is not paid for: a surplus, or a rejected sale',
  status: 201,
  body: z.object({ orderId: idOf('order'), amount: positiveAmount(), reason: reason }),
  errors: ['not_found', 'conflict'],
  audit: 'refund.due',
});

export const askForAddress = action('POST /api/admin/refunds/:id/ask', {
  ...onRefund,
  from: ['due'],
  summary: 'Ask the customer again who has not named an address, once the time for an answer is over',
  body: z.object({ version }),
  errors: ['customer_blocked'],
  audit: 'refund.asked',
});

export const approveRefund = action('POST /api/admin/refunds/:id/approve', {
  ...onRefund,
  from: ['due'],
  summary:
    'Approve a refund, which fixes its address; may wait for a second member. A reason is needed for another person',
  body: z.object({ version, reason: text(2000).optional() }),
  errors: ['refund_address_missing', 'not_enough', 'verdict_needs_reason'],
  stepUp: 'recent',
  second: 'refund',
  audit: 'refund.approved',
});

export const markRefundSent = action('POST /api/admin/refunds/:id/sent', {
  ...onRefund,
  may: 'payouts.release',
  from: ['approved'],
  summary: 'Note the transaction by which an approved refund was sent from an own wallet',
  body: z.object({
    transactionHash: text(200, { min: 1, error: 'transaction_hash_invalid' }),
    /** In the chain's own coin: ether for a token of Ethereum. */
    networkFee: positiveAmount().optional(),
    version,
  }),
  errors: ['hash_used', 'not_enough'],
  stepUp: 'recent',
  audit: 'refund.sent',
});

export const cancelRefund = action('POST /api/admin/refunds/:id/cancel', {
  ...onRefund,
  from: ['due', 'approved'],
  summary: 'Cancel a refund that was not sent',
  body: z.object({ reason: reason, version }),
  audit: 'refund.cancelled',
});

export const resetRefund = action('POST /api/admin/refunds/:id/reset', {
  ...onRefund,
  from: ['approved', 'sent'],
  summary: 'Take back an approval, or a hash that was wrong: the refund is due again',
  body: z.object({ reason: reason, version }),
  stepUp: true,
  audit: 'refund.reset',
});

export const confirmRefund = action('POST /api/admin/refunds/:id/confirm', {
  ...onRefund,
  from: ['sent'],
  summary: 'Confirm by hand a refund of a coin whose chain is not read',
  body: z.object({ version }),
  stepUp: true,
  audit: 'refund.confirmed',
});
