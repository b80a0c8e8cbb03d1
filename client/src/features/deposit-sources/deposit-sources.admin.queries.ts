import { useMutation } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type DepositSource = Api['GET /api/admin/deposit-sources']['output'][number];
export type OwnAddress = Api['GET /api/admin/deposit-sources/:id/addresses']['output'][number];

/** Every source, fetched each minute: a source may go live meanwhile. */
export const sourcesQuery = apiQuery('GET /api/admin/deposit-sources', {}, { refetchInterval: minuteMs });

/** A page of the addresses of a source. */
export const ownAddressesQuery = (id: string, page: number, q: string) =>
  apiQuery('GET /api/admin/deposit-sources/:id/addresses', { params: { id }, query: { page, q: q || undefined } });

/** Reads of sources, fetched again after each change of a source. */
export const sourceRoutes = ['GET /api/admin/deposit-sources', 'GET /api/admin/wallets'] as const;

/** Sends the typed fields of a source, and fetches everything about sources again. */
export const useSourceWrite = () => useWrite((send: () => Promise<unknown>) => send(), ...sourceRoutes).mutateAsync;

/** Checks an own address on its chain now, and fetches the addresses again. */
export const useAddressCheck = () =>
  useWrite(
    (params: { id: string; addressId: string }) =>
      call('POST /api/admin/deposit-sources/:id/addresses/:addressId/check', { params }),
    'GET /api/admin/deposit-sources/:id/addresses',
  );

/** The first addresses of an account key, before anything is stored. */
export const usePreview = () =>
  useMutation({
    mutationFn: (body: Api['POST /api/admin/deposit-sources/preview']['body']) =>
      call('POST /api/admin/deposit-sources/preview', { body }),
  });
