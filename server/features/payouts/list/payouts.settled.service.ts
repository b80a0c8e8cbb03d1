import type { Db } from '#server/db/connection.ts';
import {
  findTamperedSettlements,
  type TamperedSettlement,
} from '#server/features/orders/decide/orders.settled.service.ts';
import { reorganisedReason, type PayoutState } from '#shared/orders/orders.payout.ts';
import type { PayoutRow } from './payouts.list.queries.ts';

/** A payout in one of these states may be paid, now or once more. */
export const payableStates = ['due', 'held', 'batched', 'released', 'returned'] as const satisfies PayoutState[];

type Payable = Pick<PayoutRow, 'orderId' | 'kind' | 'amount' | 'netToPay'> & {
  state: PayoutState;
  reason: string | null;
};

/** True if the payout has to equal the order's signed entry: not while the order waits to be settled again. */
const isPayable = ({ kind, state, reason }: Payable): boolean =>
  kind === 'order' && payableStates.some((payableState) => payableState === state) && reason !== reorganisedReason;

/** Returns the orders among these whose payout differs from their signed entries, by the id of the order. */
export async function tamperedOrders(
  db: Db,
  rows: readonly Payable[],
): Promise<ReadonlyMap<string, TamperedSettlement>> {
  const payableRows = rows.filter(isPayable);
  const tamperedSettlements = await findTamperedSettlements(
    db,
    payableRows.map(({ orderId, amount, netToPay }) => ({ orderId, amounts: [amount, netToPay] })),
  );
  return new Map(tamperedSettlements.map((settlement) => [settlement.orderId, settlement]));
}
