import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Search } from '#server/db/like.ts';
import { recordsOf } from '#server/db/records.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables, signRow, type SignedFields } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { users } from '#server/features/users/users.tables.ts';
import { addressFindings, type RefundsQuery } from '#shared/refunds/refunds.contract.ts';
import { refunds } from './refunds.tables.ts';

export type SignedRefund = SignedFields<typeof signedTables.refund>;

const steps = [
  'dueAt',
  'approvedAt',
  'approvedBy',
  'sentAt',
  'sentBy',
  'confirmedAt',
  'cancelledAt',
  'cancelledBy',
] as const;
const kept = ['addressSetAt', 'valueUsd', 'feeBy'] as const;
const refund = columnsOf(refunds, 'r', 'reason', 'finding', 'seenHeight', 'searchedHeight', ...kept, ...steps);
const user = columnsOf(users, 'u', 'firstName', 'email', 'language');
const refundRow = {
  ...signedTables.refund.fields,
  ...refund.row,
  ...user.row,
  signature: orNull(column.bytes),
  addressFinding: orNull(column.oneOf(addressFindings)),
  isOfOther: column.boolean,
  reference: orNull(column.text),
  orderStatus: orNull(column.text),
  symbol: column.text,
  userName: column.text,
};
export type RefundRow = RowOf<typeof refundRow>;

/** Whether another customer named the same address and tag, as a mule would. */
const addressFinding = `(select case when bool_or(b.status = 'blocked') then 'address_of_blocked' else 'address_shared' end
  from refunds x join users b on b.id = x.user_id
  where x.address = r.address and x.tag is not distinct from r.tag and x.user_id <> r.user_id having count(*) > 0)`;

/** True if the address that the coins came to was given to another customer. */
const isOfOther = `coalesce((select l.user_id <> r.user_id from chain_transfers t
    join deposit_addresses a on a.chain = t.chain and a.address = t.to_address and a.tag in ('', coalesce(t.to_tag, ''))
    join address_leases l on l.address_id = a.id and l.leased_at <= t.first_seen_at
  where t.id = r.transfer_id order by l.leased_at desc limit 1), false)`;

const columns = `${signedColumns(signedTables.refund, 'r')}, ${refund.sql}, ${user.sql}, ${addressFinding} as "addressFinding",
  ${isOfOther} as "isOfOther",
  o.reference, o.status as "orderStatus", c.symbol, concat_ws(' ', u.first_name, u.last_name) as "userName"`;
const joined = `refunds r join users u on u.id = r.user_id join crypto_assets c on c.id = r.crypto_id
  left join orders o on o.id = r.order_id`;

/** Its value is at the rate of the order, or at that of the day where there is none; null without either. */
const insert = writeStatement({})`
  insert into refunds (id, order_id, transfer_id, user_id, crypto_id, amount, state, version, reason, due_at, signature,
    due_by, fee_by, value_usd)
  values ($1, $2, $3, $4, $5, $6, 'due', 1, $7, $8, $9, $10, $11, round($6 * coalesce(
    (select o.value_usd / o.amount from orders o where o.id = $2),
    (select c.price_usd from crypto_assets c where c.id = $5)), 2))`;

export type NewRefund = Pick<SignedRefund, 'id' | 'orderId' | 'transferId' | 'userId' | 'cryptoId' | 'amount'> & {
  reason: string;
  dueAt: Date;
  dueBy: string | null;
  feeBy: 'desk' | 'customer';
};

/** Writes a refund that is due. */
export async function insertRefund(tx: Tx, { reason, dueAt, dueBy, feeBy, ...refund }: NewRefund): Promise<void> {
  const empty = { networkFee: null, address: null, tag: null, txHash: null, state: 'due', version: 1 } as const;
  const signature = signRow(signedTables.refund, { ...refund, ...empty });
  const { id, orderId, transferId, userId, cryptoId, amount } = refund;
  await tx.run(insert, [id, orderId, transferId, userId, cryptoId, amount, reason, dueAt, signature, dueBy, feeBy]);
}

export const findRefund = readStatement(refundRow).first<[id: string]>()`
  select ${columns} from ${joined} where r.id = $1`;

/** Locks a refund for this transaction. */
export const lockRefund = writeStatement(refundRow).first<[id: string]>()`
  select ${columns} from ${joined} where r.id = $1 for update of r`;

export type RefundChange = Partial<
  Pick<
    RefundRow,
    'state' | 'address' | 'tag' | 'addressSetAt' | 'txHash' | 'networkFee' | 'finding' | 'seenHeight' | 'searchedHeight'
  > &
    Pick<RefundRow, 'approvedAt' | 'approvedBy' | 'sentAt' | 'sentBy' | 'confirmedAt' | 'cancelledAt' | 'cancelledBy'>
>;

/** Changes a refund that was read under its lock, signs it again, and returns it in its new version. */
export async function writeRefund(tx: Tx, before: RefundRow, changed: RefundChange): Promise<RefundRow> {
  const after = { ...before, ...changed, version: before.version + 1 };
  const signature = signRow(signedTables.refund, after);
  const { id, version } = before;
  const [row] = await tx
    .update(refunds)
    .set({ ...changed, version: after.version, signature })
    .where(and(eq(refunds.id, id), eq(refunds.version, version)))
    .returning({ id: refunds.id });
  if (!row) throw new Error('A refund under its lock changed its version.');
  return { ...after, signature };
}

