import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, decimal, idColumn, idReference, jsonbOrNull, jsonOrNull, moment } from '#server/db/column-types.ts';
import { now, sqlList } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { OrderInstruction } from '#shared/orders/orders.contract.ts';
import {
  closedStatuses,
  openStatuses,
  orderStatuses,
  refusedStatuses,
  type OrderStatus,
} from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason, OrderReasonCode } from '#shared/orders/orders.reasons.ts';
import { amendmentKinds } from '#shared/orders/orders.review.ts';
import { orderStages } from '#shared/orders/orders.stages.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';

const statusList = (statuses: readonly OrderStatus[]) => sql.raw(statuses.map((status) => `'${status}'`).join(', '));

/**
 * The order book: sales and exchanges in one table. Terms are copied, not joined: a later price never moves an order.
 */
export const orders = pgTable(
  'orders',
  {
    id: idColumn('order'),
    reference: text('reference').notNull(),
    type: text('type', { enum: ['sell', 'fiat'] }).notNull(),
    status: text('status', { enum: orderStatuses }).notNull().default('pending'),
    version: integer('version').notNull().default(1),
    /** The step within the status, also after the decision: the result of `stageOf`, which `writeStage` stores. */
    stage: text('stage', { enum: orderStages }).notNull().default('by_hand'),
    stageVersion: integer('stage_version').notNull().default(1),
    userId: idReference('user', 'user_id')
      .notNull()
      .references(() => users.id),
    /** The quote an order used; its table belongs to a later feature, so the migration adds the key. */
    quoteId: idReference('quote', 'quote_id'),
    cryptoId: text('crypto_id'),
    cryptoName: text('crypto_name'),
    cryptoSymbol: text('crypto_symbol'),
    cryptoColor: text('crypto_color'),
    fromCurrency: text('from_currency'),
    /** The customer gives this many coins, or units of fromCurrency. */
    amount: decimal('amount').notNull(),
    /** The payout for one unit given, before the fee. */
    rate: decimal('rate').notNull(),
    rateAt: moment('rate_at').notNull(),
    rateSource: text('rate_source').notNull(),
    payoutCurrency: text('payout_currency').notNull(),
    grossAmount: decimal('gross_amount').notNull(),
    feePercent: decimal('fee_percent').notNull(),
    feeAmount: decimal('fee_amount').notNull(),
    payoutAmount: decimal('payout_amount').notNull(),
    valueUsd: decimal('value_usd').notNull(),
    paymentDetails: jsonbOrNull('payment_details').$type<PaymentDetails & { routingNumber?: string }>(),
    /** The accounts an exchange was to be paid into, as shown to the customer. */
    paymentInstructions: jsonOrNull('payment_instructions').$type<readonly OrderInstruction[]>(),
    /**
     * The account that the customer chose, or the only one shown. PostgreSQL generates it, so that it always agrees
     * with them.
     */
    receivingAccountId: idReference('paymentMethod', 'receiving_account_id').generatedAlwaysAs(
      sql`receiving_account_of(payment_instructions)`,
    ),
    depositAddress: text('deposit_address'),
    depositMemo: text('deposit_memo'),
    depositNetwork: text('deposit_network'),
    /**
     * Signs the owner, the amounts and the payee with a key outside the database; its fields are in signed-tables.ts.
     */
    signature: bytes('signature'),
    transactionHash: text('transaction_hash'),
    /** When the payment proof was received; an exchange may come before its proof. */
    proofAt: moment('proof_at'),
    /** Time by which the proof of an exchange must be there. */
    proofDueAt: moment('proof_due_at'),
    adminNotes: text('admin_notes'),
    adminTransactionId: text('admin_transaction_id'),
    /** The member who opened it for its customer: a counter sale. */
    openedBy: idReference('user', 'opened_by').references(() => users.id),
    /** The member who works on it and the team's tags: no terms of the order, so they may change. */
    assigneeId: idReference('user', 'assignee_id').references(() => users.id),
    tags: text('tags').array().notNull().default([]),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    // Pattern operators, so that a search by reference prefix works under every collation.
    uniqueIndex('orders_reference').on(t.reference.op('text_pattern_ops')),
    uniqueIndex('orders_quote').on(t.quoteId),
    // A transaction on a chain proves the payout of one order; the orders of a batch may share a bank reference.
    uniqueIndex('orders_admin_hash')
      .on(t.cryptoId, sql`lower(${t.adminTransactionId})`)
      .where(
        sql`${t.adminTransactionId} ~* '^(0x)?[0-9a-f]{64}$' and ${t.status} not in (${sql.raw(sqlList(refusedStatuses))})`,
      ),
    // Queries read the index backwards. A descending index would put nulls at its end, where a newest-first query does
    // not expect them.
    index('orders_of_user').on(t.userId, t.createdAt, t.id),
    // Finds the few orders of a customer that are on their way, however many are finished.
    index('orders_of_user_by_stage').on(t.userId, t.stage, t.updatedAt),
    // Every filter of the order book is an equality on the front of one of these, so a page is one ordered range a
    // status.
    index('orders_by_status').on(t.status, t.type, t.createdAt, t.id),
    index('orders_by_currency').on(t.payoutCurrency, t.status, t.type, t.createdAt, t.id),
    index('orders_newest').on(t.createdAt, t.id),
    // Index by assignee, and of unassigned orders; a filter by tag reads order_tags.
    index('orders_by_assignee')
      .on(t.assigneeId, t.status, t.type, t.createdAt, t.id)
      .where(sql`${t.assigneeId} is not null`),
    index('orders_unassigned')
      .on(t.status, t.type, t.createdAt, t.id)
      .where(sql`${t.assigneeId} is null`),
    index('orders_to_take')
      .on(t.createdAt, t.id)
      .where(sql`${t.status} in (${sql.raw(sqlList(openStatuses))}) and ${t.assigneeId} is null`),
    // Finds the orders that wait for the team, however many are decided; those without a proof wait for the customer.
    index('orders_ready')
      .on(t.createdAt, t.id)
      .where(sql`${t.status} in (${sql.raw(sqlList(openStatuses))}) and ${t.proofAt} is not null`),
    // The duration of payouts by day, read from the index alone.
    index('orders_paid')
      .on(t.decidedAt, t.proofAt, t.createdAt)
      .where(sql`${t.status} = 'completed'`),
    index('orders_by_receiving_account')
      .on(t.receivingAccountId, t.status, t.type, t.createdAt, t.id)
      .where(sql`${t.receivingAccountId} is not null`),
    // Other customers paid to the same account, however its number is spaced.
    index('orders_by_payee').on(
      sql`lower(regexp_replace(${t.paymentDetails}->>'accountNumber', '[\\s-]', '', 'g'))`,
      t.userId,
    ),
    // Admin search: the ids of an order.
    index('orders_by_address').on(t.depositAddress, t.status, t.type, t.createdAt, t.id),
    index('orders_hash_search')
      .on(sql`lower(${t.transactionHash}) text_pattern_ops`)
      .where(sql`${t.transactionHash} is not null`),
    index('orders_admin_id_search')
      .on(sql`lower(${t.adminTransactionId}) text_pattern_ops`)
      .where(sql`${t.adminTransactionId} is not null`),
    check('orders_opened_by', sql`${t.openedBy} <> ${t.userId}`),
    check('orders_status', sql`${t.status} in (${statusList(orderStatuses)})`),
    check('orders_stage', sql`${t.stage} in (${sql.raw(sqlList(orderStages))})`),
    check('orders_sum', sql`${t.payoutAmount} = ${t.grossAmount} - ${t.feeAmount}`),
    check('orders_positive', sql`${t.amount} > 0 and ${t.payoutAmount} > 0 and ${t.feeAmount} >= 0`),
    check('orders_decided', sql`(${t.status} in (${statusList(closedStatuses)})) = (${t.decidedAt} is not null)`),
    check(
      'orders_kind',
      sql`(${t.type} = 'sell' and ${t.cryptoId} is not null and ${t.fromCurrency} is null) or (${t.type} = 'fiat' and ${t.fromCurrency} is not null and ${t.cryptoId} is null)`,
    ),
  ],
);

