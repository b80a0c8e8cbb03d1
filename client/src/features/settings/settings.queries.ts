import { apiQuery } from '#client/lib/api/query.ts';

/**
 * Brand, fees, limits, times and support details as the administrator set them; fetched again, for little, whenever a
 * page is opened or visible again. Times come in the reader's language.
 */
export const settingsQuery = apiQuery(
  'GET /api/settings',
  {},
  { conditionalGet: true, staleTime: 15_000, refetchOnWindowFocus: true, meta: { localized: true, persist: true } },
);
