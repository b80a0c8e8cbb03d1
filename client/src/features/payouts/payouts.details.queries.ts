import { useMutation, useQueryClient } from '@tanstack/react-query';
import { orderRoutes } from '#client/features/orders/orders.queries.ts';
import { call } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

type NewAccount = Api['PUT /api/transactions/:id/payout-details']['body'];

/** Mails the code that another account needs. */
export function useDetailsCode(id: string) {
  return useMutation({
    mutationFn: () => call('POST /api/transactions/:id/payout-details/code', { params: { id } }),
  });
}

const keys = createIdempotencyKeys();

/** Names another account for a payout that came back. */
export function useChangeDetails(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAccount) =>
      call('PUT /api/transactions/:id/payout-details', { params: { id }, body, idempotencyKey: keys.keyOf(body) }),
    onSettled: () => Promise.all(orderRoutes.map((route) => invalidateRoutes(client, route))),
  });
}
