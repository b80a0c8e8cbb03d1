import { useState } from 'react';
import { call, hasCode } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type OfferLink = Api['GET /api/offers/:code']['output'];

const isGone = (error: unknown) =>
  hasCode(error, 'not_found') || hasCode(error, 'offer_over') || hasCode(error, 'invalid_input');

/** The offer behind a link; null if there is none any more, or none for this reader. */
export const offerLinkQuery = (code: string) =>
  apiQuery<'GET /api/offers/:code', OfferLink | null>(
    'GET /api/offers/:code',
    { params: { code } },
    {
      refetchInterval: 30_000,
      around: (load) =>
        load().catch((error: unknown) => {
          if (isGone(error)) return null;
          throw error;
        }),
    },
  );

/** Locks the rate of an offer: the answer is a quote of its terms. */
export function useTakeOffer(code: string) {
  const [keys] = useState(createIdempotencyKeys);
  return useWrite(
    () => call('POST /api/offers/:code/take', { params: { code }, idempotencyKey: keys.keyOf({ code }) }),
    'GET /api/offers/:code',
    'GET /api/sell-quotes',
  );
}
