import { asc, desc, eq, like, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement, written } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { toText, type Decimal } from '#shared/kernel/money.ts';
import type { Coin } from '#shared/reference/coins.ts';
import { cryptoAssets, fxRates, heldRates } from './rates.tables.ts';

export type HeldKind = 'coin' | 'currency';

/** Ages come from the database's clock, so that a process whose own clock is wrong quotes nothing stale. */
const shown = ['name', 'symbol', 'color', 'icon', 'network', 'networkHint', 'groupName', 'decimals'] as const;
const priced = ['minimumDeposit', 'requiresMemo', 'priceUsd', 'change24h', 'priceAt'] as const;
const asset = columnsOf(cryptoAssets, 'a', 'id', ...shown, ...priced);
const coinRow = {
  ...asset.row,
  ageMs: orNull(column.float),
  source: orNull(column.text),
  /** A price that waits for the administrator. */
  heldPrice: orNull(column.numeric),
};
export type CoinRow = RowOf<typeof coinRow>;

/** The active coins, in their order. */
export const readCoins = readStatement(coinRow).rows()`
  select ${asset.sql}, price_source as source, (extract(epoch from now() - price_at) * 1000)::float8 as "ageMs",
    (select h.offered from held_rates h
     where h.kind = 'coin' and h.subject = a.id and h.status = 'waiting') as "heldPrice"
  from crypto_assets a where is_active order by sort_order, id`;

const fx = columnsOf(fxRates, 'f', 'currency', 'unitsPerUsd', 'source', 'at');
const fxRow = { ...fx.row, ageMs: column.float, isHeld: column.boolean };
export type FxRow = RowOf<typeof fxRow>;

export const readFx = readStatement(fxRow).rows()`
  select ${fx.sql}, (extract(epoch from now() - at) * 1000)::float8 as "ageMs",
    exists (select from held_rates h where h.kind = 'currency' and h.subject = f.currency and h.status = 'waiting') as "isHeld"
  from fx_rates f`;

// One point for each half hour, the last of it: enough for a sparkline, which stays the same until the next half hour.
const lastDay = readStatement({ assetId: column.text, points: column.floats })`
  select asset_id as "assetId", array_agg(price_usd::float8 order by at) as points
  from (
    select distinct on (p.asset_id, date_bin('30 minutes', p.at, timestamptz 'epoch')) p.asset_id, p.price_usd, p.at
    from asset_prices p join crypto_assets a on a.id = p.asset_id and a.price_source = p.source
    where p.at > now() - interval '24 hours'
    order by p.asset_id, date_bin('30 minutes', p.at, timestamptz 'epoch'), p.at desc
  ) as bins
  group by asset_id`;

/** Prices of the last 24 hours by coin, oldest first, for sparklines only. */
export async function readSparklines(db: Db): Promise<ReadonlyMap<string, number[]>> {
  return new Map((await db.run(lastDay)).map(({ assetId, points }) => [assetId, points]));
}

/** Puts in the coins that ship with the product; what the administrator changed since stays as it is. */
export async function insertCoins(tx: Tx, coins: readonly Coin[]): Promise<void> {
  const rows = coins.map((coin, at) => ({ ...coin, groupName: coin.group, sortOrder: at + 1 }));
  await tx.insert(cryptoAssets).values(rows).onConflictDoNothing();
}

const lastGood = {
  subject: column.text,
  value: orNull(column.numeric),
  source: orNull(column.text),
  lowest: orNull(column.numeric),
  highest: orNull(column.numeric),
};
export type LastGood = RowOf<typeof lastGood>;

const lockCoins = writeStatement(lastGood)`
  select a.id as subject, a.price_usd as value, a.price_source as source, hour.lowest, hour.highest
  from crypto_assets a cross join lateral (
    select min(p.price_usd) as lowest, max(p.price_usd) as highest from asset_prices p
    where p.asset_id = a.id and p.source = a.price_source and p.at > now() - interval '1 hour'
      -- What an administrator accepted is where the hour begins again.
      and p.at >= coalesce((select max(h.offered_at) from held_rates h
        where h.kind = 'coin' and h.subject = a.id and h.status = 'accepted'), '-infinity')
  ) as hour
  where a.is_active order by a.id for update of a`;
const lockFx = writeStatement(lastGood)`
  select currency as subject, units_per_usd as value, source, null::numeric as lowest, null::numeric as highest
  from fx_rates order by currency for update`;

/** The stored rate of each coin or currency, locked until `tx` ends, and for coins the range of the last hour. */
export async function lockLastGood(tx: Tx, kind: HeldKind): Promise<LastGood[]> {
  return tx.run(kind === 'coin' ? lockCoins : lockFx);
}

/** A rate to store: US dollars for a coin, or units of a currency for one US dollar. */
export type NewRate = { subject: string; value: Decimal; change24h?: Decimal };

const storeCoins = writeStatement({})`
  with offered as (select * from unnest($1::text[], $2::numeric[], $3::numeric[]) as o (id, price, change)),
  stored as (
    update crypto_assets a set price_usd = o.price, change_24h = coalesce(o.change, a.change_24h), price_at = $4, price_source = $5
    from offered o where a.id = o.id and (a.price_at is null or a.price_at < $4 or a.price_source <> $5)
    returning a.id, a.price_usd
  )
  insert into asset_prices (asset_id, price_usd, source, at) select id, price_usd, $5, $4 from stored`;

