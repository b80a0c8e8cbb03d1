import { keepPreviousData } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminQuote = Api['GET /api/admin/sell-quotes']['output'][number];
export type QuotesQuery = NonNullable<Api['GET /api/admin/sell-quotes']['query']>;
type QuoteOrder = Api['POST /api/admin/sell-quotes/:id/order']['body'];

export const quotesPageSize = 25;
const pollMs = 15_000;

/** One page of all customers' open quotes, fetched every 15 s while the tab is visible. */
export const quotesQuery = (query: QuotesQuery) =>
  apiQuery('GET /api/admin/sell-quotes', { query }, { refetchInterval: pollMs, placeholderData: keepPreviousData });

/** Sums of the open quotes of a search. */
export const quoteTotalsQuery = (q: string | undefined) =>
  apiQuery(
    'GET /api/admin/sell-quotes/totals',
    { query: { q } },
    { refetchInterval: pollMs, placeholderData: keepPreviousData },
  );

/** One open quote with the saved accounts of its customer and its present payout. */
export const quoteQuery = (id: string) => apiQuery('GET /api/admin/sell-quotes/:id', { params: { id } });

/** Opens the order of a quote whose coins arrived without a proof. */
export const useOpenOrder = (id: string) =>
  useWrite(
    (body: QuoteOrder) => call('POST /api/admin/sell-quotes/:id/order', { params: { id }, body }),
    'GET /api/admin/sell-quotes',
    'GET /api/admin/sell-quotes/totals',
    'GET /api/admin/transactions',
  );
