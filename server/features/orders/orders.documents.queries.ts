import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import type { Db } from '#server/db/connection.ts';
import { readStatement } from '#server/db/statements.ts';
import { iso, matchesOwn, type OwnFilter } from './orders.view.queries.ts';

/** An order as documents show it; amounts are exact decimal text, moments ISO 8601 in UTC. */
export type DocumentRow = {
  id: string;
  reference: string;
  type: 'sell' | 'fiat';
  status: OrderStatus;
  createdAt: string;
  decidedAt: string | null;
  cryptoName: string | null;
  /** The symbol of the coin, or the currency given. */
  unit: string;
  amount: string;
  valueUsd: string;
  rate: string;
  grossAmount: string;
  feePercent: string;
  feeAmount: string;
  payoutAmount: string;
  payoutCurrency: string;
  transactionHash: string | null;
  adminTransactionId: string | null;
};

const columns = `t.id, t.reference, t.type, t.status, ${iso('t.created_at')} as "createdAt",
  ${iso('t.decided_at')} as "decidedAt", t.crypto_name as "cryptoName",
  coalesce(t.crypto_symbol, t.from_currency) as unit, trim_scale(t.amount)::text as amount,
  trim_scale(t.value_usd)::text as "valueUsd", trim_scale(t.rate)::text as rate,
  trim_scale(t.gross_amount)::text as "grossAmount", trim_scale(t.fee_percent)::text as "feePercent",
  trim_scale(t.fee_amount)::text as "feeAmount", trim_scale(t.payout_amount)::text as "payoutAmount",
  t.payout_currency as "payoutCurrency", t.transaction_hash as "transactionHash",
  t.admin_transaction_id as "adminTransactionId"`;

/** Where a batch begins: below this moment and id. */
type Place = { at: string; id: string };
type BatchRow = DocumentRow & { at: string };

const batch = readStatement<BatchRow>(
  `select ${columns}, t.created_at::text as at from orders t
   where ${matchesOwn} and (created_at, id) < ($3::timestamptz, $10::uuid)
   order by created_at desc, id desc limit $2`,
);

const first: Place = { at: 'infinity', id: '00000000-0000-0000-0000-000000000000' };
const batchSize = 500;

/**
 * All orders of a person that fit, newest first, in batches: each begins where the last ended, so the last row of a
 * hundred thousand costs no more than the first, and no connection is held while a slow caller reads.
 */
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

export type ReceiptRow = DocumentRow & {
  customer: string;
  accountName: string | null;
  accountNumber: string | null;
  bankName: string | null;
  method: string | null;
};

const receipt = readStatement<ReceiptRow>(
  `select ${columns}, concat_ws(' ', u.first_name, u.last_name) as customer,
     t.payment_details->>'accountName' as "accountName", t.payment_details->>'accountNumber' as "accountNumber",
     t.payment_details->>'bankName' as "bankName", t.payment_details->>'method' as method
   from orders t join users u on u.id = t.user_id where t.id = $1 and t.user_id = $2`,
);

/** An order of this person with what its receipt says; undefined for a stranger's as for none. */
export async function readForReceipt(db: Pick<Db, 'run'>, userId: string, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.run(receipt, [id, userId]);
  return row;
}

const anonymous = readStatement<DocumentRow>(`select ${columns} from orders t where t.id = $1`);

/** An order without anything about its customer. */
export async function readForCheck(db: Pick<Db, 'run'>, id: string): Promise<DocumentRow | undefined> {
  const [row] = await db.run(anonymous, [id]);
  return row;
}
