import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useChange, rereadAfter } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminKycRequest = Api['GET /api/admin/kyc-requests']['output'][number];
export type AdminKycRequestDetails = Api['GET /api/admin/kyc-requests/:id']['output'];
export type RequestsQuery = NonNullable<Api['GET /api/admin/kyc-requests']['query']>;
export type Decision = Api['PUT /api/admin/kyc-requests/:id/review']['body'];

export const requestsPageSize = 25;
const pollMs = 30_000;

const requestPageQuery = (query: RequestsQuery) =>
  apiQuery('GET /api/admin/kyc-requests', { query }, { refetchInterval: pollMs });

/** One page of requests, which shows nothing of a document; fetched every 30 s while the tab is visible. */
export const requestsQuery = (query: RequestsQuery) =>
  queryOptions({
    ...requestPageQuery(query),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });

/** Number of waiting requests. */
export const waitingQuery = queryOptions({
  ...requestPageQuery({ status: 'pending', pageSize: 1 }),
  select: ({ total }) => total,
});

/** The row of a request that is not on the listed page, found by its user: reading rows is no recorded view. */
export const rowQuery = ({ id, userEmail, userName }: Pick<AdminKycRequest, 'id' | 'userEmail' | 'userName'>) =>
  queryOptions({
    ...requestPageQuery({ q: (userEmail ?? userName).slice(0, 100), pageSize: 100 }),
    select: ({ items }) => items.find((row) => row.id === id) ?? null,
  });

/** All of one request: fetched only when an admin opens it, as each fetch is audited as a view, and not cached. */
export const requestQuery = (id: string) =>
  apiQuery(
    'GET /api/admin/kyc-requests/:id',
    { params: { id } },
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** Decides about a request. Not optimistic: nothing is shown as decided before the server responds. */
export function useDecision(id: string, onDecided: (request: AdminKycRequestDetails) => void) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (body: Decision) => call('PUT /api/admin/kyc-requests/:id/review', { params: { id }, body }),
    onSuccess: (request) => {
      client.setQueryData(requestQuery(id).queryKey, request);
      onDecided(request);
    },
    onSettled: rereadAfter(client, 'GET /api/admin/kyc-requests'),
  });
}
