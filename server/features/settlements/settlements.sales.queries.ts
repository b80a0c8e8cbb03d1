import type { Db } from '#server/db/connection.ts';
import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { addressLeases, depositAddresses } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { chainOfCoin, type ChainName } from '#shared/reference/chains.ts';

const agreed = ['stage', 'version', 'amount', 'valueUsd', 'rate', 'feePercent', 'proofAt'] as const;
const order = columnsOf(orders, 'o', 'id', 'reference', 'userId', 'status', ...agreed);
const coin = columnsOf(cryptoAssets, 'c', 'symbol', 'minimumDeposit');
const lease = columnsOf(addressLeases, 'l', 'watchedUntil', 'leasedAt');
const address = columnsOf(depositAddresses, 'a', 'chain', 'address', 'tag');
const user = columnsOf(users, 'u', 'firstName', 'email', 'language');
const saleCommon = {
  ...order.row,
  ...coin.row,
  ...user.row,
  coinId: filtered(column.text),
  address: column.text,
  currency: column.text,
  promisedNet: column.numeric,
  expiresAt: column.moment,
  rules: { ...column.json, type: 'jsonb' } as const,
};
const saleRow = { ...saleCommon, ...lease.row, ...address.row, leaseId: column.uuid, addressId: column.uuid };
export type OwnSale = RowOf<typeof saleRow>;

/** A sale with an own address, with what it agreed; undefined for every other order. */
export const findOwnSale = readStatement(saleRow).first<[id: string]>()`
  select ${order.sql}, ${coin.sql}, ${lease.sql}, ${address.sql}, ${user.sql}, o.crypto_id as "coinId",
    o.payout_currency as currency, o.payout_amount as "promisedNet", q.expires_at as "expiresAt",
    coalesce(q.rules, '{}'::jsonb) as rules, l.id as "leaseId", a.id as "addressId"
  from orders o join sell_quotes q on q.id = o.quote_id join address_leases l on l.quote_id = q.id
    join deposit_addresses a on a.id = l.address_id join crypto_assets c on c.id = o.crypto_id
    join users u on u.id = o.user_id
  where o.id = $1 and o.type = 'sell'`;

/** What is settled: a sale with an own address, or one at a shared address whose transfers the team names. */
export type Sale = OwnSale | SharedSale;

const sharedRow = { ...saleCommon, tag: orNull(column.text), quotedAt: column.moment };
export type SharedSale = RowOf<typeof sharedRow> & { chain: ChainName; leaseId: null; watchedUntil: null };

const findShared = readStatement(sharedRow).first<[id: string]>()`
  select ${order.sql}, ${coin.sql}, ${user.sql}, o.crypto_id as "coinId", o.payout_currency as currency,
    o.payout_amount as "promisedNet", coalesce(q.expires_at, o.created_at) as "expiresAt",
    coalesce(q.created_at, o.created_at - interval '1 day') as "quotedAt", coalesce(q.rules, '{}'::jsonb) as rules,
    coalesce(o.deposit_address, '') as address, o.deposit_memo as tag
  from orders o left join sell_quotes q on q.id = o.quote_id join crypto_assets c on c.id = o.crypto_id
    join users u on u.id = o.user_id
  where o.id = $1 and o.type = 'sell' and o.deposit_address is not null and q.lease_id is null`;

/** A sale of a coin whose chain is known, at an own or at a shared address; undefined for every other order. */
export async function findSettledSale(db: Db, id: string): Promise<Sale | undefined> {
  const own = await findOwnSale(db, id);
  if (own) return own;
  const shared = await findShared(db, id);
  const chain = shared && chainOfCoin(shared.coinId);
  return chain && { ...shared, chain, leaseId: null, watchedUntil: null };
}
