import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { sqlList, writeStatement } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

const handledOrder = { assigneeId: orNull(column.uuid), tags: column.texts };
export type OrderHandling = RowOf<typeof handledOrder>;

/** Who has an order and how it is marked, held until the transaction ends. */
export const lockHandling = writeStatement(handledOrder).first<[id: string]>()`
  select assignee_id as "assigneeId", tags from orders where id = $1 for update`;

export const setAssignee = writeStatement({}).send<[id: string, assigneeId: string | null]>()`
  update orders set assignee_id = $2 where id = $1`;

export const setTags = writeStatement({}).send<[id: string, tags: readonly string[]]>()`
  update orders set tags = $2 where id = $1`;

// A row locked by another caller is skipped, and one taken meanwhile is checked again: each is assigned once.
/** Assigns the oldest unassigned open order but their own, which they may not decide; returns its id, undefined where there is none. */
export const takeOldest = writeStatement({ id: column.uuid }).value<[userId: string]>()`
  update orders set assignee_id = $1 where id = (
    select id from orders where status in (${sqlList(openStatuses)}) and assignee_id is null and user_id is distinct from $1
    order by created_at, id limit 1 for update skip locked)
  returning id`;

/** Unassigns all orders of a member; returns their ids. */
export const releaseOrders = writeStatement({ id: column.uuid }).values<[userId: string]>()`
  update orders set assignee_id = null where assignee_id = $1 returning id`;
