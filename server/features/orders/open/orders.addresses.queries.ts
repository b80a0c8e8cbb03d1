import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

const openAt = readStatement({ orders: column.integer, amount: column.text })`
  select count(*)::int as orders, coalesce(sum(amount), 0)::text as amount from orders
  where deposit_address = $1 and status in (${sqlList(openStatuses)}) and crypto_id = $2`;

/** How many open orders of a coin show this address, and how many coins they are about. */
export async function countOpenAt(
  db: Pick<Db, 'run'>,
  cryptoId: string,
  address: string,
): Promise<{ orders: number; amount: string }> {
  const [row] = await db.run(openAt, [address, cryptoId]);
  return row ?? { orders: 0, amount: '0' };
}

const receivedAt = readStatement({ amount: column.text })`
  select coalesce(sum(amount), 0)::text as amount from orders
  where deposit_address = $1 and status = 'completed' and type = 'sell' and created_at > $3 and crypto_id = $2`;

/** Coins of completed orders since a moment that showed this address, as decimal text. */
export async function sumReceivedAt(
  db: Pick<Db, 'run'>,
  cryptoId: string,
  address: string,
  since: Date,
): Promise<string> {
  return (await db.run(receivedAt, [address, cryptoId, since]))[0]?.amount ?? '0';
}
