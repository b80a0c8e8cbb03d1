import type { Db } from '#server/db/connection.ts';
import { recordsOf } from '#server/db/records.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { becauseOf, ownNote } from './list/orders.view.queries.ts';

/** More orders of one user are not counted. */
const maxOrders = 10_000;

const counts = readStatement({ userId: column.uuid, orders: column.integer }).rows<[userIds: readonly string[]]>()`
  select p.id as "userId", (select count(*)::int from (
    select 1 from orders t where t.user_id = p.id limit ${maxOrders}) n) as orders
  from unnest($1::uuid[]) p(id)`;

/** How many orders each of these users ever opened, up to 10,000. */
export async function countOrdersOf(db: Pick<Db, 'run'>, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await counts(db, userIds);
  return new Map(rows.map(({ userId, orders }) => [userId, orders]));
}

/** How many orders of this user wait for a decision, or for money that has not left or came back. */
export const countOpenOrders = readStatement({ open: column.integer }).only<[userId: string]>()`
  select count(*)::int as open from orders t where t.user_id = $1 and (t.status in (${sqlList(openStatuses)})
    or exists (select from payouts p where p.order_id = t.id
      and p.state in ('due', 'held', 'batched', 'released', 'returned')))`;

/** Removes the payout account from every order of this user; amounts and references stay. */
export const erasePayoutDetails = writeStatement({}).send<[userId: string]>()`
  update orders set payment_details = null where user_id = $1 and payment_details is not null`;

// Amounts as text: a number of JSON would be read back as a binary float.
/** Everything on record of a user's newest 10,000 orders, oldest first. */
export const exportOrdersPersonalData = recordsOf(`
  select coalesce(json_agg(json_build_object(
    'reference', t.reference, 'type', t.type, 'status', t.status, 'createdAt', t.created_at,
    'gives', t.amount::text, 'of', coalesce(t.crypto_symbol, t.from_currency), 'rate', t.rate::text,
    'gross', t.gross_amount::text, 'feePercent', t.fee_percent::text, 'fee', t.fee_amount::text,
    'payout', t.payout_amount::text, 'payoutCurrency', t.payout_currency, 'valueUsd', t.value_usd::text,
    'paidTo', t.payment_details, 'depositAddress', t.deposit_address, 'depositMemo', t.deposit_memo,
    'transactionHash', t.transaction_hash, 'notes', ${ownNote('t.admin_notes')}, 'decidedAt', t.decided_at,
    'history', (select json_agg(json_build_object('at', e.at, 'from', e.from_status, 'to', e.to_status, 'note', ${ownNote('e.note')},
      'because', ${becauseOf('e')})
      order by e.id) from order_events e where e.order_id = t.id)
  ) order by t.created_at, t.id), '[]') as records
  from (select * from orders where user_id = $1 order by created_at desc, id desc limit ${maxOrders}) t`);

export const insertErased = writeStatement({}).send<[userId: string, addressHash: Buffer, now: Date]>()`
  insert into erased_customers (user_id, address_hash, erased_at) values ($1, $2, $3) on conflict (user_id) do nothing`;
/** Stores what the proofs of an erased customer were, as hashes, before the files go. */
export const insertErasedProofs = writeStatement({}).send<[userId: string]>()`
  insert into erased_proofs (order_id, sent_hash)
  select f.order_id, f.sent_hash from files f join orders t on t.id = f.order_id
  where t.user_id = $1 and f.purpose = 'payment_proof' on conflict do nothing`;

export const deleteErasedBefore = writeStatement({ userId: column.uuid }).send<[before: Date]>()`
  delete from erased_customers where erased_at < $1 returning user_id as "userId"`;
