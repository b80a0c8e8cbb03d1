import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * The counted calls, which all processes share. Columns, names and order are those of rate-limiter-flexible. The
 * migration makes it UNLOGGED: a count need not survive a crash of PostgreSQL, and so costs no wait for the disk.
 */
export const requestLimits = pgTable('request_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
