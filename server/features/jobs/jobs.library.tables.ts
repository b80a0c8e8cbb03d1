import { bigint, integer, json, pgSchema, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/column-types.ts';

/** Tables that the job library makes and migrates itself, with the columns that are read here. */
const library = pgSchema('graphile_worker');

export const libraryJobs = library.table('_private_jobs', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  taskId: integer('task_id').notNull(),
  payload: json('payload').notNull(),
  attempts: integer('attempts').notNull(),
  maxAttempts: integer('max_attempts').notNull(),
  runAt: moment('run_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  lockedAt: moment('locked_at'),
  lockedBy: text('locked_by'),
});

export const libraryTasks = library.table('_private_tasks', {
  id: integer('id').primaryKey(),
  identifier: text('identifier').notNull(),
});

/** Jobs that recur, with the time of their last start. */
export const libraryCrontabs = library.table('_private_known_crontabs', {
  identifier: text('identifier').primaryKey(),
  knownSince: moment('known_since').notNull(),
  lastExecution: moment('last_execution'),
});
