import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, decimal, idColumn, idReference, jsonbOrNull, moment } from '#server/db/column-types.ts';
import { now, sqlList } from '#server/db/fragments.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { outcomes } from '#shared/orders/orders.settlement.ts';
import { asked } from '#shared/orders/orders.stage.ts';

/**
 * A part of the arrived coins and the rate it is paid at; amounts are decimal text. The first ones do not name their
 * transfers.
 */
export type SettlementPart = { transferIds?: Id<'transfer'>[]; amount: string; rate: string; kind: 'locked' | 'today' };

/**
 * Deposits of an order and the payout for them. The terms of the order never change; a settlement is only ever voided.
 */
export const orderSettlements = pgTable(
  'order_settlements',
  {
    id: idColumn('settlement'),
    orderId: belongsTo('order_id', () => orders.id),
    outcome: text('outcome', { enum: outcomes }).notNull(),
    received: decimal('received').notNull(),
    paidFor: decimal('paid_for').notNull(),
    rest: decimal('rest').notNull(),
    parts: jsonb('parts').$type<SettlementPart[]>().notNull(),
    gross: decimal('gross').notNull(),
    feePercent: decimal('fee_percent').notNull(),
    fee: decimal('fee').notNull(),
    net: decimal('net').notNull(),
    /** `rule`, `customer`, or the id of the member of the team. */
    acceptedBy: text('accepted_by').notNull(),
    acceptedAt: moment('accepted_at').notNull().default(now),
    reason: text('reason'),
    voidedAt: moment('voided_at'),
    voidReason: text('void_reason'),
  },
  (t) => [
    uniqueIndex('order_settlements_live')
      .on(t.orderId)
      .where(sql`${t.voidedAt} is null`),
    index('order_settlements_order').on(t.orderId, t.acceptedAt),
    check('order_settlements_sum', sql`${t.net} = ${t.gross} - ${t.fee}`),
    check(
      'order_settlements_received',
      sql`${t.paidFor} >= 0 and ${t.rest} >= 0 and ${t.paidFor} + ${t.rest} <= ${t.received}`,
    ),
  ],
);

/** Sales about which we ask: the customer by an offer, or the team. The answer deletes the row. */
export const depositQuestions = pgTable(
  'deposit_questions',
  {
    orderId: idReference('order', 'order_id')
      .primaryKey()
      .references(() => orders.id),
    asked: text('asked', { enum: asked }).notNull(),
    askedAt: moment('asked_at').notNull(),
  },
  (t) => [check('deposit_questions_asked', sql`${t.asked} in (${sql.raw(sqlList(asked))})`)],
);

/** An offer as its customer was shown it; those of earlier versions have no parts. */
export type ChosenOffer = { parts?: SettlementPart[] };

/** Decisions of customers about a deposit that was too small or too late, append only. */
export const depositChoices = pgTable(
  'deposit_choices',
  {
    id: idColumn('depositChoice'),
    orderId: belongsTo('order_id', () => orders.id),
    choice: text('choice', { enum: ['top_up', 'take', 'accept_rate', 'refund'] }).notNull(),
    /** The figures that the choice agreed to, as they were shown. */
    offer: jsonbOrNull('offer').$type<ChosenOffer>(),
    madeAt: moment('made_at').notNull().default(now),
  },
  (t) => [index('deposit_choices_order').on(t.orderId, t.madeAt)],
);

/** Settlement that a customer may choose: it is open for a while like a quote, one of each kind for an order. */
export const depositOffers = pgTable(
  'deposit_offers',
  {
    id: idColumn('depositOffer'),
    orderId: belongsTo('order_id', () => orders.id),
    kind: text('kind', { enum: ['take', 'accept_rate'] }).notNull(),
    parts: jsonb('parts').$type<SettlementPart[]>().notNull(),
    net: decimal('net').notNull(),
    /** Deposits when it was made: more of them end it. */
    received: decimal('received').notNull(),
    madeAt: moment('made_at').notNull(),
    validUntil: moment('valid_until').notNull(),
  },
  (t) => [
    uniqueIndex('deposit_offers_kind').on(t.orderId, t.kind),
    check('deposit_offers_valid', sql`${t.validUntil} > ${t.madeAt} and ${t.net} >= 0`),
  ],
);
