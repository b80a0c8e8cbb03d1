import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { placeholderValues, first, rows, sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orders } from '../orders.tables.ts';

export type OrderHandling = Pick<typeof orders.$inferSelect, 'id' | 'assigneeId' | 'tags'>;
type OfMember = Blanks<{ userId: Id<'user'> }>;

const id = { id: orders.id };

/** Locks an order and reads its assignee and tags. */
export const lockHandling = first((db: Drizzle, blanks: Blanks<Pick<OrderHandling, 'id'>>) =>
  db
    .select({ id: orders.id, assigneeId: orders.assigneeId, tags: orders.tags })
    .from(orders)
    .where(eq(orders.id, blanks.id))
    .for('update'),
);

export const setAssignee = sent((db: Drizzle, { id: orderId, assigneeId }: Blanks<Omit<OrderHandling, 'tags'>>) =>
  db.update(orders).set(placeholderValues({ assigneeId })).where(eq(orders.id, orderId)),
);

export const setTags = sent((db: Drizzle, { id: orderId, tags }: Blanks<Omit<OrderHandling, 'assigneeId'>>) =>
  db.update(orders).set(placeholderValues({ tags })).where(eq(orders.id, orderId)),
);

// A row locked by another caller is skipped, and one taken meanwhile is checked again: each is assigned once.
/**
 * Assigns the oldest unassigned open order to a member, except their own, which they may not decide; undefined if there
 * is none.
 */
export const takeOldest = first((db: Drizzle, { userId }: OfMember) => {
  const oldestOrder = db
    .select(id)
    .from(orders)
    .where(
      and(
        inArray(orders.status, [...openStatuses]),
        isNull(orders.assigneeId),
        sql`${orders.userId} is distinct from ${userId}`,
      ),
    )
    .orderBy(orders.createdAt, orders.id)
    .limit(1)
    .for('update', { skipLocked: true });
  return db
    .update(orders)
    .set(placeholderValues({ assigneeId: userId }))
    .where(eq(orders.id, oldestOrder))
    .returning(id);
});

/** Unassigns all orders of a member; returns their ids. */
export const releaseOrders = rows((db: Drizzle, { userId }: OfMember) =>
  db.update(orders).set({ assigneeId: null }).where(eq(orders.assigneeId, userId)).returning(id),
);
