import { lifecycle } from '#shared/kernel/lifecycle.ts';

/** The life of a refund; a hash that was wrong and a reorganisation lead back. A trigger holds the same table. */
export const refundMoves = lifecycle({
  due: ['approved', 'cancelled'],
  approved: ['sent', 'cancelled'],
  sent: ['confirmed', 'due'],
  confirmed: ['sent'],
  cancelled: [],
});

export type RefundState = keyof typeof refundMoves;
export const refundStates = Object.keys(refundMoves) as [RefundState, ...RefundState[]];
