import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { call, callFile, type Route } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { Api } from '#shared/api.ts';
import type { BatchState, PayoutState } from '#shared/payouts/payouts.lifecycle.ts';

export type Payout = Api['GET /api/admin/payouts']['output'][number];
export type Batch = Api['GET /api/admin/payout-batches']['output'][number];
export type BatchLine = Api['GET /api/admin/payout-batches/:id']['output']['lines'][number];
export type DeskAccount = Api['GET /api/admin/desk-accounts']['output'][number];
export type Profile = Api['GET /api/admin/payout-profiles']['output'][number];
export type ProfileInput = Api['POST /api/admin/payout-profiles']['body'];

const pollOptions = { refetchInterval: 30_000, placeholderData: keepPreviousData };
export const pageSize = 100;

/** Payouts of these states, oldest first. */
export const payoutsQuery = (state: PayoutState[], page: number, { q = '', method = '', perPage = pageSize } = {}) =>
  apiQuery(
    'GET /api/admin/payouts',
    { query: { state, page, pageSize: perPage, ...(q && { q }), ...(method && { method }) } },
    pollOptions,
  );

/** One payout with everything that was done to it. */
export const payoutQuery = (id: string) => apiQuery('GET /api/admin/payouts/:id', { params: { id } });

/** Page size at which the groups of due payouts are complete. */
export const duePageSize = 500;

type BatchesQuery = NonNullable<Api['GET /api/admin/payout-batches']['query']>;
const batches = (query: BatchesQuery) => apiQuery('GET /api/admin/payout-batches', { query }, pollOptions);

/** Batches of these states, newest first. */
export const batchesQuery = (state: BatchState[], page: number) => batches({ state, page, pageSize: 20 });

/** The batch of a reference, in any state. */
export const batchesFoundQuery = (q: string) => batches({ q, page: 1, pageSize: 5 });

/** One batch of payouts with its lines. */
export const batchQuery = (id: string) => apiQuery('GET /api/admin/payout-batches/:id', { params: { id } });
export const figuresQuery = apiQuery('GET /api/admin/payouts/figures', {}, { refetchInterval: 30_000 });
export const duePartsQuery = apiQuery('GET /api/admin/payouts/due-parts', {}, { refetchInterval: 30_000 });
export const accountsQuery = apiQuery('GET /api/admin/desk-accounts', {});
export const profilesQuery = apiQuery('GET /api/admin/payout-profiles', {});

/** Screens fetch these again after a payout or a batch has changed. */
export const payoutRoutes: readonly Route[] = [
  'GET /api/admin/payouts',
  'GET /api/admin/payouts/:id',
  'GET /api/admin/payouts/figures',
  'GET /api/admin/payouts/due-parts',
  'GET /api/admin/payout-batches',
  'GET /api/admin/payout-batches/:id',
  'GET /api/admin/approvals',
  'GET /api/admin/overview',
  'GET /api/admin/transactions/:id',
];

/** Fetches the payouts again that another member or a statement has changed. */
export const usePayoutsChanged = () => useRefreshOn('payouts_changed', ...payoutRoutes);

/** Creates a batch of these payouts; a repeat with the same key creates one. */
export const useMakeBatch = () =>
  useWrite(
    ({ key, ...body }: { accountId: string | null; payoutIds: string[]; key: string }) =>
      call('POST /api/admin/payout-batches', { body, idempotencyKey: key }),
    ...payoutRoutes,
  );

/** Downloads the bank file of a batch. */
export const useBatchFile = (id: string) =>
  useMutation({
    mutationFn: async () => saveFile(await callFile('GET /api/admin/payout-batches/:id/file', { params: { id } })),
  });

/** Adds an account that money is paid from, or changes one; it may wait for a second member. */
export const useSaveAccount = (id: string | undefined) =>
  useWrite(
    (body: Api['POST /api/admin/desk-accounts']['body']) =>
      id
        ? call('PUT /api/admin/desk-accounts/:id', { params: { id }, body })
        : call('POST /api/admin/desk-accounts', { body }),
    'GET /api/admin/desk-accounts',
    'GET /api/admin/approvals',
  );

/** Adds a profile or changes it. */
export const useSaveProfile = (id: string | undefined) =>
  useWrite(
    (body: ProfileInput) =>
      id
        ? call('PUT /api/admin/payout-profiles/:id', { params: { id }, body })
        : call('POST /api/admin/payout-profiles', { body }),
    'GET /api/admin/payout-profiles',
    'GET /api/admin/approvals',
  );

/** Deletes a profile. */
export const useRemoveProfile = () =>
  useWrite(
    (id: string) => call('DELETE /api/admin/payout-profiles/:id', { params: { id } }),
    'GET /api/admin/payout-profiles',
  );
