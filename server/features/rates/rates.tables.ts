import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { decimal, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

export const cryptoAssets = pgTable('crypto_assets', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  symbol: text('symbol').notNull(),
  color: text('color').notNull(),
  icon: text('icon').notNull(),
  network: text('network').notNull(),
  networkHint: text('network_hint').notNull(),
  decimals: integer('decimals').notNull(),
  minimumDeposit: decimal('minimum_deposit').notNull(),
  requiresMemo: boolean('requires_memo').notNull().default(false),
  groupName: text('group_name', { enum: ['main', 'stablecoins', 'other'] }).notNull(),
  isActive: boolean('is_active').notNull().default(true),
  sortOrder: integer('sort_order').notNull(),
  /** The last good price in US dollars; null until a provider gave one. */
  priceUsd: decimal('price_usd'),
  change24h: decimal('change_24h'),
  priceAt: moment('price_at'),
  priceSource: text('price_source'),
});

export const assetPrices = pgTable(
  'asset_prices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    assetId: text('asset_id')
      .notNull()
      .references(() => cryptoAssets.id),
    priceUsd: decimal('price_usd').notNull(),
    source: text('source').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('asset_prices_asset_at').on(t.assetId, t.at), check('asset_prices_positive', sql`${t.priceUsd} > 0`)],
);

export const fxRates = pgTable(
  'fx_rates',
  {
    currency: text('currency').primaryKey(),
    unitsPerUsd: decimal('units_per_usd').notNull(),
    source: text('source').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [check('fx_rates_positive', sql`${t.unitsPerUsd} > 0`)],
);

/** A price that jumped more than 20 % (or an implausible first one), held for review instead of being quoted. */
export const heldRates = pgTable(
  'held_rates',
  {
    id: idColumn('heldRate'),
    kind: text('kind', { enum: ['coin', 'currency'] }).notNull(),
    subject: text('subject').notNull(),
    /** Null where no earlier price was known. */
    lastGood: decimal('last_good'),
    /** The newest offer of this kind; accepting it makes this the last good one, as of `offeredAt`. */
    offered: decimal('offered').notNull(),
    offeredAt: moment('offered_at').notNull(),
    source: text('source').notNull(),
    status: text('status', { enum: ['waiting', 'accepted', 'refused', 'superseded'] })
      .notNull()
      .default('waiting'),
    heldAt: moment('held_at').notNull().default(now),
    decidedAt: moment('decided_at'),
    decidedBy: idReference('user', 'decided_by'),
  },
  (t) => [
    uniqueIndex('held_rates_one_waiting')
      .on(t.kind, t.subject)
      .where(sql`${t.status} = 'waiting'`),
    index('held_rates_newest').on(t.heldAt),
  ],
);

/** The last price of each source for a coin; the newest answer only. */
export const sourcePrices = pgTable(
  'price_offers',
  {
    source: text('source').notNull(),
    coinId: text('coin_id')
      .notNull()
      .references(() => cryptoAssets.id, { onDelete: 'cascade' }),
    /** US dollars for one coin; null where the source gave none. */
    priceUsd: decimal('price_usd'),
    change24h: decimal('change_24h'),
    /** Time at which the source saw it by its own statement, never later than now; else when it was asked. */
    seenAt: moment('seen_at').notNull(),
    askedAt: moment('asked_at').notNull(),
    /** The reason why the price does not count, regardless of the others; null if it may. */
    why: text('why', { enum: ['broken', 'missing'] }),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.coinId] }),
    check('price_offers_positive', sql`${t.priceUsd} > 0`),
    check('price_offers_price_or_why', sql`${t.priceUsd} is not null or ${t.why} is not null`),
  ],
);

/** The last rate of each source for a currency; the newest answer only. */
export const sourceRates = pgTable(
  'fx_offers',
  {
    source: text('source').notNull(),
    currency: text('currency').notNull(),
    /** Units of the currency for one US dollar. */
    unitsPerUsd: decimal('units_per_usd'),
    /** Time at which the source was asked. */
    seenAt: moment('seen_at').notNull(),
    /** Time at which the source made its table, by its own statement. */
    tableOf: moment('table_of').notNull(),
    why: text('why', { enum: ['broken', 'missing'] }),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.currency] }),
    check('fx_offers_positive', sql`${t.unitsPerUsd} > 0`),
    check('fx_offers_rate_or_why', sql`${t.unitsPerUsd} is not null or ${t.why} is not null`),
  ],
);

/**
 * State of each source, such as `prices:kraken`: which process may ask it next, and the result of the last time. The
 * rows `prices` and `fx` stand for all sources together: when a rate last resulted.
 */
export const rateFeeds = pgTable('rate_feeds', {
  name: text('name').primaryKey(),
  /** The source, or all of them; another one (after a settings change) may be fetched at once. */
  source: text('source').notNull(),
  /** Time at which a process last claimed the next fetch. */
  claimedAt: moment('claimed_at').notNull(),
  succeededAt: moment('succeeded_at'),
  /** Time before which the source does not want to be asked again. */
  retryAt: moment('retry_at'),
  /** Why the last try failed; null after a success. */
  lastError: text('last_error'),
  /** Since when every try has failed; null after a success. */
  failingSince: moment('failing_since'),
  /** Times of the last mails that reported the source as down, and as back. */
  downMailedAt: moment('down_mailed_at'),
  backMailedAt: moment('back_mailed_at'),
});
