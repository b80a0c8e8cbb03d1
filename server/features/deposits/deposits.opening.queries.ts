import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { arrivedAtLease } from '#server/features/sell/sell.opening.service.ts';
import type { ChainName } from '#shared/reference/chains.ts';

const priced = writeStatement({ id: column.uuid })`
  update chain_transfers t set rate_then = $2 where t.coin_id = $1 and t.rate_then is null
    and t.first_seen_at > $3::timestamptz - interval '10 minutes'
    and exists (select from deposit_addresses a where a.chain = t.chain and a.address = t.to_address) returning t.id`;

/** Notes the price of a coin with the transfers to own addresses that were just seen. */
export async function writeRateThen(tx: Tx, coinId: string, price: string, now: Date): Promise<void> {
  await tx.run(priced, [coinId, price, now]);
}

const newsRow = { userId: column.uuid, quoteId: column.uuid, orderId: orNull(column.uuid) };
const news = readStatement(newsRow)`
  select distinct l.user_id as "userId", l.quote_id as "quoteId",
    (select o.id from orders o where o.quote_id = l.quote_id) as "orderId"
  from address_leases l join deposit_addresses a on a.id = l.address_id join chain_transfers t on ${arrivedAtLease}
  where a.chain = $1 and l.ended_at is null and t.state in ('seen', 'included')`;

/** Whose deposits are under way: their screens show each confirmation. */
export async function listNewsOf(db: Pick<Db, 'run'>, chain: ChainName): Promise<RowOf<typeof newsRow>[]> {
  return db.run(news, [chain]);
}
