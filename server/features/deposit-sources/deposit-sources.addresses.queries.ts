import type { Db } from '#server/db/connection.ts';
import { containing } from '#server/db/like.ts';
import { allOrNull, column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { addressStates, type AddressState } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { isPaidLease, isStopped, newestLease, restsAsPaid } from './deposit-sources.states.ts';
import { addressLeases } from './deposit-sources.tables.ts';

/**
 * The state of address `a` of source `s` with its newest lease `l`; $1 is now, $2 how many days a paid address of a list
 * rests. A free one may be given to any customer.
 */
const state = `case when s.stopped_at is not null or ${isStopped} then 'stopped'
    when a.live_at > $1 or s.live_at > $1 then 'waiting'
    when l.id is not null and l.ended_at is null then 'leased'
    when s.kind <> 'pool' and a.paid_at is not null then 'paid'
    when a.rests_until > $1 or (s.kind = 'pool' and ${restsAsPaid('$1', '$2')}) then 'resting'
    when s.kind = 'xpub' and l.id is null and a.rests_until is null then 'resting'
    when l.watched_until > $1 and (s.kind = 'tags' or (l.is_payer and not ${isPaidLease})) then 'resting'
    else 'free' end`;
const from = `from deposit_addresses a join deposit_sources s on s.id = a.source_id ${newestLease}`;

const countRow = { sourceId: column.uuid, state: column.oneOf(addressStates), count: column.integer };

/** How many addresses of each source are in each state. */
export const countAddresses = readStatement(countRow).rows<[now: Date, restDays: number]>()`
  select f.source_id as "sourceId", f.state, count(*)::int as count from (
    select a.source_id, ${state} as state ${from}) f group by 1, 2`;

const signedRow = { ...signedTables.depositAddress.fields, signature: orNull(column.bytes) };

/** The addresses that customers are shown or may be given: each must be one that the product wrote. */
export const listShowable = readStatement({ ...signedRow, state: column.oneOf(addressStates) }).rows<
  [now: Date, restDays: number]
>()`
  select ${signedColumns(signedTables.depositAddress, 'a')}, ${state} as state ${from}
  where s.kind = 'pool' or a.paid_at is null`;

const holder = { sourceId: column.uuid, userId: column.uuid, userName: column.text, count: column.integer };

/** Who keeps most addresses of each source from others, by leases that run or rest unpaid: three of each, most first. */
export const listHolders = readStatement(holder).rows<[now: Date, restDays: number]>()`
  select f."sourceId", f."userId", u.first_name || ' ' || u.last_name as "userName", f.count from (
    select a.source_id as "sourceId", l.user_id as "userId", count(*)::int as count,
      row_number() over (partition by a.source_id order by count(*) desc, l.user_id) as place
    ${from} where l.id is not null and (s.kind = 'pool' or a.paid_at is null)
      and ${state} in ('leased', 'resting') group by 1, 2) f
  join users u on u.id = f."userId" where f.place <= 3 order by f.place`;

const terms = ['quoteId', 'reference', 'userId', 'leasedAt', 'expiresAt', 'endedAt', 'watchedUntil'] as const;
const lease = columnsOf(addressLeases, 'l', ...terms);
const addressRow = {
  ...signedRow,
  state: column.oneOf(addressStates),
  orderId: orNull(column.uuid),
  userName: orNull(column.text),
  coins: column.json,
  ...allOrNull(lease.row),
};
export type AddressRow = RowOf<typeof addressRow>;

const listed = `select ${signedColumns(signedTables.depositAddress, 'a')}, ${state} as state,
    (select o.id from orders o where o.quote_id = l.quote_id) as "orderId", ${lease.sql}, (select u.first_name || ' ' || u.last_name from users u where u.id = l.user_id) as "userName",
    (select coalesce(json_agg(json_build_object('cryptoId', r.coin_id, 'received', r.received) order by r.coin_id), '[]'::json)
     from (select t.coin_id, sum(t.amount)::text as received from chain_transfers t
       where t.coin_id in (select crypto_id from deposit_source_coins c where c.source_id = a.source_id)
         and t.to_address = a.address and (a.tag = '' or t.to_tag = a.tag) and t.state in ('included', 'final')
       group by 1) r) as coins
  ${from}
  where a.source_id = $3 and ($4::uuid is null or a.id = $4)`;

const page = readStatement(addressRow)`
  select * from (${listed}) f where ($5::text is null or f.state = $5)
    and ($6::text is null or lower(f.address || ' ' || f.tag || ' ' || coalesce(f.reference, '')) like $6)
  order by f."addressIndex" limit $7 offset $8`;
const total = readStatement({ count: column.integer })`
  select count(*)::int as count from (${listed}) f where ($5::text is null or f.state = $5)
    and ($6::text is null or lower(f.address || ' ' || f.tag || ' ' || coalesce(f.reference, '')) like $6)`;

export type AddressFilter = { sourceId: string; id?: string; state?: AddressState | undefined; q?: string | undefined };

/** The addresses of a source by index, each with its last lease and what came in. */
export async function listAddresses(
  db: Pick<Db, 'run'>,
  { sourceId, id, state: wanted, q }: AddressFilter,
  { now, restDays, limit, offset }: { now: Date; restDays: number; limit: number; offset: number },
): Promise<{ rows: AddressRow[]; total: number }> {
  const values = [now, restDays, sourceId, id ?? null, wanted ?? null, q ? containing(q.toLowerCase()) : null];
  const [found] = await db.run(total, values);
  return { rows: await db.run(page, [...values, limit, offset]), total: found?.count ?? 0 };
}
