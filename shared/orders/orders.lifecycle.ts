import { lifecycle, type ComesFrom } from '#shared/kernel/lifecycle.ts';

/** The life of an order; terminal states never change. */
export const orderMoves = lifecycle({
  pending: ['processing', 'completed', 'failed', 'rejected'],
  processing: ['completed', 'rejected', 'failed'],
  completed: [],
  rejected: [],
  failed: [],
});

export type OrderStatus = keyof typeof orderMoves;
/** The statuses an order may have for a move to `To`; never for a status nothing moves to. */
export type MovesTo<To extends OrderStatus> = ComesFrom<typeof orderMoves, To>;

export const orderStatuses = [
  'pending',
  'processing',
  'completed',
  'rejected',
  'failed',
] as const satisfies readonly OrderStatus[];

/** An exchange whose payment proof has not come within so many hours becomes failed. */
export const proofHours = 24;
