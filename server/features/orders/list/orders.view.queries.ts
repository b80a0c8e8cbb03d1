import type { Db } from '#server/db/connection.ts';
import { field, jsonView, type JsonField, type JsonView } from '#server/db/json-view.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, readTextStatement, sqlList } from '#server/db/statements.ts';
import { batchNotePattern } from '#shared/orders/orders.batch-note.ts';
import { openStatuses, proofHours } from '#shared/orders/orders.lifecycle.ts';
import { settledRate, signedOrder, signedOrderColumns, type OrderWithSignature } from '../orders.queries.ts';

/** A moment as it goes over the wire. */
export const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const fileJson = `json_build_object('filename', f.filename, 'originalName', f.original_name, 'type', f.type,
  'size', f.size, 'uploadDate', ${iso('f.created_at')})`;

const filesOfKind = (purpose: string) =>
  `json_agg(${fileJson} order by f.created_at, f.original_name, f.id) filter (where f.purpose = '${purpose}')`;

/** Joins what a view needs beside order `t`: its files, ready for the wire, and the stop of its deposit address. */
const withFiles = `left join deposit_address_stops stop
    on stop.address = t.deposit_address and stop.memo = coalesce(t.deposit_memo, '')
  left join lateral (
    select ${filesOfKind('payment_proof')} as proofs, ${filesOfKind('payout_screenshot')} as screenshots
    from files f where f.order_id = t.id group by f.order_id) a on true`;

/** How far the payout of order `t` is, for its customer: no batch, no member, no checks. */
const payoutJson = `(select json_build_object('state', case
      when t.stage in ('details_needed', 'returned') then 'returned' when t.stage = 'reversed' then 'reversed'
      when t.stage = 'settled' and a.settled_by <> 'member' then 'arrived' when t.stage in ('sent', 'settled') then 'sent'
      when t.status = 'completed' then 'again' else 'preparing' end,
    'at', ${iso(`case when a.returned is not null then (a.returned->>'at')::timestamptz
      when t.stage = 'sent' or a.settled_by = 'member' then coalesce(a.sent_at, p.updated_at)
      else coalesce(a.settled_at, p.updated_at) end`)},
    'endToEndId', a.end_to_end_id, 'mayChangeDetails', t.stage = 'details_needed')
  from payouts p left join lateral (select x.* from payout_attempts x
    where x.payout_id = p.id and x.state <> 'void' order by x.no desc limit 1) a on true
  where p.order_id = t.id and p.kind = 'order' and p.state <> 'cancelled')`;

const ifFiat = (column: string) => `case when t.type = 'fiat' then ${column} end`;

/** What is paid for what arrived, beside what was agreed; null where nothing was settled. */
const settlementWith = ({
  acceptedBy,
  reason,
}: {
  acceptedBy: string;
  reason: string;
}) => `(select json_build_object('id', s.id, 'orderId', s.order_id, 'outcome', s.outcome,
    'received', trim_scale(s.received), 'paidFor', trim_scale(s.paid_for), 'rest', trim_scale(s.rest),
    'rate', trim_scale(${settledRate}),
    'gross', trim_scale(s.gross), 'feePercent', trim_scale(s.fee_percent), 'fee', trim_scale(s.fee),
    'net', trim_scale(s.net), 'currency', t.payout_currency, 'acceptedBy', ${acceptedBy},
    'acceptedAt', ${iso('s.accepted_at')}, 'reason', ${reason}, 'voidedAt', null, 'voidReason', null)
  from order_settlements s where s.order_id = t.id and s.voided_at is null)`;

/**
 * transactionView of the contract, from order `t`, its files `a` and the `stop` of its address: the one place where an order
 * takes its shape on the wire, for the customer and the administrator alike. Every field is named here.
 */
