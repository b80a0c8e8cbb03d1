import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

const watched = readStatement({ coinId: column.text, address: column.text, isAwaited: column.boolean })`
  select "coinId", address, bool_or(awaited) as "isAwaited" from (
    select crypto_id as "coinId", address, false as awaited from deposit_wallets where is_active
    union select crypto_id, deposit_address, used_at is null and expires_at > $2 from sell_quotes
      where deposit_address <> '' and created_at > $1 and dropped_at is null
    union select crypto_id, deposit_address, true from orders
      where type = 'sell' and deposit_address is not null and status in (${sqlList(openStatuses)})
    union select crypto_id, deposit_address, false from orders
      where type = 'sell' and deposit_address is not null and created_at > $1) shown
  group by 1, 2`;

const waiting = readStatement({ userId: column.uuid })`
  select distinct user_id as "userId" from orders
  where type = 'sell' and status in (${sqlList(openStatuses)}) and crypto_id = any($1::text[])`;

/** The customers of open sales of these coins. */
export async function listWaiting(db: Pick<Db, 'run'>, coinIds: readonly string[]): Promise<{ userId: string }[]> {
  return db.run(waiting, [coinIds]);
}

const openSales = readStatement({ id: column.uuid })`
  select id from orders
  where type = 'sell' and status in (${sqlList(openStatuses)}) and crypto_id = any($1::text[])
    and deposit_address is not null
  order by created_at, id limit $2`;

export async function listOpenSales(
  db: Pick<Db, 'run'>,
  coinIds: readonly string[],
  limit: number,
): Promise<{ id: string }[]> {
  return db.run(openSales, [coinIds, limit]);
}

/** Addresses shown now or since a moment, and of undecided sales; those of open quotes and sales are awaited. */
export async function listWatched(
  db: Pick<Db, 'run'>,
  { since, now }: { since: Date; now: Date },
): Promise<{ coinId: string; address: string; isAwaited: boolean }[]> {
  return db.run(watched, [since, now]);
}
