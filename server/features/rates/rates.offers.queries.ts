import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { placeholderValues, isOneOf, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { fxOffers, priceOffers } from './rates.tables.ts';

const prices = manyOf(priceOffers, 'source', 'coinId', 'priceUsd', 'change24h', 'seenAt', 'askedAt', 'why');

/** Stores the coin prices of a source; an answer to an older question changes nothing. */
export const storePriceOffers = sent((db: Drizzle, lists: ListsOf<typeof prices>) =>
  db
    .insert(priceOffers)
    .select(prices.rowsOf(lists))
    .onConflictDoUpdate({
      target: [priceOffers.source, priceOffers.coinId],
      set: {
        priceUsd: sql`excluded.price_usd`,
        change24h: sql`excluded.change_24h`,
        seenAt: sql`excluded.seen_at`,
        askedAt: sql`excluded.asked_at`,
        why: sql`excluded.why`,
      },
      setWhere: sql`${priceOffers.askedAt} < excluded.asked_at`,
    }),
);
export const priceOfferLists = prices.listsOf;

const currencies = manyOf(fxOffers, 'source', 'currency', 'unitsPerUsd', 'seenAt', 'tableOf', 'why');

/** Puts the offers of currencies in place of those before, unless those are newer. */
export const storeFxOffers = sent((db: Drizzle, lists: ListsOf<typeof currencies>) =>
  db
    .insert(fxOffers)
    .select(currencies.rowsOf(lists))
    .onConflictDoUpdate({
      target: [fxOffers.source, fxOffers.currency],
      set: {
        unitsPerUsd: sql`excluded.units_per_usd`,
        seenAt: sql`excluded.seen_at`,
        tableOf: sql`excluded.table_of`,
        why: sql`excluded.why`,
      },
      setWhere: sql`${fxOffers.seenAt} <= excluded.seen_at`,
    }),
);
export const fxOfferLists = currencies.listsOf;

type Failure = { source: string; askedAt: Date };

/** A source that failed offers nothing until it answers again; what it does not list stays missing. */
export const breakPriceOffers = sent((db: Drizzle, { source, askedAt }: Blanks<Failure>) =>
  db
    .update(priceOffers)
    .set({ why: 'broken', ...placeholderValues({ askedAt }) })
    .where(and(eq(priceOffers.source, source), isNull(priceOffers.why), lt(priceOffers.askedAt, askedAt))),
);

/** Marks the currency prices of a source as broken, except newer answers. */
export const breakFxOffers = sent((db: Drizzle, { source, askedAt }: Blanks<Failure>) =>
  db
    .update(fxOffers)
    .set({ why: 'broken' })
    .where(and(eq(fxOffers.source, source), isNull(fxOffers.why), lt(fxOffers.seenAt, askedAt))),
);

const noMoment = sql`null::timestamptz`.mapWith((value: Date | string): Date | null => new Date(value));

/** The last offer of these sources for each coin. */
export const readPriceOffers = rows((db: Reads, { sources }: Blanks<{ sources: readonly string[] }>) =>
  db
    .select({
      source: priceOffers.source,
      subject: priceOffers.coinId,
      value: priceOffers.priceUsd,
      change24h: priceOffers.change24h,
      seenAt: priceOffers.seenAt,
      tableOf: noMoment,
      why: priceOffers.why,
    })
    .from(priceOffers)
    .where(isOneOf(priceOffers.source, sources))
    .orderBy(asc(priceOffers.coinId)),
);

/** The last offer of these sources for each currency. */
export const readFxOffers = rows((db: Reads, { sources }: Blanks<{ sources: readonly string[] }>) =>
  db
    .select({
      source: fxOffers.source,
      subject: fxOffers.currency,
      value: fxOffers.unitsPerUsd,
      change24h: sql`null::numeric`.mapWith((value: string): string | null => value),
      seenAt: fxOffers.seenAt,
      tableOf: sql`${fxOffers.tableOf}`.mapWith((value: Date | string): Date | null => new Date(value)),
      why: fxOffers.why,
    })
    .from(fxOffers)
    .where(isOneOf(fxOffers.source, sources))
    .orderBy(asc(fxOffers.currency)),
);

export type OfferRow = Awaited<ReturnType<typeof readPriceOffers>>[number];
