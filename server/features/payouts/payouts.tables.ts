import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, decimal, idColumn, idReference, jsonbOrNull, moment } from '#server/db/column-types.ts';
import { now, sqlList } from '#server/db/fragments.ts';
import { searchText, unfilledIndex } from '#server/db/search-texts.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import {
  attemptStates,
  batchFormats,
  batchStates,
  liveAttemptStates,
  payoutKinds,
  payoutStates,
  profileDirections,
  settledBy,
  type ReturnReason,
} from '#shared/payouts/payouts.lifecycle.ts';

/** Money that came back: the time, the amount, and the bank's charge. */
export type ReturnedMoney = {
  reason: ReturnReason;
  /** The reason in a member's words; never a text of the bank, which names third persons. */
  note: string | null;
  at: string;
  amount: string;
  fee: string | null;
  /** True where the customer is asked for another account. */
  asksCustomer: boolean;
  /** Time at which they were last asked; rows of earlier versions use `at`. */
  askedAt?: string;
};

const sqlTuple = (values: readonly string[]) => sql.raw(`(${sqlList(values)})`);
const member = (name: string) => idReference('user', name).references(() => users.id);

/** The layout of a CSV that a bank reads or writes: columns, separators and encoding. */
export const payoutProfiles = pgTable(
  'payout_profiles',
  {
    id: idColumn('payoutProfile'),
    name: text('name').notNull(),
    direction: text('direction', { enum: profileDirections }).notNull(),
    shape: jsonb('shape').$type<Record<string, unknown>>().notNull(),
    /** Ships with the product. */
    isReady: boolean('is_ready').notNull().default(false),
    /** A bank has taken a file of it. */
    isVerified: boolean('is_verified').notNull().default(false),
    updatedAt: moment('updated_at').notNull().default(now),
    /** Null for one from before profiles were signed, which no file is written by. */
    signature: bytes('signature'),
  },
  (t) => [
    unique('payout_profiles_name').on(t.direction, t.name),
    check('payout_profiles_direction', sql`${t.direction} in ${sqlTuple(profileDirections)}`),
  ],
);

/** Accounts of the business that money is paid from. */
export const deskAccounts = pgTable(
  'desk_accounts',
  {
    id: idColumn('deskAccount'),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    format: text('format', { enum: batchFormats }).notNull(),
    holderName: text('holder_name').notNull(),
    iban: text('iban'),
    bic: text('bic'),
    accountNumber: text('account_number'),
    bankName: text('bank_name').notNull(),
    town: text('town'),
    country: text('country'),
    profileId: idReference('payoutProfile', 'profile_id').references(() => payoutProfiles.id),
    batchBooking: boolean('batch_booking').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull().default(now),
    signature: bytes('signature'),
  },
  (t) => [
    uniqueIndex('desk_accounts_same').on(
      t.currency,
      sql`coalesce(${t.iban}, '')`,
      sql`coalesce(${t.accountNumber}, '')`,
    ),
    check('desk_accounts_format', sql`${t.format} in ${sqlTuple(batchFormats)}`),
  ],
);

