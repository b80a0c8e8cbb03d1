import { lifecycle, type ComesFrom } from '#shared/kernel/lifecycle.ts';

/** The life of an order; terminal states never change. */
export const transactionMoves = lifecycle({
  pending: ['processing', 'completed', 'failed', 'rejected'],
  processing: ['completed', 'rejected', 'failed'],
  completed: [],
  rejected: [],
  failed: [],
});

export type TransactionStatus = keyof typeof transactionMoves;
/** The statuses an order may have for a move to `To`; never for a status nothing moves to. */
export type MovesTo<To extends TransactionStatus> = ComesFrom<typeof transactionMoves, To>;

export const transactionStatuses = [
  'pending',
  'processing',
  'completed',
  'rejected',
  'failed',
] as const satisfies readonly TransactionStatus[];

/** An exchange whose payment proof has not come within so many hours becomes failed. */
export const proofHours = 24;
