import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, bytes, decimal, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositScripts, sourceKinds, whenEmptyChoices } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { chainNames } from '#shared/reference/chains.ts';

/**
 * Sources of addresses that each serve one sale, for the coins of a chain. Never deleted. The signature covers what
 * decides where coins go; an account key is stored encrypted, and contains no private key.
 */
export const depositSources = pgTable(
  'deposit_sources',
  {
    id: idColumn('depositSource'),
    chain: text('chain', { enum: chainNames }).notNull(),
    kind: text('kind', { enum: sourceKinds }).notNull(),
    keyEncrypted: bytes('key_encrypted'),
    /** A keyed hash of the key itself: it finds the same key in another spelling. */
    keyHash: bytes('key_hash'),
    scriptType: text('script_type', { enum: depositScripts }),
    fingerprint: text('fingerprint'),
    keyEnding: text('key_ending'),
    gapLimit: integer('gap_limit'),
    /** The lowest index that was not given out yet. */
    nextIndex: integer('next_index').notNull().default(0),
    /** The shared address of a source whose sales differ by their tags. */
    address: text('address'),
    whenEmpty: text('when_empty', { enum: whenEmptyChoices }).notNull(),
    isActive: boolean('is_active').notNull(),
    liveAt: moment('live_at').notNull(),
    stoppedAt: moment('stopped_at'),
    /** False until a second member confirms the stop, where the rule asks for one: only then can it still be lifted. */
    stopConfirmed: boolean('stop_confirmed').notNull().default(true),
    stopReason: text('stop_reason'),
    version: integer('version').notNull().default(1),
    addedBy: idReference('user', 'added_by').references(() => users.id),
    addedAt: moment('added_at').notNull().default(now),
    signature: bytes('signature').notNull(),
  },
  (t) => [
    uniqueIndex('deposit_sources_key').on(t.keyHash),
    check(
      'deposit_sources_kind',
      sql`case ${t.kind}
          when 'xpub' then ${t.keyEncrypted} is not null and ${t.keyHash} is not null and ${t.scriptType} is not null
            and ${t.gapLimit} between 20 and 1000 and ${t.address} is null
          when 'pool' then ${t.keyEncrypted} is null and ${t.gapLimit} is null and ${t.address} is null
          when 'tags' then ${t.keyEncrypted} is null and ${t.gapLimit} is null and ${t.address} is not null
          else false end`,
    ),
    check('deposit_sources_index', sql`${t.nextIndex} >= 0`),
  ],
);

/** The coins that a source receives. While it is active nothing else receives them at own addresses. */
export const depositSourceCoins = pgTable(
  'deposit_source_coins',
  {
    sourceId: belongsTo('source_id', () => depositSources.id),
    cryptoId: text('crypto_id')
      .notNull()
      .references(() => cryptoAssets.id),
    isActive: boolean('is_active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceId, t.cryptoId] }),
    uniqueIndex('deposit_source_coins_active')
      .on(t.cryptoId)
      .where(sql`${t.isActive}`),
  ],
);

/**
 * Every own address: listed for a pool, or derived or chosen when it was first leased. A trigger protects it from
 * changes.
 */
export const depositAddresses = pgTable(
  'deposit_addresses',
  {
    id: idColumn('depositAddress'),
    sourceId: belongsTo('source_id', () => depositSources.id),
    chain: text('chain', { enum: chainNames }).notNull(),
    addressIndex: integer('address_index').notNull(),
    address: text('address').notNull(),
    /** The tag, empty without one: an address with another tag is another address. */
    tag: text('tag').notNull().default(''),
    /** Time when a transfer to it was first seen. */
    paidAt: moment('paid_at'),
    /** Time from which it may be leased; an added address waits. */
    liveAt: moment('live_at').notNull(),
    /** Until then it is leased to no customer, because one unknown to this database was shown it. */
    restsUntil: moment('rests_until'),
    /** Time at which a member last had it checked on its chain. */
    checkedAt: moment('checked_at'),
    signature: bytes('signature').notNull(),
  },
  (t) => [
    uniqueIndex('deposit_addresses_index').on(t.sourceId, t.addressIndex),
    uniqueIndex('deposit_addresses_address').on(t.chain, t.address, t.tag),
    index('deposit_addresses_known').on(t.address),
    // The addresses that a quote may be given: most of the others were paid.
    index('deposit_addresses_unpaid')
      .on(t.sourceId, t.addressIndex)
      .where(sql`${t.paidAt} is null`),
  ],
);

/**
 * Records that an own address was given to a quote, with customer and reference. The row outlives the quote, so that
 * later money still has an owner, and never changes.
 */
export const addressLeases = pgTable(
  'address_leases',
  {
    id: idColumn('addressLease'),
    addressId: belongsTo('address_id', () => depositAddresses.id),
    /** No foreign key, because quotes without an order are deleted. */
    quoteId: idReference('quote', 'quote_id').notNull(),
    userId: belongsTo('user_id', () => users.id),
    reference: text('reference').notNull(),
    cryptoId: text('crypto_id')
      .notNull()
      .references(() => cryptoAssets.id),
    amount: decimal('amount').notNull(),
    valueUsd: decimal('value_usd').notNull(),
    rate: decimal('rate').notNull(),
    /** True if its customer had an approved identity or a completed order when it began. */
    isKnownCustomer: boolean('is_payer').notNull().default(false),
    expiresAt: moment('expires_at').notNull(),
    leasedAt: moment('leased_at').notNull().default(now),
    endedAt: moment('ended_at'),
    watchedUntil: moment('watched_until').notNull(),
  },
  (t) => [
    uniqueIndex('address_leases_open')
      .on(t.addressId)
      .where(sql`${t.endedAt} is null`),
    uniqueIndex('address_leases_quote').on(t.quoteId),
    index('address_leases_of_address').on(t.addressId, t.leasedAt),
    index('address_leases_of_user').on(t.userId, t.leasedAt),
    index('address_leases_watched').on(t.watchedUntil),
  ],
);
