import { sql } from 'drizzle-orm';
import { check, date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { decimal, idReference, moment } from '#server/db/column-types.ts';

/** The worth of one unit of a coin or currency in US dollars on a UTC day; never removed. */
export const bookRates = pgTable(
  'book_rates',
  {
    day: date('day', { mode: 'string' }).notNull(),
    unit: text('unit').notNull(),
    rate: decimal('rate').notNull(),
    /** Null where the product stored the rate of its market. */
    setBy: idReference('user', 'set_by'),
    setAt: moment('set_at').notNull(),
    note: text('note'),
  },
  (t) => [primaryKey({ columns: [t.day, t.unit] }), check('book_rates_positive', sql`${t.rate} > 0`)],
);

/**
 * The sums of the entries of a UTC day, stored once it is over: positions and profit begin from the newest one. A
 * trigger removes every day from which on something was entered later.
 */
export const bookDays = pgTable('book_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  /** The coins bought until its end that are still there, with their cost. */
  holdings: jsonb('holdings').$type<unknown>().notNull(),
  /** The balances of accounts by all entries of this day or earlier, by kind and unit. */
  balances: jsonb('balances').$type<unknown>().notNull(),
  /** Fees, results and costs by coin and by currency. */
  groups: jsonb('groups').$type<unknown>().notNull(),
});
