import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { placeholderValues, isOneOf, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { sourceRates, sourcePrices } from './rates.tables.ts';

const prices = manyOf(sourcePrices, 'source', 'coinId', 'priceUsd', 'change24h', 'seenAt', 'askedAt', 'why');

/** Stores the coin prices of a source; an answer to an older question changes nothing. */
export const storeSourcePrices = sent((db: Drizzle, lists: ListsOf<typeof prices>) =>
  db
    .insert(sourcePrices)
    .select(prices.rowsOf(lists))
    .onConflictDoUpdate({
      target: [sourcePrices.source, sourcePrices.coinId],
      set: {
        priceUsd: sql`excluded.price_usd`,
        change24h: sql`excluded.change_24h`,
        seenAt: sql`excluded.seen_at`,
        askedAt: sql`excluded.asked_at`,
        why: sql`excluded.why`,
      },
      setWhere: sql`${sourcePrices.askedAt} < excluded.asked_at`,
    }),
);
export const sourcePriceLists = prices.listsOf;

const currencies = manyOf(sourceRates, 'source', 'currency', 'unitsPerUsd', 'seenAt', 'tableOf', 'why');

/** Puts the prices of currencies in place of those before, unless those are newer. */
export const storeSourceRates = sent((db: Drizzle, lists: ListsOf<typeof currencies>) =>
  db
    .insert(sourceRates)
    .select(currencies.rowsOf(lists))
    .onConflictDoUpdate({
      target: [sourceRates.source, sourceRates.currency],
      set: {
        unitsPerUsd: sql`excluded.units_per_usd`,
        seenAt: sql`excluded.seen_at`,
        tableOf: sql`excluded.table_of`,
        why: sql`excluded.why`,
      },
      setWhere: sql`${sourceRates.seenAt} <= excluded.seen_at`,
    }),
);
export const sourceRateLists = currencies.listsOf;

type Failure = { source: string; askedAt: Date };

/** A source that failed gives nothing until it answers again; what it does not list stays missing. */
export const breakSourcePrices = sent((db: Drizzle, { source, askedAt }: Blanks<Failure>) =>
  db
    .update(sourcePrices)
    .set({ why: 'broken', ...placeholderValues({ askedAt }) })
    .where(and(eq(sourcePrices.source, source), isNull(sourcePrices.why), lt(sourcePrices.askedAt, askedAt))),
);

/** Marks the currency prices of a source as broken, except newer answers. */
export const breakSourceRates = sent((db: Drizzle, { source, askedAt }: Blanks<Failure>) =>
  db
    .update(sourceRates)
    .set({ why: 'broken' })
    .where(and(eq(sourceRates.source, source), isNull(sourceRates.why), lt(sourceRates.seenAt, askedAt))),
);

const noMoment = sql`null::timestamptz`.mapWith((value: Date | string): Date | null => new Date(value));

/** The last price of these sources for each coin. */
export const readSourcePrices = rows((db: Reads, { sources }: Blanks<{ sources: readonly string[] }>) =>
  db
    .select({
      source: sourcePrices.source,
      subject: sourcePrices.coinId,
      value: sourcePrices.priceUsd,
      change24h: sourcePrices.change24h,
      seenAt: sourcePrices.seenAt,
      tableOf: noMoment,
      why: sourcePrices.why,
    })
    .from(sourcePrices)
    .where(isOneOf(sourcePrices.source, sources))
    .orderBy(asc(sourcePrices.coinId)),
);

/** The last price of these sources for each currency. */
export const readSourceRates = rows((db: Reads, { sources }: Blanks<{ sources: readonly string[] }>) =>
  db
    .select({
      source: sourceRates.source,
      subject: sourceRates.currency,
      value: sourceRates.unitsPerUsd,
      change24h: sql`null::numeric`.mapWith((value: string): string | null => value),
      seenAt: sourceRates.seenAt,
      tableOf: sql`${sourceRates.tableOf}`.mapWith((value: Date | string): Date | null => new Date(value)),
      why: sourceRates.why,
    })
    .from(sourceRates)
    .where(isOneOf(sourceRates.source, sources))
    .orderBy(asc(sourceRates.currency)),
);

export type SourcePriceRow = Awaited<ReturnType<typeof readSourcePrices>>[number];
