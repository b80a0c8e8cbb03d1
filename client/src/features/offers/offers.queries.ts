import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminOrderRoutes } from '#client/features/orders/orders.queries.ts';
import { call } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { rereadAfter, useStoredWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { imageForReview } from '#client/lib/browser/files.ts';
import type { Api } from '#shared/api.ts';
import type { CounterSale } from '#shared/offers/offers.contract.ts';

export type AdminOffer = Api['GET /api/admin/offers/:id']['output'];
export type OfferEstimate = Api['POST /api/admin/offers/estimate']['output'];
type OffersQuery = NonNullable<Api['GET /api/admin/offers']['query']>;
type OfferPricing = Api['POST /api/admin/offers/estimate']['body'];
type NewOffer = Api['POST /api/admin/offers']['body'];

export const offersPageSize = 25;
const pollMs = 15_000;
const estimateFreshMs = 10_000;

/** A page of offers, fetched every 15 s while the tab is visible. */
export const offersQuery = (query: OffersQuery) =>
  apiQuery('GET /api/admin/offers', { query }, { refetchInterval: pollMs, placeholderData: keepPreviousData });

/** One offer; its state moves while its customer acts. */
export const offerQuery = (id: string) =>
  apiQuery('GET /api/admin/offers/:id', { params: { id } }, { refetchInterval: pollMs });

/** The amounts that an offer would promise now; the last amounts stay until the next ones arrive. */
export const offerEstimateQuery = (body: OfferPricing | undefined) =>
  apiQuery(
    'POST /api/admin/offers/estimate',
    { body: body ?? { coinId: '', amount: '0', payoutCurrency: '' } },
    {
      enabled: body !== undefined,
      placeholderData: keepPreviousData,
      staleTime: estimateFreshMs,
      refetchInterval: pollMs,
    },
  );

/** Makes an offer; the answer is shown at once. */
export function useMakeOffer() {
  const [keys] = useState(createIdempotencyKeys);
  return useStoredWrite(
    ({ id }) => offerQuery(id).queryKey,
    (body: NewOffer) => call('POST /api/admin/offers', { body, idempotencyKey: keys.keyOf(body) }),
    'GET /api/admin/offers',
    'GET /api/admin/approvals',
  );
}

/** The queries that are sent again after an action on an offer. */
export const offerRoutes = ['GET /api/admin/offers', 'GET /api/admin/offers/:id'] as const;

/** The customer of a counter sale, with the data that the sale needs. */
export const counterCustomerQuery = (id: string) => apiQuery('GET /api/admin/offers/customers/:id', { params: { id } });

/** Opens the order of an offer for its customer, with a picture of the transfer if there is one. */
export function useCounterSale(id: string) {
  const client = useQueryClient();
  return useUpload({
    prepare: async ({ body, file }: { body: CounterSale; file: File | undefined }) => ({
      body,
      proof: file && (await imageForReview(file)),
    }),
    send: ({ body: { userId, paymentDetails, transactionHash }, proof }, context) =>
      call('POST /api/admin/offers/:id/order', {
        params: { id },
        form: {
          fields: {
            userId,
            paymentDetails: JSON.stringify(paymentDetails),
            ...(transactionHash && { transactionHash }),
          },
          files: proof ? { paymentProof: proof } : {},
        },
        ...context,
      }),
    onSettled: rereadAfter(client, ...offerRoutes, ...adminOrderRoutes, 'GET /api/admin/approvals'),
  });
}
