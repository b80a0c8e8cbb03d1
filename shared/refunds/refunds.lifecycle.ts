import { lifecycle, type ComesFrom } from '#shared/kernel/lifecycle.ts';

/** The life of a refund; a hash that was wrong and a reorganisation lead back. A trigger holds the same table. */
export const refundMoves = lifecycle({
  due: ['approved', 'cancelled'],
  approved: ['sent', 'cancelled'],
  sent: ['confirmed', 'due'],
  confirmed: ['sent'],
  cancelled: [],
});

export type RefundState = keyof typeof refundMoves;
/** The states a refund may have for a move to `To`. */
export type RefundMovesTo<To extends RefundState> = ComesFrom<typeof refundMoves, To>;
export const refundStates = Object.keys(refundMoves) as [RefundState, ...RefundState[]];
