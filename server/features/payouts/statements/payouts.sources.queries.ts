import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { payoutStates } from '#shared/payouts/payouts.lifecycle.ts';
import { payoutAttempts } from '../payouts.tables.ts';

const attempt = columnsOf(payoutAttempts, 'a', 'id', 'payoutId', 'endToEndId', 'amount', 'state');
const attemptRow = {
  ...attempt.row,
  reference: column.text,
  payoutState: column.oneOf(payoutStates),
  batchSeq: orNull(column.integer),
  batchTotal: orNull(column.numeric),
  hasLine: column.boolean,
};
export type AttemptRow = RowOf<typeof attemptRow>;

/**
 * Attempts of a currency that lines of an account may be about: by order, by batch, or sent and of the same amount. Those
 * that another account paid are not; one paid by hand names none, and may be of any.
 */
export const readAttempts = readStatement(attemptRow).rows<
  [
    currency: string,
    references: readonly string[],
    batches: readonly number[],
    amounts: readonly string[],
    accountId: string,
  ]
>()`
  select ${attempt.sql}, t.reference,
    p.state as "payoutState", b.seq as "batchSeq", b.total as "batchTotal",
    exists (select from line_matches m where m.payout_id = p.id and m.attempt_id = a.id and m.role = 'settled' and m.undone_at is null) as "hasLine"
  from payout_attempts a join payouts p on p.id = a.payout_id join orders t on t.id = p.order_id
    left join payout_batches b on b.id = a.batch_id
  where a.currency = $1 and (b.account_id is null or b.account_id = $5) and a.id in (
    select x.id from orders o join payouts y on y.order_id = o.id join payout_attempts x on x.payout_id = y.id
      where o.reference = any($2::text[])
    union select x.id from payout_batches y join payout_attempts x on x.batch_id = y.id where y.seq = any($3::int[])
    union select x.id from payout_attempts x
      where x.state = 'sent' and x.currency = $1 and x.amount = any($4::numeric[]))
  order by a.sent_at, a.id`;

/** The orders that lines name; payable are exchanges that no other line has paid. */
export const readNamedOrders = readStatement({
  id: column.uuid,
  reference: column.text,
  fromCurrency: orNull(column.text),
  amount: column.numeric,
  isPayable: column.boolean,
}).rows<[references: readonly string[]]>()`
  select t.id, t.reference, t.from_currency as "fromCurrency", t.amount,
    t.type = 'fiat' and not exists (
      select from line_matches m where m.order_id = t.id and m.undone_at is null) as "isPayable"
  from orders t where t.reference = any($1::text[])`;

/** Lines of earlier files that may be a part of a payment. */
export const readOpenParts = readStatement({
  id: column.uuid,
  amount: column.numeric,
  currency: column.text,
  text: column.text,
  endToEndId: column.text,
}).rows<[accountId: string]>()`
  select id, amount, currency, text, coalesce(end_to_end_id, '') as "endToEndId" from statement_lines
  where account_id = $1 and state = 'unmatched' and direction = 'out' and rule = 'amount_differs'
  order by booked_on, id limit 5000`;
