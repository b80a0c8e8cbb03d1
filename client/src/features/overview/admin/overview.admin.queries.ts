import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type OverviewStats = Api['GET /api/admin/overview']['output'];
export type Span = OverviewStats['days'];

export const overviewKey = ['admin-overview'] as const;
const everyMs = 30_000;

/** The desk's figures, read again every 30 s while the tab is seen, and on news. */
export const overviewQuery = (days: Span) =>
  queryOptions({
    queryKey: [...overviewKey, days],
    queryFn: ({ signal }) => call('GET /api/admin/overview', { query: { days }, signal, ...adminCall }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
    retry: shouldRetry,
  });
