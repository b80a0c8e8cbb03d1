import { and, count, eq, lt } from 'drizzle-orm';
import { one, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payoutBatches, payouts } from './payouts.tables.ts';

type Before = Blanks<{ before: Date }>;

/** How many batches were released before a moment and not handed over. */
export const countUnsent = one((db: Reads, { before }: Before) =>
  db
    .select({ batches: count() })
    .from(payoutBatches)
    .where(and(eq(payoutBatches.state, 'released'), lt(payoutBatches.releasedAt, before))),
);

/** How many payouts were sent before a moment, without a line of a statement. */
export const countUnsettled = one((db: Reads, { before }: Before) =>
  db
    .select({ attempts: count() })
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.state, 'sent'), lt(payoutAttempts.sentAt, before))),
);

/** Payouts whose customer is asked for another account, and since when. */
export const readAsked = rows((db: Reads) =>
  db
    .select({ id: payouts.id, since: payouts.updatedAt })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .where(and(eq(payouts.state, 'returned'), eq(orders.stage, 'details_needed'), eq(payouts.kind, 'order'))),
);
