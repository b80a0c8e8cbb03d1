import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { newestLease } from './deposit-sources.states.queries.ts';
import { addressLeases, depositAddresses, depositSources } from './deposit-sources.tables.ts';

/** The leases of a customer that have not ended. */
export const listLiving = rows((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select({
      id: addressLeases.id,
      sourceId: depositAddresses.sourceId,
      index: depositAddresses.addressIndex,
      leasedAt: addressLeases.leasedAt,
      watchedUntil: addressLeases.watchedUntil,
    })
    .from(addressLeases)
    .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
    .where(and(eq(addressLeases.userId, userId), isNull(addressLeases.endedAt))),
);

/** The addresses of a source that are given out again, each with the beginning of its newest lease. */
export const listGivable = rows((db: Reads, { sourceId }: Blanks<{ sourceId: Id<'depositSource'> }>) => {
  const lease = newestLease(db);
  return db
    .select({ id: depositAddresses.id, index: depositAddresses.addressIndex, leasedAt: lease.leasedAt })
    .from(depositAddresses)
    .innerJoin(depositSources, eq(depositSources.id, depositAddresses.sourceId))
    .leftJoinLateral(lease, sql`true`)
    .where(
      and(
        eq(depositAddresses.sourceId, sourceId),
        or(eq(depositSources.kind, 'pool'), isNull(depositAddresses.paidAt)),
      ),
    );
});

/** Has addresses rest until these moments, and no shorter than before. */
export const restUntil = sent(
  (db: Drizzle, { ids, until }: Blanks<{ ids: readonly string[]; until: readonly Date[] }>) =>
    db
      .update(depositAddresses)
      .set({ restsUntil: sql`greatest(${depositAddresses.restsUntil}, rest.until)` })
      .from(sql`unnest(${ids}::uuid[], ${until}::timestamptz[]) as rest (id, until)`)
      .where(eq(depositAddresses.id, sql`rest.id`)),
);
