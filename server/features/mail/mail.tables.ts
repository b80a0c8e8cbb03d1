import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';

/** Mail to be sent: written with the action it reports, delivered by a job, contents dropped once delivered. */
export const outbox = pgTable(
  'outbox',
  {
    id: idColumn('mail'),
    template: text('template').notNull(),
    /** The channel: a mail, or one line on Telegram. */
    channel: text('channel', { enum: ['mail', 'telegram'] })
      .notNull()
      .default('mail'),
    /** An address or a chat; null once delivered or given up. */
    recipient: text('recipient'),
    userId: idReference('user', 'user_id'),
    language: text('language').notNull().default('en'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().default(now),
    /** Time at which it is due; a running delivery moves it ahead, so that it becomes due again after a crash. */
    dueAt: moment('due_at').notNull().default(now),
    sentAt: moment('sent_at'),
    /** Time when it was given up: it was too late for its purpose, or refused for a day. */
    droppedAt: moment('dropped_at'),
  },
  (t) => [
    // A code or a link that is replaced drops its user's waiting mails.
    index('outbox_waiting_of_user')
      .on(t.userId)
      .where(sql`${t.sentAt} is null and ${t.droppedAt} is null`),
    // Finds the mails that wait or were given up lately, among all ever sent.
    index('outbox_waiting')
      .on(t.createdAt)
      .where(sql`${t.sentAt} is null and ${t.droppedAt} is null`),
    index('outbox_setup_test')
      .on(t.sentAt)
      .where(sql`${t.template} = 'setup_test'`),
    index('outbox_dropped')
      .on(t.droppedAt)
      .where(sql`${t.droppedAt} is not null`),
  ],
);

/** Chats on Telegram that get the status messages of a user, and the one-time code that links one. */
export const telegramLinks = pgTable('telegram_links', {
  userId: idReference('user', 'user_id')
    .primaryKey()
    .references(() => users.id),
  /** SHA-256 of the code; null once it was used. */
  codeHash: bytes('code_hash').unique(),
  codeExpiresAt: moment('code_expires_at'),
  chatId: text('chat_id'),
  linkedAt: moment('linked_at'),
});

/** Mails to customers in the operator's own wording; without a row the built-in one applies. */
export const mailTexts = pgTable(
  'mail_texts',
  {
    template: text('template').notNull(),
    language: text('language').notNull(),
    subject: text('subject').notNull(),
    heading: text('heading').notNull(),
    body: text('body').notNull(),
    updatedAt: moment('updated_at').notNull().default(now),
    updatedBy: idReference('user', 'updated_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.template, t.language] })],
);
