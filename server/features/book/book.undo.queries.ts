import { and, eq, inArray } from 'drizzle-orm';
import { rows, type Blanks, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { bookEntries } from './book.tables.ts';

/**
 * The entries of one decision about an order: its entries of that moment, `reversalOf` for those that undid another.
 */
export const listEntriesAt = rows((db: Reads, { orderId, at }: Blanks<{ orderId: Id<'order'>; at: Date }>) =>
  db
    .select({ kind: bookEntries.kind, subject: bookEntries.subject, reversalOf: bookEntries.reversalOf })
    .from(bookEntries)
    .where(
      and(
        eq(bookEntries.orderId, orderId),
        eq(bookEntries.at, at),
        inArray(bookEntries.kind, ['claim', 'stated', 'settled', 'order.ended']),
      ),
    )
    .orderBy(bookEntries.key),
);
