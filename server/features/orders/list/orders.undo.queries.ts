import { and, desc, eq, exists, gte, inArray, sql } from 'drizzle-orm';
import { first, type Blanks, type Reads } from '#server/db/query.ts';
import { approvals } from '#server/features/approvals/approvals.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { orderEvents, orders } from '../orders.tables.ts';

type OfOrder = Blanks<{ orderId: Id<'order'> }>;

/** The last step of an order, and whether a second member agreed to it. */
export const findLastStep = first((db: Reads, { orderId }: OfOrder) => {
  const confirmedApprovals = db
    .select()
    .from(approvals)
    .where(
      and(
        sql`${approvals.subjectId} = ${orderEvents.orderId}::text`,
        inArray(approvals.kind, ['payout', 'warned_approval']),
        eq(approvals.state, 'approved'),
        gte(approvals.decidedAt, sql`${orderEvents.at} - interval '5 seconds'`),
      ),
    );
  return db
    .select({
      at: orderEvents.at,
      from: orderEvents.fromStatus,
      to: orderEvents.toStatus,
      stage: orderEvents.stage,
      actorId: orderEvents.actorId,
      actorKind: orderEvents.actorKind,
      isConfirmed: sql`${exists(confirmedApprovals)}`.mapWith(Boolean),
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.id))
    .limit(1);
});

/** The member who opened an order for its customer. */
export const findOpener = first((db: Reads, { orderId }: OfOrder) =>
  db
    .select({ id: users.id, name: sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`.mapWith(String) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.openedBy))
    .where(eq(orders.id, orderId)),
);
