import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { adminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { payoutAccountView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { addressSearch } from '#shared/wallets/wallets.payment-link.ts';
import { sellQuoteView } from './sell.contract.ts';

/** An open quote with its customer, as the admin sees it. */
export const adminSellQuoteView = sellQuoteView.extend({
  userId: idOf('user'),
  userEmail: markPersonal('email').nullable(),
  userName: z.string(),
  /** True if the row was changed outside the product: its address is not shown, and no order is opened for it. */
  tampered: z.boolean(),
});
export type AdminSellQuoteView = z.output<typeof adminSellQuoteView>;

export const adminListSellQuotes = endpoint('GET /api/admin/sell-quotes', {
  may: 'orders.read',
  summary:
    'Open quotes of the last 24 hours; a search by reference, address, amount or customer covers all that are stored',
  query: pageQuery.extend({
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    q: addressSearch.optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
  }),
  response: z.array(adminSellQuoteView),
  paged: true,
});

export const adminSellQuoteTotals = endpoint('GET /api/admin/sell-quotes/totals', {
  may: 'orders.read',
  summary: 'What the open quotes of the list would bring in by coin and pay out by currency; the search as in the list',
  query: z.object({ q: addressSearch.optional() }),
  response: z.object({
    coins: z.array(z.object({ cryptoId: z.string(), symbol: z.string(), count: z.number().int(), amount: amountOut })),
    payouts: z.array(z.object({ currency: z.string(), count: z.number().int(), netAmount: amountOut })),
  }),
});

export const adminGetSellQuote = endpoint('GET /api/admin/sell-quotes/:id', {
  may: 'orders.read',
  summary: 'One open quote with the saved accounts of its customer and what it would bring now',
  response: adminSellQuoteView.extend({
    payoutAccounts: z.array(payoutAccountView),
    /** Null while nothing can be quoted. */
    netNow: amountOut.nullable(),
  }),
  errors: ['not_found', 'quote_used', 'address_unavailable'],
});

/** The reason to open an order although the customer sent no proof, its terms, and the payout account. */
export const quoteOrder = z.object({
  reason: text(1000, { min: 1, error: reason('quote_reason_required') }),
  terms: z.enum(['quote', 'now']),
  payoutAccountId: idOf('payoutAccount').nullish(),
  transactionHash: text(120).nullish(),
});
export type QuoteOrder = z.output<typeof quoteOrder>;

export const openOrderOfQuote = action('POST /api/admin/sell-quotes/:id/order', {
  on: 'sell_quote',
  may: 'orders.decide',
  summary: 'Open the order of a quote whose coins came without a proof; the reason is on the audit log',
  status: 201,
  body: quoteOrder,
  response: adminOrderDetails,
  errors: [
    'quote_used',
    'hash_used',
    'rate_unavailable',
    'address_unavailable',
    'not_offered',
    'above_maximum',
    'below_minimum',
    'conflict',
  ],
  audit: 'sell_quote.order_opened',
});
