import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { toText, type Amount, type Rate } from '#shared/kernel/money.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { OrderDraft } from './orders.draft.ts';

/** An order of this user, coin and amount since a moment whose proof has the same bytes. */
export const findDuplicate = readStatement({ id: column.uuid }).value<
  [userId: string, since: Date, cryptoId: string, amount: string, proofHash: Buffer]
>()`
  select t.id from orders t join files f on f.order_id = t.id
  where t.user_id = $1 and t.created_at > $2 and t.crypto_id = $3 and t.amount = $4
    and f.purpose = 'payment_proof' and f.sent_hash = $5
  order by t.created_at limit 1`;

const duplicateExchange = readStatement({ id: column.uuid })`
  select id from orders
  where user_id = $1 and created_at > $2 and type = 'fiat' and status = 'pending' and proof_at is null
    and from_currency = $3 and payout_currency = $4 and amount = $5 and rate = $6 and payout_amount = $7
    and payment_details = $8::jsonb
  order by created_at limit 1`;

/** An exchange of this user opened since a moment on the same terms, still without proof. */
export async function findDuplicateExchange(
  db: Pick<Db, 'run'>,
  { userId, since, from, to, amount, rate, output, details }: DuplicateExchange,
): Promise<string | undefined> {
  const values = [userId, since, from, to, ...[amount, rate, output].map(toText), JSON.stringify(details)];
  return (await db.run(duplicateExchange, values))[0]?.id;
}

export type DuplicateExchange = {
  userId: string;
  since: Date;
  from: string;
  to: string;
  amount: Amount<'sent'>;
  rate: Rate<'sent', 'payout'>;
  output: Amount<'payout'>;
  details: OrderDraft['paymentDetails'];
};

/** Issues a reference, for good or for a user's next order; false when it was issued before. */
export const takeReference = writeStatement({}).exists<[reference: string, reservedFor: string | null]>()`
  insert into order_references (reference, reserved_for) values ($1, $2) on conflict do nothing returning reference`;

export const findReserved = writeStatement({ reference: column.text }).value<[userId: string]>()`
  select reference from order_references where reserved_for = $1 for update`;

/** Makes a reserved reference that of an order; false when it was not reserved for this user. */
export const redeem = writeStatement({}).exists<[reference: string, userId: string]>()`
  update order_references set reserved_for = null where reference = $1 and reserved_for = $2 returning reference`;

/** True if an order of this user was ever completed. */
export const hasCompletedOrder = readStatement({ id: column.uuid }).exists<[userId: string]>()`
  select id from orders where user_id = $1 and status = 'completed' limit 1`;

/** How many open orders of a coin show this address, and how many coins they are about as decimal text. */
export const openOrdersAt = readStatement({ orders: column.integer, amount: column.text }).one<
  [cryptoId: string, address: string]
>()`
  select count(*)::int as orders, coalesce(sum(amount), 0)::text as amount from orders
  where deposit_address = $2 and status in (${sqlList(openStatuses)}) and crypto_id = $1`;

/** Coins of completed orders since a moment that showed this address, as decimal text. */
export const sumReceivedAt = readStatement({ amount: column.text }).only<
  [cryptoId: string, address: string, since: Date]
>()`
  select coalesce(sum(amount), 0)::text as amount from orders
  where deposit_address = $2 and status = 'completed' and type = 'sell' and created_at > $3 and crypto_id = $1`;
