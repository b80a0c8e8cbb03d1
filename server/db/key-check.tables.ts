import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';

/** One row at most: the value that only the ENCRYPTION_KEY of this database makes. A backup carries it. */
export const encryptionKeyCheck = pgTable(
  'encryption_key_check',
  {
    id: integer('id').primaryKey().default(1),
    value: bytes('value').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [check('encryption_key_check_one_row', sql`${t.id} = 1`)],
);
