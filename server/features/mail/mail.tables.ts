import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#server/db/columns.ts';

/** Mail to be sent: written with the action it reports, delivered by a job, contents dropped once delivered. */
export const outbox = pgTable(
  'outbox',
  {
    id: idColumn(),
    template: text('template').notNull(),
    /** Null once delivered or given up. */
    recipient: text('recipient'),
    userId: uuid('user_id'),
    language: text('language').notNull().default('en'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When it is next due; a delivery under way moves it ahead, so that a crash makes it due again. */
    dueAt: moment('due_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    /** When it was given up: too late for its purpose, or refused for a day. */
    droppedAt: moment('dropped_at'),
  },
  (t) => [
    // A code or a link that is replaced drops its user's waiting mails.
    index('outbox_waiting_of_user')
      .on(t.userId)
      .where(sql`${t.sentAt} is null and ${t.droppedAt} is null`),
    // What waits, and what was given up of late, among all that was ever sent.
    index('outbox_waiting')
      .on(t.createdAt)
      .where(sql`${t.sentAt} is null and ${t.droppedAt} is null`),
    index('outbox_dropped')
      .on(t.droppedAt)
      .where(sql`${t.droppedAt} is not null`),
  ],
);

/** Mails to customers in the operator's own wording; without a row the built-in one applies. */
export const mailTexts = pgTable(
  'mail_texts',
  {
    template: text('template').notNull(),
    language: text('language').notNull(),
    subject: text('subject').notNull(),
    heading: text('heading').notNull(),
    body: text('body').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    updatedBy: uuid('updated_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.template, t.language] })],
);
