import type { Db, Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { sent, type Drizzle, type Sends } from '#server/db/query.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import type { QueryOf } from '#shared/kernel/endpoint.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { LineState } from '#shared/payouts/payouts.lifecycle.ts';
import type { listStatementLines } from '#shared/payouts/payouts.statements.contract.ts';
import { lineMatches, statementLines } from '../payouts.statements.tables.ts';

const booked = ['direction', 'amount', 'currency', 'text', 'bankRef', 'endToEndId', 'isReversal'] as const;
const found = ['counterpartyName', 'counterpartyAccount', 'state', 'rule', 'candidates', 'reason'] as const;
const line = columnsOf(statementLines, 'l', 'id', 'statementId', 'accountId', ...booked, ...found);
const lineRow = { ...line.row, bookedOn: column.text, valueOn: orNull(column.text), match: orNull(column.json) };
export type LineRow = RowOf<typeof lineRow>;

/** The live match of a line, as one value: payouts and their sums, or the exchange. */
const liveMatch = `select json_build_object('rule', min(m.rule), 'at', min(m.matched_at), 'byId', min(m.matched_by::text),
    'byName', min(w.first_name || ' ' || w.last_name), 'transactionId', min(m.order_id::text),
    'fee', max(m.amount) filter (where m.role = 'fee'),
    'payouts', coalesce(json_agg(json_build_object('id', m.payout_id, 'reference', t.reference, 'amount', p.amount)
      order by t.reference) filter (where m.payout_id is not null and m.role <> 'fee'), '[]'))
  from line_matches m left join users w on w.id = m.matched_by left join payouts p on p.id = m.payout_id
    left join orders t on t.id = p.order_id where m.line_id = l.id and m.undone_at is null having count(*) > 0`;

const columns = `${line.sql}, l.booked_on::text as "bookedOn", l.value_on::text as "valueOn", (${liveMatch}) as match`;

/** Lines in the order of the ids. */
export const readLines = readStatement(lineRow).rows<[ids: readonly string[]]>()`
  select ${columns} from unnest($1::uuid[]) with ordinality wanted (id, place)
  join statement_lines l on l.id = wanted.id order by wanted.place`;

/** `pattern` is a LIKE pattern in lower case; what may hold a number of an account is searched only for those who see it. */
export type LineFilter = Pick<QueryOf<typeof listStatementLines>, 'account' | 'statement' | 'from' | 'to'> & {
  states: readonly LineState[];
  pattern: string | null;
  seesAccounts: boolean;
};

const fits = `l.state = any($1::text[]) and ($2::uuid is null or l.account_id = $2) and ($3::uuid is null or l.statement_id = $3)
  and ($4::date is null or l.booked_on >= $4) and ($5::date is null or l.booked_on <= $5)
  and ($6::text is null or lower(concat_ws(' ', l.bank_ref,
    case when $7 or l.end_to_end_id ~ '^LF-' then l.end_to_end_id end,
    case when $7 or l.counterparty_name !~ '[0-9@]' then l.counterparty_name end,
    case when $7 then l.text || ' ' || coalesce(l.counterparty_account, '') end)) like $6)`;
const page = readStatement({ id: column.uuid })`
  select l.id from statement_lines l where ${fits} order by l.booked_on desc, l.statement_id, l.seq limit $8 offset $9`;
const counted = readStatement({ total: column.integer })`
  select count(*)::int as total from (select from statement_lines l where ${fits} limit 10000) counted`;

/** A page of the lines that fit, newest day first, with the size of the whole list. */
export async function listLineRows(
  db: Pick<Db, 'run'>,
  filter: LineFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: LineRow[]; total: number }> {
  const { states, account = null, statement = null, from = null, to = null, pattern, seesAccounts } = filter;
  const values = [states, account, statement, from, to, pattern, seesAccounts];
  const [size] = await db.run(counted, values);
  const ids = (await db.run(page, [...values, limit, offset])).map(({ id }) => id);
  return { rows: await readLines(db, ids), total: size?.total ?? 0 };
}

const lock = writeStatement({ id: column.uuid })`
  select id from statement_lines where id = any($1::uuid[]) order by id for update`;

/** Lines, locked in the order of their ids; before payouts are. */
export async function lockLines(tx: Tx, ids: readonly string[]): Promise<LineRow[]> {
  await tx.run(lock, [ids]);
  return readLines(tx, ids);
}

/** The next exact proposals of a statement. */
export const readExact = readStatement({ id: column.uuid, seq: column.integer }).rows<
  [statementId: string, after: number, limit: number]
>()`
  select id, seq from statement_lines where statement_id = $1 and state = 'proposed' and rule = 'exact' and seq > $2
  order by seq limit $3`;

export const setLineStates = writeStatement({}).send<
  [ids: readonly string[], state: LineState, reason: string | null]
>()`
  update statement_lines set state = $2, reason = $3 where id = any($1::uuid[])`;

export type NewMatch = Pick<
  typeof lineMatches.$inferInsert,
  'lineId' | 'payoutId' | 'attemptId' | 'orderId' | 'role' | 'rule' | 'amount' | 'splitGroup'
>;

const made = manyOf(
  lineMatches,
  'lineId',
  'payoutId',
  'attemptId',
  'orderId',
  'role',
  'rule',
  'amount',
  'splitGroup',
  'matchedBy',
  'matchedAt',
  'reason',
);
const addMatches = sent((db: Drizzle, lists: ListsOf<typeof made>) =>
  db.insert(lineMatches).select(made.rowsOf(lists)),
);

export async function insertMatches(
  tx: Sends<Drizzle>,
  matches: readonly NewMatch[],
  { by, now, reason = null }: { by: string | null; now: Date; reason?: string | null },
): Promise<void> {
  await addMatches(tx, made.listsOf(matches.map((match) => ({ ...match, matchedBy: by, matchedAt: now, reason }))));
}

const match = columnsOf(lineMatches, 'm', 'id', 'lineId', 'payoutId', 'attemptId', 'orderId', 'role', 'amount');
export type MatchRow = RowOf<typeof match.row>;

/** The live matches of a line, and of the other parts of the payment where it is one. */
export const lockMatches = writeStatement(match.row).rows<[lineId: string]>()`
  select ${match.sql}
  from line_matches m where m.undone_at is null and (m.line_id = $1 or m.split_group in (
    select x.split_group from line_matches x where x.line_id = $1 and x.undone_at is null))
  order by m.id for update of m`;

export const endMatches = writeStatement({}).send<[ids: readonly string[], now: Date, by: string, reason: string]>()`
  update line_matches set undone_at = $2, undone_by = $3, undone_reason = $4 where id = any($1::uuid[])`;

/** Why the settling match of money that came back is not live any more. */
export const endedByReturn = 'returned';

/** Money came back: what said that it had arrived does so no more. */
export const endSettlingMatches = writeStatement({}).send<[attemptId: string | null, now: Date, by: string | null]>()`
  update line_matches set undone_at = $2, undone_by = $3, undone_reason = '${endedByReturn}'
  where attempt_id = $1 and role in ('settled', 'fee') and undone_at is null`;

/** The return was a mistake: what said that the money had arrived counts again. The ids are of those attempts. */
export const restoreSettlingMatches = writeStatement({ attemptId: orNull(column.uuid) }).values<
  [attemptIds: readonly (string | null)[], now: Date]
>()`
  insert into line_matches (line_id, payout_id, attempt_id, role, rule, amount, split_group, matched_by, matched_at, reason)
  select m.line_id, m.payout_id, m.attempt_id, m.role, m.rule, m.amount, m.split_group, m.matched_by, $2, m.reason
  from line_matches m where m.attempt_id = any($1::uuid[]) and m.undone_reason = '${endedByReturn}'
    and m.undone_at = (select max(x.undone_at) from line_matches x where x.attempt_id = m.attempt_id and x.undone_reason = '${endedByReturn}')
  returning attempt_id as "attemptId"`;

/** An exchange that no line has paid yet, locked; one that was refused may still be paid, and owes the money back. */
export const readPayableExchange = writeStatement({
  userId: column.uuid,
  status: column.oneOf(orderStatuses),
  fromCurrency: orNull(column.text),
  amount: column.numeric,
}).first<[orderId: string]>()`
  select t.user_id as "userId", t.status, t.from_currency as "fromCurrency", t.amount from orders t
  where t.id = $1 and t.type = 'fiat'
    and not exists (select from line_matches m where m.order_id = t.id and m.undone_at is null) for update of t`;
