import { isRefused, type OrderStatus } from './orders.lifecycle.ts';

const hourMs = 60 * 60 * 1000;

/** An order waits for its proof, its check or its payout since `updatedAt`, when it reached its status. */
type Waiting = { status: OrderStatus; awaitingProof: boolean; updatedAt: string | Date };

/** The times that are promised, from the settings. */
export type Promised = { checkHours: number; payoutHours: number };

/** Until when the money arrives as promised; undefined where nothing is on its way: refused, or waiting for its proof. */
export function arrivesBy({ status, awaitingProof, updatedAt }: Waiting, promised: Promised): Date | undefined {
  if (isRefused(status) || (status === 'pending' && awaitingProof)) return undefined;
  const hours = promised.payoutHours + (status === 'pending' ? promised.checkHours : 0);
  return new Date(new Date(updatedAt).getTime() + hours * hourMs);
}
