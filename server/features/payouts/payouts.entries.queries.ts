import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { exists, first, isOneOf, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { payoutAttempts, payoutBatches, payouts } from './payouts.tables.ts';

type OrderId = Blanks<{ orderId: Id<'order'> }>;

const latestAttempts = (db: Reads, { payoutIds }: Blanks<{ payoutIds: readonly Id<'payout'>[] }>) =>
  db
    .selectDistinctOn([payoutAttempts.payoutId], {
      attemptId: payoutAttempts.id,
      state: payoutAttempts.state,
      orderId: payouts.orderId,
      amount: payoutAttempts.amount,
      currency: payoutAttempts.currency,
      accountId: payoutBatches.accountId,
    })
    .from(payoutAttempts)
    .innerJoin(payouts, eq(payouts.id, payoutAttempts.payoutId))
    .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(isOneOf(payoutAttempts.payoutId, payoutIds))
    .orderBy(payoutAttempts.payoutId, desc(payoutAttempts.no));
/** An attempt with our account that pays it; null if it is paid by hand. */
export type LatestAttempt = RowOf<typeof latestAttempts>;

/** The latest attempt of each of these payouts that has one. */
export const readLatestAttempts = rows(latestAttempts);

/** True while a second payment of an order is owed, or on its way to the bank. */
export const hasOpenExtra = exists((db: Reads, { orderId }: OrderId) =>
  db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.orderId, orderId),
        eq(payouts.kind, 'extra'),
        inArray(payouts.state, ['due', 'held', 'batched', 'released', 'returned']),
      ),
    )
    .limit(1),
);

/** Reads, without a lock, the state of an order's payout and the batch of its latest attempt. */
export const findPayoutOf = first((db: Reads, { orderId }: OrderId) =>
  db
    .select({ state: payouts.state, batchId: payoutAttempts.batchId })
    .from(payouts)
    .leftJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .where(and(eq(payouts.orderId, orderId), eq(payouts.kind, 'order'), ne(payouts.state, 'cancelled')))
    .orderBy(desc(payoutAttempts.no))
    .limit(1),
);
