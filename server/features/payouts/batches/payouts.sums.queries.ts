import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { bookEntries } from '#server/features/book/book.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { payoutAttempts, payoutBatches, payouts } from '../payouts.tables.ts';

type DayFilter = { userIds: readonly Id<'user'>[]; since: Date };

/** An entry, and the order by whose customer and value its money counts. */
const fields = {
  entryId: bookEntries.id,
  orderId: orders.id,
  userId: orders.userId,
  valueUsd: orders.valueUsd,
  orderAmount: orders.amount,
};

/**
 * The attempts of customers that were released or paid by hand since a moment, with their entries: null if the book has
 * none. The moment of the release counts, not the day of a statement, and money that was returned still counts.
 */
export const listReleased = rows((db: Reads, { userIds, since }: Blanks<DayFilter>) =>
  db
    .select({
      ...fields,
      subject: sql`${payoutAttempts.id}`.mapWith(String),
      kind: payouts.kind,
      state: payoutAttempts.state,
    })
    .from(payoutBatches)
    .innerJoin(payoutAttempts, eq(payoutAttempts.batchId, payoutBatches.id))
    .innerJoin(payouts, eq(payouts.id, payoutAttempts.payoutId))
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .leftJoin(
      bookEntries,
      and(eq(bookEntries.kind, 'attempt.made'), eq(bookEntries.subject, sql`${payoutAttempts.id}::text`)),
    )
    .where(
      and(
        gte(payoutBatches.releasedAt, since),
        or(inArray(payoutBatches.state, ['released', 'sent', 'closed']), isNotNull(payoutAttempts.sentAt)),
        isOneOf(orders.userId, userIds),
      ),
    ),
);

/** The entries of money of refused exchanges that was returned to these customers since a moment. */
export const listMoneyBack = rows((db: Reads, { userIds, since }: Blanks<DayFilter>) =>
  db
    .select({ ...fields, subject: bookEntries.subject })
    .from(bookEntries)
    .innerJoin(orders, eq(orders.id, bookEntries.orderId))
    .where(and(eq(bookEntries.kind, 'money.back'), gte(bookEntries.at, since), isOneOf(orders.userId, userIds))),
);

/** The entries of second payments that were approved since a moment and are not released. */
export const listWaitingExtras = rows((db: Reads, { userIds, since }: Blanks<DayFilter>) =>
  db
    .select({ ...fields, subject: sql`${payouts.id}`.mapWith(String) })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .leftJoin(bookEntries, and(eq(bookEntries.kind, 'extra'), eq(bookEntries.subject, sql`${payouts.id}::text`)))
    .where(
      and(
        eq(payouts.kind, 'extra'),
        inArray(payouts.state, ['due', 'held', 'batched']),
        gte(payouts.approvedAt, since),
        isOneOf(orders.userId, userIds),
      ),
    ),
);
