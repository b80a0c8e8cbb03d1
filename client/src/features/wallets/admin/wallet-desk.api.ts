import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';

export type DeskWallet = Api['GET /api/admin/wallets']['output'][number];
export type DeskWalletWithHistory = Api['GET /api/admin/wallets/:cryptoId']['output'];
export type WalletChange = DeskWalletWithHistory['history'][number];
type Change = Api['PUT /api/admin/wallets/:cryptoId']['body'];

const key = ['admin-wallets'] as const;
const pollMs = 60_000;

/** All deposit addresses; asked again each minute, because a change may go live meanwhile. */
export const walletsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => call('GET /api/admin/wallets', { signal, ...deskCall }),
  refetchInterval: pollMs,
  retry: mayPass,
});

/** One of them with its history. */
export const walletQuery = (cryptoId: string) =>
  queryOptions({
    queryKey: [...key, 'one', cryptoId],
    queryFn: ({ signal }) => call('GET /api/admin/wallets/:cryptoId', { params: { cryptoId }, signal, ...deskCall }),
    refetchInterval: pollMs,
    retry: mayPass,
  });

/** Open orders and holds that show an address. */
export const useOfAddressQuery = (cryptoId: string, address: string) =>
  queryOptions({
    queryKey: [...key, 'use', cryptoId, address],
    queryFn: ({ signal }) =>
      call('GET /api/admin/wallets/:cryptoId/use', { params: { cryptoId }, query: { address }, signal, ...deskCall }),
    enabled: address !== '',
    retry: mayPass,
  });

/** One change of a coin's wallet, as it is carried out with the password given again. */
export type Deed = { kind: 'change'; body: Change } | { kind: 'cancel' };

function carryOut(cryptoId: string, deed: Deed, stepUp: string): Promise<DeskWallet> {
  const options = { params: { cryptoId }, stepUp, ...deskCall };
  if (deed.kind === 'cancel') return call('DELETE /api/admin/wallets/:cryptoId/change', options);
  return call('PUT /api/admin/wallets/:cryptoId', { body: deed.body, ...options });
}

/** Does a deed with the token that proves the password, and reads everything about addresses afresh. */
export function useWalletDeed(cryptoId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ deed, stepUp }: { deed: Deed; stepUp: string }) => carryOut(cryptoId, deed, stepUp),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
