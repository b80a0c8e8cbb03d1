import type { Db } from '#server/db/connection.ts';
import { column, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList, type ReadStatement } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderWithSignature, signedOrderColumns } from './orders.signature.ts';

/** A moment as it goes over the wire. */
export const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const fileJson = `json_build_object('filename', f.filename, 'originalName', f.original_name, 'type', f.type,
  'size', f.size, 'uploadDate', ${iso('f.created_at')})`;

const filesOfKind = (purpose: string) =>
  `coalesce(json_agg(${fileJson} order by f.created_at, f.original_name, f.id) filter (where f.purpose = '${purpose}'), '[]'::json)`;

/** Joins the files of order `t`, ready for the wire, and the stop of its deposit address. */
export const withFiles = `left join deposit_address_stops stop
    on stop.address = t.deposit_address and stop.memo = coalesce(t.deposit_memo, '')
  cross join lateral (
    select ${filesOfKind('payment_proof')} as proofs, ${filesOfKind('payout_screenshot')} as screenshots
    from files f where f.order_id = t.id) a`;

/**
 * transactionView of the contract, made by PostgreSQL from order `t`, its files `a` and the `stop` of its address: the one
 * place where an order takes its shape on the wire, for the customer and the administrator alike. Every column is named here.
 */
const orderViewWith = (
  deposit: string,
) => `t.id, t.reference, t.type, t.status, t.version, ${iso('t.created_at')} as "createdAt",
  ${iso('t.created_at')} as date, ${iso('t.updated_at')} as "updatedAt", t.user_id as "userId", t.crypto_id as "cryptoId",
  t.crypto_name as "cryptoName", t.crypto_symbol as "cryptoSymbol",
  case when t.crypto_id is not null then
    json_build_object('name', t.crypto_name, 'symbol', t.crypto_symbol, 'color', t.crypto_color) end as cryptocurrency,
  trim_scale(t.amount) as amount, trim_scale(t.value_usd) as "valueUsd", trim_scale(t.gross_amount) as "grossAmount",
  trim_scale(t.fee_amount) as "feeAmount", trim_scale(t.fee_percent) as "feePercent",
  trim_scale(t.payout_amount) as "payoutAmount", t.payout_currency as "payoutCurrency", trim_scale(t.rate) as rate,
  t.transaction_hash as "transactionHash", t.payment_details as "paymentDetails",
  case when t.deposit_address is not null then
    json_build_object(${deposit}, 'network', t.deposit_network, 'stoppedAt', ${iso('stop.stopped_at')}) end as deposit,
  t.proof_at is null and t.status in (${sqlList(openStatuses)}) as "awaitingProof",
  a.proofs as "paymentProofFiles", a.screenshots as "adminPayoutScreenshots", t.admin_notes as "adminNotes",
  t.admin_transaction_id as "adminTransactionId", t.from_currency as "fromCurrency",
  case when t.type = 'fiat' then t.payout_currency end as "toCurrency",
  case when t.type = 'fiat' then trim_scale(t.amount) end as "inputAmount",
  case when t.type = 'fiat' then trim_scale(t.payout_amount) end as "outputAmount"`;

/** An order as the team sees it: coins may have to be looked for at an address that was stopped. */
export const orderView = orderViewWith(`'address', t.deposit_address, 'memo', t.deposit_memo`);

/** An order as its customer sees it: an address that was stopped is on no screen any more. */
const ownOrderView = orderViewWith(
  `'address', case when stop.id is null then t.deposit_address else '' end,
    'memo', case when stop.id is null then t.deposit_memo end`,
);

/** How many orders with the same proof are named; one is enough to warn. */
const maxSameProofs = 5;

/** What adminTransactionView adds, from order `t` and its customer `u`. */
export const adminView = `u.email as "userEmail", concat_ws(' ', u.first_name, u.last_name) as "userName",
  u.status as "userStatus", false as tampered, t.receiving_account_id as "receivingAccountId", t.tags,
  (select json_build_object('id', w.id, 'name', w.first_name || ' ' || w.last_name) from users w
    where w.id = t.assignee_id) as assignee,
  coalesce((select case when k.status = 'approved' and k.expires_on < (now() at time zone 'utc')::date then 'expired'
      else k.status end from kyc_requests k where k.user_id = t.user_id
    order by (k.status in ('pending', 'approved')) desc, k.submitted_at desc limit 1), 'none') as "kycStatus",
  coalesce((select json_agg(same.reference) from (
    select o.reference from files p
    cross join lateral (
      select q.order_id from files q where q.sent_hash = p.sent_hash and q.purpose = 'payment_proof'
      union all select e.order_id from erased_proofs e where e.sent_hash = p.sent_hash) q
    join orders o on o.id = q.order_id
    where p.order_id = t.id and p.purpose = 'payment_proof' and q.order_id <> t.id limit ${maxSameProofs}) same), '[]'::json)
    as "sameProofReferences"`;

