import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, decimal, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { sqlList } from '#server/db/fragments.ts';
import { searchText, unfilledIndex } from '#server/db/search-texts.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { lineStates, matchRoles, statementFormats } from '#shared/payouts/payouts.lifecycle.ts';
import type { StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { deskAccounts, payoutAttempts, payoutProfiles, payouts } from './payouts.tables.ts';

/** A proposed match of a line, with the fields that screens are not sent. */
export type StoredCandidate = Omit<StatementLineView['candidates'][number], 'payee'> & {
  fee?: string;
  split?: string[];
};

const sqlTuple = (values: readonly string[]) => sql.raw(`(${sqlList(values)})`);

/** The statements of one account of the business. */
export const statements = pgTable(
  'statements',
  {
    id: idColumn('statement'),
    accountId: idReference('deskAccount', 'account_id')
      .notNull()
      .references(() => deskAccounts.id),
    format: text('format', { enum: statementFormats }).notNull(),
    profileId: idReference('payoutProfile', 'profile_id').references(() => payoutProfiles.id),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    /** Null once the retention has ended. */
    bytes: bytes('bytes'),
    fromOn: date('from_on', { mode: 'string' }),
    toOn: date('to_on', { mode: 'string' }),
    openingBalance: decimal('opening_balance'),
    closingBalance: decimal('closing_balance'),
    /** Why it was imported although its balances do not continue those of the other statements. */
    gapReason: text('gap_reason'),
    lineCount: integer('line_count').notNull(),
    added: integer('added').notNull(),
    known: integer('known').notNull(),
    importedBy: idReference('user', 'imported_by')
      .notNull()
      .references(() => users.id),
    importedAt: moment('imported_at').notNull(),
  },
  (t) => [
    unique('statements_same').on(t.accountId, t.sha256),
    index('statements_newest').on(t.importedAt, t.id),
    check('statements_format', sql`${t.format} in ${sqlTuple(statementFormats)}`),
  ],
);

/** Bookings in statements, each once however many files contain it. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: idColumn('statementLine'),
    statementId: idReference('statement', 'statement_id')
      .notNull()
      .references(() => statements.id),
    accountId: idReference('deskAccount', 'account_id')
      .notNull()
      .references(() => deskAccounts.id),
    /** Its place in the file. */
    seq: integer('seq').notNull(),
    bookedOn: date('booked_on', { mode: 'string' }).notNull(),
    valueOn: date('value_on', { mode: 'string' }),
    direction: text('direction', { enum: ['in', 'out'] }).notNull(),
    amount: decimal('amount').notNull(),
    currency: text('currency').notNull(),
    text: text('text').notNull().default(''),
    bankRef: text('bank_ref'),
    endToEndId: text('end_to_end_id'),
    counterpartyName: text('counterparty_name'),
    /** Patterns for the name of the other party. */
    searchText: searchText(),
    counterpartyAccount: text('counterparty_account'),
    isReversal: boolean('is_reversal').notNull().default(false),
    /** Hash of day, direction, amount and the bank's reference; equal bookings of a day are counted by `occurrence`. */
    fingerprint: text('fingerprint').notNull(),
    occurrence: integer('occurrence').notNull(),
    state: text('state', { enum: lineStates }).notNull().default('unmatched'),
    /** Rule that matched the line. */
    rule: text('rule'),
    candidates: jsonb('candidates').$type<StoredCandidate[]>().notNull().default([]),
    /** Why it was ignored, or why its match was undone. */
    reason: text('reason'),
  },
  (t) => [
    unique('statement_lines_same').on(t.accountId, t.fingerprint, t.occurrence),
    index('statement_lines_of').on(t.statementId, t.seq),
    unfilledIndex('statement_lines', t),
    index('statement_lines_by_state').on(t.state, t.bookedOn, t.id),
    check('statement_lines_direction', sql`${t.direction} in ('in', 'out')`),
    check('statement_lines_state', sql`${t.state} in ${sqlTuple(lineStates)}`),
    check('statement_lines_positive', sql`${t.amount} > 0`),
  ],
);

/** Matches of bookings. An undone match stays as a record. */
export const lineMatches = pgTable(
  'line_matches',
  {
    id: idColumn('lineMatch'),
    lineId: idReference('statementLine', 'line_id')
      .notNull()
      .references(() => statementLines.id),
    payoutId: idReference('payout', 'payout_id').references(() => payouts.id),
    attemptId: idReference('payoutAttempt', 'attempt_id').references(() => payoutAttempts.id),
    /** The exchange that an incoming payment belongs to. */
    orderId: idReference('order', 'order_id').references(() => orders.id),
    role: text('role', { enum: matchRoles }).notNull(),
    rule: text('rule').notNull(),
    amount: decimal('amount').notNull(),
    /** Equal for all lines that together pay one attempt. */
    splitGroup: uuid('split_group'),
    matchedBy: idReference('user', 'matched_by').references(() => users.id),
    matchedAt: moment('matched_at').notNull(),
    reason: text('reason'),
    undoneAt: moment('undone_at'),
    undoneBy: idReference('user', 'undone_by').references(() => users.id),
    undoneReason: text('undone_reason'),
  },
  (t) => [
    uniqueIndex('line_matches_live')
      .on(t.lineId, t.payoutId, t.role)
      .where(sql`${t.undoneAt} is null`),
    uniqueIndex('line_matches_live_attempt')
      .on(t.attemptId)
      .where(sql`${t.role} in ('settled', 'returned') and ${t.undoneAt} is null and ${t.splitGroup} is null`),
    index('line_matches_of_payout').on(t.payoutId),
    index('line_matches_of_order').on(t.orderId),
    check('line_matches_role', sql`${t.role} in ${sqlTuple(matchRoles)}`),
    check('line_matches_subject', sql`(${t.role} = 'incoming') = (${t.orderId} is not null)`),
  ],
);
