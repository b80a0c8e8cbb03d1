import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AdminWallet = Api['GET /api/admin/wallets']['output'][number];
export type AdminWalletWithHistory = Api['GET /api/admin/wallets/:cryptoId']['output'];
export type WalletChange = AdminWalletWithHistory['history'][number];
type Change = Api['PUT /api/admin/wallets/:cryptoId']['body'];

const key = ['admin-wallets'] as const;
const pollMs = 60_000;

/** All deposit addresses; asked again each minute, because a change may go live meanwhile. */
export const walletsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => call('GET /api/admin/wallets', { signal, ...adminCall }),
  refetchInterval: pollMs,
  retry: shouldRetry,
});

/** One of them with its history. */
export const walletQuery = (cryptoId: string) =>
  queryOptions({
    queryKey: [...key, 'one', cryptoId],
    queryFn: ({ signal }) => call('GET /api/admin/wallets/:cryptoId', { params: { cryptoId }, signal, ...adminCall }),
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/** Open orders and holds that show an address. */
export const useOfAddressQuery = (cryptoId: string, address: string) =>
  queryOptions({
    queryKey: [...key, 'use', cryptoId, address],
    queryFn: ({ signal }) =>
      call('GET /api/admin/wallets/:cryptoId/use', { params: { cryptoId }, query: { address }, signal, ...adminCall }),
    enabled: address !== '',
    retry: shouldRetry,
  });

/** One change of a coin's wallet, as it is carried out with the password given again. */
export type WalletAction = { kind: 'change'; body: Change } | { kind: 'cancel' };

function sendAction(cryptoId: string, action: WalletAction, stepUp: string): Promise<AdminWallet> {
  const options = { params: { cryptoId }, stepUp, ...adminCall };
  if (action.kind === 'cancel') return call('DELETE /api/admin/wallets/:cryptoId/change', options);
  return call('PUT /api/admin/wallets/:cryptoId', { body: action.body, ...options });
}

/** Does a deed with the token that proves the password, and reads everything about addresses afresh. */
export function useWalletAction(cryptoId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, stepUp }: { action: WalletAction; stepUp: string }) => sendAction(cryptoId, action, stepUp),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