/** The tags of orders in the order of the lists: an index by tag, which a trigger on `orders` writes. */
export const orderTags = pgTable(
  'order_tags',
  {
    tag: text('tag').notNull(),
    status: text('status', { enum: orderStatuses }).notNull(),
    type: text('type', { enum: ['sell', 'fiat'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    orderId: idReference('order', 'order_id')
      .notNull()
      .references(() => orders.id),
  },
  (t) => [
    primaryKey({ columns: [t.tag, t.status, t.type, t.createdAt, t.orderId] }),
    index('order_tags_of').on(t.orderId),
  ],
);

export type ActorKind = 'customer' | 'admin' | 'system';

/** Rows of all versions call a member of the team `desk`; the code and the API say admin. */
const actorKind = customType<{ data: ActorKind; driverData: 'customer' | 'desk' | 'system' }>({
  dataType: () => 'text',
  toDriver: (kind) => (kind === 'admin' ? 'desk' : kind),
  fromDriver: (storedValue) => (storedValue === 'desk' ? 'admin' : storedValue),
});

/** Every change of an order, append only. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: idReference('order', 'order_id').notNull(),
    at: moment('at').notNull().default(now),
    fromStatus: text('from_status', { enum: orderStatuses }),
    toStatus: text('to_status', { enum: orderStatuses }).notNull(),
    /** The stage that it led to, where that changed. */
    stage: text('stage', { enum: orderStages }),
    actorId: idReference('user', 'actor_id'),
    actorKind: actorKind('actor_kind').notNull(),
    /** The note of the customer or the admin who moved the order. */
    note: text('note'),
    /** Why the product itself moved the order; `params` holds the values of the placeholders. */
    reason: text('reason').$type<OrderReasonCode>(),
    params: jsonbOrNull('params').$type<OrderReason['params']>(),
  },
  (t) => [
    index('order_events_of').on(t.orderId, t.id),
    foreignKey({
      columns: [t.orderId],
      foreignColumns: [orders.id],
      name: 'order_events_order',
    }),
  ],
);

/** Every reference ever issued, for quotes and for orders, so that none is used twice. */
export const orderReferences = pgTable(
  'order_references',
  {
    reference: text('reference').primaryKey(),
    /** The user whose next exchange gets it; null once it is used. */
    reservedFor: idReference('user', 'reserved_for').references(() => users.id),
    issuedAt: moment('issued_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('order_references_reserved')
      .on(t.reservedFor)
      .where(sql`${t.reservedFor} is not null`),
  ],
);

/** Additions of an admin to a decided order, append only: the order itself and its status never change again. */
export const orderAmendments = pgTable(
  'order_amendments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: idReference('order', 'order_id').notNull(),
    at: moment('at').notNull().default(now),
    actorId: idReference('user', 'actor_id').notNull(),
    kind: text('kind', { enum: amendmentKinds }).notNull(),
    note: text('note').notNull(),
    /** The id at the bank or on the chain: of a corrected payout, or of coins or money sent back. */
    transactionId: text('transaction_id'),
    /** The order that a reversal belongs to as well, for example the one paid again. */
    linkedOrderId: idReference('order', 'linked_order_id'),
  },
  (t) => [
    index('order_amendments_of').on(t.orderId, t.id),
    foreignKey({ columns: [t.orderId], foreignColumns: [orders.id], name: 'order_amendments_order' }),
    foreignKey({ columns: [t.linkedOrderId], foreignColumns: [orders.id], name: 'order_amendments_linked_order' }),
    check('order_amendments_kind', sql`${t.kind} in ('note', 'evidence', 'screenshot', 'reversal', 'money_back')`),
    check(
      'order_amendments_transaction_id',
      sql`(${t.kind} in ('evidence', 'reversal', 'money_back')) = (${t.transactionId} is not null)`,
    ),
    check('order_amendments_link', sql`${t.linkedOrderId} is null or ${t.kind} = 'reversal'`),
  ],
);

/** The former customer of orders, by a keyed hash: registering again does not begin a new limit. */
export const erasedCustomers = pgTable(
  'erased_customers',
  {
    userId: idReference('user', 'user_id')
      .primaryKey()
      .references(() => users.id),
    addressHash: bytes('address_hash').notNull(),
    erasedAt: moment('erased_at').notNull().default(now),
  },
  (t) => [index('erased_customers_address').on(t.addressHash), index('erased_customers_age').on(t.erasedAt)],
);

/** Hashes of the payment proofs of erased customers: a file with the same bytes is recognised. */
export const erasedProofs = pgTable(
  'erased_proofs',
  {
    orderId: idReference('order', 'order_id').notNull(),
    sentHash: bytes('sent_hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.sentHash] }),
    index('erased_proofs_hash').on(t.sentHash),
    foreignKey({ columns: [t.orderId], foreignColumns: [orders.id], name: 'erased_proofs_order' }),
  ],
);
