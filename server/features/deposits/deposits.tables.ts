import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, decimal, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Finding, VerdictTransfer } from '#shared/deposits/verdict.ts';
import { verdictLevels } from '#shared/orders/orders.verdict-levels.ts';

/** Claims: a transfer proves an order, at most one; without a transfer a claim awaits it. Released ones stay. */
export const transferClaims = pgTable(
  'transfer_claims',
  {
    id: idColumn('transferClaim'),
    transferId: idReference('transfer', 'transfer_id').references(() => chainTransfers.id),
    orderId: belongsTo('order_id', () => orders.id),
    /**
     * `own`: sent to an address or tag of this order alone; `shared`: fits at a shared address; `manual`: by the team.
     */
    grade: text('grade', { enum: ['own', 'shared', 'manual'] }).notNull(),
    claimedAt: moment('claimed_at').notNull().default(now),
    /** Payout rate of one coin in the currency of the order when its block was read; null if none was known. */
    rateThen: decimal('rate_then'),
    /** Time at which the rate was stored; null while no block has the transfer. */
    rateAt: moment('rate_at'),
    releasedAt: moment('released_at'),
  },
  (t) => [
    uniqueIndex('transfer_claims_live')
      .on(t.transferId)
      .where(sql`${t.releasedAt} is null`),
    // Released claims too: they show which order had a transfer before.
    index('transfer_claims_transfer').on(t.transferId),
    index('transfer_claims_order').on(t.orderId),
    index('transfer_claims_awaiting')
      .on(t.claimedAt)
      .where(sql`${t.transferId} is null and ${t.releasedAt} is null`),
    check('transfer_claims_rate', sql`${t.rateThen} is null or (${t.rateAt} is not null and ${t.rateThen} >= 0)`),
  ],
);

/** Verdict that the reviewer saw when deciding, append only. */
export const orderVerdicts = pgTable(
  'order_verdicts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: belongsTo('order_id', () => orders.id),
    level: text('level', { enum: verdictLevels }).notNull(),
    findings: jsonb('findings').$type<Finding[]>().notNull(),
    transfers: jsonb('transfers').$type<VerdictTransfer[]>().notNull(),
    source: text('source'),
    checkedAt: moment('checked_at'),
    /** The status it was decided to. */
    decision: text('decision').notNull(),
    /** Reason that the reviewer typed, if the verdict asked for one. */
    reason: text('reason'),
    decidedBy: idReference('user', 'decided_by'),
    at: moment('at').notNull().default(now),
  },
  (t) => [index('order_verdicts_order').on(t.orderId, t.id)],
);
