import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';

/** The deposit address of a coin. A key outside the database signs coin, network, address, memo and state. */
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
  updatedAt: moment('updated_at').notNull().default(now),
});

/**
 * Addresses that were stopped, which must not be paid into any more. A trigger refuses to change one, and to remove a
 * confirmed one; the signature shows if the product wrote it. One that it did not write counts as well, and raises the
 * alarm.
 */
export const depositAddressStops = pgTable(
  'deposit_address_stops',
  {
    id: idColumn('addressStop'),
    /** The coin it was stopped at; the stop holds for every coin that has the address. */
    cryptoId: text('crypto_id')
      .notNull()
      .references(() => cryptoAssets.id),
    address: text('address').notNull(),
    /** Empty where the chain has none: an address with another tag is another one. */
    memo: text('memo').notNull(),
    reason: text('reason').notNull(),
    stoppedBy: idReference('user', 'stopped_by').notNull(),
    stoppedAt: moment('stopped_at').notNull(),
    /** False until a second member confirms it, where the rule asks for one: only then can it still be lifted. */
    isConfirmed: boolean('is_confirmed').notNull().default(true),
    signature: bytes('signature').notNull(),
  },
  (t) => [uniqueIndex('deposit_address_stops_address').on(t.address, t.memo)],
);

/**
 * Every requested change of an address, also those that are not active yet. A trigger refuses to alter a request: a
 * change only becomes active or is cancelled, once. The signature covers the request.
 */
export const depositWalletChanges = pgTable(
  'deposit_wallet_changes',
  {
    id: idColumn('walletChange'),
    cryptoId: text('crypto_id')
      .notNull()
      .references(() => cryptoAssets.id),
    fromAddress: text('from_address'),
    fromMemo: text('from_memo'),
    /** The version of the wallet this change was requested on; 0 where the coin had none. On another it is void. */
    fromVersion: integer('from_version').notNull(),
    toAddress: text('to_address').notNull(),
    toMemo: text('to_memo'),
    changedBy: idReference('user', 'changed_by'),
    changedAt: moment('changed_at').notNull().default(now),
    liveAt: moment('live_at').notNull(),
    signature: bytes('signature').notNull(),
    appliedAt: moment('applied_at'),
    cancelledAt: moment('cancelled_at'),
    cancelledBy: idReference('user', 'cancelled_by'),
  },
  (t) => [
    index('deposit_wallet_changes_coin').on(t.cryptoId, t.changedAt),
    uniqueIndex('deposit_wallet_changes_one_waiting')
      .on(t.cryptoId)
      .where(sql`${t.appliedAt} is null and ${t.cancelledAt} is null`),
  ],
);
