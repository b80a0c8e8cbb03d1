import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '#shared/api.ts';
import type { sellOrder } from '#shared/sell/sell.contract.ts';
import { allowanceQuery } from '#client/features/kyc/kyc.queries.ts';
import { call } from '#client/lib/api/call.ts';

export type SellTerms = Api['POST /api/calculate-sell-amount']['body'];
export type SellEstimate = Api['POST /api/calculate-sell-amount']['output'];
export type SellQuote = Api['POST /api/sell-quotes']['output'];
export type Order = Api['POST /api/transactions']['output'];
/** What stands in the form field transactionData. */
export type OrderBody = z.input<typeof sellOrder>;

const estimateRefreshMs = 30_000;

/** The live figure while typing; the last one stays, dimmed by the screen, until the next is there. */
export const liveEstimateQuery = (terms: SellTerms) =>
  queryOptions({
    queryKey: ['sell-estimate', terms],
    queryFn: ({ signal }) => call('POST /api/calculate-sell-amount', { body: terms, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: estimateRefreshMs,
  });

/** Open holds of the last 24 hours. */
export const openQuotesQuery = queryOptions({
  queryKey: ['sell-quotes'],
  queryFn: ({ signal }) => call('GET /api/sell-quotes', { signal }),
});

const quoteKey = ['sell-quote'];

// A hold that was just used or dropped is not asked for again by the screen that did it: it would be told "not there".
const markQuotesStale = { queryKey: quoteKey, refetchType: 'none' } as const;

/** One open hold. */
export const quoteQuery = (id: string) =>
  queryOptions({
    queryKey: [...quoteKey, id],
    queryFn: ({ signal }) => call('GET /api/sell-quotes/:id', { params: { id }, signal }),
    staleTime: Infinity,
  });

/** Holds the rate; from then on an address is shown. */
export function useCreateQuote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ terms, idempotencyKey }: { terms: SellTerms; idempotencyKey: string }) =>
      call('POST /api/sell-quotes', { body: terms, idempotencyKey }),
    onSuccess: (quote) => {
      client.setQueryData(quoteQuery(quote.quoteId).queryKey, quote);
      void client.invalidateQueries({ queryKey: openQuotesQuery.queryKey, exact: true });
    },
  });
}

/** Drops a hold that nothing was sent for. */
export function useCancelQuote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/sell-quotes/:id', { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries(markQuotesStale);
      await client.invalidateQueries({ queryKey: openQuotesQuery.queryKey });
    },
  });
}

export interface Submission {
  order: OrderBody;
  proof: File;
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Submits the sale with its proof. The key stays the same through retries of one attempt, so that none is doubled. */
export function useSubmitOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, proof, idempotencyKey, signal, onProgress }: Submission) =>
      call('POST /api/transactions', {
        form: { fields: { transactionData: JSON.stringify(order) }, files: { paymentProof: proof } },
        idempotencyKey,
        signal,
        onUploadProgress: onProgress,
      }),
    onSuccess: async () => {
      await client.invalidateQueries(markQuotesStale);
      await Promise.all(
        [['orders'], ['admin-orders'], openQuotesQuery.queryKey, allowanceQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
