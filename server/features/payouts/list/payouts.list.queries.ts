import type { Db, Tx } from '#server/db/connection.ts';
import { allOrNull, column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import {
  attemptStates,
  batchFormats,
  batchStates,
  payoutKinds,
  type PayoutState,
} from '#shared/payouts/payouts.lifecycle.ts';
import { payoutAttempts, payouts } from '../payouts.tables.ts';

export type Reader = Pick<Db, 'run'>;

/** The identity that was approved, for the name of the account. */
const identityName = `(select coalesce(k.full_name, k.registered_name) from kyc_requests k
  where k.user_id = t.user_id and k.status = 'approved' order by k.submitted_at desc limit 1)`;

const payout = columnsOf(payouts, 'p', 'state', 'reason', 'approvedBy', 'approvedAt', 'detailsChanged');
const order = columnsOf(orders, 't', 'reference', 'status', 'stage', 'valueUsd', 'userId');
const attempt = columnsOf(payoutAttempts, 'a', 'endToEndId', 'settledBy', 'settledAt', 'sentAt', 'returned');

/** A payout `p` with its order `t`, customer `u`, an attempt `a` and the batch `b` of it. */
const payoutRow = {
  ...signedTables.payout.fields,
  ...payout.row,
  ...order.row,
  ...allOrNull(attempt.row),
  kind: column.oneOf(payoutKinds),
  /** The amount that the order is paid, by its settlement or as agreed. */
  netToPay: column.numeric,
  signature: orNull(column.bytes),
  approverName: orNull(column.text),
  userName: column.text,
  identityName: orNull(column.text),
  attemptId: orNull(column.uuid),
  attemptNo: orNull(column.integer),
  attemptState: orNull(column.oneOf(attemptStates)),
  attemptDetails: orNull(column.json),
  attemptSignature: orNull(column.bytes),
  batchId: orNull(column.uuid),
  batchSeq: orNull(column.integer),
  batchState: orNull(column.oneOf(batchStates)),
  batchFormat: orNull(column.oneOf(batchFormats)),
  /** Null where it was paid by hand, from whichever account. */
  batchAccountId: orNull(column.uuid),
  releasedBy: orNull(column.uuid),
  /** A line of a statement says that the attempt was paid. */
  hasLine: column.boolean,
};
export type PayoutRow = RowOf<typeof payoutRow>;

const columns = `${signedColumns(signedTables.payout, 'p')}, ${payout.sql}, ${order.sql}, ${attempt.sql},
  coalesce(s.net, t.payout_amount) as "netToPay", w.first_name || ' ' || w.last_name as "approverName",
  u.first_name || ' ' || u.last_name as "userName", ${identityName} as "identityName",
  a.id as "attemptId", a.no as "attemptNo", a.state as "attemptState",
  a.details::json as "attemptDetails", a.signature as "attemptSignature",
  b.id as "batchId", b.seq as "batchSeq", b.state as "batchState", b.format as "batchFormat",
  b.account_id as "batchAccountId", b.released_by as "releasedBy",
  exists (select from line_matches m where m.payout_id = p.id and m.attempt_id = a.id and m.role = 'settled' and m.undone_at is null) as "hasLine"`;

const joined = `join orders t on t.id = p.order_id join users u on u.id = t.user_id
  left join order_settlements s on s.order_id = t.id and s.voided_at is null left join users w on w.id = p.approved_by`;

const latestAttempt = `left join lateral (select * from payout_attempts x where x.payout_id = p.id
  order by x.no desc limit 1) a on true left join payout_batches b on b.id = a.batch_id`;

/** Payouts with their latest attempt, in the order of the ids. */
export const readPayouts = readStatement(payoutRow).rows<[ids: readonly string[]]>()`
  select ${columns} from unnest($1::uuid[]) with ordinality wanted (id, place) join payouts p on p.id = wanted.id
  ${joined} ${latestAttempt} order by wanted.place`;

const byAttempt = (where: string) =>
  readStatement(payoutRow)`
    select ${columns} from payout_attempts a left join payout_batches b on b.id = a.batch_id
    join payouts p on p.id = a.payout_id ${joined} where ${where}`;
const ofBatch = byAttempt('a.batch_id = $1 order by a.end_to_end_id');
const attemptsOf = byAttempt('a.payout_id = $1 order by a.no');

/** The payouts of a batch with the attempt that is in it, in the order of its file. */
export const readBatchLines = (db: Reader, batchId: string) => db.run(ofBatch, [batchId]);

const lastSent = {
  userId: column.uuid,
  payoutId: column.uuid,
  details: orNull(column.json),
  reference: column.text,
  at: filtered(column.moment),
};
const lastTwo = readStatement(lastSent)`
  select "userId", "payoutId", details::json as details, reference, at from (
    select t.user_id as "userId", p.id as "payoutId", a.details, t.reference, a.sent_at as at,
      row_number() over (partition by t.user_id order by a.sent_at desc) as place
    from orders t join payouts p on p.order_id = t.id join lateral (select x.details, x.sent_at from payout_attempts x
      where x.payout_id = p.id and x.sent_at is not null order by x.sent_at desc limit 1) a on true
    where t.user_id = any($1::uuid[])) sent where place <= 2 order by at desc`;
export type LastPayout = RowOf<typeof lastSent>;

/** Finds for each payout the last other one, in any currency, that was sent to the same customer. */
export async function readLastPayouts(db: Reader, rows: readonly PayoutRow[]) {
  const sent = await db.run(lastTwo, [[...new Set(rows.map(({ userId }) => userId))]]);
  const byUser = new Map<string, LastPayout[]>();
  for (const item of sent) byUser.set(item.userId, [...(byUser.get(item.userId) ?? []), item]);
  return ({ id, userId }: PayoutRow) => byUser.get(userId)?.find(({ payoutId }) => payoutId !== id);
}

/** All attempts to pay a payout, the first one first. */
export const readAttempts = (db: Reader, payoutId: string) => db.run(attemptsOf, [payoutId]);

const matchedLine = {
  id: column.uuid,
  bookedOn: column.text,
  direction: column.oneOf(['in', 'out']),
  amount: column.numeric,
  role: column.text,
  rule: column.text,
  matchedAt: column.moment,
};

/** The bookings that a payout is matched with. */
export const readMatchedLines = readStatement(matchedLine).rows<[payoutId: string]>()`
  select l.id, l.booked_on::text as "bookedOn", l.direction, l.amount, m.role, m.rule, m.matched_at as "matchedAt"
  from line_matches m join statement_lines l on l.id = m.line_id
  where m.payout_id = $1 and m.undone_at is null order by l.booked_on, l.id`;

const step = {
  at: column.moment,
  action: column.text,
  actorId: orNull(column.uuid),
  actorName: orNull(column.text),
};

/** What was done to a payout, by whom. */
export const readHistory = readStatement(step).rows<[payoutId: string]>()`
  select l.at, l.action, l.actor_id as "actorId", w.first_name || ' ' || w.last_name as "actorName"
  from audit_log l left join users w on w.id = l.actor_id
  where l.subject_type = 'payout' and l.subject_id = $1 order by l.id`;

export type PayoutFilter = {
  states: readonly PayoutState[];
  currency: string | null;
  method: string | null;
  userId: string | null;
  /** LIKE patterns in lower case: of what every role may search for, of names and addresses, of account numbers. */
  pattern: string | null;
  userPattern: string | null;
  accountPattern: string | null;
  sort: 'oldest' | 'newest' | 'amount';
};

const fits = `p.state = any($1::text[]) and ($2::text is null or p.currency = $2)
  and ($3::text is null or p.details->>'method' = $3) and ($4::uuid is null or t.user_id = $4)
  and ($5::text is null or lower(concat_ws(' ', t.reference, p.details->>'accountName')) like $5
    or lower(u.email || ' ' || u.first_name || ' ' || u.last_name) like $6
    or lower(regexp_replace(p.details->>'accountNumber', '[\\s-]', '', 'g')) like $7
    or exists (select from payout_attempts x left join payout_batches y on y.id = x.batch_id where x.payout_id = p.id
      and lower(x.end_to_end_id || ' B-' || lpad(y.seq::text, 6, '0')) like $5))`;
const found = `from payouts p join orders t on t.id = p.order_id join users u on u.id = t.user_id where ${fits}`;

/** Counting ends here, as in the other lists. */
const maxCounted = 10_000;
const total = readStatement({ total: column.integer })`
  select count(*)::int as total from (select 1 ${found} limit ${maxCounted}) counted`;
const pageBy = (order: string) =>
  readStatement({ id: column.uuid })`select p.id ${found} order by ${order} limit $8 offset $9`;
const pages = {
  oldest: pageBy('p.approved_at, p.id'),
  newest: pageBy('p.approved_at desc, p.id desc'),
  amount: pageBy('p.amount desc, p.id'),
};

/** A page of the payouts that fit, with the size of the whole list. */
export async function listPayoutRows(
  db: Reader,
  { states, currency, method, userId, pattern, userPattern, accountPattern, sort }: PayoutFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PayoutRow[]; total: number }> {
  const values = [states, currency, method, userId, pattern, userPattern, accountPattern];
  const [counted] = await db.run(total, values);
  const ids = (await db.run(pages[sort], [...values, limit, offset])).map(({ id }) => id);
  return { rows: await readPayouts(db, ids), total: counted?.total ?? 0 };
}

const figure = { currency: column.text, state: column.text, payouts: column.integer, amount: column.numeric };

/** Number and sum of payouts by currency and state, and of orders that wait for their approval. */
export const readFigures = readStatement(figure).rows()`
  select currency, state, count(*)::int as payouts, sum(amount) as amount from payouts
    where state in ('due', 'held', 'batched', 'released', 'sent', 'returned') group by 1, 2
  union all select t.payout_currency, 'expected', count(*)::int, sum(coalesce(s.net, t.payout_amount)) from orders t
    left join order_settlements s on s.order_id = t.id and s.voided_at is null
    where t.status in ('pending', 'processing') and t.proof_at is not null
      and not exists (select from payouts p where p.order_id = t.id and p.kind = 'order') group by 1`;

const lockOrders = writeStatement({ id: column.uuid })`
  select id from orders where id in (select order_id from payouts where id = any($1::uuid[])) order by id for update`;
const lockRows = writeStatement({ id: column.uuid })`
  select id from payouts where id = any($1::uuid[]) order by id for update`;

/**
 * Locks payouts after their orders, each in the order of their ids, and reads them then. Every transaction locks lines of
 * statements, orders, payouts and batches in this order, so that none waits for another in a circle.
 */
export async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<PayoutRow[]> {
  await tx.run(lockOrders, [ids]);
  await tx.run(lockRows, [ids]);
  return readPayouts(tx, [...new Set(ids)]);
}

const ofOrder = readStatement({ id: column.uuid })`select id from payouts where order_id = $1 and kind = 'order'`;

/** The payout of an order whose row is locked, locked too; undefined where there is none. */
export async function lockPayoutOfOrder(tx: Tx, orderId: string): Promise<PayoutRow | undefined> {
  const ids = (await tx.run(ofOrder, [orderId])).map(({ id }) => id);
  return ids.length === 0 ? undefined : (await lockPayouts(tx, ids))[0];
}
