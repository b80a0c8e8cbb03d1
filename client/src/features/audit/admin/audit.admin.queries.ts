import { apiPagesQuery, apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AuditEntry = Api['GET /api/admin/audit-log']['output'][number];
type AuditLogQuery = NonNullable<Api['GET /api/admin/audit-log']['query']>;
export type AuditLogFilter = Omit<AuditLogQuery, 'before' | 'pageSize'>;

const pageSize = 50;
const stateEveryMs = 15_000;

/** The log under a filter, newest first; each further page begins before the last row of the one above. */
export const auditLogQuery = (filter: AuditLogFilter) =>
  apiPagesQuery('GET /api/admin/audit-log', (before) => ({ query: { ...filter, pageSize, before } }), {
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  });

/** How far the checkpoints have come, and which actions there are. */
export const auditStateQuery = apiQuery('GET /api/admin/audit-log/state', {}, { refetchInterval: stateEveryMs });
