import { sql } from 'drizzle-orm';
import { check, date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, moment } from '#server/db/columns.ts';

/** What one unit of a coin or currency was worth in US dollars on a UTC day; kept for ever. */
export const bookRates = pgTable(
  'book_rates',
  {
    day: date('day', { mode: 'string' }).notNull(),
    unit: text('unit').notNull(),
    rate: decimal('rate').notNull(),
    /** Null where the product stored the rate of its market. */
    setBy: uuid('set_by'),
    setAt: moment('set_at').notNull(),
    note: text('note'),
  },
  (t) => [primaryKey({ columns: [t.day, t.unit] }), check('book_rates_positive', sql`${t.rate} > 0`)],
);
