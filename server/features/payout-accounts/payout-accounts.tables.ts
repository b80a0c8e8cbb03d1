import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';

export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    id: idColumn('payoutAccount'),
    userId: idReference('user', 'user_id')
      .notNull()
      .references(() => users.id),
    currency: text('currency').notNull(),
    /** The id of a rail. */
    method: text('method').notNull(),
    accountName: text('account_name').notNull(),
    accountNumber: text('account_number').notNull(),
    bankName: text('bank_name').notNull(),
    iban: text('iban'),
    bic: text('bic'),
    bankCode: text('bank_code'),
    country: text('country'),
    /** A customer with `brought` was imported, or a member entered them. */
    origin: text('origin', { enum: ['own', 'brought'] })
      .notNull()
      .default('own'),
    /** Hash of the details, so that saving an account twice stores one row. */
    fingerprint: bytes('fingerprint').notNull(),
    lastUsedAt: moment('last_used_at').notNull().default(now),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('payout_accounts_same').on(t.userId, t.fingerprint),
    index('payout_accounts_user').on(t.userId, t.lastUsedAt),
    check('payout_accounts_origin', sql`${t.origin} in ('own', 'brought')`),
  ],
);
