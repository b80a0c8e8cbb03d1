import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { blogPosts } from '#server/features/blog/blog.tables.ts';
import { sendingStates } from '#shared/newsletter/newsletter.contract.ts';
import { languageCodes } from '#shared/reference/languages.ts';

export const subscribers = pgTable(
  'subscribers',
  {
    id: idColumn('subscriber'),
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

/** A post on its way to the subscribers: one row for each post, so that none is sent a second time. */
export const newsletterSendings = pgTable(
  'newsletter_sendings',
  {
    postId: idReference('post', 'post_id')
      .primaryKey()
      .references(() => blogPosts.id, { onDelete: 'cascade' }),
    state: text('state', { enum: sendingStates }).notNull().default('sending'),
    /** Only subscribers of this language get it; null for all. */
    language: text('language', { enum: languageCodes }),
    /** Subscribers when it began. */
    total: integer('total').notNull(),
    /** Mails that were queued. */
    queued: integer('queued').notNull().default(0),
    /** The last subscriber whose mail was queued; the next ones have greater ids. */
    lastId: idReference('subscriber', 'last_id'),
    startedBy: idReference('user', 'started_by').notNull(),
    startedAt: moment('started_at').notNull().default(now),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('newsletter_sendings_newest').on(t.startedAt.desc(), t.postId),
    check('newsletter_sendings_state', sql`${t.state} in ('sending', 'sent', 'stopped')`),
    check('newsletter_sendings_ended', sql`(${t.state} = 'sending') = (${t.endedAt} is null)`),
  ],
);
