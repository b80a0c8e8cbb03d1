import { count, min, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { momentOrNull } from '#server/db/fragments.ts';
import type { Reads } from '#server/db/query.ts';
import { maxCounted } from '#shared/reference/limits.ts';

/** Number of rows of a table that fit, as a field of a query. */
export const cappedCount = (db: Reads, table: PgTable, condition: SQL | undefined): SQL<number> => {
  const cappedRows = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(condition)
    .limit(maxCounted)
    .as('some');
  return sql`${db.select({ count: count() }).from(cappedRows)}`.mapWith(Number);
};

/** The first moment of the rows that fit, null where there are none. */
export const earliestOf = (
  db: Reads,
  at: PgColumn | SQL,
  table: PgTable,
  condition: SQL | undefined,
): SQL<Date | null> =>
  sql`${db
    .select({ at: min(at) })
    .from(table)
    .where(condition)}`.mapWith(momentOrNull);

/** Seconds since the first moment of the rows that fit, 0 where there are none. */
export const waitedSeconds = (db: Reads, at: PgColumn, table: PgTable, condition: SQL | undefined): SQL<number> =>
  sql`coalesce(extract(epoch from now() - ${earliestOf(db, at, table, condition)}), 0)::float8`.mapWith(Number);
