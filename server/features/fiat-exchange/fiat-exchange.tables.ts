import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, decimal, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';

export const fiatCurrencies = pgTable(
  'fiat_currencies',
  {
    id: idColumn('fiatCurrency'),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    symbol: text('symbol').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    sortOrder: integer('sort_order').notNull().default(1),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [check('fiat_currencies_order', sql`${t.sortOrder} >= 1`)],
);

/** Units of the second currency for one of the first, set by admins, per ordered pair. */
export const fiatExchangeRates = pgTable(
  'fiat_exchange_rates',
  {
    id: idColumn('exchangeRate'),
    fromCurrency: text('from_currency')
      .notNull()
      .references(() => fiatCurrencies.code),
    toCurrency: text('to_currency')
      .notNull()
      .references(() => fiatCurrencies.code),
    exchangeRate: decimal('exchange_rate').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** True for the rates that ship with the product; they never win over a provider's. */
    isSample: boolean('is_sample').notNull().default(false),
    updatedAt: moment('updated_at').notNull().default(now),
    /** Per cent above the market, which the rate follows; `exchange_rate` is then the one when it was set. */
    marketPercent: decimal('market_percent'),
    /** The time from which an entered rate is not quoted. */
    expiresAt: moment('expires_at'),
  },
  (t) => [
    uniqueIndex('fiat_exchange_rates_pair').on(t.fromCurrency, t.toCurrency),
    check('fiat_exchange_rates_positive', sql`${t.exchangeRate} > 0`),
    check('fiat_exchange_rates_differ', sql`${t.fromCurrency} <> ${t.toCurrency}`),
  ],
);

/** The rate that is locked for a customer while they pay: one each, replaced by the next and removed by its order. */
export const exchangeQuotes = pgTable('exchange_quotes', {
  id: idColumn('quote'),
  userId: idReference('user', 'user_id')
    .notNull()
    .unique()
    .references(() => users.id),
  fromCurrency: text('from_currency').notNull(),
  toCurrency: text('to_currency').notNull(),
  amount: decimal('amount').notNull(),
  exchangeRate: decimal('exchange_rate').notNull(),
  isSample: boolean('is_sample').notNull(),
  /** When the rate was set. */
  updatedAt: moment('updated_at').notNull(),
  lockedUntil: moment('locked_until').notNull(),
  proofDueAt: moment('proof_due_at').notNull(),
  signature: bytes('signature'),
});
