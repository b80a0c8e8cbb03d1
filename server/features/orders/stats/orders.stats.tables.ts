import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { decimal } from '#server/db/column-types.ts';

const dayKinds = ['status', 'decided', 'reversed', 'asset', 'currency'] as const;

/**
 * Order stats by UTC day, so that counting needs no full scan. Kinds: `status`, the current status of orders opened
 * that day; `decided`, the decisions of that day; `asset` and `currency`, given and paid out in orders completed that
 * day. A reversal is taken off on its own day, under `reversed`, `asset` and `currency`. Complete only together with
 * the pending rows in order_day_changes.
 */
export const orderDays = pgTable(
  'order_days',
  {
    day: date('day').notNull(),
    kind: text('kind', { enum: dayKinds }).notNull(),
    key: text('key').notNull(),
    orders: bigint('orders', { mode: 'number' }).notNull(),
    valueUsd: decimal('value_usd').notNull(),
    /** In units of the key: given for `asset`, paid out for `currency`; else 0. */
    amount: decimal('amount').notNull().default('0'),
    /** The fees earned, in the currency of a `currency` row; 0 in all others. */
    fee: decimal('fee').notNull().default('0'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.key] })],
);

/** Stat changes of an order, written by a trigger. Append-only, so that no order waits; a job adds them up. */
export const orderDayChanges = pgTable('order_day_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day').notNull(),
  kind: text('kind', { enum: dayKinds }).notNull(),
  key: text('key').notNull(),
  orders: integer('orders').notNull(),
  valueUsd: decimal('value_usd').notNull(),
  amount: decimal('amount').notNull().default('0'),
  fee: decimal('fee').notNull().default('0'),
});

/** Median duration of payouts on past days, which never changes again. */
export const orderDayMedians = pgTable('order_day_medians', {
  day: date('day').primaryKey(),
  /** Seconds from proof to payout; null where nothing was paid out. */
  seconds: integer('seconds'),
  payouts: integer('payouts').notNull(),
});
