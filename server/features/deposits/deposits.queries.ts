import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { arrivedAtLease } from '#server/features/sell/sell.opening.service.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { ChainName } from '#shared/reference/chains.ts';

/** Addresses of these coins shown now or since a moment, and of undecided sales; those of open quotes and sales are awaited. */
export const listWatched = readStatement({ coinId: column.text, address: column.text, isAwaited: column.boolean }).rows<
  [since: Date, now: Date, coinIds: readonly string[]]
>()`
  select "coinId", address, bool_or(awaited) as "isAwaited" from (
    select crypto_id as "coinId", address, false as awaited from deposit_wallets where is_active
    union select crypto_id, deposit_address, used_at is null and expires_at > $2 from sell_quotes
      where deposit_address <> '' and created_at > $1 and dropped_at is null
    union select crypto_id, deposit_address, true from orders
      where type = 'sell' and deposit_address is not null and status in (${sqlList(openStatuses)})
    union select crypto_id, deposit_address, false from orders
      where type = 'sell' and deposit_address is not null and created_at > $1) shown
  where "coinId" = any($3::text[]) group by 1, 2`;

/** The customers of open sales of these coins. */
export const listWaiting = readStatement({ userId: column.uuid }).rows<[coinIds: readonly string[]]>()`
  select distinct user_id as "userId" from orders
  where type = 'sell' and status in (${sqlList(openStatuses)}) and crypto_id = any($1::text[])`;

export const listOpenSales = readStatement({ id: column.uuid }).rows<[coinIds: readonly string[], limit: number]>()`
  select id from orders
  where type = 'sell' and status in (${sqlList(openStatuses)}) and crypto_id = any($1::text[])
    and deposit_address is not null
  order by created_at, id limit $2`;

const order = columnsOf(orders, 'o', 'id', 'userId', 'quoteId', 'reference', 'status', 'stage', 'amount');
const orderRow = {
  ...order.row,
  address: orNull(column.text),
  memo: orNull(column.text),
  stoppedAt: orNull(column.moment),
};
export type FollowedOrder = RowOf<typeof orderRow>;

/** What is followed of an order. */
export const findFollowed = readStatement(orderRow).first<[id: string]>()`
  select ${order.sql}, o.deposit_address as address, o.deposit_memo as memo, (select s.stopped_at from deposit_address_stops s
      where s.address = o.deposit_address and s.memo = coalesce(o.deposit_memo, '')) as "stoppedAt"
  from orders o where o.id = $1`;

/** Notes the price of a coin with the transfers to own addresses that were just seen. */
export const writeRateThen = writeStatement({ id: column.uuid }).send<[coinId: string, price: string, now: Date]>()`
  update chain_transfers t set rate_then = $2 where t.coin_id = $1 and t.rate_then is null
    and t.first_seen_at > $3::timestamptz - interval '10 minutes'
    and exists (select from deposit_addresses a where a.chain = t.chain and a.address = t.to_address) returning t.id`;

/** Whose deposits are under way: their screens show each confirmation. */
export const listNewsOf = readStatement({
  userId: column.uuid,
  quoteId: column.uuid,
  orderId: orNull(column.uuid),
}).rows<[chain: ChainName]>()`
  select distinct l.user_id as "userId", l.quote_id as "quoteId",
    (select o.id from orders o where o.quote_id = l.quote_id) as "orderId"
  from address_leases l join deposit_addresses a on a.id = l.address_id join chain_transfers t on ${arrivedAtLease}
  where a.chain = $1 and l.ended_at is null and t.state in ('seen', 'included')`;

const approvedRow = { orderId: column.uuid, reference: column.text, transferId: { ...column.uuid, isFiltered: true } };

/** The approved sales that these transfers prove. */
export const listApproved = readStatement(approvedRow).rows<
  [transferIds: readonly string[], lost: readonly string[]]
>()`
  select o.id as "orderId", o.reference, c.transfer_id as "transferId"
  from transfer_claims c join orders o on o.id = c.order_id
  where c.transfer_id = any($1::uuid[]) and c.released_at is null
    and (o.status = 'completed' or c.transfer_id = any($2::uuid[]))
  order by o.reference`;

const maxShown = 20;

// The few alarms of the log lead to their sales: an index on all transfers would be maintained for almost none.
/** Approved sales whose deposit is in no block any more, for the overview. */
export const reorganisedSales = readStatement({ id: column.uuid, reference: column.text }).rows()`
  select distinct o.id, o.reference from audit_log a join orders o on o.id = a.subject_id::uuid
    join transfer_claims c on c.order_id = o.id and c.released_at is null
    join chain_transfers t on t.id = c.transfer_id
  where a.action = 'deposit.reorganised' and t.reorganised_at is not null and t.block_height is null
  order by o.reference limit ${maxShown}`;
