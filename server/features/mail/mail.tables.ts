import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#server/db/columns.ts';

/** Mail to be sent: written with the deed it tells of, delivered by a job, its contents dropped once delivered. */
export const outbox = pgTable(
  'outbox',
  {
    id: idColumn(),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    userId: uuid('user_id'),
    language: text('language').notNull().default('en'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    index('outbox_waiting')
      .on(t.createdAt)
      .where(sql`${t.sentAt} is null`),
  ],
);
