import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { daysInOrder, utcDayRange } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, timestamp } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { handlingFilters } from '#shared/users/users.handling.ts';
import { workFilters } from './admin/orders.work.filters.ts';
import { orderFilters, orderTypes } from './orders.contract.ts';
import { orderStatuses } from './orders.lifecycle.ts';

export const exportFormats = ['pdf', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];
const format = z.enum(exportFormats, reason('export_format_unknown'));

export const exportOrders = endpoint('GET /api/transactions/export', {
  access: 'customer',
  summary: 'All own orders of a range as a PDF report or a CSV, newest first; filters as in the list',
  query: z.object({ format, ...orderFilters }).refine(...daysInOrder),
  response: 'file',
  limit: 'write',
});

export const exportOrderBook = endpoint('GET /api/admin/transactions/export', {
  may: 'books.read',
  summary: 'All orders of a range as a PDF report or a CSV, newest first; filters as in the order book. Audited',
  query: z
    .object({ format, user: idOf('user').optional(), ...handlingFilters, ...workFilters, ...orderFilters })
    .refine(...daysInOrder),
  response: 'file',
  errors: ['step_up_required'],
  limit: 'admin',
  stepUp: true,
});

export const exportFees = endpoint('GET /api/admin/fees/export', {
  may: 'books.read',
  summary: 'Fees of completed orders by day and payout currency as a CSV, newest day first. Audited',
  query: z.object(utcDayRange).refine(...daysInOrder),
  response: 'file',
  errors: ['step_up_required'],
  limit: 'admin',
  stepUp: true,
});

export const getReceipt = endpoint('GET /api/transactions/:id/receipt', {
  access: 'customer',
  summary: 'The receipt of an own completed order as a PDF, with a code that anybody can check it by',
  response: 'file',
  errors: ['not_found', 'conflict'],
  limit: 'write',
});

/** States of a completed order's money; `arrived` once the bank reports it. */
export const moneyStates = ['sent', 'arrived', 'returned', 'reversed'] as const;

/** Data for the bearer of a receipt: nothing about the user. */
export const receiptView = z.object({
  reference: z.string(),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  givenAmount: amountOut,
  /** The symbol of a coin, or a currency. */
  givenUnit: z.string(),
  payoutAmount: amountOut,
  payoutCurrency: z.string(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  /** Null until the order is completed. */
  payout: z.object({ state: z.enum(moneyStates), at: timestamp }).nullable(),
});
export type ReceiptView = z.output<typeof receiptView>;

export const checkReceipt = endpoint('GET /api/receipts/:code', {
  access: 'public',
  summary:
    'Whether a receipt is ours: reference, amount, date and state of the order behind its code, and nothing else',
  params: z.object({ code: z.string().max(100) }),
  response: receiptView,
  errors: ['not_found'],
  limit: 'quote',
});
