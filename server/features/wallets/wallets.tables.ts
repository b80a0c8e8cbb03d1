import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, idColumn, moment } from '#server/db/columns.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';

/** The desk's deposit address of a coin. The signature covers coin, network, address, memo and version with a key outside the database. */
export const depositWallets = pgTable('deposit_wallets', {
  cryptoId: text('crypto_id')
    .primaryKey()
    .references(() => cryptoAssets.id),
  address: text('address').notNull(),
  memo: text('memo'),
  version: integer('version').notNull(),
  signature: bytes('signature').notNull(),
  isActive: boolean('is_active').notNull(),
  /** True for the values that ship with the product and receive nothing. */
  isSample: boolean('is_sample').notNull().default(false),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Every change of an address, the ones that still wait for their hour included. */
export const depositWalletChanges = pgTable(
  'deposit_wallet_changes',
  {
    id: idColumn(),
    cryptoId: text('crypto_id')
      .notNull()
      .references(() => cryptoAssets.id),
    fromAddress: text('from_address'),
    fromMemo: text('from_memo'),
    toAddress: text('to_address').notNull(),
    toMemo: text('to_memo'),
    changedBy: uuid('changed_by'),
    changedAt: moment('changed_at').notNull().defaultNow(),
    liveAt: moment('live_at').notNull(),
    appliedAt: moment('applied_at'),
    cancelledAt: moment('cancelled_at'),
  },
  (t) => [index('deposit_wallet_changes_coin').on(t.cryptoId, t.changedAt)],
);
