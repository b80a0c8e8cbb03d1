import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { idColumn, idReference, jsonbOrNull, moment } from '#server/db/column-types.ts';
import { now, sqlList, textOrNull } from '#server/db/fragments.ts';
import { searchText, unfilledIndex } from '#server/db/search-texts.ts';
import { kycStates, roles } from '#shared/users/users.contract.ts';

export const users = pgTable(
  'users',
  {
    id: idColumn('user'),
    role: text('role', { enum: roles }).notNull().default('customer'),
    status: text('status', { enum: ['active', 'blocked', 'deleted'] })
      .notNull()
      .default('active'),
    blockedReason: text('blocked_reason'),
    /** NFKC, lower case; null once the user was deleted. */
    email: text('email'),
    emailVerifiedAt: moment('email_verified_at'),
    passwordHash: text('password_hash'),
    /** Hash of the owner's password as the environment last named it, so that a password chosen on screen stays. */
    settingsPasswordHash: text('settings_password_hash'),
    firstName: text('first_name').notNull(),
    middleName: text('middle_name'),
    lastName: text('last_name').notNull(),
    country: text('country'),
    countryCode: text('country_code'),
    mobileNumber: text('mobile_number'),
    language: text('language').notNull().default('en'),
    /** Status of the newest identity request; written by the kyc feature, stored here so that a limit costs no join. */
    kycStatus: text('kyc_status', { enum: kycStates }).notNull().default('none'),
    profileImageFile: idReference('file', 'profile_image_file'),
    /** `brought` was made by the team, without a password and without a confirmed address. */
    origin: text('origin', { enum: ['registered', 'brought'] })
      .notNull()
      .default('registered'),
    broughtBy: idReference('user', 'brought_by').references((): AnyPgColumn => users.id),
    broughtAt: moment('brought_at'),
    /** Time at which a brought customer was last mailed a link to set a password. */
    invitedAt: moment('invited_at'),
    /** The name that the team gave a brought customer, where they registered with another one. */
    broughtName: jsonbOrNull('brought_name').$type<BroughtName>(),
    /** Time at which a brought customer accepted the terms, with the password. */
    termsAt: moment('terms_at'),
    /** The member responsible for this user, and the team's tags. */
    assigneeId: idReference('user', 'assignee_id').references((): AnyPgColumn => users.id),
    tags: text('tags').array().notNull().default([]),
    /** Time at which this user is erased by a member of the team; blocked until then, and an owner may take it back. */
    eraseAt: moment('erase_at'),
    /** End of the retention of a deleted user's orders and identity; null when nothing is retained. */
    retainedUntil: moment('retained_until'),
    /** ` <address> <name>`; empty for a deleted user. */
    searchText: searchText(),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    // Accounts that share the limit without KYC.
    index('users_mailbox').on(sql`mailbox_of(${t.email})`),
    // The owner named by ADMIN_EMAIL: there is one, and a trigger refuses to remove the account.
    uniqueIndex('users_one_admin')
      .on(t.role)
      .where(sql`${t.role} = 'admin'`),
    index('users_retained')
      .on(t.retainedUntil)
      .where(sql`${t.retainedUntil} is not null`),
    index('users_erased_soon')
      .on(t.eraseAt)
      .where(sql`${t.eraseAt} is not null`),
    index('users_created').on(t.createdAt),
    // Customers with one number: who was brought and registers under another address.
    index('users_mobile_number')
      .on(t.mobileNumber)
      .where(sql`${t.mobileNumber} is not null`),
    // The invitations of the last hour are counted.
    index('users_invited')
      .on(t.invitedAt)
      .where(sql`${t.invitedAt} is not null`),
    // The admin list: each order is indexed behind its filters, so that a page is a merge of short ranges.
    index('users_list_created').on(t.status, t.kycStatus, t.createdAt, t.id),
    index('users_list_name').on(t.status, t.kycStatus, sql`lower(${t.firstName} || ' ' || ${t.lastName})`, t.id),
    index('users_list_email').on(t.status, t.kycStatus, t.email, t.id),
    // Search by any part of the e-mail address or the name, three letters or more.
    index('users_search').using('gin', t.searchText.op('gin_trgm_ops')),
    unfilledIndex('users', t),
    index('users_by_assignee')
      .on(t.assigneeId, t.id)
      .where(sql`${t.assigneeId} is not null`),
    index('users_by_tag').using('gin', t.tags),
    check('users_role', sql`${t.role} in ('customer', 'staff', 'admin')`),
    check('users_kyc_status', sql`${t.kycStatus} in (${sql.raw(sqlList(kycStates))})`),
    check('users_status', sql`${t.status} in ('active', 'blocked', 'deleted')`),
    check('users_retained', sql`${t.retainedUntil} is null or ${t.status} = 'deleted'`),
    check('users_erased_soon', sql`${t.eraseAt} is null or ${t.status} = 'blocked'`),
    check('users_email_present', sql`${t.email} is not null or ${t.status} = 'deleted' or ${t.origin} = 'brought'`),
    check('users_origin', sql`${t.origin} in ('registered', 'brought')`),
    check('users_brought', sql`(${t.origin} = 'brought') = (${t.broughtAt} is not null)`),
  ],
);

/** First and last name as the team entered them. */
export type BroughtName = { firstName: string; lastName: string };

type NameColumns = { firstName: SQLWrapper; lastName: SQLWrapper };

/** First and last name of a row of users, or of an alias of it. */
export const fullName = ({ firstName, lastName }: NameColumns): SQL<string> =>
  sql`${firstName} || ' ' || ${lastName}`.mapWith(String);

/** First and last name of an outer join: null where it found no user. */
export const fullNameOrNull = (user: NameColumns): SQL<string | null> => fullName(user).mapWith(textOrNull);
