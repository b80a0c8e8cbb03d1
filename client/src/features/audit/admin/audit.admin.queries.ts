import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AuditEntry = Api['GET /api/admin/audit-log']['output'][number];
type AuditLogQuery = NonNullable<Api['GET /api/admin/audit-log']['query']>;
export type AuditLogFilter = Omit<AuditLogQuery, 'before' | 'pageSize'>;

const pageSize = 50;
const stateEveryMs = 15_000;

/** The log under a filter, newest first; each further page begins before the last row of the one above. */
export const auditLogQuery = (filter: AuditLogFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin-audit', 'log', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/admin/audit-log', { query: { ...filter, pageSize, before: pageParam }, signal, ...adminCall }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    retry: shouldRetry,
  });

/** How far the seals have come, and which actions there are. */
export const auditStateQuery = queryOptions({
  queryKey: ['admin-audit', 'state'],
  queryFn: ({ signal }) => call('GET /api/admin/audit-log/state', { signal, ...adminCall }),
  refetchInterval: stateEveryMs,
  retry: shouldRetry,
});
