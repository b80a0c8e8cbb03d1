import { and, desc, eq, exists, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { teamNotices } from '#server/features/mail/notices/notices.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

/**
 * Open sales that can be decided, with a transfer of the last two days to their address, whose match was not reported
 * yet.
 */
export const listUnreported = rows(
  (db: Reads, { coinIds, limit }: Blanks<{ coinIds: readonly string[]; limit: number }>) => {
    const arrivedTransfers = db
      .select({ id: chainTransfers.id })
      .from(chainTransfers)
      .where(
        and(
          eq(chainTransfers.coinId, orders.cryptoId),
          eq(chainTransfers.toAddress, orders.depositAddress),
          sql`${chainTransfers.firstSeenAt} > now() - interval '2 days'`,
        ),
      );
    const reportedNotices = db
      .select({ id: teamNotices.id })
      .from(teamNotices)
      .where(eq(teamNotices.onceKey, sql`'green ' || ${orders.id}::text`));
    return db
      .select({ id: orders.id, reference: orders.reference, userId: orders.userId })
      .from(orders)
      .where(
        and(
          eq(orders.type, 'sell'),
          inArray(orders.status, [...openStatuses]),
          isOneOf(orders.cryptoId, coinIds),
          isNotNull(orders.proofAt),
          exists(arrivedTransfers),
          notExists(reportedNotices),
        ),
      )
      .orderBy(desc(orders.createdAt))
      .limit(limit);
  },
);
