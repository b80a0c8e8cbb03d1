import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { addressInUse } from '#server/features/wallets/wallets.stops.service.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import type { addressLeases } from './deposit-sources.tables.ts';

const addressColumns = { ...signedTables.depositAddress.fields, signature: orNull(column.bytes) };
export type OwnAddressRow = RowOf<typeof addressColumns>;

/** What a lease notes of its quote. */
export type LeaseOf = Pick<
  typeof addressLeases.$inferInsert,
  'quoteId' | 'userId' | 'reference' | 'cryptoId' | 'amount' | 'valueUsd' | 'rate' | 'expiresAt' | 'watchedUntil'
>;

/** An address may be leased unless it is, waits or was stopped; the lock keeps two customers from the same one. */
const isUnleased = `a.live_at <= $2 and not exists (select from address_leases o where o.address_id = a.id and o.ended_at is null)
  and not exists (select from deposit_address_stops x where x.address = a.address and x.memo = a.tag)`;
const lastLease = `left join lateral (select l.user_id, l.ended_at, l.watched_until from address_leases l
  where l.address_id = a.id order by l.leased_at desc limit 1) last on true`;

/** The free address of a list that this customer had, else the one that rested longest; locked. */
export const lockFreeOfPool = writeStatement(addressColumns).first<
  [sourceId: string, now: Date, userId: string, restDays: number]
>()`
  select ${signedColumns(signedTables.depositAddress, 'a')} from deposit_addresses a ${lastLease}
  where a.source_id = $1 and ${isUnleased} and (last.ended_at is null or last.ended_at + make_interval(days => $4) <= $2)
    and not exists (select from chain_transfers t where t.chain = a.chain and t.to_address = a.address
      and t.first_seen_at + make_interval(days => $4) > $2)
  order by last.user_id is not distinct from $3::uuid desc, last.ended_at nulls first, a.address_index
  limit 1 for update of a skip locked`;

/** An address of an account key that was given out and never paid: this customer's, or one whose watch has ended. */
export const lockUnpaidOfKey = writeStatement(addressColumns).first<[sourceId: string, now: Date, userId: string]>()`
  select ${signedColumns(signedTables.depositAddress, 'a')} from deposit_addresses a ${lastLease}
  where a.source_id = $1 and ${isUnleased} and a.paid_at is null
    and (last.user_id = $3 or last.watched_until <= $2)
    and not exists (select from chain_transfers t where t.chain = a.chain and t.to_address = a.address)
  order by last.user_id is not distinct from $3::uuid desc, a.address_index limit 1 for update of a skip locked`;

