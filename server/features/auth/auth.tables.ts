import { sql } from 'drizzle-orm';
import { check, index, inet, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, idColumn, moment } from '#server/db/columns.ts';
import { users } from '#server/features/users/users.tables.ts';

/** A signed-in device. A token is worth only what its row says. */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    revokedReason: text('revoked_reason'),
    userAgent: text('user_agent'),
    ip: inet('ip'),
  },
  (t) => [
    index('sessions_user')
      .on(t.userId)
      .where(sql`${t.revokedAt} is null`),
    index('sessions_expiry').on(t.expiresAt),
  ],
);

/** Codes and links sent by mail: only a keyed hash is kept. A new one of the same purpose ends the one before. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['verify_email', 'reset_password', 'change_email'] }).notNull(),
    hash: bytes('hash').notNull(),
    /** What the code confirms, such as a new e-mail address. */
    target: text('target'),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('one_time_codes_open')
      .on(t.userId, t.purpose)
      .where(sql`${t.endedAt} is null`),
    index('one_time_codes_sent').on(t.userId, t.purpose, t.createdAt),
    index('one_time_codes_hash').on(t.hash),
    check('one_time_codes_tries', sql`${t.tries} between 0 and 5`),
  ],
);
