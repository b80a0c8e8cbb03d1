import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { adminOrderRoutes, orderRoutes } from '#client/features/orders/orders.queries.ts';
import { call, CallError } from '#client/lib/api/call.ts';
import { useChange, useStoredWrite } from '#client/lib/api/mutations.ts';
import { apiQuery, invalidateRoutes, routeKey } from '#client/lib/api/query.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { imageForReview } from '#client/lib/browser/files.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { sellOrder } from '#shared/sell/sell.contract.ts';
import type { SellTerms } from './sell.estimate.queries.ts';

export type SellEstimate = Omit<Api['POST /api/calculate-sell-amount']['output'], 'cryptoAmount' | 'arrivesBy'>;
export type SellQuote = Api['POST /api/sell-quotes']['output'];
export type Order = Api['POST /api/transactions']['output'];
/** The content of form field transactionData. */
export type OrderBody = z.input<typeof sellOrder>;

export type Payee = Api['PUT /api/sell-quotes/:id/payout']['body'];

export const openQuotesQuery = apiQuery('GET /api/sell-quotes', {}, { meta: { persist: withoutAddresses } });

/** Quotes as a device may store them: an address is shown only from the server's current answer. */
function withoutAddresses(quotes: Api['GET /api/sell-quotes']['output']) {
  return quotes.map((quote) => ({ ...quote, deposit: { ...quote.deposit, address: '', memo: null, uri: '' } }));
}

// The screen that used or dropped a quote does not fetch it again: the answer would be "not found".
const markQuotesStale = { queryKey: routeKey('GET /api/sell-quotes/:id'), refetchType: 'none' } as const;

const quoteFreshMs = 10_000;
const quotePollMs = minuteMs;

/** One open quote. Only its address can change, by being stopped, and no screen may miss that. */
export const quoteQuery = (id: string) =>
  apiQuery('GET /api/sell-quotes/:id', { params: { id } }, { staleTime: quoteFreshMs, refetchInterval: quotePollMs });

export type FollowedDeposit = Api['GET /api/sell-quotes/:id/deposit']['output'];

/** The deposit of a quote on its chain; fetched again in case a message of the server is lost. */
export const quoteDepositQuery = (id: string) =>
  apiQuery('GET /api/sell-quotes/:id/deposit', { params: { id } }, { refetchInterval: 15_000 });

/** Sets the payee of a quote with an own address, which is shown only after that. */
export const useSetPayout = () =>
  useStoredWrite(
    ({ quoteId }) => quoteQuery(quoteId).queryKey,
    ({ id, payee }: { id: string; payee: Payee }) =>
      call('PUT /api/sell-quotes/:id/payout', { params: { id }, body: payee }),
  );

/** Locks the rate; from then on an address is shown. */
export function useCreateQuote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ terms, payee, idempotencyKey }: { terms: SellTerms; payee: Payee; idempotencyKey: string }) =>
      call('POST /api/sell-quotes', { body: { ...terms, ...payee }, idempotencyKey }),
    onSuccess: (quote) => {
      client.setQueryData(quoteQuery(quote.quoteId).queryKey, quote);
      void invalidateRoutes(client, 'GET /api/sell-quotes');
    },
  });
}

/** Drops a quote without any coins. */
export function useCancelQuote() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (id: string) => call('DELETE /api/sell-quotes/:id', { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries(markQuotesStale);
      await invalidateRoutes(client, 'GET /api/sell-quotes');
    },
  });
}

/**
 * Submits the sale with its proof. `onSignedOut` runs if the session has ended meanwhile, even if the screen is gone.
 */
export function useSubmitOrder(onSignedOut: () => void) {
  const client = useQueryClient();
  return useUpload({
    prepare: async ({ order, file }: { order: OrderBody; file: File }) => ({
      order,
      proof: await imageForReview(file),
    }),
    send: ({ order, proof }, context) =>
      call('POST /api/transactions', {
        form: { fields: { transactionData: JSON.stringify(order) }, files: { paymentProof: proof } },
        ...context,
      }),
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) onSignedOut();
    },
    onSuccess: async () => {
      await client.invalidateQueries(markQuotesStale);
      await invalidateRoutes(
        client,
        ...orderRoutes,
        ...adminOrderRoutes,
        'GET /api/sell-quotes',
        'GET /api/sell-allowance',
      );
    },
  });
}
