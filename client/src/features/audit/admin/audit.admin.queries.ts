import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiPagesQuery, apiQuery } from '#client/lib/api/query.ts';
import { localDays } from '#client/lib/browser/local-days.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type AuditEntry = Api['GET /api/admin/audit-log']['output'][number];
type AuditLogQuery = NonNullable<Api['GET /api/admin/audit-log']['query']>;
export type AuditLogFilter = Omit<AuditLogQuery, 'before' | 'pageSize'>;

const pageSize = 50;
const stateEveryMs = 15_000;
/** Reading a log of millions of rows takes longer than the timeout of other calls. */
const verifyTimeoutMs = 10 * minuteMs;

/**
 * The entries that match a filter, whose days are those of the reader; each further page starts after the last row of
 * the page before.
 */
export const auditLogQuery = (filter: AuditLogFilter) =>
  apiPagesQuery(
    'GET /api/admin/audit-log',
    (cursor) => ({ query: { ...filter, ...localDays(filter), pageSize, before: cursor } }),
    {
      // The first page has no cursor, the others have one: the type is of both.
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ items }) => (items.length < pageSize ? undefined : items.at(-1)?.id),
    },
  );

/** The state of the checkpoints, the last verification, and the actions that exist. */
export const auditStateQuery = apiQuery('GET /api/admin/audit-log/state', {}, { refetchInterval: stateEveryMs });

/** Verifies the whole log now. */
export const useVerify = () =>
  useWrite(
    () => call('POST /api/admin/audit-log/verify', { timeoutMs: verifyTimeoutMs }),
    'GET /api/admin/audit-log/state',
    'GET /api/admin/audit-log',
  );
