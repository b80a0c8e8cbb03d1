import { z } from 'zod';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { followedDeposit } from '#shared/deposits/deposits.contract.ts';
import { action } from '#shared/kernel/action.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { outcomes, settlementView } from '#shared/orders/orders.settlement.ts';
import { customerChoices, teamActions } from './settlement.terms.ts';

export const chooseDeposit = endpoint('POST /api/transactions/:id/choice', {
  access: 'customer',
  summary: 'Choose what happens where too little or too late arrived for an own sale',
  body: z.object({ choice: z.enum(customerChoices), offerId: text(64).optional() }),
  response: followedDeposit,
  errors: ['not_found', 'choice_unavailable', 'rate_changed', 'already_decided', 'conflict', 'payout_batched'],
  limit: 'money',
  idempotent: true,
});

const computedView = z.object({
  outcome: z.enum(outcomes),
  received: amountOut,
  missing: amountOut,
  surplus: amountOut,
  paidFor: amountOut,
  parts: z.array(z.object({ amount: amountOut, rate: amountOut, kind: z.enum(['locked', 'today']) })),
  gross: amountOut,
  feePercent: z.number(),
  fee: amountOut,
  net: amountOut,
  rest: amountOut,
  /**
   * The part of the rest that arrived after the sale was settled: the team may pay for it, but nobody waits for that.
   */
  held: amountOut,
  asks: z.enum(['nobody', 'customer', 'desk']),
  choices: z.array(z.enum([...customerChoices, ...teamActions])),
});
export type ComputedView = z.output<typeof computedView>;

const settledTransfer = z.object({
  id: idOf('transfer'),
  txHash: z.string(),
  outIndex: z.number().int(),
  amount: amountOut,
  state: z.enum(transferStates),
  seenAt: timestamp,
  isFinal: z.boolean(),
  /** True if it belongs to this sale; at a shared address, if a member names or named it. */
  isNamed: z.boolean(),
  isLate: z.boolean(),
  /** The payout rate of one coin when the block was read; the rate of now while the transfer waits for a block. */
  rateThen: amountOut.nullable(),
});

export const settlementState = z.object({
  computed: computedView,
  /** The decisions that the team may make, each with the payout and the unpaid coins that it would leave now. */
  decisions: z.array(z.object({ action: z.enum(teamActions), net: amountOut, rest: amountOut })),
  /** Time until which the customer chooses, where one is asked; null before anything arrived. */
  choiceUntil: timestamp.nullable(),
  live: settlementView.nullable(),
  history: z.array(settlementView),
  transfers: z.array(settledTransfer),
});
export type SettlementState = z.output<typeof settlementState>;

const maxNamed = 20;
const namedIds = z.array(idOf('transfer')).min(1).max(maxNamed);
/** The ids of named transfers, separated by commas, to see the payout of a decision about them. */
const namedInQuery = z
  .string()
  .max(maxNamed * 37)
  .transform((ids) => ids.split(','))
  .pipe(namedIds);

export const getSettlement = endpoint('GET /api/admin/transactions/:id/settlement', {
  may: 'orders.read',
  summary: 'What arrived for a sale, or could be named at a shared address, and what is paid for it',
  query: z.object({ transferIds: namedInQuery.optional() }),
  response: settlementState,
  errors: ['not_found'],
});

export const settlementInput = z.object({
  action: z.enum(teamActions),
  reason: text(2000, { min: 1, error: 'settlement_reason_required' }),
  version: z.number().int(),
  /** The ids of the sale's transfers, if its address is shared. */
  transferIds: namedIds.optional(),
});
export type SettlementRequest = z.output<typeof settlementInput>;

export const makeSettlement = action('POST /api/admin/transactions/:id/settlement', {
  on: 'transaction',
  from: openStatuses,
  may: 'orders.decide',
  summary: 'Decide what is paid for what arrived; may wait for a second member',
  status: 201,
  body: settlementInput,
  response: settlementView,
  errors: ['choice_unavailable', 'payout_batched', 'invalid_input'],
  second: 'warned_approval',
  audit: ['settlement.made', 'transaction.failed'],
});
