import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AdminKycRequest = Api['GET /api/admin/kyc-requests']['output'][number];
export type AdminKycRequestDetails = Api['GET /api/admin/kyc-requests/:id']['output'];
export type RequestsQuery = NonNullable<Api['GET /api/admin/kyc-requests']['query']>;
export type Verdict = Api['PUT /api/admin/kyc-requests/:id/review']['body'];

export const requestsPageSize = 25;
const pollMs = 30_000;

/** Lists of requests, which show nothing of a document; news make all of them stale. */
export const requestListsKey = ['admin-kyc', 'lists'] as const;

/** One page of requests, asked every 30 s while the tab is seen. */
export const requestsQuery = (query: RequestsQuery) =>
  queryOptions({
    queryKey: [...requestListsKey, query],
    queryFn: ({ signal }) => callPage('GET /api/admin/kyc-requests', { query, signal, ...adminCall }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: shouldRetry,
  });

/** How many requests wait. */
export const waitingQuery = queryOptions({
  queryKey: [...requestListsKey, 'waiting'],
  queryFn: async ({ signal }) => {
    const query = { status: 'pending', pageSize: 1 } as const;
    return (await callPage('GET /api/admin/kyc-requests', { query, signal, ...adminCall })).total;
  },
  refetchInterval: pollMs,
  retry: shouldRetry,
});

/** The line of a request that is not on the page of the list beside it, found by its person: looking at lines is no view. */
export const rowQuery = ({ id, userEmail, userName }: Pick<AdminKycRequest, 'id' | 'userEmail' | 'userName'>) =>
  queryOptions({
    queryKey: [...requestListsKey, 'row', id],
    queryFn: async ({ signal }) => {
      const query = { q: (userEmail ?? userName).slice(0, 100), pageSize: 100 };
      const { items } = await callPage('GET /api/admin/kyc-requests', { query, signal, ...adminCall });
      return items.find((row) => row.id === id) ?? null;
    },
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/**
 * All of one request. Each answer is a view on the audit log: it is asked when somebody opens the request and never by
 * itself, and is forgotten when the request is closed.
 */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin-kyc', 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/kyc-requests/:id', { params: { id }, signal, ...adminCall }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: shouldRetry,
  });

/** Decides about a request. Nothing is shown as decided before the server says so. */
export function useVerdict(id: string, onDecided: (request: AdminKycRequestDetails) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Verdict) =>
      call('PUT /api/admin/kyc-requests/:id/review', { params: { id }, body, ...adminCall }),
    onSuccess: (request) => {
      client.setQueryData(requestQuery(id).queryKey, request);
      onDecided(request);
    },
    onSettled: () => client.invalidateQueries({ queryKey: requestListsKey }),
  });
}
