import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type OverviewStats = Api['GET /api/admin/overview']['output'];
export type SetupGuideView = Api['GET /api/admin/setup']['output'];
export type Span = OverviewStats['days'];

const everyMs = 30_000;

/** The steps of the set-up, fetched again whenever the overview is opened. */
export const setupQuery = apiQuery(
  'GET /api/admin/setup',
  {},
  { refetchOnWindowFocus: 'always', refetchInterval: everyMs },
);

/** The statistics, fetched every 30 s while the tab is visible, and when the socket reports a change. */
export const overviewQuery = (days: Span) =>
  apiQuery(
    'GET /api/admin/overview',
    { query: { days } },
    { placeholderData: keepPreviousData, refetchInterval: everyMs, refetchOnWindowFocus: 'always' },
  );
