import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text, timestamp } from '#shared/kernel/fields.ts';
import { amount, baseAmount, member, month, rowChange, unit, requiredNote } from './books.fields.ts';

export const periodStates = ['open', 'to_close', 'closed'] as const;

/** Reasons why a month cannot be closed yet, or only with a reason (`not_reconciled`). */
export const periodProblems = ['period_order', 'missing_rate', 'not_reconciled', 'books_changed'] as const;

export const periodView = z.object({
  month: z.string(),
  /** `open`: the month is not over yet; `to_close`: it is over. */
  state: z.enum(periodStates),
  entries: z.number().int(),
  /** Number of entries from months that were already closed. */
  late: z.number().int(),
  /** By kind of account and unit: assets, debts, income and costs, each as a positive number. */
  totals: z.array(
    z.object({
      account: z.string(),
      unit,
      opening: amount,
      closing: amount,
      /** The worth of all lines of the month together, in dollars. */
      base: baseAmount,
    }),
  ),
  /** The digest that the call to close takes, so that it closes exactly the month that was read. */
  digest: z.string(),
  problems: z.array(
    z.object({
      code: z.enum(periodProblems),
      /** `month`; `unit`, `day`; `account`, `difference`, `unit`; or `entry`, depending on the problem. */
      params: z.record(z.string(), z.string()),
    }),
  ),
  closedBy: member.nullable(),
  closedAt: timestamp.nullable(),
  /** The digest of the lines of a closed month. */
  sha256: z.string().nullable(),
});
export type PeriodView = z.output<typeof periodView>;

export const listPeriods = endpoint('GET /api/admin/books/periods', {
  may: 'books.read',
  summary: 'The months of the book, newest first',
  response: z.array(periodView),
});

const monthParams = z.object({ month });

export const getPeriod = endpoint('GET /api/admin/books/periods/:month', {
  may: 'books.read',
  summary: 'A month with its totals, the digest that closing takes, and what stands in its way',
  params: monthParams,
  response: periodView,
  errors: ['not_found'],
});

const onPeriod = { ...rowChange, on: 'book_period', params: monthParams, second: 'books' } as const;

export const closePeriod = action('POST /api/admin/books/periods/:month/close', {
  ...onPeriod,
  from: ['to_close'],
  stepUp: 'recent',
  summary: 'Close a month exactly as it was read; it can wait for a second member. A difference needs a reason',
  body: z.object({ digest: text(200, { min: 1 }), reason: text(2000).optional() }),
  response: periodView
    .pick({ month: true, entries: true, totals: true })
    .extend({ sha256: z.string(), closedBy: member, closedAt: timestamp }),
  errors: ['period_order', 'missing_rate', 'not_reconciled', 'batch_changed'],
  audit: 'book.closed',
});

export const reopenPeriod = action('POST /api/admin/books/periods/:month/reopen', {
  ...onPeriod,
  from: ['closed'],
  summary: 'Open the newest closed month again; it can wait for a second member',
  body: z.object({ reason: requiredNote }),
  response: periodView,
  errors: ['period_order'],
  audit: 'book.reopened',
});
