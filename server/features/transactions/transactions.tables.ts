import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { decimal, idColumn, moment } from '#server/db/columns.ts';
import { users } from '#server/features/users/users.tables.ts';

/** The order book: sales and exchanges in one table. Terms are copied, not joined: a later price never moves an order. */
export const transactions = pgTable(
  'transactions',
  {
    id: idColumn(),
    reference: text('reference').notNull(),
    type: text('type', { enum: ['sell', 'fiat'] }).notNull(),
    status: text('status', { enum: ['pending', 'processing', 'completed', 'rejected', 'failed'] })
      .notNull()
      .default('pending'),
    version: integer('version').notNull().default(1),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The hold an order was made of; the table stands below this one in the house, so the key is kept by the migration. */
    quoteId: uuid('quote_id'),
    cryptoId: text('crypto_id'),
    cryptoName: text('crypto_name'),
    cryptoSymbol: text('crypto_symbol'),
    cryptoColor: text('crypto_color'),
    fromCurrency: text('from_currency'),
    /** What the customer gives: coins, or units of fromCurrency. */
    amount: decimal('amount').notNull(),
    /** What one unit given is worth in the payout currency. */
    rate: decimal('rate').notNull(),
    rateAt: moment('rate_at').notNull(),
    rateSource: text('rate_source').notNull(),
    payoutCurrency: text('payout_currency').notNull(),
    grossAmount: decimal('gross_amount').notNull(),
    feePercent: decimal('fee_percent').notNull(),
    feeAmount: decimal('fee_amount').notNull(),
    payoutAmount: decimal('payout_amount').notNull(),
    valueUsd: decimal('value_usd').notNull(),
    paymentDetails: jsonb('payment_details').$type<PaymentDetails & { routingNumber?: string }>(),
    depositAddress: text('deposit_address'),
    depositMemo: text('deposit_memo'),
    depositNetwork: text('deposit_network'),
    transactionHash: text('transaction_hash'),
    /** When the payment proof was received; an exchange may come before its proof. */
    proofAt: moment('proof_at'),
    adminNotes: text('admin_notes'),
    adminTransactionId: text('admin_transaction_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    uniqueIndex('transactions_reference').on(t.reference),
    uniqueIndex('transactions_quote').on(t.quoteId),
    uniqueIndex('transactions_hash')
      .on(t.cryptoId, sql`lower(${t.transactionHash})`)
      .where(sql`${t.transactionHash} is not null and ${t.status} not in ('rejected', 'failed')`),
    index('transactions_of_user').on(t.userId, t.createdAt.desc(), t.id.desc()),
    index('transactions_queue').on(t.status, t.createdAt, t.id),
    index('transactions_newest').on(t.createdAt, t.id),
    check('transactions_status', sql`${t.status} in ('pending', 'processing', 'completed', 'rejected', 'failed')`),
    check('transactions_sum', sql`${t.payoutAmount} = ${t.grossAmount} - ${t.feeAmount}`),
    check('transactions_positive', sql`${t.amount} > 0 and ${t.payoutAmount} > 0 and ${t.feeAmount} >= 0`),
    check(
      'transactions_decided',
      sql`(${t.status} in ('completed', 'rejected', 'failed')) = (${t.decidedAt} is not null)`,
    ),
    check(
      'transactions_kind',
      sql`(${t.type} = 'sell' and ${t.cryptoId} is not null and ${t.fromCurrency} is null) or (${t.type} = 'fiat' and ${t.fromCurrency} is not null and ${t.cryptoId} is null)`,
    ),
  ],
);

/** Every change of an order, append only. */
export const transactionEvents = pgTable(
  'transaction_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    actorId: uuid('actor_id'),
    actorKind: text('actor_kind', { enum: ['customer', 'desk', 'system'] }).notNull(),
    note: text('note'),
  },
  (t) => [
    index('transaction_events_of').on(t.transactionId, t.id),
    foreignKey({
      columns: [t.transactionId],
      foreignColumns: [transactions.id],
      name: 'transaction_events_transaction',
    }),
  ],
);
