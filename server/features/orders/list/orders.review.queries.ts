import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { field, jsonView } from '#server/db/json-view.ts';
import { sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import { column } from '#server/db/rows.ts';
import { signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { lockName, readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderWarnings } from '#shared/orders/orders.verdict-levels.ts';
import type { LockedOrder } from '../orders.queries.ts';
import { orderAmendments } from '../orders.tables.ts';
import { adminFields, detailFields, iso, namedEvents, orderReader } from './orders.view.queries.ts';

type Warning = (typeof orderWarnings)[number];

/** When each holds of order `t`; every search begins at an index. */
const holds: Record<Warning, string> = {
  address_stopped: `exists (select from deposit_address_stops s
    where s.address = t.deposit_address and s.memo = coalesce(t.deposit_memo, ''))`,
  same_proof: `exists (select from files p where p.order_id = t.id and p.purpose = 'payment_proof' and (
    exists (select from files q where q.sent_hash = p.sent_hash and q.purpose = 'payment_proof' and q.order_id <> t.id)
    or exists (select from erased_proofs e where e.sent_hash = p.sent_hash and e.order_id <> t.id)))`,
  same_document: `(exists (select from kyc_requests k
      join kyc_requests o on o.document_number_hash = k.document_number_hash and o.user_id <> k.user_id
      where k.user_id = t.user_id)
    or exists (select from kyc_requests k join files f on f.id in (k.document_file, k.back_file, k.selfie_file)
      join files g on g.sent_hash = f.sent_hash and g.purpose = 'kyc' and g.owner_id <> k.user_id
      where k.user_id = t.user_id))`,
};

/** The warnings of order `t` as an array, in their order. */
const warningsOf = `array_remove(array[${orderWarnings
  .map((warning) => `case when ${holds[warning]} then '${warning}' end`)
  .join(', ')}], null)`;

/** What stands against paying an order. */
export const readWarnings = readStatement({ warnings: column.texts, isBlocked: column.boolean }).one<[id: string]>()`
  select ${warningsOf} as warnings, u.status = 'blocked' as "isBlocked"
  from orders t join users u on u.id = t.user_id where t.id = $1`;

/** How many other customers, or orders with a similar picture, are named; one is enough to warn. */
const maxNamed = 5;
/** How many of its pieces a copy has in common with a picture at least; another payment in the same app has fewer. */
const sharedPieces = 0.9;

const payee = (table: string) => `lower(regexp_replace(${table}.payment_details->>'accountNumber', '[\\s-]', '', 'g'))`;

/** $2 begins the days of the limit $3, which are $4. */
const customer =
  field.json(`(select json_build_object('status', u.status, 'blockedReason', u.blocked_reason, 'registeredAt', ${iso('u.created_at')},
    'orders', count(*), 'completed', count(*) filter (where o.status = 'completed'),
    'volumeUsd', trim_scale(coalesce(sum(o.value_usd) filter (where o.status = 'completed'), 0)),
    'isFirst', not bool_or((o.created_at, o.id) < (t.created_at, t.id)),
    'limitUsedUsd', trim_scale(coalesce(sum(o.value_usd)
      filter (where o.created_at > $2 and o.status not in (${sqlList(refusedStatuses)})), 0)),
    'limitUsd', $3::numeric, 'limitDays', $4::int,
    'kycRequestId', (select k.id from kyc_requests k where k.user_id = t.user_id
      order by (k.status in ('pending', 'approved')) desc, k.submitted_at desc limit 1),
    'nameAtCheck', (select json_build_object('name', k.registered_name, 'checkedAt', ${iso('k.reviewed_at')})
      from kyc_requests k where k.user_id = t.user_id and k.status = 'approved' and u.status <> 'deleted'
      and k.registered_name <> u.first_name || ' ' || u.last_name),
    'lastPayout', (select json_build_object('at', ${iso('p.decided_at')}, 'accountName', p.payment_details->>'accountName',
      'accountNumber', p.payment_details->>'accountNumber', 'bankName', p.payment_details->>'bankName')
      from orders p where p.user_id = t.user_id and p.status = 'completed' and p.id <> t.id
        and p.payout_currency = t.payout_currency and p.payment_details->>'accountNumber' is not null
      order by p.decided_at desc limit 1),
    'samePayee', coalesce((select json_agg(other) from (
      select distinct on (p.user_id) p.user_id as "userId", concat_ws(' ', w.first_name, w.last_name) as name, w.email
      from orders p join users w on w.id = p.user_id
      where ${payee('p')} = ${payee('t')} and p.user_id <> t.user_id limit ${maxNamed}) other), '[]'::json))
  from orders o where o.user_id = t.user_id)`);

const similarProofReferences = field.jsonArray(`(select json_agg(similar_proof.reference) from (
    select distinct o.reference from files p
    join files q on picture_keys(q.picture_pieces) && picture_keys(p.picture_pieces) and q.purpose = 'payment_proof'
      and q.picture_pieces is not null and q.order_id <> t.id and q.sent_hash <> p.sent_hash
      and pieces_shared(p.picture_pieces, q.picture_pieces) >= ${sharedPieces}
    join orders o on o.id = q.order_id
    where p.order_id = t.id and p.purpose = 'payment_proof' and p.picture_pieces is not null
    limit ${maxNamed}) similar_proof)`);

const warnings = field.jsonArray(`to_json(${warningsOf})`);

const amendments =
  field.jsonArray(`(select json_agg(json_build_object('id', m.id::text, 'at', ${iso('m.at')}, 'kind', m.kind,
    'note', m.note, 'transactionId', m.transaction_id, 'linked', case when l.id is not null then
      json_build_object('id', l.id, 'reference', l.reference) end) order by m.id)
  from order_amendments m left join orders l on l.id = m.linked_order_id where m.order_id = t.id)`);

const moneyBack = field.json(`(select json_build_object('amount', trim_scale(b.amount)::text, 'currency', a.unit,
    'accounts', coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.name)
      from desk_accounts d where d.currency = a.unit and d.is_active), '[]'::json))
  from book_accounts a join book_balances b on b.account_id = a.id
  where t.type = 'fiat' and t.status in (${sqlList(refusedStatuses)}) and a.kind = 'owed' and a.subject = t.id::text
    and a.unit = t.from_currency and b.amount > 0)`);

/**
 * One order as the administrator sees it, as adminOrderDetails: its customer, warnings and additions in one statement. The
 * limit of a customer without an approved identity is so many US dollars in so many days.
 */
export const readAdminOrder = orderReader<[id: string, limitSince: Date, limitUsd: number, limitDays: number]>(
  jsonView({
    ...adminFields,
    ...detailFields,
    events: namedEvents,
    customer,
    similarProofReferences,
    warnings,
    amendments,
    moneyBack,
  }),
  { from: 'orders t join users u on u.id = t.user_id', where: 't.id = $1' },
);

/** The id of the order with this reference. */
export const findByReference = readStatement({ id: column.uuid }).value<[reference: string]>()`
  select id from orders where reference = upper($1)`;

type NewAmendment = Omit<typeof orderAmendments.$inferSelect, 'id'>;

/** Adds to a decided order; nothing ever changes or removes it. */
export const insertAmendment = sent((db: Drizzle, amendment: Blanks<NewAmendment>) =>
  db.insert(orderAmendments).values({
    orderId: amendment.orderId,
    at: amendment.at,
    actorId: amendment.actorId,
    kind: amendment.kind,
    note: amendment.note,
    transactionId: amendment.transactionId,
    linkedOrderId: amendment.linkedOrderId,
  }),
);

const fees = z.array(z.object({ currency: z.string(), fee: z.string() }));

const money = { volumeUsd: column.text, completed: column.integer, fees: column.json };
/** What the completed orders of a user come to; decimal text. */
export const readMoneyOf = readStatement(money)
  .as((row) => ({ ...row, fees: fees.parse(row.fees) }))
  .one<[userId: string]>()`
  select trim_scale(coalesce(sum(value_usd), 0))::text as "volumeUsd", count(*)::int as completed,
    coalesce((select json_agg(f order by f.currency) from (
      select payout_currency as currency, trim_scale(sum(fee_amount))::text as fee from orders
      where user_id = $1 and status = 'completed' group by payout_currency) f), '[]'::json) as fees
  from orders where user_id = $1 and status = 'completed'`;

const nameHash = writeStatement({ version: column.integer })`
  update orders set transaction_hash = $2, signature = $4, version = version + 1, updated_at = $3
  where id = $1 and transaction_hash is distinct from $2 returning version`;

/** Stores the transaction that the customer named; undefined when it is on record already. */
export async function setTransactionHash(
  tx: Tx,
  order: LockedOrder,
  { hash, now }: { hash: string; now: Date },
): Promise<number | undefined> {
  const signature = signChanged(signedTables.order, order, { transactionHash: hash });
  return (await tx.run(nameHash, [order.id, hash, now, signature]))[0]?.version;
}

/** How often the transaction of an order was replaced by another. */
export const countRenames = readStatement({ count: column.integer }).only<[id: string]>()`
  select count(*)::int as count from audit_log
  where subject_type = 'transaction' and subject_id = $1 and action = 'transaction.hash_named' and details ? 'from'`;

const hashUses = ['deposit', 'settlement'] as const;

/** As what other live orders of this coin name the hash; `exceptId` is an order that does not count. */
export const listHashUses = readStatement({ use: column.oneOf(hashUses), userId: column.uuid }).rows<
  [cryptoId: string, hash: string, exceptId: string | null]
>()`
  select 'deposit' as use, user_id as "userId" from orders
  where transaction_hash is not null and lower(transaction_hash) = lower($2) and crypto_id = $1
    and status not in (${sqlList(refusedStatuses)}) and id is distinct from $3::uuid
  union all
  select 'settlement', user_id from orders
  where admin_transaction_id is not null and lower(admin_transaction_id) = lower($2) and crypto_id = $1
    and status not in (${sqlList(refusedStatuses)}) and id is distinct from $3::uuid`;

type HashUse = { use: (typeof hashUses)[number]; userId: string };

/** The same under a lock on the hash until the transaction ends, so that two orders cannot both find it free. */
export async function lockHash(tx: Tx, cryptoId: string, hash: string, exceptId: string | null): Promise<HashUse[]> {
  await lockName(tx, `chain hash ${cryptoId} ${hash.toLowerCase()}`);
  return listHashUses(tx, cryptoId, hash, exceptId);
}
