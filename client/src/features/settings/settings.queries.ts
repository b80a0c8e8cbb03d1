import { apiQuery } from '#client/lib/api/query.ts';

/** The settings as the administrator made them, times in the reader's language; refetched when a page opens. */
export const settingsQuery = apiQuery(
  'GET /api/settings',
  {},
  { conditionalGet: true, staleTime: 15_000, refetchOnWindowFocus: true, meta: { localized: true, persist: true } },
);