const orderFieldsWith = (deposit: { address: JsonField; memo: JsonField }, settlement: string) => ({
  id: field.uuid('t.id'),
  reference: field.text('t.reference'),
  type: field.text('t.type'),
  status: field.text('t.status'),
  version: field.integer('t.version'),
  stage: field.text('t.stage'),
  settlement: field.json(settlement),
  stageVersion: field.integer('t.stage_version'),
  userId: field.uuid('t.user_id'),
  amount: field.numeric('t.amount'),
  valueUsd: field.numeric('t.value_usd'),
  grossAmount: field.numeric('t.gross_amount'),
  feeAmount: field.numeric('t.fee_amount'),
  feePercent: field.numeric('t.fee_percent'),
  payoutAmount: field.numeric('t.payout_amount'),
  payoutCurrency: field.text('t.payout_currency'),
  rate: field.numeric('t.rate'),
  awaitingProof: field.boolean(`t.proof_at is null and t.status in (${sqlList(openStatuses)})`),
  proofDueAt: field.moment(ifFiat(`coalesce(t.proof_due_at, t.created_at + interval '${proofHours} hours')`)),
  createdAt: field.moment('t.created_at'),
  date: field.moment('t.created_at'),
  updatedAt: field.moment('t.updated_at'),
  cryptoId: field.text('t.crypto_id'),
  cryptoName: field.text('t.crypto_name'),
  cryptoSymbol: field.text('t.crypto_symbol'),
  cryptocurrency: field.object(field.text('t.crypto_id'), {
    name: field.text('t.crypto_name'),
    symbol: field.text('t.crypto_symbol'),
    color: field.text('t.crypto_color'),
  }),
  transactionHash: field.text('t.transaction_hash'),
  paymentDetails: field.jsonb('t.payment_details'),
  deposit: field.object(deposit.address, {
    ...deposit,
    network: field.text('t.deposit_network'),
    stoppedAt: field.moment('stop.stopped_at'),
  }),
  paymentProofFiles: field.jsonArray('a.proofs'),
  adminPayoutScreenshots: field.jsonArray('a.screenshots'),
  adminNotes: field.text('t.admin_notes'),
  adminTransactionId: field.text('t.admin_transaction_id'),
  fromCurrency: field.text('t.from_currency'),
  toCurrency: field.text(ifFiat('t.payout_currency')),
  payout: field.json(payoutJson),
  inputAmount: field.numericOrNull(ifFiat('t.amount')),
  outputAmount: field.numericOrNull(ifFiat('t.payout_amount')),
});

/** A note as the customer reads it: the one that the product writes for the team is none. */
export const ownNote = (note: string) => `case when ${note} !~ '${batchNotePattern}' then ${note} end`;

/** A customer reads neither who of the team accepted it, nor why. */
const ownSettlement = settlementWith({
  acceptedBy: `case when s.accepted_by in ('rule', 'customer') then s.accepted_by else 'desk' end`,
  reason: 'null::text',
});

/** An order as its customer sees it: an address that was stopped is on no screen any more. */
const ownFields = {
  ...orderFieldsWith(
    {
      address: field.text(`case when stop.id is null then t.deposit_address else '' end`),
      memo: field.text('case when stop.id is null then t.deposit_memo end'),
    },
    ownSettlement,
  ),
  adminNotes: field.text(ownNote('t.admin_notes')),
};

/** The reason of an event as JSON; null where a person gave a note, or none. */
export const becauseOf = (event: string) =>
  `case when ${event}.reason is not null then json_build_object('reason', ${event}.reason, 'params', ${event}.params) end`;

const eventsWith = (more: string, note = 'e.note') =>
  field.jsonArray(`(select json_agg(json_build_object('id', e.id::text, 'at', ${iso('e.at')},
    'from', e.from_status, 'to', e.to_status, 'by', e.actor_kind, 'note', ${note}, 'stage', e.stage,
    'because', ${becauseOf('e')}${more}) order by e.id)
  from order_events e where e.order_id = t.id)`);

const memberName = `(select concat_ws(' ', m.first_name, m.last_name) from users m where m.id = e.actor_id
  and e.actor_kind = 'desk')`;

/** The history with the names of the members. */
export const namedEvents = eventsWith(`, 'byName', ${memberName}`);

/** The member whose decision ended order `t`. */
export const decidedBy = `(select ${memberName} from order_events e where e.order_id = t.id and e.to_status = t.status
  and e.from_status <> e.to_status and t.status not in (${sqlList(openStatuses)}) order by e.id limit 1)`;

/** How many orders with the same proof are named; one is enough to warn. */
const maxSameProofs = 5;

/** adminTransactionView of order `t` and customer `u`, where a stopped address stays: coins may arrive there. */
export const adminFields = {
  ...orderFieldsWith(
    { address: field.text('t.deposit_address'), memo: field.text('t.deposit_memo') },
    settlementWith({ acceptedBy: 's.accepted_by', reason: 's.reason' }),
  ),
  userEmail: field.text('u.email'),
  userName: field.text(`concat_ws(' ', u.first_name, u.last_name)`),
  userStatus: field.text('u.status'),
  tampered: field.boolean('false'),
  decidedBy: field.text(decidedBy),
  receivingAccountId: field.uuid('t.receiving_account_id'),
  tags: field.json('to_json(t.tags)'),
  assignee: field.json(`(select json_build_object('id', w.id, 'name', w.first_name || ' ' || w.last_name) from users w
    where w.id = t.assignee_id)`),
  kycStatus:
    field.text(`coalesce((select case when k.status = 'approved' and k.expires_on < (now() at time zone 'utc')::date
      then 'expired' else k.status end from kyc_requests k where k.user_id = t.user_id
    order by (k.status in ('pending', 'approved')) desc, k.submitted_at desc limit 1), 'none')`),
  sameProofReferences: field.jsonArray(`(select json_agg(same.reference) from (
    select o.reference from files p
    cross join lateral (
      select q.order_id from files q where q.sent_hash = p.sent_hash and q.purpose = 'payment_proof'
      union all select e.order_id from erased_proofs e where e.sent_hash = p.sent_hash) q
    join orders o on o.id = q.order_id
    where p.order_id = t.id and p.purpose = 'payment_proof' and q.order_id <> t.id limit ${maxSameProofs}) same)`),
};

