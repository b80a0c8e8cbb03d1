import { and, asc, desc, eq, getTableColumns, lt, max, min, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { numberOrNull } from '#server/db/fragments.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { oneRow } from '#server/db/one-row.ts';
import {
  placeholderValues,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { decimal, toText, type Decimal } from '#shared/kernel/money.ts';
import type { Coin } from '#shared/reference/coins.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import { isWaiting, type HeldKind, type NewRate } from './rates.held.queries.ts';
import { assetPrices, cryptoAssets, fxRates, heldRates } from './rates.tables.ts';

const { sortOrder: _sortOrder, isActive, priceSource, ...shownColumns } = getTableColumns(cryptoAssets);

/** Ages come from the database's clock, so that a process whose own clock is wrong quotes nothing stale. */
const activeCoins = (db: Reads) =>
  db
    .select({
      ...shownColumns,
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

const selectFx = (db: Reads) =>
  db
    .select({
      ...getTableColumns(fxRates),
      ageMs: sql`(extract(epoch from now() - ${fxRates.at}) * 1000)::float8`.mapWith(Number),
      isHeld: sql`${heldRates.id} is not null`.mapWith(Boolean),
    })
    .from(fxRates)
    .leftJoin(heldRates, and(eq(heldRates.kind, 'currency'), eq(heldRates.subject, fxRates.currency), isWaiting));
export type FxRow = RowOf<typeof selectFx>;

export const readFx = rows(selectFx);

/** Live prices have one history, whichever source gave them; sample prices are not in it. */
const isOfSameKind = (source: typeof assetPrices.source) =>
  sql`(${source} = '${sql.raw(sampleSource)}') = (${priceSource} = '${sql.raw(sampleSource)}')`;

/** When the transaction began, by the clock of the database. */
export const readTime = one((db: Reads) =>
  db.select({ at: sql`now()`.mapWith((value: Date | string) => new Date(value)) }).from(oneRow),
);

const numbers = (value: number[]): number[] => value;

// One point for each half hour, the last of it: enough for a sparkline, which stays the same until the next half hour.
const lastDay = rows((db: Reads) => {
  const { assetId, at, priceUsd, source } = assetPrices;
  const halfHour = sql`date_bin('30 minutes', ${at}, timestamptz 'epoch')`;
  const bins = db
    .selectDistinctOn([assetId, halfHour], { assetId, priceUsd, at })
    .from(assetPrices)
    .innerJoin(cryptoAssets, and(eq(cryptoAssets.id, assetId), isOfSameKind(source)))
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

/** Inserts the coins that ship with the product; changes by the administrator stay. */
export async function insertCoins(tx: Tx, coins: readonly Coin[]): Promise<void> {
  const rows = coins.map((coin, index) => ({ ...coin, groupName: coin.group, sortOrder: index + 1 }));
  await tx.insert(cryptoAssets).values(rows).onConflictDoNothing();
}

const lockCoins = rows((db: Drizzle) => {
  const { assetId, at, priceUsd, source } = assetPrices;
  const acceptedRates = db
    .select({ at: max(heldRates.decidedAt) })
    .from(heldRates)
    .where(and(eq(heldRates.kind, 'coin'), eq(heldRates.subject, cryptoAssets.id), eq(heldRates.status, 'accepted')));
  const hour = db
    .select({ lowest: min(priceUsd).as('lowest'), highest: max(priceUsd).as('highest') })
    .from(assetPrices)
    .where(
      and(
        eq(assetId, cryptoAssets.id),
        isOfSameKind(source),
        sql`${at} > now() - interval '1 hour'`,
        // The hour begins again at a price that an administrator accepted.
        sql`${at} >= coalesce(${acceptedRates}, '-infinity')`,
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

/** The last good live rate, of any sources; null if there is none. */
export function liveValueOf(row: Pick<LastGood, 'value' | 'source'> | undefined): Decimal | null {
  return row?.value && row.source !== sampleSource ? decimal(row.value) : null;
}

const livePrices = rows((db: Reads) =>
  db
    .select({ subject: cryptoAssets.id, value: cryptoAssets.priceUsd })
    .from(cryptoAssets)
    .where(ne(priceSource, sampleSource)),
);

/** The last good live price of each coin that has one. */
export async function lastGoodPrices(db: Pick<Db, 'ask'>): Promise<ReadonlyMap<string, Decimal>> {
  const result = await livePrices(db);
  return new Map(result.flatMap(({ subject, value }) => (value === null ? [] : [[subject, decimal(value)]])));
}

/** The stored rate of each coin or currency, locked until `tx` ends, and for coins the range of the last hour. */
export async function lockLastGood(tx: Tx, kind: HeldKind): Promise<LastGood[]> {
  if (kind === 'coin') return lockCoins(tx);
  return (await lockFx(tx)).map((row) => ({ ...row, lowest: null, highest: null }));
}

type PriceLists = {
  ids: readonly string[];
  prices: readonly string[];
  changes: readonly (string | null)[];
  ats: readonly Date[];
  sources: readonly string[];
};

const writePrices = sent((db: Drizzle, { ids, prices, changes, ats, sources }: Blanks<PriceLists>) =>
  db
    .update(cryptoAssets)
    .set({
      priceUsd: sql`o.price`,
      change24h: sql`o.change`,
      priceAt: sql`o.at`,
      priceSource: sql`o.source`,
    })
    .from(
      sql`unnest(${ids}::text[], ${prices}::numeric[], ${changes}::numeric[], ${ats}::timestamptz[], ${sources}::text[])
        as o (id, price, change, at, source)`,
    )
    .where(sql`${cryptoAssets.id} = o.id`),
);

const history = manyOf(assetPrices, 'assetId', 'priceUsd', 'source', 'at');
const addHistory = sent((db: Drizzle, lists: ListsOf<typeof history>) =>
  db.insert(assetPrices).select(history.rowsOf(lists)),
);

/** Stores prices as of when each was seen, and in the history as of now. */
export async function storePrices(tx: Tx, rates: readonly NewRate[]): Promise<void> {
  const { at } = await readTime(tx);
  await writePrices(tx, {
    ids: rates.map(({ subject }) => subject),
    prices: rates.map(({ value }) => toText(value)),
    changes: rates.map(({ change24h }) => (change24h ? toText(change24h) : null)),
    ats: rates.map((rate) => rate.at),
    sources: rates.map(({ source }) => source),
  });
  const rows = rates.map(({ subject, value, source }) => ({ assetId: subject, priceUsd: toText(value), source, at }));
  await addHistory(tx, history.listsOf(rows));
}

/**
 * The live price of each coin a day ago, within an hour: what its change is measured from where no source names one.
 */
export const readPricesOfYesterday = rows((db: Reads) => {
  const { assetId, at, priceUsd, source } = assetPrices;
  return db
    .selectDistinctOn([assetId], { subject: assetId, priceUsd })
    .from(assetPrices)
    .where(and(ne(source, sampleSource), lt(at, sql`now() - interval '23 hours'`)))
    .orderBy(assetId, sql`abs(extract(epoch from ${at} - (now() - interval '24 hours')))`);
});

const fx = manyOf(fxRates, 'currency', 'unitsPerUsd', 'source', 'at');
const writeFx = sent((db: Drizzle, lists: ListsOf<typeof fx>) =>
  db
    .insert(fxRates)
    .select(fx.rowsOf(lists))
    .onConflictDoUpdate({
      target: fxRates.currency,
      set: { unitsPerUsd: sql`excluded.units_per_usd`, source: sql`excluded.source`, at: sql`excluded.at` },
    }),
);

/** Stores currency rates as of when each was fetched. */
export async function storeFx(tx: Tx, rates: readonly NewRate[]): Promise<void> {
  const units = rates.map(({ subject: currency, value, source, at }) => {
    return { currency, unitsPerUsd: toText(value), source, at };
  });
  await writeFx(tx, fx.listsOf(units));
}

/** Deletes prices that no sparkline shows and no change is measured from any more. */
export const deleteOldHistory = sent((db: Drizzle) =>
  db.delete(assetPrices).where(lt(assetPrices.at, sql`now() - interval '25 hours'`)),
);

/** In coins, as decimal text. */
export const updateMinimumDeposit = sent(
  (db: Drizzle, { coinId, amount }: Blanks<{ coinId: string; amount: string }>) =>
    db
      .update(cryptoAssets)
      .set(placeholderValues({ minimumDeposit: amount }))
      .where(eq(cryptoAssets.id, coinId)),
);
