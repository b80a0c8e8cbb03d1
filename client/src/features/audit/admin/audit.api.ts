import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';

export type Entry = Api['GET /api/admin/audit-log']['output'][number];
type LogQuery = NonNullable<Api['GET /api/admin/audit-log']['query']>;
export type LogFilter = Omit<LogQuery, 'before' | 'pageSize'>;

const pageSize = 50;
const stateEveryMs = 15_000;

/** The log under a filter, newest first; each further page begins before the last row of the one above. */
export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin-audit', 'log', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/admin/audit-log', { query: { ...filter, pageSize, before: pageParam }, signal, ...deskCall }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    retry: mayPass,
  });

/** How far the seals have come, and which actions there are. */
export const auditStateQuery = queryOptions({
  queryKey: ['admin-audit', 'state'],
  queryFn: ({ signal }) => call('GET /api/admin/audit-log/state', { signal, ...deskCall }),
  refetchInterval: stateEveryMs,
  retry: mayPass,
});
