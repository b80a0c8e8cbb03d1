import { lifecycle } from '#shared/kernel/lifecycle.ts';
import { keysOf } from '#shared/kernel/records.ts';

/** The lifecycle of a payout. A trigger of the database allows the same moves. */
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
export const payoutStates = keysOf(payoutMoves);

/** The reason of a payout on hold after a reorganisation took its coins; only another approval makes it due again. */
export const reorganisedReason = 'reorganised';

/** Returns the reference of a batch, which also names its files. */
export const batchReference = (seq: number): string => `B-${String(seq).padStart(6, '0')}`;
