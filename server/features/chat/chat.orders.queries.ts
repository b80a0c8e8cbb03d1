import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { Minimum, NewestOrder } from './bot/chat.bot.texts.ts';

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

const minimumsOfCoins = readStatement({ symbol: column.text, name: column.text, minimum: column.numeric })`
  select symbol, min(name) as name, max(minimum_deposit) as minimum from crypto_assets c
  where exists (select from deposit_wallets w where w.crypto_id = c.id and w.is_active) group by symbol order by min(sort_order), symbol`;

/** The smallest sale of each coin that a question names, or of all. */
export async function minimumsIn(db: Pick<Db, 'run'>, question: string): Promise<Minimum[]> {
  const all = await db.run(minimumsOfCoins, []);
  const asked = question.toLowerCase();
  const named = all.filter(({ symbol, name }) =>
    [symbol, name].some((word) => asked.split(/[^\p{L}\d]+/u).includes(word.toLowerCase())),
  );
  return named.length > 0 ? named : all;
}