/** Sums owed to one payee: the net of an order, or a second payment after its end. */
export const payouts = pgTable(
  'payouts',
  {
    id: idColumn('payout'),
    orderId: idReference('order', 'order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind', { enum: payoutKinds }).notNull(),
    /** The number of this payout among those of its order. */
    seq: integer('seq').notNull(),
    amount: decimal('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: payoutStates }).notNull(),
    /** Why it is held; cleared when it moves on. */
    reason: text('reason'),
    /** Why a second payment is made; only the team reads it. */
    note: text('note'),
    approvedBy: member('approved_by'),
    approvedAt: moment('approved_at').notNull(),
    /** The payee of the order, replaced only by its customer after money came back. */
    details: jsonbOrNull('details').$type<PaymentDetails>(),
    /** Patterns for the name of the payee. */
    searchText: searchText(),
    detailsChanged: boolean('details_changed').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
    signature: bytes('signature'),
  },
  (t) => [
    uniqueIndex('payouts_of_order')
      .on(t.orderId)
      .where(sql`${t.kind} = 'order' and ${t.state} <> 'cancelled'`),
    unique('payouts_seq').on(t.orderId, t.seq),
    index('payouts_by_state').on(t.state, t.approvedAt, t.id),
    index('payouts_by_currency').on(t.currency, t.state, t.approvedAt, t.id),
    unfilledIndex('payouts', t),
    index('payouts_extra')
      .on(t.currency)
      .where(sql`${t.kind} = 'extra'`),
    check('payouts_kind', sql`${t.kind} in ${sqlTuple(payoutKinds)}`),
    check('payouts_state', sql`${t.state} in ${sqlTuple(payoutStates)}`),
    check('payouts_positive', sql`${t.amount} > 0`),
    check('payouts_held', sql`${t.state} <> 'held' or ${t.reason} is not null`),
  ],
);

/** Attempts of one currency that are paid together: one file, or by hand. Triggers write count and total. */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: idColumn('payoutBatch'),
    /** Number of the name, such as B-000007. */
    seq: integer('seq').notNull().generatedAlwaysAsIdentity(),
    format: text('format', { enum: batchFormats }).notNull(),
    /** Null where it is paid by hand. */
    accountId: idReference('deskAccount', 'account_id').references(() => deskAccounts.id),
    currency: text('currency').notNull(),
    count: integer('count').notNull().default(0),
    total: decimal('total').notNull().default('0'),
    state: text('state', { enum: batchStates }).notNull(),
    executeOn: date('execute_on', { mode: 'string' }).notNull(),
    note: text('note'),
    madeBy: member('made_by').notNull(),
    madeAt: moment('made_at').notNull(),
    releasedBy: member('released_by'),
    releasedAt: moment('released_at'),
    sentBy: member('sent_by'),
    sentAt: moment('sent_at'),
    bankReference: text('bank_reference'),
    /** The member who cancelled, refused or withdrew it, when, and why. */
    endedBy: member('ended_by'),
    endedAt: moment('ended_at'),
    endReason: text('end_reason'),
    needsSecond: boolean('needs_second').notNull().default(false),
    digest: text('digest').notNull(),
  },
  (t) => [
    unique('payout_batches_seq').on(t.seq),
    unique('payout_batches_currency').on(t.id, t.currency),
    index('payout_batches_by_state').on(t.state, t.seq),
    check('payout_batches_format', sql`${t.format} in ${sqlTuple(batchFormats)}`),
    check('payout_batches_state', sql`${t.state} in ${sqlTuple(batchStates)}`),
    check('payout_batches_account', sql`${t.format} = 'by_hand' or ${t.accountId} is not null`),
    check('payout_batches_two_users', sql`not ${t.needsSecond} or ${t.madeBy} <> ${t.releasedBy}`),
    check(
      'payout_batches_released',
      sql`${t.state} not in ('released', 'sent', 'closed') or ${t.releasedBy} is not null`,
    ),
  ],
);

/** Attempts to pay a payout, each with its own copy of the payee. A payout has at most one that may still be paid. */
export const payoutAttempts = pgTable(
  'payout_attempts',
  {
    id: idColumn('payoutAttempt'),
    payoutId: idReference('payout', 'payout_id')
      .notNull()
      .references(() => payouts.id),
    /** The number of this attempt among those of all payouts of the order. */
    no: integer('no').notNull(),
    batchId: idReference('payoutBatch', 'batch_id'),
    endToEndId: text('end_to_end_id').notNull(),
    amount: decimal('amount').notNull(),
    currency: text('currency').notNull(),
    details: jsonbOrNull('details').$type<PaymentDetails>(),
    /** Hash of the payee, to compare it with earlier ones. */
    fingerprint: text('fingerprint').notNull(),
    signature: bytes('signature'),
    state: text('state', { enum: attemptStates }).notNull(),
    sentAt: moment('sent_at'),
    settledAt: moment('settled_at'),
    settledBy: text('settled_by', { enum: settledBy }),
    returned: jsonbOrNull('returned').$type<ReturnedMoney>(),
  },
  (t) => [
    unique('payout_attempts_end_to_end_id').on(t.endToEndId),
    uniqueIndex('payout_attempts_live')
      .on(t.payoutId)
      .where(sql`${t.state} in ${sqlTuple(liveAttemptStates)}`),
    index('payout_attempts_of').on(t.payoutId, t.no),
    index('payout_attempts_of_batch').on(t.batchId, t.endToEndId),
    index('payout_attempts_sent')
      .on(t.sentAt)
      .where(sql`${t.state} = 'sent'`),
    foreignKey({
      columns: [t.batchId, t.currency],
      foreignColumns: [payoutBatches.id, payoutBatches.currency],
      name: 'payout_attempts_batch',
    }),
    check('payout_attempts_state', sql`${t.state} in ${sqlTuple(attemptStates)}`),
    check('payout_attempts_settled_by', sql`${t.settledBy} in ${sqlTuple(settledBy)}`),
    check('payout_attempts_positive', sql`${t.amount} > 0`),
  ],
);

/** Files of batches, written as they are made. One is rewritten only while its batch is prepared, and never removed. */
export const payoutFiles = pgTable('payout_files', {
  batchId: idReference('payoutBatch', 'batch_id')
    .primaryKey()
    .references(() => payoutBatches.id),
  bytes: bytes('bytes').notNull(),
  sha256: text('sha256').notNull(),
  fileName: text('file_name').notNull(),
  /** Null for one from before files were signed. */
  signature: bytes('signature'),
});
