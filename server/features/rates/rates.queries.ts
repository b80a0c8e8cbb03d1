import { and, asc, desc, eq, getTableColumns, lt, max, min, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { numberOrNull } from '#server/db/fragments.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { filled, rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { toText } from '#shared/kernel/money.ts';
import type { Coin } from '#shared/reference/coins.ts';
import { isWaiting, type HeldKind, type NewRate } from './rates.held.queries.ts';
import { assetPrices, cryptoAssets, fxRates, heldRates } from './rates.tables.ts';

const { sortOrder: _sortOrder, isActive, priceSource, ...shown } = getTableColumns(cryptoAssets);

/** Ages come from the database's clock, so that a process whose own clock is wrong quotes nothing stale. */
const activeCoins = (db: Reads) =>
  db
    .select({
      ...shown,
      source: priceSource,
      ageMs: sql`(extract(epoch from now() - ${cryptoAssets.priceAt}) * 1000)::float8`.mapWith(numberOrNull),
      /** A price that waits for the administrator. */
      heldPrice: heldRates.offered,
    })
    .from(cryptoAssets)
    .leftJoin(heldRates, and(eq(heldRates.kind, 'coin'), eq(heldRates.subject, cryptoAssets.id), isWaiting))
    .where(eq(isActive, true))
    .orderBy(asc(cryptoAssets.sortOrder), asc(cryptoAssets.id));
export type CoinRow = RowOf<typeof activeCoins>;

/** The active coins, in their order. */
export const readCoins = rows(activeCoins);

const allFx = (db: Reads) =>
  db
    .select({
      ...getTableColumns(fxRates),
      ageMs: sql`(extract(epoch from now() - ${fxRates.at}) * 1000)::float8`.mapWith(Number),
      isHeld: sql`${heldRates.id} is not null`.mapWith(Boolean),
    })
    .from(fxRates)
    .leftJoin(heldRates, and(eq(heldRates.kind, 'currency'), eq(heldRates.subject, fxRates.currency), isWaiting));
export type FxRow = RowOf<typeof allFx>;

export const readFx = rows(allFx);

const numbers = (value: number[]): number[] => value;

// One point for each half hour, the last of it: enough for a sparkline, which stays the same until the next half hour.
const lastDay = rows((db: Reads) => {
  const { assetId, at, priceUsd, source } = assetPrices;
  const halfHour = sql`date_bin('30 minutes', ${at}, timestamptz 'epoch')`;
  const bins = db
    .selectDistinctOn([assetId, halfHour], { assetId, priceUsd, at })
    .from(assetPrices)
    .innerJoin(cryptoAssets, and(eq(cryptoAssets.id, assetId), eq(priceSource, source)))
    .where(sql`${at} > now() - interval '24 hours'`)
    .orderBy(assetId, halfHour, desc(at))
    .as('bins');
  const points = sql`array_agg(${bins.priceUsd}::float8 order by ${bins.at})`.mapWith(numbers);
  return db.select({ assetId: bins.assetId, points }).from(bins).groupBy(bins.assetId);
});

/** Prices of the last 24 hours by coin, oldest first, for sparklines only. */
export async function readSparklines(db: Db): Promise<ReadonlyMap<string, number[]>> {
  return new Map((await lastDay(db)).map(({ assetId, points }) => [assetId, points]));
}

/** Puts in the coins that ship with the product; what the administrator changed since stays as it is. */
export async function insertCoins(tx: Tx, coins: readonly Coin[]): Promise<void> {
  const rows = coins.map((coin, at) => ({ ...coin, groupName: coin.group, sortOrder: at + 1 }));
  await tx.insert(cryptoAssets).values(rows).onConflictDoNothing();
}

const lockCoins = rows((db: Drizzle) => {
  const { assetId, at, priceUsd, source } = assetPrices;
  const accepted = db
    .select({ at: max(heldRates.offeredAt) })
    .from(heldRates)
    .where(and(eq(heldRates.kind, 'coin'), eq(heldRates.subject, cryptoAssets.id), eq(heldRates.status, 'accepted')));
  const hour = db
    .select({ lowest: min(priceUsd).as('lowest'), highest: max(priceUsd).as('highest') })
    .from(assetPrices)
    .where(
      and(
        eq(assetId, cryptoAssets.id),
        eq(source, priceSource),
        sql`${at} > now() - interval '1 hour'`,
        // What an administrator accepted is where the hour begins again.
        sql`${at} >= coalesce(${accepted}, '-infinity')`,
      ),
    )
    .as('hour');
  return db
    .select({
      subject: cryptoAssets.id,
      value: cryptoAssets.priceUsd,
      source: priceSource,
      lowest: hour.lowest,
      highest: hour.highest,
    })
    .from(cryptoAssets)
    .crossJoinLateral(hour)
    .where(eq(isActive, true))
    .orderBy(asc(cryptoAssets.id))
    .for('update', { of: cryptoAssets });
});
const lockFx = rows((db: Drizzle) =>
  db
    .select({ subject: fxRates.currency, value: fxRates.unitsPerUsd, source: fxRates.source })
    .from(fxRates)
    .orderBy(asc(fxRates.currency))
    .for('update'),
);

export type LastGood = Awaited<ReturnType<typeof lockCoins>>[number];

/** The stored rate of each coin or currency, locked until `tx` ends, and for coins the range of the last hour. */
export async function lockLastGood(tx: Tx, kind: HeldKind): Promise<LastGood[]> {
  if (kind === 'coin') return lockCoins(tx);
  return (await lockFx(tx)).map((row) => ({ ...row, lowest: null, highest: null }));
}

type Offered = {
  ids: readonly string[];
  prices: readonly string[];
  changes: readonly (string | null)[];
  at: Date;
  source: string;
};

const writePrices = rows((db: Drizzle, { ids, prices, changes, at, source }: Blanks<Offered>) => {
  const { id, change24h, priceAt } = cryptoAssets;
  const isNewer = sql`(${priceAt} is null or ${priceAt} < ${at} or ${priceSource} <> ${source})`;
  return db
    .update(cryptoAssets)
    .set({
      ...filled({ priceAt: at, priceSource: source }),
      priceUsd: sql`o.price`,
      change24h: sql`coalesce(o.change, ${change24h})`,
    })
    .from(sql`unnest(${ids}::text[], ${prices}::numeric[], ${changes}::numeric[]) as o (id, price, change)`)
    .where(and(sql`${id} = o.id`, isNewer))
    .returning({ assetId: id, priceUsd: sql`${cryptoAssets}.price_usd`.mapWith(String) });
});

const history = manyOf(assetPrices, 'assetId', 'priceUsd', 'source', 'at');
const addHistory = sent((db: Drizzle, lists: ListsOf<typeof history>) =>
  db.insert(assetPrices).select(history.rowsOf(lists)),
);

/** Stores prices as of `at`, with their history. A slower process that comes late with older ones changes nothing. */
export async function storePrices(tx: Tx, rates: readonly NewRate[], at: Date, source: string): Promise<void> {
  const changes = rates.map(({ change24h }) => (change24h ? toText(change24h) : null));
  const stored = await writePrices(tx, { ids: subjects(rates), prices: values(rates), changes, at, source });
  await addHistory(tx, history.listsOf(stored.map((price) => ({ ...price, source, at }))));
}

const fx = manyOf(fxRates, 'currency', 'unitsPerUsd', 'source', 'at');
const writeFx = sent((db: Drizzle, lists: ListsOf<typeof fx>) =>
  db
    .insert(fxRates)
    .select(fx.rowsOf(lists))
    .onConflictDoUpdate({
      target: fxRates.currency,
      set: { unitsPerUsd: sql`excluded.units_per_usd`, source: sql`excluded.source`, at: sql`excluded.at` },
      setWhere: sql`${fxRates.at} < excluded.at or ${fxRates.source} <> excluded.source`,
    }),
);

export async function storeFx(tx: Tx, rates: readonly NewRate[], at: Date, source: string): Promise<void> {
  const units = rates.map(({ subject: currency, value }) => ({ currency, unitsPerUsd: toText(value), source, at }));
  await writeFx(tx, fx.listsOf(units));
}

/** Deletes prices that no sparkline shows any more. */
export const deleteOldHistory = sent((db: Drizzle) =>
  db.delete(assetPrices).where(lt(assetPrices.at, sql`now() - interval '24 hours'`)),
);

function subjects(rates: readonly NewRate[]): string[] {
  return rates.map(({ subject }) => subject);
}

function values(rates: readonly NewRate[]): string[] {
  return rates.map(({ value }) => toText(value));
}

/** In coins, as decimal text. */
export const updateMinimumDeposit = sent(
  (db: Drizzle, { coinId, amount }: Blanks<{ coinId: string; amount: string }>) =>
    db
      .update(cryptoAssets)
      .set(filled({ minimumDeposit: amount }))
      .where(eq(cryptoAssets.id, coinId)),
);
