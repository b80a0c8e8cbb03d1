import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { addressInUse } from '#server/features/wallets/wallets.stops.service.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import {
  isPaidLease,
  isUsable,
  newestLease,
  restsAsPaid,
  wasTouched,
  wasTouchedSinceLease,
} from './deposit-sources.states.ts';
import type { addressLeases } from './deposit-sources.tables.ts';

const addressColumns = { ...signedTables.depositAddress.fields, signature: orNull(column.bytes) };
export type OwnAddressRow = RowOf<typeof addressColumns>;

/** What a lease notes of its quote. */
export type LeaseOf = Pick<
  typeof addressLeases.$inferInsert,
  | 'quoteId'
  | 'userId'
  | 'reference'
  | 'cryptoId'
  | 'amount'
  | 'valueUsd'
  | 'rate'
  | 'expiresAt'
  | 'watchedUntil'
  | 'isPayer'
>;

/** The address with its newest lease where that is still open: of a quote that its customer dropped. */
const takenRow = { ...addressColumns, openLeaseId: orNull(column.uuid) };

const select = `select ${signedColumns(signedTables.depositAddress, 'a')}`;
const lock = 'for update of a skip locked';
/** An address of a key and a tag are never given out again once anything came. */
const isUnpaidFor = `case s.kind when 'pool' then not ${restsAsPaid('$2', '$4')} else a.paid_at is null and not ${wasTouched} end`;

/**
 * An address that this customer had last and nothing came to, resting or not; first one of a quote that the customer
 * dropped and that still runs. Locked.
 */
export const lockFormer = writeStatement(takenRow).first<
  [sourceId: string, now: Date, userId: string, restDays: number, without: readonly string[]]
>()`
  ${select}, case when l.ended_at is null then l.id end as "openLeaseId"
  from deposit_addresses a join deposit_sources s on s.id = a.source_id ${newestLease}
  where a.id in (select o.address_id from address_leases o where o.user_id = $3) and a.source_id = $1
    and l.user_id = $3 and ${isUsable('$2')} and ${isUnpaidFor} and a.id <> all($5::uuid[])
    and (l.ended_at is not null or (not ${wasTouchedSinceLease} and exists (select from sell_quotes q
      where q.id = l.quote_id and q.dropped_at is not null and q.used_at is null)))
  order by l.ended_at is null desc, a.address_index limit 1 ${lock}`;

/** An address of a list that any customer may be given: one never given out, else the one whose watch ended first; locked. */
export const lockFreeOfList = writeStatement(addressColumns).first<
  [sourceId: string, now: Date, restDays: number, without: readonly string[]]
>()`
  ${select} from deposit_addresses a ${newestLease}
  where a.source_id = $1 and ${isUsable('$2')} and not ${restsAsPaid('$2', '$3')} and a.id <> all($4::uuid[])
    and (l.id is null or (l.ended_at is not null
      and (not l.is_payer or l.watched_until <= $2 or ${isPaidLease})))
  order by l.watched_until nulls first, a.address_index limit 1 ${lock}`;

/**
 * An address of an account key, or a tag, that was given out and to which nothing ever came: one whose watch has ended, with
 * `isEarly` also one whose newcomer's quote has. Locked.
 */
export const lockUnpaid = writeStatement(addressColumns).first<
  [sourceId: string, now: Date, isEarly: boolean, without: readonly string[]]
>()`
  ${select} from deposit_addresses a ${newestLease}
  where a.source_id = $1 and a.paid_at is null and ${isUsable('$2')} and a.id <> all($4::uuid[])
    and ((l.id is null and a.rests_until is not null)
      or (l.ended_at is not null and (l.watched_until <= $2 or ($3::boolean and not l.is_payer))))
    and not ${wasTouched}
  order by l.watched_until, a.address_index limit 1 ${lock}`;

const held = {
  today: column.integer,
  living: column.integer,
  ofSource: column.integer,
  newcomers: column.integer,
};

/**
 * The leases that count: those of a customer in a day and now, and how many unpaid ones this customer and all newcomers
 * have of a source. Exact once those that are over were ended, under the source's lock.
 */
export const countHeld = writeStatement(held).one<[userId: string, sourceId: string, since: Date]>()`
  select (select count(*)::int from address_leases d where d.user_id = $1 and d.leased_at > $3) as today,
    count(*) filter (where l.user_id = $1)::int as living,
    count(*) filter (where l.user_id = $1 and l."isUnpaid")::int as "ofSource",
    count(*) filter (where not l.is_payer and l."isUnpaid")::int as newcomers
  from (select l.user_id, l.is_payer, a.source_id = $2 and not ${isPaidLease} as "isUnpaid"
    from address_leases l join deposit_addresses a on a.id = l.address_id
    where l.ended_at is null and (l.user_id = $1 or a.source_id = $2)) l`;

