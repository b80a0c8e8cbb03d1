import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

const watched = readStatement(
  { coinId: column.text, address: column.text },
  `select crypto_id as "coinId", address from deposit_wallets where is_active
   union select crypto_id, deposit_address from sell_quotes where created_at > $1 and dropped_at is null
   union select crypto_id, deposit_address from orders
     where type = 'sell' and deposit_address is not null and status in ('pending', 'processing')
   union select o.crypto_id, o.deposit_address from orders o
     where o.type = 'sell' and o.deposit_address is not null and o.created_at > $1`,
);

const waiting = readStatement(
  { userId: column.uuid },
  `select distinct user_id as "userId" from orders
   where type = 'sell' and status in (${sqlList(openStatuses)}) and crypto_id = any($1::text[])`,
);

/** The customers of open sales of these coins. */
export async function listWaiting(db: Pick<Db, 'run'>, coinIds: readonly string[]): Promise<{ userId: string }[]> {
  return db.run(waiting, [coinIds]);
}

const openSales = readStatement(
  { id: column.uuid },
  `select id from orders
   where type = 'sell' and status in (${sqlList(openStatuses)}) and crypto_id = any($1::text[])
     and deposit_address is not null
   order by created_at, id limit $2`,
);

/** The open sales of these coins, oldest first. */
export async function listOpenSales(
  db: Pick<Db, 'run'>,
  coinIds: readonly string[],
  limit: number,
): Promise<{ id: string }[]> {
  return db.run(openSales, [coinIds, limit]);
}

/** The addresses that are shown now, that were shown since a moment, and those of sales that are not decided. */
export async function listWatched(db: Pick<Db, 'run'>, since: Date): Promise<{ coinId: string; address: string }[]> {
  return db.run(watched, [since]);
}
