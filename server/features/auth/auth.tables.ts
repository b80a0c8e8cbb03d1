import { sql } from 'drizzle-orm';
import { bigint, check, index, inet, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, jsonbOrNull, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';

/** A signed-in device. Its row decides whether a token is valid. */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn('session'),
    userId: idReference('user', 'user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull().default(now),
    lastSeenAt: moment('last_seen_at').notNull().default(now),
    expiresAt: moment('expires_at').notNull(),
    /** Time at which the password was entered in this session; null if it never was, or the proof has ended. */
    sureAt: moment('sure_at'),
    /** Time until which actions that ask for the password are allowed. */
    sureUntil: moment('sure_until'),
    revokedAt: moment('revoked_at'),
    revokedReason: text('revoked_reason'),
    userAgent: text('user_agent'),
    ip: inet('ip'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
    check(
      'sessions_sure',
      sql`(${t.sureAt} is null) = (${t.sureUntil} is null) and ${t.sureUntil} <= ${t.sureAt} + interval '60 minutes'`,
    ),
  ],
);

/**
 * A registration becomes an account, with its id, when its address is confirmed. Every attempt has its own row and
 * password. An attempt on an address in use leaves a row without personal data, so that it behaves like any other.
 */
export const registrations = pgTable(
  'registrations',
  {
    /** The id of the user that it becomes. */
    id: idColumn('user'),
    /** A keyed hash of the address; see auth.keys.ts. */
    subject: bytes('subject').notNull(),
    /** A keyed hash of the origin (IP address and browser): selects the attempt for a bare email address. */
    origin: bytes('origin').notNull(),
    profile: jsonbOrNull('profile').$type<RegistrationProfile>(),
    passwordHash: text('password_hash'),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    index('registrations_subject').on(t.subject, t.createdAt),
    index('registrations_age').on(t.createdAt),
    check('registrations_whole', sql`${t.profile} is null or ${t.passwordHash} is not null`),
  ],
);

/** The validated and normalized input of the sign-up form. */
export type RegistrationProfile = {
  email: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  country: string;
  countryCode: string;
  mobileNumber: string;
  language: string;
};

/**
 * Codes and links that were mailed, as keyed hashes. A new code replaces the last one of its purpose, a new link the
 * one before the last. They belong to an address and exist for unknown ones too, so that limits and answers are the
 * same.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: idColumn('oneTimeCode'),
    subject: bytes('subject').notNull(),
    userId: idReference('user', 'user_id').references(() => users.id),
    purpose: text('purpose', {
      enum: [
        'verify_email',
        'reset_password',
        'customer_invitation',
        'change_email',
        'refund_address',
        'payout_details',
        'factor_removal',
      ],
    }).notNull(),
    hash: bytes('hash').notNull(),
    /** The new e-mail address that a code confirms, or the address that a link was mailed to. */
    target: text('target'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull().default(now),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('one_time_codes_open')
      .on(t.subject, t.purpose)
      // Only the reader of the mail has a link: the one before stays valid, so that others cannot end it by requesting
      // one.
      .where(sql`${t.endedAt} is null and ${t.purpose} <> 'reset_password'`),
    index('one_time_codes_sent').on(t.subject, t.purpose, t.createdAt),
    index('one_time_codes_user').on(t.userId),
    index('one_time_codes_hash').on(t.hash),
    index('one_time_codes_age').on(t.createdAt),
    check('one_time_codes_attempts', sql`${t.attempts} between 0 and 5`),
  ],
);

/** Wrong passwords by account and by account and caller, in windows that begin with the first. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** A keyed hash of the counted subject. */
    key: bytes('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (t) => [index('sign_in_attempts_age').on(t.resetsAt)],
);

/** The secret of a user's authenticator app, encrypted with ENCRYPTION_KEY; in use once confirmed. */
export const secondFactors = pgTable('second_factors', {
  userId: idReference('user', 'user_id')
    .primaryKey()
    .references(() => users.id),
  secret: bytes('secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** The newest 30-second step a code was taken from: no code works twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: moment('created_at').notNull().default(now),
});

/** The keyed hashes of recovery codes; each opens the account once when the phone is lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: idReference('user', 'user_id')
      .notNull()
      .references(() => users.id),
    hash: bytes('hash').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);
