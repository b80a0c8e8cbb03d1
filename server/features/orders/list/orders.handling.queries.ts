import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { sqlList, writeStatement } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orders } from '../orders.tables.ts';

const handledOrder = { assigneeId: orNull(column.uuid), tags: column.texts };
export type OrderHandling = RowOf<typeof handledOrder>;

/** Who has an order and how it is marked, held until the transaction ends. */
export const lockHandling = writeStatement(handledOrder).first<[id: string]>()`
  select assignee_id as "assigneeId", tags from orders where id = $1 for update`;

export async function setAssignee(tx: Tx, id: string, assigneeId: string | null): Promise<void> {
  await tx.update(orders).set({ assigneeId }).where(eq(orders.id, id));
}

export async function setTags(tx: Tx, id: string, tags: readonly string[]): Promise<void> {
  await tx
    .update(orders)
    .set({ tags: [...tags] })
    .where(eq(orders.id, id));
}

// A row locked by another caller is skipped, and one taken meanwhile is checked again: each is assigned once.
/** Assigns the oldest unassigned open order but their own, which they may not decide; returns its id, undefined where there is none. */
export const takeOldest = writeStatement({ id: column.uuid }).value<[userId: string]>()`
  update orders set assignee_id = $1 where id = (
    select id from orders where status in (${sqlList(openStatuses)}) and assignee_id is null and user_id is distinct from $1
    order by created_at, id limit 1 for update skip locked)
  returning id`;

/** Unassigns all orders of a member; returns their ids. */
export async function releaseOrders(tx: Tx, userId: string): Promise<string[]> {
  const released = await tx
    .update(orders)
    .set({ assigneeId: null })
    .where(eq(orders.assigneeId, userId))
    .returning({ id: orders.id });
  return released.map(({ id }) => id);
}
