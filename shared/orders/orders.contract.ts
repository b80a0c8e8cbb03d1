import { z } from 'zod';
import { fileForReview } from '#shared/files/files.contract.ts';
import { amountOut, positiveAmount } from '#shared/kernel/amount.ts';
import { dayRange } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { paymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';
import { paymentDetailsView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { kycStates } from '#shared/users/users.contract.ts';
import { handling, handlingFilters, memberName } from '#shared/users/users.handling.ts';
import { addressSearch } from '#shared/wallets/wallets.payment-link.ts';
import { decisionStatuses, orderStatuses } from './orders.lifecycle.ts';
import { maxScreenshots } from './orders.limits.ts';
import { needView } from './orders.needs.ts';
import { questionView } from './orders.question.ts';
import { orderReason } from './orders.reasons.ts';
import { amendmentInput, orderAmendmentView, orderCustomerView } from './orders.review.ts';
import { payoutErrors, payoutProgress, settlementView } from './orders.settlement.ts';
import { orderStages } from './orders.stages.ts';
import { orderWarnings, verdictWords } from './orders.verdict-levels.ts';
import { workFilters } from './orders.work.filters.ts';

export const orderTypes = ['sell', 'fiat'] as const;
const status = z.enum(orderStatuses);

/** An order as its customer sees it. `valueUsd` is the gross value in US dollars; the payout is separate. */
export const orderView = z.object({
  id: idOf('order'),
  reference: z.string(),
  type: z.enum(orderTypes),
  status,
  /** Grows with every change; a decision may name the version that it is based on. */
  version: z.number().int(),
  /** The settlement of the coins at the order's own address: the payout is its `net` instead of `payoutAmount`. */
  settlement: settlementView.nullable(),
  /** The stage within the status. Its own version grows with each change, also after the decision. */
  stage: z.enum(orderStages),
  stageVersion: z.number().int(),
  createdAt: timestamp,
  date: timestamp,
  updatedAt: timestamp,
  userId: idOf('user').nullable(),
  cryptoId: z.string().nullable(),
  cryptoName: z.string().nullable(),
  cryptoSymbol: z.string().nullable(),
  cryptocurrency: z.object({ name: z.string(), symbol: z.string(), color: z.string() }).nullable(),
  amount: amountOut,
  valueUsd: amountOut,
  grossAmount: amountOut,
  feeAmount: amountOut,
  feePercent: z.number(),
  payoutAmount: amountOut,
  payoutCurrency: z.string(),
  rate: amountOut,
  transactionHash: z.string().nullable(),
  paymentDetails: paymentDetailsView.nullable(),
  deposit: z
    .object({
      address: z.string(),
      memo: z.string().nullable(),
      network: z.string(),
      /** The time at which the address was stopped: since then the customer gets none, as it must not be paid into. */
      stoppedAt: timestamp.nullable(),
    })
    .nullable(),
  /** An open question of the team to the customer. */
  asked: questionView.nullable(),
  awaitingProof: z.boolean(),
  /** Time by which the proof of an exchange must be there. */
  proofDueAt: timestamp.nullable(),
  paymentProofFiles: z.array(fileForReview),
  adminPayoutScreenshots: z.array(fileForReview),
  adminNotes: z.string().nullable(),
  adminTransactionId: z.string().nullable(),
  fromCurrency: z.string().nullable(),
  toCurrency: z.string().nullable(),
  /** The progress of the payout, and if the customer has to give another account. */
  payout: payoutProgress.nullable(),
  inputAmount: amountOut.nullable(),
  outputAmount: amountOut.nullable(),
});
export type OrderView = z.output<typeof orderView>;

/** An order, the step that it waits for, and the confirmed address to which its coins go back; null if none. */
const ownFields = { needs: needView.nullable(), refundAddress: markPersonal('account').nullable() };
export const ownOrderView = orderView.extend(ownFields);
export type OwnOrderView = z.output<typeof ownOrderView>;

/** One step of the history. `by` never names the administrator; it has a note or, from the product, a reason. */
export const orderEventView = z.object({
  id: z.string(),
  at: timestamp,
  from: status.nullable(),
  to: status,
  by: z.enum(['customer', 'admin', 'system']),
  note: z.string().nullable(),
  stage: z.enum(orderStages).nullable(),
  because: orderReason.nullable(),
});

export type OrderEventView = z.output<typeof orderEventView>;

/** Accounts shown to the customer to pay an exchange into; the chosen one is marked. */
export const orderInstruction = paymentInstruction.extend({ isChosen: z.boolean() });
export type OrderInstruction = z.output<typeof orderInstruction>;

const history = { events: z.array(orderEventView), paymentInstructions: z.array(orderInstruction) };
export const orderDetails = ownOrderView.extend(history);
export type OrderDetails = z.output<typeof orderDetails>;

export const orderFilters = {
  q: addressSearch.optional(),
  status: z.union([status, z.array(status)]).optional(),
  type: z.enum(orderTypes).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  ...dayRange,
};

export const ownOrderSorts = ['newest', 'needs'] as const;

export const listOrders = endpoint('GET /api/transactions', {
  access: 'customer',
  summary:
    "The customer's own orders, newest first, or by what needs the customer; an unchanged list answers 304 to its ETag",
  query: pageQuery.extend({
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    /**
     * `needs`: orders that wait for the customer, the most urgent first; then those on their way; then finished ones.
     */
    sort: z.enum(ownOrderSorts).default('newest'),
    ...orderFilters,
  }),
  response: z.array(ownOrderView),
  paged: true,
});

export const getOrder = endpoint('GET /api/transactions/:id', {
  access: 'customer',
  summary: 'One order with its history; the own one only',
  response: orderDetails,
  errors: ['not_found'],
});

export const cancelOrder = endpoint('POST /api/transactions/:id/cancel', {
  access: 'customer',
  summary: 'Give up the own exchange order before its proof was sent; it becomes failed',
  response: orderDetails,
  errors: ['not_found', 'already_decided', 'conflict'],
  limit: 'money',
});

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
  ...history,
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
