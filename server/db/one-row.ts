import { sql } from 'drizzle-orm';

/** A single row of no table, to select from where all fields are subqueries. */
export const oneRow = sql`(values (0)) as one_row`;
