import { z } from 'zod';
import { fileForReview } from '#shared/files/files.contract.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { dayRange } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { paymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';
import { paymentDetailsView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { addressSearch } from '#shared/wallets/wallets.payment-link.ts';
import { orderStatuses } from './orders.lifecycle.ts';
import { needView } from './orders.needs.ts';
import { questionView } from './orders.question.ts';
import { orderReason } from './orders.reasons.ts';
import { payoutProgress, settlementView } from './orders.settlement.ts';
import { orderStages } from './orders.stages.ts';

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

/** The steps of an order, and the accounts to pay an exchange into. */
export const orderHistory = { events: z.array(orderEventView), paymentInstructions: z.array(orderInstruction) };
export const orderDetails = ownOrderView.extend(orderHistory);
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
