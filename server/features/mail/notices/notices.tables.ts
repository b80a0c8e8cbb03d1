import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { NoticeName } from '#shared/mail/mail.notices.ts';

/** Narrows who gets a notice: not the member who caused it, nor one whose own case it is, nor `except`. */
export type NoticeAudience = {
  by?: string | null | undefined;
  about?: string | null | undefined;
  except?: readonly string[] | undefined;
  /** These members alone. */
  only?: readonly string[] | undefined;
  /** These get no mail, because they have another one about it. */
  unmailed?: readonly string[] | undefined;
};

/**
 * Events that the team is notified of: each is written with what happened, then shared out among the members by a job.
 */
export const teamNotices = pgTable(
  'team_notices',
  {
    id: idColumn('notice'),
    name: text('name').$type<NoticeName>().notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    audience: jsonb('audience').$type<NoticeAudience>().notNull(),
    /** Set for an event that is reported once, however often it is noticed. */
    onceKey: text('once_key').unique(),
    createdAt: moment('created_at').notNull().default(now),
    sharedAt: moment('shared_at'),
  },
  (t) => [
    index('team_notices_created').on(t.createdAt),
    index('team_notices_unshared')
      .on(t.createdAt)
      .where(sql`${t.sharedAt} is null`),
  ],
);

/** The notices that wait for a member's next message until it is due, so that several go out as one. */
export const heldNotices = pgTable(
  'held_notices',
  {
    userId: idReference('user', 'user_id')
      .notNull()
      .references(() => users.id),
    channel: text('channel', { enum: ['mail', 'telegram'] }).notNull(),
    noticeId: idReference('notice', 'notice_id')
      .notNull()
      .references(() => teamNotices.id),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.channel, t.noticeId] }),
    index('held_notices_of_notice').on(t.noticeId),
    check('held_notices_channel', sql`${t.channel} in ('mail', 'telegram')`),
  ],
);

/** Times at which a member wants to be notified; without a row at once, at any hour. */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    userId: idReference('user', 'user_id')
      .primaryKey()
      .references(() => users.id),
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    timeZone: text('time_zone'),
    digest: boolean('digest').notNull().default(false),
    /** When a message last reached the chat of this member. */
    lastSentAt: moment('last_sent_at'),
  },
  (t) => [check('notice_settings_quiet', sql`num_nulls(${t.quietFrom}, ${t.quietTo}, ${t.timeZone}) in (0, 3)`)],
);
