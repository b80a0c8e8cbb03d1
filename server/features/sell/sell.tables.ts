import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, bytes, decimal, idColumn, idReference, jsonbOrNull, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { addressLeases } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import type { QuoteRules } from '#shared/sell/sell.quote-rules.ts';

/** A locked rate with the address that was shown for it. It serves one order: orders.quote_id is unique. */
export const sellQuotes = pgTable(
  'sell_quotes',
  {
    id: idColumn('quote'),
    userId: belongsTo('user_id', () => users.id),
    reference: text('reference').notNull(),
    cryptoId: text('crypto_id')
      .notNull()
      .references(() => cryptoAssets.id),
    amount: decimal('amount').notNull(),
    currency: text('currency').notNull(),
    buyingRate: decimal('buying_rate').notNull(),
    grossAmount: decimal('gross_amount').notNull(),
    feePercent: decimal('fee_percent').notNull(),
    feeAmount: decimal('fee_amount').notNull(),
    netAmount: decimal('net_amount').notNull(),
    valueUsd: decimal('value_usd').notNull(),
    rateAt: moment('rate_at').notNull(),
    rateSource: text('rate_source').notNull(),
    depositAddress: text('deposit_address').notNull(),
    depositMemo: text('deposit_memo'),
    depositNetwork: text('deposit_network').notNull(),
    /** True when the address was one that ships with the product and receives nothing. */
    depositIsSample: boolean('deposit_is_sample').notNull().default(false),
    /** The payee: without an upload the quote becomes the order by itself. */
    paymentDetails: jsonbOrNull('payment_details').$type<PaymentDetails>(),
    /**
     * The rail that it was locked with, by its id: an open quote is paid by it even if it is switched off meanwhile.
     */
    rail: text('rail'),
    /** True if its coin is received at own addresses: then the address is empty until there is a payee. */
    isOwn: boolean('is_own').notNull().default(false),
    /** The rules for less, more and late that it showed; null at a shared address. */
    rules: jsonbOrNull('rules').$type<QuoteRules>(),
    leaseId: idReference('addressLease', 'lease_id').references(() => addressLeases.id),
    /** Signs every promise of the quote with a key outside the database; its fields are in signed-tables.ts. */
    signature: bytes('signature'),
    createdAt: moment('created_at').notNull().default(now),
    expiresAt: moment('expires_at').notNull(),
    /** Time at which its owner was first informed of its expiry, with the amount at that time. */
    reofferedAt: moment('reoffered_at'),
    usedAt: moment('used_at'),
    droppedAt: moment('dropped_at'),
  },
  (t) => [
    uniqueIndex('sell_quotes_reference').on(t.reference),
    index('sell_quotes_open')
      .on(t.userId, t.createdAt)
      .where(sql`${t.usedAt} is null and ${t.droppedAt} is null`),
    // Finds the other quotes that a transfer to an address could pay.
    index('sell_quotes_at_address')
      .on(t.depositAddress, t.expiresAt)
      .where(sql`${t.usedAt} is null and ${t.droppedAt} is null`),
    index('sell_quotes_age').on(t.createdAt),
    uniqueIndex('sell_quotes_lease').on(t.leaseId),
    check('sell_quotes_lease', sql`${t.leaseId} is null or ${t.isOwn}`),
    check('sell_quotes_sum', sql`${t.netAmount} = ${t.grossAmount} - ${t.feeAmount}`),
    check('sell_quotes_positive', sql`${t.amount} > 0 and ${t.netAmount} > 0`),
  ],
);
