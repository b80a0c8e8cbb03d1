import { lifecycle, type MoveFrom } from '#shared/kernel/lifecycle.ts';

/** The life of an order; terminal states never change. */
export const transactionMoves = lifecycle({
  pending: ['processing', 'completed', 'failed', 'rejected'],
  processing: ['completed', 'rejected', 'failed'],
  completed: [],
  rejected: [],
  failed: [],
});

export type TransactionStatus = keyof typeof transactionMoves;
export type TransactionMove<From extends TransactionStatus> = MoveFrom<typeof transactionMoves, From>;

export const transactionStatuses = [
  'pending',
  'processing',
  'completed',
  'rejected',
  'failed',
] as const satisfies readonly TransactionStatus[];