const issued = writeStatement({})`
  insert into deposit_addresses (id, source_id, chain, address_index, address, tag, live_at, signature, paid_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** Adds an address that is given out at once; with `paidAt` where it was paid before. */
export async function insertIssued(tx: Tx, row: OwnAddressRow, paidAt: Date | null = null): Promise<void> {
  const { id, sourceId, chain, addressIndex, address, tag, liveAt, signature } = row;
  await tx.run(issued, [id, sourceId, chain, addressIndex, address, tag, liveAt, signature, paidAt]);
}

/** Notes that the indexes below this one were given out. */
export const raiseNextIndex = writeStatement({ nextIndex: column.integer }).send<
  [sourceId: string, nextIndex: number]
>()`
  update deposit_sources set next_index = greatest(next_index, $2) where id = $1 returning next_index as "nextIndex"`;

const lease = writeStatement({ id: column.uuid, lock: column.text })`
  insert into address_leases (address_id, quote_id, user_id, reference, crypto_id, amount, value_usd, rate, expires_at,
    leased_at, watched_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing
  returning id, ${addressInUse('$12::text')} as lock`;

/** Gives an address to a quote; undefined where another quote was faster. A stop of the address waits for this transaction. */
export async function insertLease(
  tx: Tx,
  { id, address }: Pick<OwnAddressRow, 'id' | 'address'>,
  of: LeaseOf,
  now: Date,
): Promise<string | undefined> {
  const { quoteId, userId, reference, cryptoId, amount, valueUsd, rate, expiresAt, watchedUntil } = of;
  const terms = [cryptoId, amount, valueUsd, rate, expiresAt, now, watchedUntil];
  return (await tx.run(lease, [id, quoteId, userId, reference, ...terms, address]))[0]?.id;
}

/** Which of these addresses a transfer was seen to, whoever it was given to. */
export const listPaid = readStatement({ address: column.text }).values<
  [chain: ChainName, addresses: readonly string[]]
>()`
  select distinct to_address as address from chain_transfers where chain = $1 and to_address = any($2::text[])`;

/** The open quotes of a customer that have an own address, without this one. */
export const countOpenLeases = readStatement({ count: column.integer }).only<[userId: string, quoteId: string]>()`
  select count(*)::int as count from address_leases l join sell_quotes q on q.id = l.quote_id
  where l.user_id = $1 and l.ended_at is null and q.used_at is null and q.dropped_at is null and q.id <> $2`;

const leasedRow = { ...addressColumns, leaseId: column.uuid };
const leased = readStatement(leasedRow)`
  select ${signedColumns(signedTables.depositAddress, 'a')}, l.id as "leaseId"
  from address_leases l join deposit_addresses a on a.id = l.address_id where l.id = any($1::uuid[])`;

/** The addresses of these leases. */
export async function listLeased(db: Pick<Db, 'run'>, leaseIds: readonly string[]): Promise<RowOf<typeof leasedRow>[]> {
  return leaseIds.length === 0 ? [] : db.run(leased, [leaseIds]);
}

const watchedRow = { address: column.text, coinIds: column.texts, isAwaited: column.boolean };

/** Own addresses of these coins to watch: those of lists, and all whose watch runs or whose order is open. */
export const listWatchedOwn = readStatement(watchedRow).rows<[now: Date, coinIds: readonly string[]]>()`
  select a.address, array(select c.crypto_id from deposit_source_coins c where c.source_id = a.source_id) as "coinIds",
    exists (select from address_leases l where l.address_id = a.id and l.ended_at is null) as "isAwaited"
  from deposit_addresses a join deposit_sources s on s.id = a.source_id
  where s.id in (select c.source_id from deposit_source_coins c where c.crypto_id = any($2::text[])) and (
    s.kind = 'pool' or not exists (select from address_leases l where l.address_id = a.id)
    or exists (select from address_leases l where l.address_id = a.id and l.watched_until > $1)
    or exists (select from address_leases l join orders o on o.quote_id = l.quote_id
      where l.address_id = a.id and l.ended_at is null))`;

/** Notes which own addresses of a chain were paid: one of an account key is never given out again. */
export const markPaid = writeStatement({ id: column.uuid }).send<[chain: ChainName]>()`
  update deposit_addresses a set paid_at = t.at from (
    select d.id, min(t.first_seen_at) as at from deposit_addresses d
      join chain_transfers t on t.chain = d.chain and t.to_address = d.address and (d.tag = '' or t.to_tag = d.tag)
    where d.paid_at is null and d.chain = $1 group by d.id) t
  where a.id = t.id returning a.id`;

/** Ends the leases that nothing came for in time, and those whose order is decided. Returns how many. */
export const endLeases = writeStatement({ id: column.uuid }).count<[now: Date, graceMinutes: number]>()`
  update address_leases l set ended_at = $1 from deposit_addresses a
  where a.id = l.address_id and l.ended_at is null and (
    exists (select from orders o where o.quote_id = l.quote_id and o.status in ('completed', 'rejected', 'failed'))
    or (l.expires_at + make_interval(mins => coalesce((select (q.rules->>'graceMinutes')::int from sell_quotes q
        where q.id = l.quote_id), $2)) < $1
      and not exists (select from orders o where o.quote_id = l.quote_id)
      and not exists (select from chain_transfers t where t.chain = a.chain and t.to_address = a.address
        and (a.tag = '' or t.to_tag = a.tag) and t.first_seen_at >= l.leased_at and t.state in ('seen', 'included', 'final'))))
  returning l.id`;

export const hasOwnAddress = readStatement({ address: column.text }).exists<
  [cryptoId: string, address: string, tag: string]
>()`
  select a.address from deposit_addresses a join deposit_source_coins c on c.source_id = a.source_id
  where c.crypto_id = $1 and a.address = $2 and a.tag = $3`;

const shownRow = { ...addressColumns, record: column.json };

/** Own addresses that a customer was shown, without those that were stopped. */
export const listLeasesOf = readStatement(shownRow).rows<[userId: string]>()`
  select ${signedColumns(signedTables.depositAddress, 'a')}, json_build_object('reference', l.reference, 'coin', l.crypto_id,
    'amount', trim_scale(l.amount)::text, 'address', a.address, 'tag', nullif(a.tag, ''), 'from', l.leased_at,
    'to', l.ended_at, 'watchedUntil', l.watched_until) as record
  from address_leases l join deposit_addresses a on a.id = l.address_id
    join deposit_sources s on s.id = a.source_id and s.stopped_at is null
  where l.user_id = $1 and not exists (select from deposit_address_stops x where x.address = a.address and x.memo = a.tag)
  order by l.leased_at, l.id`;

/** Every own address and tag that was ever there. */
export const listOwnTexts = readStatement({ text: column.text }).values()`
  select address as text from deposit_addresses
  union select tag from deposit_addresses where tag <> '' union select address from deposit_sources where address is not null`;

/** The addresses of a source that open sales show. */
export const listShown = readStatement({ address: column.text, memo: column.text }).rows<[sourceId: string]>()`
  select a.address, a.tag as memo from deposit_addresses a where a.source_id = $1
    and exists (select from address_leases l where l.address_id = a.id and l.ended_at is null)`;
