import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, bytes, decimal, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';

/**
 * Coins that are sent back. A trigger holds the moves of the state; the signature covers whose, how much and where to.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: idColumn('refund'),
    orderId: idReference('order', 'order_id').references(() => orders.id),
    transferId: idReference('transfer', 'transfer_id').references(() => chainTransfers.id),
    userId: belongsTo('user_id', () => users.id),
    cryptoId: text('crypto_id')
      .notNull()
      .references(() => cryptoAssets.id),
    amount: decimal('amount').notNull(),
    /** Null where no price was known: above every limit. */
    valueUsd: decimal('value_usd'),
    /** In the chain's own coin. */
    networkFee: decimal('network_fee'),
    /** Who pays the network fee: the setting when the refund became due. */
    feeBy: text('fee_by', { enum: ['desk', 'customer'] })
      .notNull()
      .default('desk'),
    address: text('address'),
    tag: text('tag'),
    addressSetAt: moment('address_set_at'),
    state: text('state', { enum: ['due', 'approved', 'sent', 'confirmed', 'cancelled'] })
      .notNull()
      .default('due'),
    /** The transaction on the chain, in the spelling that is compared. */
    txHash: text('tx_hash'),
    version: integer('version').notNull().default(1),
    reason: text('reason').notNull(),
    dueBy: idReference('user', 'due_by'),
    dueAt: moment('due_at').notNull().default(now),
    /** The last time that the customer was asked for an address again; the first time is `dueAt`. */
    askedAgainAt: moment('asked_again_at'),
    approvedBy: idReference('user', 'approved_by'),
    approvedAt: moment('approved_at'),
    sentBy: idReference('user', 'sent_by'),
    sentAt: moment('sent_at'),
    confirmedAt: moment('confirmed_at'),
    cancelledBy: idReference('user', 'cancelled_by'),
    cancelledAt: moment('cancelled_at'),
    /** The reader of the chain found that the transaction does not pay this refund. */
    finding: text('finding', { enum: ['refund_differs'] }),
    /** The block of its transaction; null while it is in none. */
    seenHeight: integer('seen_height'),
    /** The newest block that was looked through for its transaction, at a node that has no index of them. */
    searchedHeight: integer('searched_height'),
    signature: bytes('signature').notNull(),
  },
  (t) => [
    uniqueIndex('refunds_hash')
      .on(t.cryptoId, t.txHash)
      .where(sql`${t.txHash} is not null`),
    uniqueIndex('refunds_transfer_live')
      .on(t.transferId)
      .where(sql`${t.transferId} is not null and ${t.state} <> 'cancelled'`),
    index('refunds_order').on(t.orderId),
    index('refunds_of_user').on(t.userId, t.dueAt),
    index('refunds_by_state').on(t.state, t.dueAt, t.id),
    check('refunds_of', sql`${t.orderId} is not null or ${t.transferId} is not null`),
    check('refunds_amount', sql`${t.amount} > 0 and coalesce(${t.networkFee}, 0) >= 0`),
    check('refunds_fee_by', sql`${t.feeBy} in ('desk', 'customer')`),
    check('refunds_sent', sql`${t.state} not in ('sent', 'confirmed') or ${t.txHash} is not null`),
  ],
);

/** Decisions of the team about transfers that no order claims; a decision that is taken back keeps its row. */
export const unmatchedDecisions = pgTable(
  'unmatched_decisions',
  {
    id: idColumn('unmatchedDecision'),
    transferId: belongsTo('transfer_id', () => chainTransfers.id),
    kind: text('kind', { enum: ['assigned', 'refund', 'kept'] }).notNull(),
    orderId: idReference('order', 'order_id').references(() => orders.id),
    refundId: idReference('refund', 'refund_id').references(() => refunds.id),
    reason: text('reason').notNull(),
    decidedBy: idReference('user', 'by').notNull(),
    decidedAt: moment('at').notNull().default(now),
    reopenedAt: moment('reopened_at'),
  },
  (t) => [
    uniqueIndex('unmatched_decisions_live')
      .on(t.transferId)
      .where(sql`${t.reopenedAt} is null`),
    index('unmatched_decisions_transfer').on(t.transferId, t.decidedAt),
    index('unmatched_decisions_kept')
      .on(t.decidedBy, t.decidedAt)
      .where(sql`${t.kind} = 'kept'`),
    check('unmatched_decisions_kind', sql`(${t.kind} = 'assigned') = (${t.orderId} is not null)`),
    check('unmatched_decisions_refund', sql`(${t.kind} = 'refund') = (${t.refundId} is not null)`),
  ],
);
