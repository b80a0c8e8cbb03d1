import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';

export type PayoutAccount = Api['GET /api/payout-accounts']['output'][number];

/** Saved payout accounts, last used first. */
export const payoutAccountsQuery = queryOptions({
  queryKey: ['payout-accounts'],
  queryFn: ({ signal }) => call('GET /api/payout-accounts', { signal }),
});

/** Saves an account for the next sale; the same one again stays one. */
export function useSaveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Api['POST /api/payout-accounts']['body']) => call('POST /api/payout-accounts', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: payoutAccountsQuery.queryKey }),
  });
}

/** Forgets a saved account; orders keep the details they were made with. */
export function useRemoveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/payout-accounts/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: payoutAccountsQuery.queryKey }),
  });
}
