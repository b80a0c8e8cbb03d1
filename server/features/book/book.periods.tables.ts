import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, idReference, jsonbOrNull, moment } from '#server/db/column-types.ts';

/** A UTC month of the books. Entries are made in an open one; closing stores the sums of its lines. */
export const bookPeriods = pgTable(
  'book_periods',
  {
    /** The month in UTC, such as 2026-11. */
    month: text('month').primaryKey(),
    closedAt: moment('closed_at'),
    closedBy: idReference('user', 'closed_by'),
    entries: integer('entries'),
    late: integer('late'),
    /** Totals by kind of account and unit, as they were sent to the screen. */
    totals: jsonbOrNull('totals').$type<unknown>(),
    /** The coins bought until its end that are still there, and their cost. */
    holdings: jsonbOrNull('holdings').$type<unknown>(),
    /** Hash over all of its lines with their values. */
    sha256: text('sha256'),
    /** The reason why it was closed despite a difference. */
    reason: text('reason'),
    signature: bytes('signature'),
  },
  (t) => [
    check('book_periods_month', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check(
      'book_periods_closed',
      sql`(${t.closedAt} is null) = (${t.sha256} is null) and (${t.closedAt} is null) = (${t.signature} is null)`,
    ),
  ],
);

/** The newest check of all lines, balances and closed months: one row. */
export const bookChecks = pgTable(
  'book_checks',
  {
    only: boolean('only').primaryKey().default(true),
    checkedAt: moment('checked_at').notNull(),
    /** Since when something differs; null where all agrees. */
    changedSince: moment('changed_since'),
    /** The first difference that was found: a balance, an entry or a month. */
    finding: jsonbOrNull('finding').$type<{ what: 'balance' | 'entry' | 'month'; id: string }>(),
  },
  (t) => [check('book_checks_only', sql`${t.only}`)],
);