/** What one order shows beyond its line in a list: its history without the names of agents, and where it was paid into. */
export const detailsView = `coalesce((select json_agg(json_build_object('id', e.id::text, 'at', ${iso('e.at')},
    'from', e.from_status, 'to', e.to_status, 'by', e.actor_kind, 'note', e.note) order by e.id)
  from order_events e where e.order_id = t.id), '[]'::json) as events,
  coalesce(t.payment_instructions, '[]'::json) as "paymentInstructions"`;

/** A list as JSON, made by PostgreSQL, with the size of the whole list. */
export const jsonList = {
  json: column.text,
  total: column.integer,
};
export type JsonList = RowOf<typeof jsonList>;

/** An order as JSON, beside what its signature covers: both are one state of the row. */
export const jsonOrder = { json: column.text, isOpen: column.boolean, ...orderWithSignature };
export type JsonOrder = RowOf<typeof jsonOrder>;

/** The statement of an order view together with what its signature covers. */
export const withSignature = (view: string) =>
  `select row_to_json(v)::text as json, t.status in ('pending', 'processing') as "isOpen", ${signedOrderColumns}
   from (${view}) v join orders t on t.id = v.id`;

const selectOwnOrder = readStatement(
  jsonOrder,
  withSignature(`select ${ownOrderView}, ${detailsView} from orders t ${withFiles} where t.id = $1 and t.user_id = $2`),
);

/** One order of this user with its history, as transactionDetails; undefined for a stranger's as for none. */
export async function readOwnOrder(db: Pick<Db, 'run'>, userId: string, id: string): Promise<JsonOrder | undefined> {
  const [row] = await db.run(selectOwnOrder, [id, userId]);
  return row;
}

/** Wraps the page `page` (full rows of transactions) into one JSON array, newest first. */
const asOwnList = (page: string) =>
  `coalesce((select json_agg(v)::text from (
     select ${ownOrderView} from (${page}) t ${withFiles} order by t.created_at desc, t.id desc) v), '[]')`;

const newestOwn = readStatement(
  jsonList,
  `select (select count(*)::int from orders where user_id = $1) as total,
     ${asOwnList(`select * from orders where user_id = $1 order by created_at desc, id desc limit $2 offset $3`)} as json`,
);

/** The filters of one user's orders: $1 is the user, $4 to $9 are an OwnFilter in its order. */
export const matchesOwn = `user_id = $1 and ($4::text[] is null or status = any($4)) and ($5::text is null or type = $5)
  and ($6::text is null or $6 in (payout_currency, from_currency))
  and ($7::timestamptz is null or created_at >= $7) and ($8::timestamptz is null or created_at < $8)
  and ($9::text is null or lower(concat_ws(' ', reference, crypto_name, crypto_symbol, transaction_hash,
    admin_transaction_id, payout_currency, from_currency, payment_details->>'accountName',
    payment_details->>'bankName')) like $9)`;

const filteredOwn = readStatement(
  jsonList,
  `select (select count(*)::int from orders where ${matchesOwn}) as total,
     ${asOwnList(`select * from orders where ${matchesOwn} order by created_at desc, id desc limit $2 offset $3`)} as json`,
);

export type OwnFilter = {
  statuses: readonly string[] | null;
  type: string | null;
  currency: string | null;
  from: Date | null;
  /** Excluded. */
  before: Date | null;
  /** A LIKE pattern in lower case. */
  pattern: string | null;
};

/** A page of one user's orders, newest first; null means no filter, which is the poll of every open screen. */
export async function readOwnOrders(
  db: Pick<Db, 'run'>,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
  filter: OwnFilter | null,
): Promise<JsonList> {
  const { statuses, type, currency, from, before, pattern } = filter ?? {};
  return filter
    ? one(db, filteredOwn, [userId, limit, offset, statuses, type, currency, from, before, pattern])
    : one(db, newestOwn, [userId, limit, offset]);
}

/** The single row of a statement that always answers one. */
export async function one<Row>(
  db: Pick<Db, 'run'>,
  statement: ReadStatement<Row>,
  values: readonly unknown[],
): Promise<Row> {
  const [row] = await db.run(statement, values);
  if (!row) throw new Error('A list statement must answer one row.');
  return row;
}
