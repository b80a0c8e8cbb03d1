import { lifecycle } from '#shared/kernel/lifecycle.ts';
import { keysOf } from '#shared/kernel/records.ts';

export { payoutMoves, payoutStates, reorganisedReason, type PayoutState } from '#shared/orders/orders.payout.ts';

/** The lifecycle of one payment attempt of a payout. */
export const attemptMoves = lifecycle({
  open: ['sent', 'void'],
  sent: ['settled', 'returned', 'reversed'],
  settled: ['sent', 'returned', 'reversed'],
  returned: ['sent', 'settled'],
  reversed: [],
  void: [],
});
export type AttemptState = keyof typeof attemptMoves;
export const attemptStates = keysOf(attemptMoves);

/** A payout has at most one attempt in these states. */
export const liveAttemptStates: readonly AttemptState[] = ['open', 'sent', 'settled'];

/** Attempts that are paid together, in one file or by hand. */
export const batchMoves = lifecycle({
  prepared: ['released', 'cancelled'],
  released: ['sent', 'withdrawn'],
  sent: ['closed'],
  closed: ['sent'],
  cancelled: [],
  withdrawn: [],
});
export type BatchState = keyof typeof batchMoves;
export const batchStates = keysOf(batchMoves);

/** One booking in a statement of the bank. */
export const lineMoves = lifecycle({
  unmatched: ['proposed', 'matched', 'ignored'],
  proposed: ['matched', 'unmatched'],
  matched: ['unmatched', 'proposed'],
  ignored: ['unmatched', 'proposed'],
});
export type LineState = keyof typeof lineMoves;
export const lineStates = keysOf(lineMoves);

export const payoutKinds = ['order', 'extra'] as const;
/** Formats of a batch: the files, and `by_hand` without one. */
export const fileFormats = ['pain001', 'paypal', 'wise', 'csv'] as const;
export const batchFormats = [...fileFormats, 'by_hand'] as const;
export type FileFormat = (typeof fileFormats)[number];
export type BatchFormat = (typeof batchFormats)[number];
export const statementFormats = ['camt053', 'mt940', 'csv'] as const;
export const returnReasons = ['account_closed', 'wrong_account', 'name', 'rejected', 'other'] as const;
export type ReturnReason = (typeof returnReasons)[number];
/** The evidence that a payout arrived: a statement line, the provider, or a member's statement. */
export const settledBy = ['statement', 'provider', 'member'] as const;
/** The role of a statement line for its payout or order. */
export const matchRoles = ['settled', 'returned', 'incoming', 'fee'] as const;
export const profileDirections = ['payout', 'statement'] as const;
