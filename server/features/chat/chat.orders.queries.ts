import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { NewestOrder } from './bot/chat.bot.texts.ts';

const newestOrder = { reference: column.text, status: column.oneOf(orderStatuses) };
const newest = readStatement(newestOrder)`
  select reference, status from orders where user_id = $1 order by created_at desc, id desc limit 1`;

/** The newest order of a customer, as the bot reports it; null for a customer without any. */
export async function findNewestOrder(db: Pick<Db, 'run'>, userId: string): Promise<NewestOrder | null> {
  const [row] = await db.run(newest, [userId]);
  return row ?? null;
}

const owned = readStatement({})`select 1 from orders where id = $1 and user_id = $2`;

/** Whether an order is this customer's; a visitor has none. */
export async function isOrderOf(db: Pick<Db, 'run'>, orderId: string, userId: string | null): Promise<boolean> {
  return userId !== null && (await db.run(owned, [orderId, userId])).length === 1;
}
