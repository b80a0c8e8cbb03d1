import { batchSize, inBatches, type Place } from '#server/db/batches.ts';
import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { orderStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { moneyStates } from '#shared/orders/orders.receipts.contract.ts';
import { handledBy, handlingValues, type BookFilter, type BookSearch } from '../list/orders.book.queries.ts';
import { becauseOf, decidedBy, iso, matchesOwn, type OwnFilter } from '../list/orders.view.queries.ts';
import { settledRate } from '../orders.queries.ts';

/** An order as documents show it; amounts are exact decimal text, moments ISO 8601 in UTC. */
const documentRow = {
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
  /** Where the money of a completed order is, and since when. */
  moneyState: orNull(column.oneOf(moneyStates)),
  moneyAt: orNull(column.text),
};
export type DocumentRow = RowOf<typeof documentRow>;

/** What came back is not with the customer until it was sent again. An order without a payout on record was paid by hand. */
const moneyState = `case when t.status <> 'completed' then null when t.stage = 'reversed' then 'reversed'
  when t.stage not in ('sent', 'settled') then 'returned'
  when t.stage = 'settled' and exists (select from payouts p join payout_attempts a on a.payout_id = p.id
    where p.order_id = t.id and p.kind = 'order' and a.state = 'settled' and a.settled_by <> 'member') then 'arrived'
  else 'sent' end`;
const moneyAt = `case when t.status = 'completed' then coalesce((select ${iso(`case when t.stage = 'reversed' then p.updated_at
    when t.stage not in ('sent', 'settled') then max((a.returned->>'at')::timestamptz)
    when t.stage = 'settled' and bool_or(a.state = 'settled' and a.settled_by <> 'member') then max(a.settled_at)
    else max(a.sent_at) end`)}
  from payouts p join payout_attempts a on a.payout_id = p.id where p.order_id = t.id and p.kind = 'order' group by p.id),
  ${iso('t.decided_at')}) end`;

/** What was settled for what arrived, else what was agreed. */
const payable = (settled: string, agreed: string) =>
  `trim_scale(coalesce((select ${settled} from order_settlements s where s.order_id = t.id and s.voided_at is null), ${agreed}))::text`;

const documentColumns = `t.id, t.reference, t.type, t.status, ${iso('t.created_at')} as "createdAt",
  ${iso('t.decided_at')} as "decidedAt", t.crypto_name as "cryptoName",
  coalesce(t.crypto_symbol, t.from_currency) as unit, ${payable('s.paid_for', 't.amount')} as amount,
  ${payable('round(t.value_usd * s.gross / nullif(t.gross_amount, 0), 2)', 't.value_usd')} as "valueUsd", ${payable(settledRate, 't.rate')} as rate,
  ${payable('s.gross', 't.gross_amount')} as "grossAmount", ${payable('s.fee_percent', 't.fee_percent')} as "feePercent",
  ${payable('s.fee', 't.fee_amount')} as "feeAmount", ${payable('s.net', 't.payout_amount')} as "payoutAmount",
  trim_scale(t.payout_amount)::text as "agreedPayout",
  t.payout_currency as "payoutCurrency", t.transaction_hash as "transactionHash",
  t.admin_transaction_id as "adminTransactionId", ${moneyState} as "moneyState", ${moneyAt} as "moneyAt"`;

const batchRow = { ...documentRow, at: column.text };
type BatchRow = RowOf<typeof batchRow>;

const batch = readStatement(batchRow)`
  select ${documentColumns}, t.created_at::text as at from orders t
  where ${matchesOwn} and (created_at, id) < ($3::timestamptz, $10::uuid)
  order by created_at desc, id desc limit $2`;

/** All orders of a user that fit, newest first. */
export async function* streamOwnOrders(
  db: Pick<Db, 'run'>,
  userId: string,
  { statuses, type, currency, from, before, pattern }: OwnFilter,
): AsyncGenerator<DocumentRow[]> {
  const filter = [statuses, type, currency, from, before, pattern];
  yield* inBatches<BatchRow>((place) => db.run(batch, [userId, batchSize, place.at, ...filter, place.id]));
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

/** An order of this user with the data of its receipt; undefined for another user's as for none. */
export const readForReceipt = readStatement(receiptRow).first<[userId: string, id: string]>()`
  select ${documentColumns}, concat_ws(' ', u.first_name, u.last_name) as customer,
    t.payment_details->>'accountName' as "accountName", t.payment_details->>'accountNumber' as "accountNumber",
    t.payment_details->>'bankName' as "bankName", t.payment_details->>'method' as method
  from orders t join users u on u.id = t.user_id where t.id = $2 and t.user_id = $1`;

/** An order without anything about its customer. */
export const readForCheck = readStatement(documentRow).first<[id: string]>()`
  select ${documentColumns} from orders t where t.id = $1`;

const bookRow = {
  ...documentRow,
  customer: column.text,
  userEmail: orNull(column.text),
  accountName: orNull(column.text),
  accountNumber: orNull(column.text),
  bankName: orNull(column.text),
  notes: orNull(column.text),
  decidedBy: orNull(column.text),
  /** Why the product itself ended it. */
  because: orNull(column.json),
  /** With microseconds: where the next batch begins. */
  at: column.text,
};
/** An order with its customer, and the account it is paid out to. */
export type ExportedOrder = RowOf<typeof bookRow>;

const endedBecause = `case when t.status in (${sqlList(refusedStatuses)}) then (
  select ${becauseOf('e')} from order_events e
  where e.order_id = t.id and e.to_status = t.status order by e.id desc limit 1) end`;

/** $9 to $11 are assignee and tag, $12 and $13 the search. */
const bookBatch = (found: string) =>
  readStatement(bookRow)`
    select ${documentColumns}, concat_ws(' ', u.first_name, u.last_name) as customer, u.email as "userEmail",
      t.payment_details->>'accountName' as "accountName", t.payment_details->>'accountNumber' as "accountNumber",
      t.payment_details->>'bankName' as "bankName", t.admin_notes as notes, ${decidedBy} as "decidedBy", ${endedBecause} as because,
      t.created_at::text as at
    from orders t join users u on u.id = t.user_id
    where t.status = any($1::text[]) and t.type = any($2::text[]) and ($3::text is null or t.payout_currency = $3)
      and t.created_at >= $4 and t.created_at < $5 and (t.created_at, t.id) < ($6::timestamptz, $7::uuid)
      and ${handledBy(9)} and ${found}
    order by t.created_at desc, t.id desc limit $8`;

const batches: Record<BookSearch['by'], ReturnType<typeof bookBatch>> = {
  nothing: bookBatch('true'),
  address: bookBatch('t.deposit_address = $12'),
  account: bookBatch('t.receiving_account_id = $12::uuid'),
  matches: bookBatch('(t.id = any($12::uuid[]) or t.user_id = any($13::uuid[]))'),
  frequentMatches: bookBatch(
    `(t.id = any($12::uuid[]) or lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $13)`,
  ),
};

/** All orders that fit, newest first. */
export async function* streamBook(
  db: Pick<Db, 'run'>,
  { statuses, types, currency, from, before, handling }: BookFilter,
  search: BookSearch,
): AsyncGenerator<ExportedOrder[]> {
  const filter = [statuses, types, currency, from, before];
  const values = (place: Place) => [
    ...filter,
    place.at,
    place.id,
    batchSize,
    ...handlingValues(handling),
    ...search.values,
  ];
  yield* inBatches<ExportedOrder>((place) => db.run(batches[search.by], values(place)));
}
