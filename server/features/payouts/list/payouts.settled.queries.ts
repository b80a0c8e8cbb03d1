import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { rows, type Blanks, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { reorganisedReason } from '#shared/orders/orders.payout.ts';
import { payouts } from '../payouts.tables.ts';

/** The number of payouts in one block. */
export const blockSize = 500;

/** The payouts of orders after this one that may still be paid, with what their orders are paid, by id. */
export const listPayable = rows((db: Reads, { after }: Blanks<{ after: string }>) =>
  db
    .select({
      id: payouts.id,
      orderId: payouts.orderId,
      reference: orders.reference,
      kind: payouts.kind,
      state: payouts.state,
      reason: payouts.reason,
      amount: payouts.amount,
      netToPay: sql`coalesce(${orderSettlements.net}, ${orders.payoutAmount})`.mapWith(String),
    })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .where(
      and(
        gt(payouts.id, after),
        eq(payouts.kind, 'order'),
        inArray(payouts.state, ['due', 'held', 'batched', 'released', 'returned']),
        or(isNull(payouts.reason), ne(payouts.reason, reorganisedReason)),
      ),
    )
    .orderBy(payouts.id)
    .limit(blockSize),
);
