import { lifecycle } from '#shared/kernel/lifecycle.ts';

/** The life of one sum that is owed to one payee. A trigger of the database holds the same table. */
export const payoutMoves = lifecycle({
  due: ['batched', 'held', 'sent', 'cancelled'],
  held: ['due', 'cancelled'],
  batched: ['released', 'due', 'held'],
  released: ['sent', 'held'],
  sent: ['settled', 'returned', 'reversed'],
  settled: ['sent', 'returned', 'reversed'],
  returned: ['due', 'reversed', 'sent', 'settled'],
  reversed: [],
  cancelled: [],
});
export type PayoutState = keyof typeof payoutMoves;
export const payoutStates = Object.keys(payoutMoves) as [PayoutState, ...PayoutState[]];

/** Why a payout is held whose coins a reorganisation took away; only another approval makes it due again. */
export const reorganisedReason = 'reorganised';
