import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { decimal } from '#server/db/columns.ts';

/**
 * The order book by day, in UTC, so that nobody has to read it all to count it. Kinds: `status`, how the orders opened
 * that day stand now; `decided`, what was decided that day; `asset` and `currency`, what was given and paid out in the
 * orders completed that day. True together with what still lies in order_day_changes.
 */
export const orderDays = pgTable(
  'order_days',
  {
    day: date('day').notNull(),
    kind: text('kind', { enum: ['status', 'decided', 'asset', 'currency'] }).notNull(),
    key: text('key').notNull(),
    orders: bigint('orders', { mode: 'number' }).notNull(),
    valueUsd: decimal('value_usd').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.key] })],
);

/**
 * What an order changed in those figures, written by a trigger with the order itself. Only ever added to, so that no
 * order waits for another; a job adds them up and clears them away.
 */
export const orderDayChanges = pgTable('order_day_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day').notNull(),
  kind: text('kind').notNull(),
  key: text('key').notNull(),
  orders: integer('orders').notNull(),
  valueUsd: decimal('value_usd').notNull(),
});

/** How long payouts took on days that are over: they never change again. */
export const orderDayMedians = pgTable('order_day_medians', {
  day: date('day').primaryKey(),
  /** From proof to payout; null where nothing was paid out. */
  seconds: integer('seconds'),
  payouts: integer('payouts').notNull(),
});
