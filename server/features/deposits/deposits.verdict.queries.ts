import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Verdict } from '#shared/deposits/verdict.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderVerdicts, transferClaims } from './deposits.tables.ts';

const agreed = ['amount', 'valueUsd', 'transactionHash', 'createdAt'] as const;
const order = columnsOf(orders, 'o', 'id', 'reference', 'userId', ...agreed);
const saleRow = {
  ...order.row,
  coinId: column.text,
  address: column.text,
  tag: orNull(column.text),
  quotedAt: orNull(column.moment),
  /** Whether the address or tag was given to this sale alone. */
  isOwn: column.boolean,
};
export type SaleRow = RowOf<typeof saleRow>;

const saleColumns = `${order.sql}, o.crypto_id as "coinId", o.deposit_address as address, o.deposit_memo as tag,
  q.created_at as "quotedAt", q.lease_id is not null as "isOwn"`;
const isSale = `o.type = 'sell' and o.crypto_id is not null and o.deposit_address is not null`;
const narrowed = { coinId: { ...column.text, isFiltered: true }, address: { ...column.text, isFiltered: true } };

/** What was agreed about the deposit of a sale; undefined for an exchange, which has none. */
export const findSale = readStatement({ ...saleRow, ...narrowed }).first<[id: string]>()`
  select ${saleColumns} from orders o left join sell_quotes q on q.id = o.quote_id where o.id = $1 and ${isSale}`;

const isUnproven = `not exists (
  select from transfer_claims c where c.order_id = o.id and c.transfer_id is not null and c.released_at is null)`;
const maxRivals = 500;
/** Whether one of the amounts $4 is within the share $5 of the agreed amount; the exact tolerance may be less. */
const isNear = (agreed: string) =>
  `exists (select from unnest($4::numeric[]) paid where paid between ${agreed} * (1 - $5::numeric) and ${agreed} * (1 + $5))`;

const rivals = readStatement({ ...saleRow, kind: column.oneOf(['sale', 'approved', 'quote']) })`
  select ${saleColumns}, 'sale' as kind from orders o left join sell_quotes q on q.id = o.quote_id
  where o.deposit_address = $2 and o.status in (${sqlList(openStatuses)}) and o.crypto_id = $1 and o.id <> $3
    and ${isSale} and ${isUnproven} and ${isNear('o.amount')}
  union all
  select ${saleColumns}, 'approved' from transfer_claims c join orders o on o.id = c.order_id
    left join sell_quotes q on q.id = o.quote_id
  where c.transfer_id is null and c.released_at is null and c.claimed_at > $7 and o.deposit_address = $2
    and o.crypto_id = $1 and o.id <> $3 and ${isSale} and ${isNear('o.amount')}
  union all
  select q.id, q.reference, q.user_id, q.amount, q.value_usd, null, q.created_at, q.crypto_id, q.deposit_address,
    q.deposit_memo, q.created_at, q.lease_id is not null, 'quote' from sell_quotes q
  where q.deposit_address = $2 and q.expires_at > $8 and q.used_at is null and q.dropped_at is null
    and q.crypto_id = $1 and q.user_id <> $6 and ${isNear('q.amount')}
  limit ${maxRivals}`;

type RivalRow = RowOf<typeof saleRow> & { kind: 'sale' | 'approved' | 'quote' };
type RivalFilter = {
  amounts: readonly string[];
  /** The share of an agreed amount by which a transfer may differ at most. */
  share: string;
  approvedSince: Date;
  expiredSince: Date;
};

/** What else such transfers could pay: other open sales, approved ones without theirs, quotes of others. */
export async function listRivals(
  db: Pick<Db, 'run'>,
  { coinId, address, id, userId }: SaleRow,
  { amounts, share, approvedSince, expiredSince }: RivalFilter,
): Promise<RivalRow[]> {
  return db.run(rivals, [coinId, address, id, amounts, share, userId, approvedSince, expiredSince]);
}

/** The other live sales of a coin that name a transaction and that no transfer proves yet, oldest first. */
export const listNaming = readStatement({ ...saleRow, ...narrowed }).rows<
  [coinId: string, hash: string, orderId: string | null]
>()`
  select ${saleColumns} from orders o left join sell_quotes q on q.id = o.quote_id
  where o.crypto_id = $1 and lower(o.transaction_hash) = lower($2)
    and o.id is distinct from $3::uuid and o.status not in (${sqlList(refusedStatuses)}) and ${isSale} and ${isUnproven}
  order by o.created_at, o.id limit ${maxRivals}`;

const transferId = { ...column.uuid, isFiltered: true };
const claimRow = { transferId, orderId: column.uuid, reference: column.text };
export type ClaimRow = RowOf<typeof claimRow>;

/** The live claims of these transfers. One parameter for all of them: a shared address has hundreds. */
export const listClaims = readStatement(claimRow).rows<[transferIds: readonly string[]]>()`
  select c.transfer_id as "transferId", o.id as "orderId", o.reference
  from transfer_claims c join orders o on o.id = c.order_id
  where c.transfer_id = any($1::uuid[]) and c.released_at is null`;

