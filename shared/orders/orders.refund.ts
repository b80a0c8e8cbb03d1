import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { idOf, timestamp } from '#shared/kernel/fields.ts';
import { lifecycle, type SourceStatus } from '#shared/kernel/lifecycle.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { keysOf } from '#shared/kernel/records.ts';

/** The lifecycle of a refund; the team or a reorganisation can move it back. A trigger allows the same moves. */
export const refundMoves = lifecycle({
  due: ['approved', 'cancelled'],
  approved: ['sent', 'cancelled', 'due'],
  sent: ['confirmed', 'due'],
  confirmed: ['sent'],
  cancelled: [],
});

export type RefundState = keyof typeof refundMoves;

/** The states that may move to `To`. */
export type RefundMovesTo<To extends RefundState> = SourceStatus<typeof refundMoves, To>;

export const refundStates = keysOf(refundMoves);

/** `customer`: the customer bears the network fee and receives that much less. */
export const feeBearer = z.enum(['desk', 'customer']);
export type FeeBearer = z.output<typeof feeBearer>;

/** "bc1q…x7tf": enough of an address or a hash to compare it, too little to pay to. */
export const shortened = (text: string): string => `${text.slice(0, 4)}…${text.slice(-4)}`;

/** Coins that the team sends back, as their customer sees it. */
export const refundView = z.object({
  id: idOf('refund'),
  state: z.enum(refundStates),
  orderId: idOf('order').nullable(),
  transferId: idOf('transfer').nullable(),
  reference: z.string().nullable(),
  cryptoId: z.string(),
  amount: amountOut,
  /** In the chain's own coin. */
  networkFee: amountOut.nullable(),
  feeBy: feeBearer,
  /** The customer typed it and confirmed it by a mailed code; null until then. */
  address: markPersonal('account').nullable(),
  tag: z.string().nullable(),
  transactionHash: z.string().nullable(),
  confirmations: z.number().int().nullable(),
  required: z.number().int().nullable(),
  dueAt: timestamp,
  approvedAt: timestamp.nullable(),
  sentAt: timestamp.nullable(),
  confirmedAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  reason: z.string(),
  version: z.number().int(),
});
export type RefundView = z.output<typeof refundView>;
