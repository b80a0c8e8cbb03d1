import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

/** The forgeries that were reported, so that each alarm is sent once and not by every process. */
export const forgeryAlarms = pgTable('forgery_alarms', {
  /**
   * A keyed hash of the forged row: somebody who edits rows cannot compute it, and so cannot silence the alarm
   * beforehand.
   */
  fingerprint: bytes('fingerprint').primaryKey(),
  subjectType: text('subject_type').notNull(),
  subjectId: text('subject_id').notNull(),
  raisedAt: moment('raised_at').notNull().default(now),
});
