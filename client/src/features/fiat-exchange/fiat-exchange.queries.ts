import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';

export type ExchangeCurrency = Api['GET /api/fiat-currencies']['output'][number];
export type ExchangeTerms = Api['POST /api/fiat-exchange/calculate']['body'];
export type ExchangeEstimate = Api['POST /api/fiat-exchange/calculate']['output'];
export type Instructions = Api['POST /api/fiat-exchange/instructions']['output'];
export type ExchangeOrder = Api['POST /api/fiat-exchange/submit']['body'];

const estimateRefreshMs = 30_000;

/** What can be exchanged now, and into what. */
export const exchangeCurrenciesQuery = queryOptions({
  queryKey: ['fiat-currencies'],
  queryFn: ({ signal }) => call('GET /api/fiat-currencies', { signal }),
  staleTime: 15_000,
});

/** The live figure while typing; the last one stays, dimmed by the screen, until the next is there. */
export const exchangeEstimateQuery = (terms: ExchangeTerms) =>
  queryOptions({
    queryKey: ['fiat-exchange-estimate', terms],
    queryFn: ({ signal }) => call('POST /api/fiat-exchange/calculate', { body: terms, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: estimateRefreshMs,
  });

/** Where to pay for these terms. Asked afresh on each visit of the step; the reference stays until an order takes it. */
export const instructionsQuery = (terms: ExchangeTerms) =>
  queryOptions({
    queryKey: ['fiat-exchange-instructions', terms],
    queryFn: ({ signal }) => call('POST /api/fiat-exchange/instructions', { body: terms, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Opens the exchange. The key stays the same through retries of one set of terms, so that none is doubled. */
export function useSubmitExchange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, idempotencyKey }: { order: ExchangeOrder; idempotencyKey: string }) =>
      call('POST /api/fiat-exchange/submit', { body: order, idempotencyKey }),
    onSuccess: async () => {
      const stale = [['orders'], ['admin-orders'], ['sell-allowance'], ['payout-accounts']];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
