import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { languageCodes } from '#shared/reference/languages.ts';

export const subscribers = pgTable(
  'subscribers',
  {
    id: idColumn(),
    email: text('email').notNull().unique(),
    language: text('language', { enum: languageCodes }).notNull(),
    status: text('status', { enum: ['pending', 'subscribed', 'unsubscribed'] })
      .notNull()
      .default('pending'),
    /** Confirmation mails since the last answer; someone else may have typed this address. */
    asked: integer('asked').notNull().default(1),
    askedAt: moment('asked_at').notNull().default(now),
    createdAt: moment('created_at').notNull().default(now),
    confirmedAt: moment('confirmed_at'),
    unsubscribedAt: moment('unsubscribed_at'),
  },
  (t) => [
    index('subscribers_status').on(t.status, t.askedAt),
    check('subscribers_known', sql`${t.status} in ('pending', 'subscribed', 'unsubscribed')`),
  ],
);
