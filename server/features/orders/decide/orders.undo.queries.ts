import { eq, sql } from 'drizzle-orm';
import { oneRow } from '#server/db/one-row.ts';
import { first, type Blanks, type Drizzle } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { orderEvents, orders } from '../orders.tables.ts';

/** Allows this transaction to set the order back; the trigger that protects decided orders requires it. */
export const allowSettingBack = first((db: Drizzle, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  db.select({ id: sql`set_config('landfall.takes_back', ${orderId}::text, true)`.mapWith(String) }).from(oneRow),
);

type SetBack = { orderId: Id<'order'>; status: string; now: Date };

/** The notes before the last decision, if there were any; `desk` is the stored word for an admin. */
const notesBefore = sql`(select e.note from ${orderEvents} e where e.order_id = ${orders.id} and e.note is not null
  and e.actor_kind = 'desk' order by e.id desc offset 1 limit 1)`;

/** Sets an order back to its former status, and restores its notes if the decision wrote them. */
export const setBack = first((db: Drizzle, { orderId, status, now }: Blanks<SetBack>) =>
  db
    .update(orders)
    .set({
      status: sql`${status}`,
      version: sql`${orders.version} + 1`,
      updatedAt: sql`${now}::timestamptz`,
      decidedAt: sql`null`,
      adminNotes: sql`case when ${orders.decidedAt} is null then ${orders.adminNotes} else ${notesBefore} end`,
    })
    .where(eq(orders.id, orderId))
    .returning({ version: orders.version, stage: orders.stage, stageVersion: orders.stageVersion }),
);
