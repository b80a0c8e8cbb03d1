import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';

const watched = readStatement(
  { coinId: column.text, address: column.text },
  `select crypto_id as "coinId", address from deposit_wallets where is_active
   union select crypto_id, deposit_address from sell_quotes where created_at > $1 and dropped_at is null
   union select crypto_id, deposit_address from orders
     where type = 'sell' and deposit_address is not null and status in ('pending', 'processing')
   union select o.crypto_id, o.deposit_address from orders o
     where o.type = 'sell' and o.deposit_address is not null and o.created_at > $1`,
);

/** The addresses that are shown now, that were shown since a moment, and those of sales that are not decided. */
export async function listWatched(db: Pick<Db, 'run'>, since: Date): Promise<{ coinId: string; address: string }[]> {
  return db.run(watched, [since]);
}