/** Ends the open lease of a quote that its customer dropped, as the customer takes the address again. */
export const endLease = writeStatement({}).send<[id: string, now: Date]>()`
  update address_leases set ended_at = $2 where id = $1 and ended_at is null`;

const issued = writeStatement({})`
  insert into deposit_addresses (id, source_id, chain, address_index, address, tag, live_at, signature, paid_at, rests_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

type Skipped = { paidAt?: Date; restsUntil?: Date };

/** Adds an address that is given out at once; with a date where it was paid before, or shown to an unknown customer. */
export async function insertIssued(tx: Tx, row: OwnAddressRow, { paidAt, restsUntil }: Skipped = {}): Promise<void> {
  const { id, sourceId, chain, addressIndex, address, tag, liveAt, signature } = row;
  const fields = [id, sourceId, chain, addressIndex, address, tag, liveAt, signature];
  await tx.run(issued, [...fields, paidAt ?? null, restsUntil ?? null]);
}

/** Notes that the indexes below this one were given out. */
export const raiseNextIndex = writeStatement({ nextIndex: column.integer }).send<
  [sourceId: string, nextIndex: number]
>()`
  update deposit_sources set next_index = greatest(next_index, $2) where id = $1 returning next_index as "nextIndex"`;

const lease = writeStatement({ id: column.uuid, lock: column.text })`
  insert into address_leases (address_id, quote_id, user_id, reference, crypto_id, amount, value_usd, rate, expires_at,
    leased_at, watched_until, is_payer)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing
  returning id, ${addressInUse('$13::text')} as lock`;

/** Gives an address to a quote; undefined where another quote was faster. A stop of the address waits for this transaction. */
export async function insertLease(
  tx: Tx,
  { id, address }: Pick<OwnAddressRow, 'id' | 'address'>,
  of: LeaseOf,
  now: Date,
): Promise<string | undefined> {
  const { quoteId, userId, reference, cryptoId, amount, valueUsd, rate, expiresAt, watchedUntil, isPayer } = of;
  const terms = [cryptoId, amount, valueUsd, rate, expiresAt, now, watchedUntil, isPayer ?? false];
  return (await tx.run(lease, [id, quoteId, userId, reference, ...terms, address]))[0]?.id;
}

/** Which of these addresses a transfer was seen to, whoever it was given to. */
export const listPaid = readStatement({ address: column.text }).values<
  [chain: ChainName, addresses: readonly string[]]
>()`
  select distinct to_address as address from chain_transfers where chain = $1 and to_address = any($2::text[])`;

const leasedRow = { ...addressColumns, leaseId: column.uuid };
const leased = readStatement(leasedRow)`
  select ${signedColumns(signedTables.depositAddress, 'a')}, l.id as "leaseId"
  from address_leases l join deposit_addresses a on a.id = l.address_id where l.id = any($1::uuid[])`;

/** The addresses of these leases. */
export async function listLeased(db: Pick<Db, 'run'>, leaseIds: readonly string[]): Promise<RowOf<typeof leasedRow>[]> {
  return leaseIds.length === 0 ? [] : db.run(leased, [leaseIds]);
}

/** Notes which own addresses of a chain were paid: one of an account key is never given out again. */
export const markPaid = writeStatement({ id: column.uuid }).send<[chain: ChainName]>()`
  update deposit_addresses a set paid_at = t.at from (
    select d.id, min(t.first_seen_at) as at from deposit_addresses d
      join chain_transfers t on t.chain = d.chain and t.to_address = d.address and (d.tag = '' or t.to_tag = d.tag)
    where d.paid_at is null and d.chain = $1 group by d.id) t
  where a.id = t.id returning a.id`;

/**
 * Ends the leases whose order is decided, and those that none of their coins came for in time: of a source and a customer,
 * or all. Returns how many; one that another transaction ends at the same moment is left to it.
 */
export const endLeases = writeStatement({ id: column.uuid }).count<
  [now: Date, graceMinutes: number, sourceId: string | null, userId: string | null]
>()`
  update address_leases set ended_at = $1 where id in (
    select l.id from address_leases l join deposit_addresses a on a.id = l.address_id
    where l.ended_at is null and ($3::uuid is null or a.source_id = $3 or l.user_id = $4) and (
      exists (select from orders o where o.quote_id = l.quote_id and o.status in ('completed', 'rejected', 'failed'))
      or (l.expires_at + make_interval(mins => coalesce((select (q.rules->>'graceMinutes')::int from sell_quotes q
          where q.id = l.quote_id), $2)) < $1
        and not exists (select from orders o where o.quote_id = l.quote_id)
        and not exists (select from chain_transfers t where t.chain = a.chain and t.to_address = a.address
          and (a.tag = '' or t.to_tag = a.tag) and t.coin_id = l.crypto_id and t.first_seen_at >= l.leased_at
          and t.state in ('seen', 'included', 'final'))))
    order by l.id for update of l skip locked)
  returning id`;

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
