import { z } from 'zod';
import { amountOut, positiveAmount } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { payoutAccountView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { kycStates } from '#shared/users/users.contract.ts';
import { handling, handlingFilters, memberName } from '#shared/users/users.handling.ts';
import { orderHistory, orderEventView, orderFilters, orderView } from '../orders.contract.ts';
import { decisionStatuses } from '../orders.lifecycle.ts';
import { amendmentInput, orderAmendmentView, orderCustomerView } from '../orders.review.ts';
import { payoutErrors } from '../orders.settlement.ts';
import { maxScreenshots } from '../orders.stages.ts';
import { orderWarnings, verdictWords } from '../orders.verdict-levels.ts';
import { workFilters } from './orders.work.filters.ts';

export const adminOrderView = orderView.extend({
  userEmail: markPersonal('email').nullable(),
  userName: z.string().nullable(),
  kycStatus: z.enum(kycStates),
  userStatus: z.enum(['active', 'blocked', 'deleted']),
  sameProofReferences: z.array(z.string()),
  /** The receiving account that an exchange was to be paid into: the chosen one, or the only one shown. */
  receivingAccountId: idOf('paymentMethod').nullable(),
  /** True when the row was changed outside the product: no address or payee is shown, nothing is paid. */
  tampered: z.boolean(),
  /** The member who decided it; null while it is open, and where the customer or the product ended it. */
  decidedBy: z.string().nullable(),
  /** The batch of its payout, until the bank has it. */
  batch: z.string().nullable(),
  ...handling,
});
export type AdminOrderView = z.output<typeof adminOrderView>;
export const adminOrderDetails = adminOrderView.extend({
  ...orderHistory,
  /** The team also sees the names of its members. */
  events: z.array(orderEventView.extend({ byName: z.string().nullable() })),
  customer: orderCustomerView,
  /** The member who opened it at the counter, who may not approve it if dual approval covers it. */
  openedBy: memberName.extend({ mayApprove: z.boolean() }).nullable(),
  /** Other orders whose proof is probably the same picture, saved again. */
  similarProofReferences: z.array(z.string()),
  /** An order with one of these is approved only with a reason. */
  warnings: z.array(z.enum(orderWarnings)),
  amendments: z.array(orderAmendmentView),
  /** The last decision while its member can still take it back, and until when. */
  undo: z.object({ by: idOf('user'), until: timestamp }).nullable(),
  /** Money owed back to the customer of a refused exchange, as decimal text, and the accounts that could pay it. */
  moneyBack: z
    .object({
      amount: z.string(),
      currency: z.string(),
      accounts: z.array(z.object({ id: idOf('deskAccount'), name: z.string() })),
    })
    .nullable(),
});
export type AdminOrderDetails = z.output<typeof adminOrderDetails>;

/** The order book is sorted by date or by a column of its table; a minus reverses the order. */
const sortColumns = ['reference', 'status', 'given', 'payout', 'value', 'customer', 'assignee', 'decidedBy'] as const;
export type OrderSortColumn = (typeof sortColumns)[number];
export const orderSorts = [
  'newest',
  'oldest',
  ...sortColumns,
  ...sortColumns.map((name) => `-${name}` as const),
] as const;

export const adminListOrders = endpoint('GET /api/admin/transactions', {
  may: 'orders.read',
  summary: 'The order book: search by reference, address, mail, name, hash or notes; filter; sort; page',
  query: pageQuery.extend({
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    sort: z.enum(orderSorts).default('newest'),
    /** Only the orders of one user; overrides the search. */
    user: idOf('user').optional(),
    /** Only exchanges paid into this receiving account; overrides the search. */
    account: idOf('paymentMethod').optional(),
    ...handlingFilters,
    /** Only open sales whose deposit has this verdict; overrides the search. */
    verdict: z.enum(verdictWords).optional(),
    ...workFilters,
    ...orderFilters,
  }),
  response: z.array(adminOrderView),
  paged: true,
});

export const adminGetOrder = endpoint('GET /api/admin/transactions/:id', {
  may: 'orders.read',
  summary: 'One order with proof, history, customer and warnings',
  response: adminOrderDetails,
  errors: ['not_found'],
});

/** Input of a decision. The reason of a rejection is in adminNotes and is shown to the customer. */
const decision = {
  adminNotes: text(2000).optional(),
  adminTransactionId: text(200).optional(),
  /** The reason to approve it against the chain or a warning; only the team reads it. */
  reason: text(2000).optional(),
  /** The amount of the arrived coins that a rejection sends back; the refund opens at once. */
  sendBack: positiveAmount().optional(),
  version: z.coerce.number().int().optional(),
};

const decisionErrors = [
  'not_found',
  'own_case',
  'own_request',
  'already_decided',
  'evidence_missing',
  'conflict',
  'hash_used',
  'proof_missing',
  'settlement_missing',
  'verdict_needs_reason',
  'warning_needs_reason',
  ...payoutErrors,
] as const;

export const quickDecision = endpoint('PUT /api/admin/transactions/:id/status', {
  may: 'orders.decide',
  summary:
    'Quick actions: processing, completed or failed; completing needs the same evidence as the review panel, and may wait for a second member',
  body: z.object({ status: z.enum(decisionStatuses), ...decision }),
  response: adminOrderDetails,
  errors: decisionErrors,
  secondUser: true,
});

export const reviewDecision = endpoint('PATCH /api/admin/transactions/:id/status', {
  may: 'orders.decide',
  summary: 'Review panel: start processing, approve and complete with evidence, or reject with a reason',
  form: {
    fields: z.object({ status: z.enum(decisionStatuses), ...decision }),
    files: { payoutFiles: { accept: 'screenshot', maxCount: maxScreenshots } },
  },
  response: adminOrderDetails,
  errors: [...decisionErrors, 'file_type', 'file_too_large'],
  idempotent: true,
  secondUser: true,
});

/** Requires orders.decide; money back requires payouts.release instead. */
export const amendOrder = endpoint('POST /api/admin/transactions/:id/amendments', {
  may: 'orders.read',
  summary:
    'Add a note, a corrected transaction id, screenshots or a reversal to a decided order, or money that goes back to the customer of a refused exchange, which asks for the password and can wait for a second member; its status never changes',
  status: 201,
  form: {
    fields: amendmentInput,
    files: { payoutFiles: { accept: 'screenshot', maxCount: maxScreenshots } },
  },
  response: adminOrderDetails,
  errors: ['not_found', 'not_permitted', 'own_case', 'conflict', 'payout_batched', ...fileErrors],
  idempotent: true,
  stepUp: 'sometimes',
  secondUser: true,
});

export const customerMoney = endpoint('GET /api/admin/users/:id/money', {
  may: 'orders.read',
  summary: 'What a customer was paid out, earned us and may still sell, and where they are paid',
  response: z.object({
    volumeUsd: amountOut,
    /** The fees of completed orders, each at the value of its order. */
    feesUsd: amountOut,
    completed: z.number().int(),
    /** The fees of completed orders by payout currency, as exact decimal text. */
    fees: z.array(z.object({ currency: z.string(), fee: z.string() })),
    limitUsedUsd: amountOut,
    /** Null where an approved identity lifted the limit. */
    limitUsd: amountOut.nullable(),
    limitDays: z.number().int(),
    accounts: z.array(payoutAccountView),
  }),
});