/** The transfers that prove an order. */
export const listClaimed = readStatement({ transferId }).values<[orderId: string]>()`
  select transfer_id as "transferId" from transfer_claims
  where order_id = $1 and transfer_id is not null and released_at is null`;

/** Claims transfers for an order; returns how many of them were free. */
export async function insertClaims(
  tx: Tx,
  orderId: string,
  transferIds: readonly string[],
  { grade, now }: { grade: 'own' | 'shared'; now: Date },
): Promise<number> {
  if (transferIds.length === 0) return 0;
  const claimed = await tx
    .insert(transferClaims)
    .values(transferIds.map((transferId) => ({ transferId, orderId, grade, claimedAt: now })))
    .onConflictDoNothing()
    .returning({ id: transferClaims.id });
  return claimed.length;
}

/** Notes that an approved order awaits the transfer that proves it. */
export const insertAwaited = writeStatement({}).send<[orderId: string, now: Date]>()`
  insert into transfer_claims (order_id, grade, claimed_at) values ($1, 'shared', $2)`;

/** The approved orders of these coins that await a transfer and have a recent one that could be it, oldest first. */
export const listAwaiting = readStatement({ orderId: column.uuid }).values<
  [coinIds: readonly string[], since: Date, share: string, seenSince: Date]
>()`
  select c.order_id as "orderId" from transfer_claims c join orders o on o.id = c.order_id
  where c.transfer_id is null and c.released_at is null and c.claimed_at > $2 and o.crypto_id = any($1::text[])
    and exists (select from chain_transfers t
      where t.coin_id = o.crypto_id and t.to_address = o.deposit_address and t.first_seen_at > $4
        and (t.tx_hash = o.transaction_hash or t.amount between o.amount * (1 - $3::numeric) and o.amount * (1 + $3))
        and not exists (select from transfer_claims l where l.transfer_id = t.id and l.released_at is null))
  order by c.claimed_at limit 100`;

/** True if an order claims a transfer that is on its way or has come. */
export const hasClaimed = readStatement({ id: column.uuid }).exists<[orderId: string]>()`
  select t.id from transfer_claims c join chain_transfers t on t.id = c.transfer_id
  where c.order_id = $1 and c.released_at is null and t.state in ('seen', 'included', 'final') limit 1`;

export const releaseClaims = writeStatement({}).send<[orderId: string, now: Date]>()`
  update transfer_claims set released_at = $2 where order_id = $1 and released_at is null`;

/** What the settlement of a sale pays for, and the transfers that it rests on; the first ones rest on all that is claimed. */
export const findSettled = readStatement({
  paidFor: column.numeric,
  txHash: column.text,
  outIndex: column.integer,
}).rows<[orderId: string]>()`
  select s.paid_for as "paidFor", t.tx_hash as "txHash", t.out_index as "outIndex"
  from order_settlements s join transfer_claims c on c.order_id = s.order_id and c.released_at is null
    join chain_transfers t on t.id = c.transfer_id
  where s.order_id = $1 and s.voided_at is null and s.paid_for > 0 and exists (
    select from jsonb_array_elements(s.parts) p where not p ? 'transferIds' or p->'transferIds' ? t.id::text)`;

const place = ['chain', 'txHash', 'outIndex', 'coinId', 'toAddress', 'toTag'] as const;
const stored = columnsOf(chainTransfers, 't', ...place, 'amount', 'blockHeight', 'blockHash');

/** The transfers that these orders are paid for: of those that they claim what a live settlement counts, else all. */
export const listCounted = readStatement({ orderId: column.uuid, ...stored.row }).rows<[orderIds: readonly string[]]>()`
  select c.order_id as "orderId", ${stored.sql} from transfer_claims c join orders o on o.id = c.order_id
    join chain_transfers t on t.id = c.transfer_id and t.coin_id = o.crypto_id and t.state in ('seen', 'included', 'final')
    left join order_settlements s on s.order_id = c.order_id and s.voided_at is null and s.paid_for > 0
  where c.order_id = any($1::uuid[]) and c.released_at is null and (s.id is null or exists (
    select from jsonb_array_elements(s.parts) p where not p ? 'transferIds' or p->'transferIds' ? t.id::text))`;

/** How often a reviewer had a deposit looked for and the node answered, and when last. */
export const countChecks = readStatement({ count: column.integer, lastAt: orNull(column.moment) }).one<
  [orderId: string]
>()`
  select count(*)::int as count, max(at) as "lastAt" from audit_log
  where subject_type = 'transaction' and subject_id = $1 and action = 'deposit.checked'
    and not details ? 'findings'`;

export type SeenVerdict = Pick<
  typeof orderVerdicts.$inferInsert,
  'orderId' | 'decision' | 'reason' | 'decidedBy' | 'at'
>;

/** Stores what a reviewer saw when deciding. */
export async function insertVerdict(
  tx: Tx,
  { level, findings, transfers, source, checkedAt }: Verdict,
  seen: SeenVerdict,
): Promise<void> {
  const readAt = checkedAt === null ? null : new Date(checkedAt);
  await tx.insert(orderVerdicts).values({ level, findings, transfers, source, checkedAt: readAt, ...seen });
}
