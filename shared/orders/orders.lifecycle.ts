import type { Id } from '#shared/kernel/ids.ts';
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
/** The statuses from which an order may move to `To`; never for a status without such a move. */
export type MovesTo<To extends OrderStatus> = SourceStatus<typeof orderMoves, To>;

/** Every status, in the order of an order's life. All other lists of statuses are derived from the moves. */
export const orderStatuses = keysOf(orderMoves);

export type OpenStatus = { [S in OrderStatus]: (typeof orderMoves)[S] extends readonly [] ? never : S }[OrderStatus];
export const openStatuses = orderStatuses.filter((status): status is OpenStatus => orderMoves[status].length > 0);

export const closedStatuses = orderStatuses.filter((status) => orderMoves[status].length === 0);

/** Terminal statuses of an order without a payout: its hash is free again, and it counts towards no limit. */
export const refusedStatuses: readonly OrderStatus[] = closedStatuses.filter((status) => status !== 'completed');

/** The statuses that an admin may move an open order to. */
export const decisionStatuses = orderMoves.pending;
export type DecisionStatus = (typeof decisionStatuses)[number];

/** True where the order may still move to another status. */
export function isOpen({ status }: { status: OrderStatus }): boolean {
  return orderMoves[status].length > 0;
}

/** True if this status ends an order without a payout. */
export function isRefused(status: OrderStatus): boolean {
  return refusedStatuses.includes(status);
}

/** The duration in which a member may take their own decision back; its mails wait for it. */
export const undoSeconds = 10;

/** The name of a delayed mail about a decision, by which it is dropped if the decision is taken back. */
export const holdOf = (orderId: Id<'order'>, at: Date) => ({
  by: `${orderId} ${at.toISOString()}`,
  seconds: undoSeconds,
});

/** An exchange becomes failed if its payment proof has not arrived within this many hours. */
export const proofHours = 24;
