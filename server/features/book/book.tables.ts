import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { bytes, decimal, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { accountKinds, entryKinds } from '#shared/book/book.accounts.ts';
import { keysOf } from '#shared/kernel/records.ts';

const kinds = keysOf(accountKinds);

/** Accounts of the book: a kind, its subject and a unit. A row never changes. */
export const bookAccounts = pgTable(
  'book_accounts',
  {
    id: idColumn('bookAccount'),
    kind: text('kind', { enum: kinds }).notNull(),
    subject: text('subject').notNull(),
    unit: text('unit').notNull(),
    guarded: boolean('guarded').notNull(),
  },
  (t) => [
    unique('book_accounts_name').on(t.kind, t.subject, t.unit),
    unique('book_accounts_unit').on(t.id, t.unit),
    unique('book_accounts_guarded').on(t.id, t.guarded),
  ],
);

/** Events that moved money, each once by its key; never changed. A reversal undoes one other entry, once. */
export const bookEntries = pgTable(
  'book_entries',
  {
    id: idColumn('bookEntry'),
    key: text('key').notNull(),
    kind: text('kind', { enum: entryKinds }).notNull(),
    /** The row that the posting is about; part of the key. */
    subject: text('subject').notNull(),
    orderId: idReference('order', 'order_id'),
    at: moment('at').notNull(),
    /** The UTC month, as 2026-11, in whose books it is. */
    bookedIn: text('booked_in').notNull(),
    actorId: idReference('user', 'actor_id'),
    reason: text('reason'),
    reversalOf: idReference('bookEntry', 'reversal_of').references((): AnyPgColumn => bookEntries.id),
    late: boolean('late').notNull().default(false),
    signature: bytes('signature').notNull(),
  },
  (t) => [
    uniqueIndex('book_entries_key').on(t.key),
    uniqueIndex('book_entries_reversal').on(t.reversalOf),
    index('book_entries_subject').on(t.kind, t.subject),
    index('book_entries_order').on(t.orderId, t.at),
    index('book_entries_at').on(t.at, t.id),
    index('book_entries_booked').on(t.bookedIn, t.at, t.id),
    index('book_entries_late')
      .on(t.at, t.id)
      .where(sql`${t.late}`),
    check('book_entries_month', sql`${t.bookedIn} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
  ],
);

/** An amount of one unit that moves from one account to another. */
export const bookLines = pgTable(
  'book_lines',
  {
    entryId: idReference('bookEntry', 'entry_id')
      .notNull()
      .references(() => bookEntries.id),
    line: integer('line').notNull(),
    fromAccount: idReference('bookAccount', 'from_account').notNull(),
    toAccount: idReference('bookAccount', 'to_account').notNull(),
    unit: text('unit').notNull(),
    amount: decimal('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.line] }),
    foreignKey({
      name: 'book_lines_from',
      columns: [t.fromAccount, t.unit],
      foreignColumns: [bookAccounts.id, bookAccounts.unit],
    }),
    foreignKey({
      name: 'book_lines_to',
      columns: [t.toAccount, t.unit],
      foreignColumns: [bookAccounts.id, bookAccounts.unit],
    }),
    index('book_lines_of_from').on(t.fromAccount),
    index('book_lines_of_to').on(t.toAccount),
    check('book_lines_amount', sql`${t.amount} > 0`),
  ],
);

/**
 * The balance of each account: the sum that was received less the sum that left. The database refuses a guarded one
 * below zero.
 */
export const bookBalances = pgTable(
  'book_balances',
  {
    accountId: idReference('bookAccount', 'account_id').primaryKey(),
    guarded: boolean('guarded').notNull(),
    amount: decimal('amount').notNull().default('0'),
    version: integer('version').notNull().default(0),
  },
  (t) => [
    foreignKey({
      name: 'book_balances_account',
      columns: [t.accountId, t.guarded],
      foreignColumns: [bookAccounts.id, bookAccounts.guarded],
    }),
    index('book_balances_held')
      .on(t.accountId)
      .where(sql`${t.amount} <> 0`),
    check('book_balances_guarded', sql`${t.amount} >= 0 or not ${t.guarded}`),
  ],
);

/** One row: the moment when every open order had been entered. Orders that were over by then have no entry. */
export const bookStart = pgTable(
  'book_start',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    at: moment('at').notNull(),
  },
  (t) => [check('book_start_only', sql`${t.isOnly}`)],
);
