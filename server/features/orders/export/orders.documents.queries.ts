import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { iso, matchesOwn, type OwnFilter } from '../list/orders.view.queries.ts';

/** An order as documents show it; amounts are exact decimal text, moments ISO 8601 in UTC. */
export const documentRow = {
  id: column.uuid,
  reference: column.text,
  type: column.oneOf(['sell', 'fiat']),
  status: column.oneOf(orderStatuses),
  createdAt: column.text,
  decidedAt: orNull(column.text),
  cryptoName: orNull(column.text),
  /** The symbol of the coin, or the currency given. */
  unit: column.text,
  amount: column.text,
  valueUsd: column.text,
  rate: column.text,
  grossAmount: column.text,
  feePercent: column.text,
  feeAmount: column.text,
  payoutAmount: column.text,
  /** The same before anything arrived. */
  agreedPayout: column.text,
  payoutCurrency: column.text,
  transactionHash: orNull(column.text),
  adminTransactionId: orNull(column.text),
};
export type DocumentRow = RowOf<typeof documentRow>;

/** What was settled for what arrived, else what was agreed. */
const payable = (name: string, agreed: string) =>
  `trim_scale(coalesce((select s.${name} from order_settlements s where s.order_id = t.id and s.voided_at is null), ${agreed}))::text`;

export const documentColumns = `t.id, t.reference, t.type, t.status, ${iso('t.created_at')} as "createdAt",
  ${iso('t.decided_at')} as "decidedAt", t.crypto_name as "cryptoName",
  coalesce(t.crypto_symbol, t.from_currency) as unit, ${payable('paid_for', 't.amount')} as amount,
  trim_scale(t.value_usd)::text as "valueUsd", trim_scale(t.rate)::text as rate,
  ${payable('gross', 't.gross_amount')} as "grossAmount", trim_scale(t.fee_percent)::text as "feePercent",
  ${payable('fee', 't.fee_amount')} as "feeAmount", ${payable('net', 't.payout_amount')} as "payoutAmount",
  trim_scale(t.payout_amount)::text as "agreedPayout",
  t.payout_currency as "payoutCurrency", t.transaction_hash as "transactionHash",
  t.admin_transaction_id as "adminTransactionId"`;

/** Where a batch begins: below this moment and id. */
type Place = { at: string; id: string };
const batchRow = { ...documentRow, at: column.text };
type BatchRow = RowOf<typeof batchRow>;

const batch = readStatement(batchRow)`
  select ${documentColumns}, t.created_at::text as at from orders t
  where ${matchesOwn} and (created_at, id) < ($3::timestamptz, $10::uuid)
  order by created_at desc, id desc limit $2`;

const first: Place = { at: 'infinity', id: '00000000-0000-0000-0000-000000000000' };
const batchSize = 500;

/** All orders of a user that fit, newest first, in batches that each begin where the last ended. */
export async function* streamOwnOrders(
  db: Pick<Db, 'run'>,
  userId: string,
  { statuses, type, currency, from, before, pattern }: OwnFilter,
): AsyncGenerator<DocumentRow[]> {
  let place: Place | undefined = first;
  while (place) {
    const values = [userId, batchSize, place.at, statuses, type, currency, from, before, pattern, place.id];
    const rows: BatchRow[] = await db.run(batch, values);
    if (rows.length > 0) yield rows;
    place = rows.length < batchSize ? undefined : rows.at(-1);
  }
}

const receiptRow = {
  ...documentRow,
  customer: column.text,
  accountName: orNull(column.text),
  accountNumber: orNull(column.text),
  bankName: orNull(column.text),
  method: orNull(column.text),
};
export type ReceiptRow = RowOf<typeof receiptRow>;

const receipt = readStatement(receiptRow)`
  select ${documentColumns}, concat_ws(' ', u.first_name, u.last_name) as customer,
    t.payment_details->>'accountName' as "accountName", t.payment_details->>'accountNumber' as "accountNumber",
    t.payment_details->>'bankName' as "bankName", t.payment_details->>'method' as method
  from orders t join users u on u.id = t.user_id where t.id = $1 and t.user_id = $2`;

/** An order of this user with the data of its receipt; undefined for another user's as for none. */
export async function readForReceipt(db: Pick<Db, 'run'>, userId: string, id: string): Promise<ReceiptRow | undefined> {
  return (await db.run(receipt, [id, userId]))[0];
}

/** An order without anything about its customer. */
export const readForCheck = readStatement(documentRow).first<
  [id: string]
>()`select ${documentColumns} from orders t where t.id = $1`;
