import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { handledBy, handlingValues, type BookFilter, type BookSearch } from '../list/orders.book.queries.ts';
import { becauseOf, decidedBy } from '../list/orders.view.queries.ts';
import { documentColumns, documentRow } from './orders.documents.queries.ts';

const bookRow = {
  ...documentRow,
  customer: column.text,
  userEmail: orNull(column.text),
  accountName: orNull(column.text),
  accountNumber: orNull(column.text),
  bankName: orNull(column.text),
  notes: orNull(column.text),
  decidedBy: orNull(column.text),
  /** Why the product itself ended it, where there is no note. */
  because: orNull(column.json),
  /** With microseconds: where the next batch begins. */
  at: column.text,
};
/** An order with its customer, and the account it is paid out to. */
export type ExportedOrder = RowOf<typeof bookRow>;

const endedBecause = `case when t.admin_notes is null and t.status in (${sqlList(refusedStatuses)}) then (
  select ${becauseOf('e')} from order_events e
  where e.order_id = t.id and e.to_status = t.status order by e.id desc limit 1) end`;

/** $9 to $11 are assignee and tag, $12 and $13 the search. */
const batch = (found: string) =>
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

const batches: Record<BookSearch['by'], ReturnType<typeof batch>> = {
  nothing: batch('true'),
  address: batch('t.deposit_address = $12'),
  account: batch('t.receiving_account_id = $12::uuid'),
  matches: batch('(t.id = any($12::uuid[]) or t.user_id = any($13::uuid[]))'),
  frequentMatches: batch(
    `(t.id = any($12::uuid[]) or lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $13)`,
  ),
};

const batchSize = 500;

/** All orders that fit, newest first, in batches that each begin where the last ended: no connection is held. */
export async function* streamBook(
  db: Pick<Db, 'run'>,
  { statuses, types, currency, from, before, handling }: BookFilter,
  search: BookSearch,
): AsyncGenerator<ExportedOrder[]> {
  let place: Pick<ExportedOrder, 'at' | 'id'> | undefined = {
    at: 'infinity',
    id: '00000000-0000-0000-0000-000000000000',
  };
  while (place) {
    const bounds = [
      statuses,
      types,
      currency,
      from,
      before,
      place.at,
      place.id,
      batchSize,
      ...handlingValues(handling),
    ];
    const rows: ExportedOrder[] = await db.run(batches[search.by], [...bounds, ...search.values]);
    if (rows.length > 0) yield rows;
    place = rows.length < batchSize ? undefined : rows.at(-1);
  }
}