/** Notes how far the chain was looked through; the refund stays as it is. */
export const setSearched = writeStatement({}).send<[id: string, height: number | null]>()`
  update refunds set searched_height = $2 where id = $1 and state in ('sent', 'confirmed')`;

/** The newest refunds of a customer. */
export const listOwnRefunds = readStatement(refundRow).rows<[userId: string]>()`
  select ${columns} from ${joined} where r.user_id = $1 order by r.due_at desc, r.id limit 200`;

/** The refunds of an order, newest first. */
export const selectRefundsOf = readStatement(refundRow).rows<[orderId: string]>()`
  select ${columns} from ${joined} where r.order_id = $1 order by r.due_at desc, r.id limit 50`;

/** $2 is what is searched for, $3 whether addresses and $4 whether e-mail addresses may be. */
const fits = `($1::text is null or r.state = $1) and ($2::text is null or o.reference ilike $2 or r.tx_hash ilike $2
  or concat_ws(' ', u.first_name, u.last_name) ilike $2 or ($3::boolean and r.address ilike $2)
  or ($4::boolean and u.email ilike $2))`;
const page = readStatement(refundRow)`
  select ${columns} from ${joined} where ${fits}
  order by r.state in ('confirmed', 'cancelled'), case when $7::text = 'newest' then r.due_at end desc, r.due_at, r.id limit $5 offset $6`;
const maxCounted = 10_000;
const count = readStatement({ total: column.integer })`
  select count(*)::int as total from (select from ${joined} where ${fits} limit ${maxCounted}) counted`;

type RefundFilter = Pick<RefundsQuery, 'state' | 'sort'> & Search;

/** A page of refunds, oldest first, with how many there are. */
export async function listRefunds(
  db: Pick<Db, 'run'>,
  { state, pattern, seesAccounts, seesContacts, sort }: RefundFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RefundRow[]; total: number }> {
  const values = [state ?? null, pattern, seesAccounts, seesContacts];
  const [rows, [counted]] = await Promise.all([db.run(page, [...values, limit, offset, sort]), db.run(count, values)]);
  return { rows, total: counted?.total ?? 0 };
}

/** True if a transfer is on its chain for good. */
export const isFinalTransfer = readStatement({ id: column.uuid }).exists<[transferId: string]>()`
  select id from chain_transfers where id = $1 and state = 'final'`;

/** Whether an address is, or was, one that we receive at, in whatever case it is spelled. */
export const isOwnAddress = readStatement({ isOurs: column.boolean }).only<[address: string]>()`
  select exists (select from deposit_wallets where lower(address) = lower($1))
    or exists (select from deposit_wallet_changes where lower(to_address) = lower($1) or lower(from_address) = lower($1))
    or exists (select from deposit_address_stops where lower(address) = lower($1))
    or exists (select from deposit_sources where lower(address) = lower($1))
    or exists (select from deposit_addresses where lower(address) = lower($1))
    or exists (select from orders where deposit_address = $1) as "isOurs"`;

/** Whether a transaction proves a deposit or another refund than this one. */
export const isHashUsed = readStatement({ isUsed: column.boolean }).only<
  [hash: string, cryptoId: string, refundId: string]
>()`
  select exists (select from chain_transfers t join transfer_claims c on c.transfer_id = t.id and c.released_at is null
      where lower(t.tx_hash) = lower($1) and t.coin_id = $2)
    or exists (select from orders where lower(transaction_hash) = lower($1) and crypto_id = $2 and status not in ('rejected', 'failed'))
    or exists (select from refunds where lower(tx_hash) = lower($1) and crypto_id = $2 and id <> $3) as "isUsed"`;

/** The refunds of these coins that their chain has to confirm, and those lately confirmed, which it could take back. */
export const listToRead = readStatement({ id: column.uuid }).values<[coinIds: readonly string[], since: Date]>()`
  select id from refunds where crypto_id = any($1::text[])
    and (state = 'sent' or (state = 'confirmed' and confirmed_at > $2)) order by sent_at limit 200`;

/** What a cancelled refund was for is unmatched again. */
export const reopenTransferOf = writeStatement({}).send<[refundId: string, now: Date]>()`
  update unmatched_decisions set reopened_at = $2 where refund_id = $1 and reopened_at is null`;

/** The refund of an own order whose address its customer names. */
export const findRefundOf = readStatement({ id: column.uuid }).value<[orderId: string, userId: string]>()`
  select id from refunds where order_id = $1 and user_id = $2 and state <> 'cancelled'
  order by state in ('due', 'approved') desc, due_at desc, id limit 1`;

/** A customer's refunds, for the data export. */
export const exportRefundsPersonalData = recordsOf(
  `select coalesce(json_agg(json_build_object('state', r.state, 'coin', r.crypto_id, 'amount', r.amount::text,
     'address', r.address, 'tag', r.tag, 'transaction', r.tx_hash, 'dueAt', r.due_at, 'sentAt', r.sent_at,
     'confirmedAt', r.confirmed_at) order by r.due_at), '[]'::json) as records from refunds r where r.user_id = $1`,
);