/** What one order shows beyond its line in a list: its history without the names of agents, and where it was paid into. */
export const detailFields = {
  events: eventsWith(''),
  paymentInstructions: field.jsonArray('t.payment_instructions'),
};

/** The same for the customer. */
const ownDetailFields = { ...detailFields, events: eventsWith('', ownNote('e.note')) };

/** A list as JSON, with the size of the whole list and the ids of its orders. */
export type JsonList = { json: string; total: number; ids: string[] };

type ListSource = {
  /** SQL of the size of the whole list. */
  total: string;
  /** The orders `t` of the page, to be joined. */
  orders: string;
  sortedBy: string;
  /** Before `select`. */
  with?: string;
};

/** Declares a list of this view; the returned function reads it. An empty page has its total as well. */
export function listReader(view: JsonView, { total, orders, sortedBy, with: before = '' }: ListSource) {
  const statement = readTextStatement(
    { ...view.columns, total: column.integer },
    `${before} select ${view.select}, n.total
     from (select ${total} as total) n left join ${orders} on true ${withFiles} order by ${sortedBy}`,
  );
  return async (db: Pick<Db, 'run'>, values: readonly unknown[]): Promise<JsonList> => {
    const rows = await db.run(statement, values);
    const found = rows.filter((row) => view.textOf(row, 'id') !== null);
    const ids = found.map((row) => String(view.textOf(row, 'id')));
    return { json: `[${found.map(view.write).join(',')}]`, total: Number(rows[0]?.at(-1)), ids };
  };
}

/** An order as JSON, beside what its signature covers: both are one state of the row. */
export type JsonOrder = { json: string; isOpen: boolean } & OrderWithSignature;

/** Declares one order of this view; `source` names order `t` and its condition. The returned function reads it. */
export function orderReader<Values extends unknown[]>(
  view: JsonView,
  { from, where }: { from: string; where: string },
) {
  const shape = { texts: column.textsOrNull, isOpen: column.boolean, ...signedOrder };
  const ordered = readStatement(shape).as((row): JsonOrder => ({ ...row, json: view.write(row.texts) }));
  return ordered.first<Values>()`
    select ${view.selectArray} as texts, t.status in (${sqlList(openStatuses)}) as "isOpen", ${signedOrderColumns}
    from ${from} ${withFiles} where ${where}`;
}

/** One order of this user with its history, as transactionDetails; undefined for another user's as for none. */
export const readOwnOrder = orderReader<[userId: string, id: string]>(jsonView({ ...ownFields, ...ownDetailFields }), {
  from: 'orders t',
  where: 't.id = $2 and t.user_id = $1',
});

/** The orders of user $1 that fit, newest first, $2 of them after $3. */
const ownList = (fits: string) =>
  listReader(jsonView(ownFields), {
    total: `(select count(*)::int from orders where ${fits})`,
    orders: `(select * from orders where ${fits} order by created_at desc, id desc limit $2 offset $3) t`,
    sortedBy: 't.created_at desc, t.id desc',
  });

const newestOwn = ownList('user_id = $1');

/** The filters of one user's orders: $1 is the user, $4 to $9 are an OwnFilter in its order. */
export const matchesOwn = `user_id = $1 and ($4::text[] is null or status = any($4)) and ($5::text is null or type = $5)
  and ($6::text is null or $6 in (payout_currency, from_currency))
  and ($7::timestamptz is null or created_at >= $7) and ($8::timestamptz is null or created_at < $8)
  and ($9::text is null or lower(concat_ws(' ', reference, crypto_name, crypto_symbol, transaction_hash,
    admin_transaction_id, payout_currency, from_currency, payment_details->>'accountName',
    payment_details->>'bankName')) like $9)`;

const filteredOwn = ownList(matchesOwn);

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
    ? filteredOwn(db, [userId, limit, offset, statuses, type, currency, from, before, pattern])
    : newestOwn(db, [userId, limit, offset]);
}
