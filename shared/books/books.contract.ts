import { z } from 'zod';
import { entryKinds } from '#shared/book/book.accounts.ts';
import { balanceGaps } from '#shared/chains/chains.balances.ts';
import { action } from '#shared/kernel/action.ts';
import { dayRange, daysInOrder, utcDayRange } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { exchangeName, manualAccount, manualKinds } from './books.accounts.ts';
import { rowProblems } from './books.disposals.ts';
import {
  amount,
  baseAmount,
  change,
  day,
  member,
  month,
  positive,
  rowChange,
  unit,
  wantedUnit,
  requiredNote,
} from './books.fields.ts';

export const entryView = z.object({
  id: idOf('bookEntry'),
  /** The key of the event that it enters: `<kind>:<subject id>:<n>`. */
  key: z.string(),
  kind: z.enum(entryKinds),
  at: timestamp,
  bookedIn: z.string(),
  order: z.object({ id: idOf('order'), reference: z.string() }).nullable(),
  /** The batch of the entry's payout attempt. */
  batch: z.object({ id: idOf('payoutBatch'), reference: z.string() }).nullable(),
  /** Null for the product itself, or a member who was erased. */
  actor: member.nullable(),
  reason: markPersonal('accountText').nullable(),
  lines: z.array(z.object({ from: z.string(), to: z.string(), unit, amount, base: baseAmount })),
  reversalOf: idOf('bookEntry').nullable(),
  reversedBy: idOf('bookEntry').nullable(),
  /** True if its month was closed when the entry became known. */
  late: z.boolean(),
});
export type EntryView = z.output<typeof entryView>;

export const journalSorts = ['newest', 'oldest'] as const;

export const listJournal = endpoint('GET /api/admin/books/journal', {
  may: 'books.read',
  summary: 'Entries of the book by the time of their fact, newest first unless sorted otherwise',
  query: pageQuery
    .extend({
      ...dayRange,
      /** An account, `held:<order id>`, or a kind of account, `held`. */
      account: text(80).optional(),
      order: idOf('order').optional(),
      kind: z.enum(entryKinds).optional(),
      /** Only entries whose month was closed when they became known, or only the others. */
      late: z.enum(['true', 'false']).optional(),
      /** Part of an order's or a batch's reference, of a key or of a reason. */
      q: text(maxSearchLength).optional(),
      sort: z.enum(journalSorts).default('newest'),
    })
    .refine(...daysInOrder),
  response: z.array(entryView),
  paged: true,
});

export const journalFormats = ['csv', 'hledger', 'xero', 'quickbooks', 'odoo'] as const;
export type JournalFormat = (typeof journalFormats)[number];

/** Another program has read back only these formats; the columns of the others follow their vendors' documentation. */
export const verifiedFormats: readonly JournalFormat[] = ['csv', 'hledger'];

export const exportJournal = endpoint('GET /api/admin/books/journal/export', {
  may: 'books.read',
  summary:
    'The entries of a month as CSV, for hledger, or in the columns that Xero, QuickBooks and Odoo import. Audited',
  query: z.object({ month, format: z.enum(journalFormats) }),
  response: 'file',
  stepUp: true,
});

export const listPositions = endpoint('GET /api/admin/books/positions', {
  may: 'books.read',
  summary: 'What the desk has of each coin and currency, whose it is, and what it cost; now or at a moment',
  query: z.object({ at: dayRange.to }),
  response: z.array(
    z.object({
      unit,
      /** The amount of a coin at the addresses; currencies have `bank` instead. */
      coins: amount.optional(),
      bank: amount.optional(),
      arrived: amount,
      held: amount,
      refund: amount,
      owed: amount,
      attempt: amount,
      /** The amount bought minus the amount given away. */
      position: amount,
      /** The average cost of one coin, in dollars with up to 8 decimals. */
      cost: amount.nullable(),
      /** The worth of the whole amount in dollars, at the day's rate. */
      base: baseAmount,
      /** Dollars for one unit at the day's rate, also where the desk has none and only owes; null without a rate. */
      rate: amount.nullable(),
    }),
  ),
});

export const profitBy = ['day', 'coin', 'currency'] as const;