/** Stores prices as of `at`, with their history. A slower process that comes late with older ones changes nothing. */
export async function storePrices(tx: Tx, rates: readonly NewRate[], at: Date, source: string): Promise<void> {
  const changes = rates.map(({ change24h }) => (change24h ? toText(change24h) : null));
  await tx.run(storeCoins, [subjects(rates), values(rates), changes, at, source]);
}

const storeUnits = writeStatement({})`
  insert into fx_rates as f (currency, units_per_usd, source, at)
  select currency, units, $4, $3 from unnest($1::text[], $2::numeric[]) as o (currency, units)
  on conflict (currency) do update set units_per_usd = excluded.units_per_usd, source = excluded.source, at = excluded.at
  where f.at < excluded.at or f.source <> excluded.source`;

export async function storeFx(tx: Tx, rates: readonly NewRate[], at: Date, source: string): Promise<void> {
  await tx.run(storeUnits, [subjects(rates), values(rates), at, source]);
}

const insertHeld = writeStatement({ isNew: column.boolean, shouldNotify: column.boolean })`
  insert into held_rates as h (kind, subject, last_good, offered, source, offered_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (kind, subject) where status = 'waiting'
  do update set last_good = excluded.last_good, offered = excluded.offered, source = excluded.source, offered_at = excluded.offered_at
  returning (xmax = 0) as "isNew", not exists (
    select from held_rates o where o.kind = h.kind and o.subject = h.subject and o.held_at > now() - interval '1 hour'
  ) as "shouldNotify"`;

export type NewHeldRate = { kind: HeldKind; lastGood?: Decimal; rate: NewRate; source: string; at: Date };

/**
 * Holds an offer back for the administrator; one waiting row for each subject. `isNew`: it was not waiting before. `shouldNotify`: nor
 * was any of that subject held in the last hour, so that a rate which goes to and fro is notified once.
 */
export async function insertHeldRateRow(tx: Tx, held: NewHeldRate): Promise<{ isNew: boolean; shouldNotify: boolean }> {
  const { kind, lastGood, rate, source, at } = held;
  const before = lastGood ? toText(lastGood) : null;
  return written(await tx.run(insertHeld, [kind, rate.subject, before, toText(rate.value), source, at]));
}

const supersedeOlder = writeStatement({})`
  update held_rates set status = 'superseded', decided_at = now()
  where kind = $1 and status = 'waiting' and subject = any($2::text[])`;

/** Ends waiting offers whose subject is back at a plausible rate. */
export async function supersedeHeldRates(tx: Tx, kind: HeldKind, back: readonly NewRate[]): Promise<void> {
  await tx.run(supersedeOlder, [kind, subjects(back)]);
}

/** Deletes prices that no sparkline shows any more. */
export const deleteOldHistory = writeStatement({}).send()`
  delete from asset_prices where at < now() - interval '24 hours'`;

export type HeldRate = typeof heldRates.$inferSelect;

type HeldRatesPage = {
  /** A LIKE pattern in lower case over subject and source; null lists all. */
  pattern: string | null;
  sort: 'newest' | 'oldest';
  limit: number;
  offset: number;
};

/** A page of offers, waiting ones first, then the decided ones, and how many there are. */
export async function readHeldRates(
  db: Db,
  { pattern, sort, limit, offset }: HeldRatesPage,
): Promise<{ rates: HeldRate[]; total: number }> {
  const waitingFirst = sql`case when ${heldRates.status} = 'waiting' then 0 else 1 end`;
  const named = sql`lower(concat_ws(' ', ${heldRates.subject}, ${heldRates.source}))`;
  const fits = pattern === null ? undefined : like(named, pattern);
  const byTime = sort === 'newest' ? desc : asc;
  const order = [waitingFirst, byTime(heldRates.heldAt), byTime(heldRates.id)];
  const rates = await db
    .select()
    .from(heldRates)
    .where(fits)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return { rates, total: await db.$count(heldRates, fits) };
}

/** The offer with its lock, so that two decisions at once find one winner. */
export async function lockHeldRate(tx: Tx, id: string): Promise<HeldRate | undefined> {
  const [row] = await tx.select().from(heldRates).where(eq(heldRates.id, id)).for('update');
  return row;
}

export const setHeldRateDecision = writeStatement({}).send<
  [id: string, status: 'accepted' | 'refused', decidedBy: string]
>()`
  update held_rates set status = $2, decided_by = $3, decided_at = now() where id = $1`;

function subjects(rates: readonly NewRate[]): string[] {
  return rates.map(({ subject }) => subject);
}

function values(rates: readonly NewRate[]): string[] {
  return rates.map(({ value }) => toText(value));
}

/** In coins, as decimal text. */
export const updateMinimumDeposit = writeStatement({}).send<[coinId: string, amount: string]>()`
  update crypto_assets set minimum_deposit = $2 where id = $1`;
