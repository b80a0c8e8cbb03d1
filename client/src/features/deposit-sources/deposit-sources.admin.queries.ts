import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callFile } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type DepositSource = Api['GET /api/admin/deposit-sources']['output'][number];
export type OwnAddress = Api['GET /api/admin/deposit-sources/:id/addresses']['output'][number];
type SourceChange = Api['PUT /api/admin/deposit-sources/:id']['body'];
type NewSource = Api['POST /api/admin/deposit-sources']['body'];

/** Every source, fetched each minute: one may go live meanwhile. */
export const sourcesQuery = apiQuery('GET /api/admin/deposit-sources', {}, { refetchInterval: 60_000 });

/** A page of the addresses of a source. */
export const ownAddressesQuery = (id: string, page: number, q: string) =>
  apiQuery('GET /api/admin/deposit-sources/:id/addresses', { params: { id }, query: { page, q: q || undefined } });

/** What is done to a source with the password given again. */
export type SourceAction =
  | { kind: 'create'; body: NewSource }
  | { kind: 'change'; source: DepositSource; change: Omit<SourceChange, 'version'> }
  | { kind: 'add'; source: DepositSource; addresses: string[] }
  | { kind: 'withdraw'; source: DepositSource }
  | { kind: 'stop'; source: DepositSource; reason: string };

function send(action: SourceAction, stepUp: string) {
  const options = { stepUp };
  if (action.kind === 'create') return call('POST /api/admin/deposit-sources', { body: action.body, ...options });
  const { id, version } = action.source;
  const params = { id };
  if (action.kind === 'withdraw') return call('DELETE /api/admin/deposit-sources/:id/change', { params, ...options });
  if (action.kind === 'stop') {
    return call('POST /api/admin/deposit-sources/:id/stop', { params, body: { reason: action.reason }, ...options });
  }
  if (action.kind === 'add') {
    const body = { addresses: action.addresses };
    return call('POST /api/admin/deposit-sources/:id/addresses', { params, body, ...options });
  }
  return call('PUT /api/admin/deposit-sources/:id', { params, body: { version, ...action.change }, ...options });
}

/** Carries out an action, and fetches everything about sources again. */
export function useSourceAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, stepUp }: { action: SourceAction; stepUp: string }) => send(action, stepUp),
    onSettled: () => invalidateRoutes(client, 'GET /api/admin/deposit-sources', 'GET /api/admin/wallets'),
  });
}

/** The first addresses of an account key, before anything is stored. */
export const usePreview = () =>
  useMutation({
    mutationFn: (body: Api['POST /api/admin/deposit-sources/preview']['body']) =>
      call('POST /api/admin/deposit-sources/preview', { body }),
  });

/** The addresses of a source as a CSV. */
export const exportAddresses = (id: string, stepUp: string) =>
  callFile('GET /api/admin/deposit-sources/:id/addresses/export', { params: { id }, stepUp });
