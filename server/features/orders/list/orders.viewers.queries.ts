import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { orderViews } from '../orders.tables.ts';

export type NewView = { connectionId: string; processId: string; orderId: string; userId: string };

const insert = writeStatement(
  {},
  `insert into order_views (connection_id, process_id, order_id, user_id, until)
   select $1, $2, o.id, $4, now() + make_interval(secs => $5) from orders o where o.id = $3
   on conflict do nothing`,
);

/** Records that a tab has an order open, for `leaseSeconds`; nothing for an order that does not exist. */
export async function upsertView(tx: Tx, view: NewView, leaseSeconds: number): Promise<void> {
  await tx.run(insert, [view.connectionId, view.processId, view.orderId, view.userId, leaseSeconds]);
}

const renew = writeStatement(
  {},
  `update order_views set until = now() + make_interval(secs => $2) where process_id = $1`,
);
const sweep = writeStatement(
  { orderId: column.uuid },
  `delete from order_views where until <= now() returning order_id as "orderId"`,
);

/** Extends the lease of every open tab of a process; returns the orders of tabs whose lease ran out. */
export async function renewViews(tx: Tx, processId: string, leaseSeconds: number): Promise<string[]> {
  await tx.run(renew, [processId, leaseSeconds]);
  return [...new Set((await tx.run(sweep)).map(({ orderId }) => orderId))];
}

export async function deleteViews(tx: Tx, connectionId: string): Promise<void> {
  await tx.delete(orderViews).where(eq(orderViews.connectionId, connectionId));
}

/** Takes a whole process out, as it is about to end. */
export async function deleteViewsOfProcess(tx: Tx, processId: string): Promise<void> {
  await tx.delete(orderViews).where(eq(orderViews.processId, processId));
}

const viewers = readStatement(
  { userId: column.uuid },
  `select user_id as "userId" from order_views where order_id = $1 and until > now() group by 1 order by min(until)`,
);

/** Who has an order open, in any process. */
export async function readViewers(db: Pick<Db, 'run'>, orderId: string): Promise<string[]> {
  return (await db.run(viewers, [orderId])).map(({ userId }) => userId);
}
