import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type PayoutAccount = Api['GET /api/payout-accounts']['output'][number];

/** Saved payout accounts, last used first. */
export const payoutAccountsQuery = apiQuery('GET /api/payout-accounts', {});

/** Saves an account for the next sale; the same one again stays one. */
export function useSaveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Api['POST /api/payout-accounts']['body']) => call('POST /api/payout-accounts', { body }),
    onSuccess: () => invalidateRoutes(client, 'GET /api/payout-accounts'),
  });
}

/** Removes a saved account; orders keep their own copy of the details. */
export function useRemoveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/payout-accounts/:id', { params: { id } }),
    onSettled: () => invalidateRoutes(client, 'GET /api/payout-accounts'),
  });
}
