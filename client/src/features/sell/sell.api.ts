import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '#shared/api.ts';
import type { sellOrder } from '#shared/sell/sell.contract.ts';
import { allowanceQuery } from '#client/features/kyc/kyc.api.ts';
import { call } from '#client/lib/call.ts';

export type SaleTerms = Api['POST /api/calculate-sell-amount']['body'];
export type SellFigures = Api['POST /api/calculate-sell-amount']['output'];
export type HeldQuote = Api['POST /api/sell-quotes']['output'];
export type Order = Api['POST /api/transactions']['output'];
/** What stands in the form field transactionData. */
export type OrderBody = z.input<typeof sellOrder>;

const liveRefreshMs = 30_000;

/** The live figure while typing; the last one stays, dimmed by the screen, until the next is there. */
export const figuresQuery = (terms: SaleTerms) =>
  queryOptions({
    queryKey: ['sell-figures', terms],
    queryFn: ({ signal }) => call('POST /api/calculate-sell-amount', { body: terms, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: liveRefreshMs,
  });

/** Open holds of the last 24 hours. */
export const openSalesQuery = queryOptions({
  queryKey: ['sell-quotes'],
  queryFn: ({ signal }) => call('GET /api/sell-quotes', { signal }),
});

const heldQuoteKey = ['sell-quote'];

// A hold that was just used or dropped is not asked for again by the screen that did it: it would be told "not there".
const forgetHeldQuotes = { queryKey: heldQuoteKey, refetchType: 'none' } as const;

/** One open hold. */
export const heldQuoteQuery = (id: string) =>
  queryOptions({
    queryKey: [...heldQuoteKey, id],
    queryFn: ({ signal }) => call('GET /api/sell-quotes/:id', { params: { id }, signal }),
    staleTime: Infinity,
  });

/** Holds the rate; from then on an address is shown. */
export function useHoldQuote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ terms, idempotencyKey }: { terms: SaleTerms; idempotencyKey: string }) =>
      call('POST /api/sell-quotes', { body: terms, idempotencyKey }),
    onSuccess: (quote) => {
      client.setQueryData(heldQuoteQuery(quote.quoteId).queryKey, quote);
      void client.invalidateQueries({ queryKey: openSalesQuery.queryKey, exact: true });
    },
  });
}

/** Drops a hold that nothing was sent for. */
export function useDropQuote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/sell-quotes/:id', { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries(forgetHeldQuotes);
      await client.invalidateQueries({ queryKey: openSalesQuery.queryKey });
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
export function useSubmitSale() {
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
      await client.invalidateQueries(forgetHeldQuotes);
      await Promise.all(
        [['transactions'], ['admin-transactions'], openSalesQuery.queryKey, allowanceQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
