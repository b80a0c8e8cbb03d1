import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

/**
 * One row at most: which database this is, and the counter that it and the file storage raise together. A backup
 * carries it.
 */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    /**
     * Id that the file storage names as its owner; a restored copy that takes the storage over becomes another
     * installation.
     */
    installationId: uuid('installation_id').notNull(),
    /** System identifier and oid: another one after a restore or a clone, the same at a promoted replica. */
    database: text('database').notNull(),
    /** Timeline of the write-ahead log; a promoted replica has another one. */
    timeline: text('timeline').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    /**
     * Random id of the last raise: two databases that continue from one snapshot raise the counter alike, and differ in
     * this.
     */
    token: uuid('token').notNull().defaultRandom(),
    raisedAt: moment('raised_at').notNull().default(now),
    /** True from the moment a restored copy takes the storage over until the storage names it. */
    isTakingOver: boolean('is_taking_over').notNull().default(false),
  },
  (t) => [check('installation_one_row', sql`${t.id} = 1`)],
);