export const listProfit = endpoint('GET /api/admin/books/profit', {
  may: 'books.read',
  summary: 'Fees, results of disposals and costs of a range in US dollars, by day, coin or currency',
  query: z.object({ ...utcDayRange, by: z.enum(profitBy).default('day') }).refine(...daysInOrder),
  response: z.array(
    z.object({
      /** A day, a coin or a currency, by which a row is grouped. */
      key: z.string(),
      /** Null where a line has no rate. */
      fees: baseAmount,
      /** Null if nothing was disposed of, or a price is unknown. */
      result: baseAmount,
      /** True if coins were disposed of: then a null above is an unknown result, and none otherwise. */
      sold: z.boolean(),
      costs: baseAmount,
    }),
  ),
});

export const getReconciliation = endpoint('GET /api/admin/books/reconciliation', {
  may: 'books.read',
  summary: 'The book beside the statements of the banks and the balances of the chains',
  response: z.object({
    accounts: z.array(
      z.object({
        id: idOf('deskAccount'),
        name: z.string(),
        currency: z.string(),
        /** Last day of the newest statement; every field that depends on it is null without one. */
        asOf: day.nullable(),
        /** The balance in the book at the end of that day, else now. */
        book: amount,
        statement: amount.nullable(),
        /** Payouts that were sent and that no statement has yet. */
        inTransit: amount,
        /** Statement balance minus book balance. */
        difference: amount.nullable(),
        /** Number of entries that moved the account. */
        entries: z.number().int(),
      }),
    ),
    coins: z.array(
      z.object({
        id: unit,
        book: amount,
        /** The balance that nodes report for the addresses of the book's transfers; null if unknown. */
        chain: amount.nullable(),
        /** Chain balance minus book balance. */
        difference: amount.nullable(),
        /** The reason why `chain` is unknown; null if it is known. */
        gap: z.enum(balanceGaps).nullable(),
        /** When a node last answered with this balance; null where none has since the start of the product. */
        readAt: timestamp.nullable(),
        entries: z.number().int(),
      }),
    ),
  }),
});

export const getOrderBook = endpoint('GET /api/admin/books/orders/:id', {
  may: 'orders.read',
  summary: 'Where the money of an order is: its entries, oldest first, and the accounts that hold something',
  response: z.object({
    entries: z.array(entryView),
    accounts: z.array(z.object({ account: z.string(), unit, amount })),
  }),
  errors: ['not_found'],
});

export const entryInput = z.object({
  kind: z.enum(manualKinds),
  at: timestamp,
  lines: z
    .array(z.object({ from: manualAccount, to: manualAccount, unit: wantedUnit, amount: positive }))
    .min(1)
    .max(50),
  note: requiredNote,
});
export type EntryInput = z.output<typeof entryInput>;

export const enterManually = action('POST /api/admin/books/entries', {
  ...rowChange,
  on: 'book_entry',
  summary: 'Enter what no other part of the product knows, between accounts that the desk moves itself',
  status: 201,
  body: entryInput,
  response: entryView,
  errors: ['not_found', 'unbalanced', 'period_closed', 'conflict'],
  audit: 'book.entered',
});

export const reverseEntry = action('POST /api/admin/books/entries/:id/reverse', {
  ...rowChange,
  on: 'book_entry',
  summary: 'Undo a manual entry, once, by an entry of its own',
  status: 201,
  body: z.object({ note: requiredNote }),
  response: entryView,
  errors: ['already_decided', 'period_closed', 'conflict'],
  audit: 'book.reversed',
});

export const setBookRate = action('PUT /api/admin/books/rates/:day/:unit', {
  ...rowChange,
  on: 'book_rate',
  summary: 'Set what one unit of a coin or currency was worth in US dollars on a day that has no rate',
  params: z.object({ day, unit: wantedUnit }),
  body: z.object({ rate: positive, note: requiredNote }),
  response: z.object({ day, unit, rate: amount }),
  errors: ['period_closed'],
  audit: 'book.rate_set',
});

export const importDisposals = endpoint('POST /api/admin/books/disposals', {
  ...change,
  summary:
    'Enter what was sold on an exchange from a CSV with the heading time,coin,units,money,fee,id; an id that is known is not entered again',
  form: {
    fields: z.object({ exchange: exchangeName }),
    files: { disposals: { accept: 'statement', maxCount: 1 } },
  },
  response: z.object({
    added: z.number().int(),
    known: z.number().int(),
    problems: z.array(z.object({ line: z.number().int(), why: z.enum(rowProblems) })),
  }),
  errors: ['file_missing', 'file_too_large', 'statement_unreadable', 'conflict'],
  limit: 'upload',
});
