import { lifecycle, type SourceStatus } from '#shared/kernel/lifecycle.ts';
import { keysOf } from '#shared/kernel/records.ts';

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
export type MovesTo<To extends OrderStatus> = SourceStatus<typeof orderMoves, To>;

/** Every status, in the order of an order's life. All other lists of statuses are derived from the moves. */
export const orderStatuses = keysOf(orderMoves);

export type OpenStatus = { [S in OrderStatus]: (typeof orderMoves)[S] extends readonly [] ? never : S }[OrderStatus];
export const openStatuses = orderStatuses.filter((status): status is OpenStatus => orderMoves[status].length > 0);

export const closedStatuses = orderStatuses.filter((status) => orderMoves[status].length === 0);

/** Terminal statuses of an order that was not paid out: its hash is free again, and it counts towards no limit. */
export const refusedStatuses: readonly OrderStatus[] = closedStatuses.filter((status) => status !== 'completed');

/** The statuses that an admin may move an open order to. */
export const decisionStatuses = orderMoves.pending;
export type DecisionStatus = (typeof decisionStatuses)[number];

/** True where the order may still move to another status. */
export function isOpen({ status }: { status: OrderStatus }): boolean {
  return orderMoves[status].length > 0;
}

/** True where this status ends an order without a payout. */
export function isRefused(status: OrderStatus): boolean {
  return refusedStatuses.includes(status);
}

/** A member may take their own decision back for this long; its mails wait for that. */
export const undoSeconds = 10;

/** A mail about a decision waits so long, and is dropped by this name where the decision is taken back. */
export const holdOf = (orderId: string, at: Date) => ({ by: `${orderId} ${at.toISOString()}`, seconds: undoSeconds });

/** An exchange becomes failed if its payment proof has not arrived within this many hours. */
export const proofHours = 24;
