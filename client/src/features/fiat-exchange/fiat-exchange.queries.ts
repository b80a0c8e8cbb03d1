import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { adminOrderRoutes, orderRoutes } from '#client/features/orders/orders.queries.ts';
import { call } from '#client/lib/api/call.ts';
import { useChange } from '#client/lib/api/mutations.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type ExchangeCurrency = Api['GET /api/fiat-currencies']['output'][number];
export type ExchangeTerms = Api['POST /api/fiat-exchange/instructions']['body'];
export type ExchangeEstimate = Api['POST /api/fiat-exchange/calculate']['output'];
export type Instructions = Api['POST /api/fiat-exchange/instructions']['output'];
export type ExchangeOrder = Api['POST /api/fiat-exchange/submit']['body'];

const estimateRefreshMs = 30_000;

/** The currencies that can be exchanged now, and into which. */
export const exchangeCurrenciesQuery = apiQuery(
  'GET /api/fiat-currencies',
  {},
  { staleTime: 15_000, meta: { persist: true } },
);

/** The live estimate while typing; the last one stays, dimmed by the screen, until the next is there. */
export const exchangeEstimateQuery = (terms: Api['POST /api/fiat-exchange/calculate']['body']) =>
  apiQuery(
    'POST /api/fiat-exchange/calculate',
    { body: terms },
    { placeholderData: keepPreviousData, refetchInterval: estimateRefreshMs },
  );

/**
 * The accounts to pay for these terms, fetched on each visit of the step; the reference stays until an order takes it.
 */
export const instructionsQuery = (terms: ExchangeTerms) =>
  apiQuery('POST /api/fiat-exchange/instructions', { body: terms }, { staleTime: Infinity, gcTime: 0 });

/** Opens the exchange. The key stays the same through retries of one set of terms, so that none is doubled. */
export function useSubmitExchange() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ order, idempotencyKey }: { order: ExchangeOrder; idempotencyKey: string }) =>
      call('POST /api/fiat-exchange/submit', { body: order, idempotencyKey }),
    onSuccess: () =>
      invalidateRoutes(
        client,
        ...orderRoutes,
        ...adminOrderRoutes,
        'GET /api/sell-allowance',
        'GET /api/payout-accounts',
      ),
  });
}
