import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';

/** Brand, fees, limits, times and support facts as the desk set them; they change rarely. Times come in the reader's language. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }),
  staleTime: 5 * 60_000,
  meta: { worded: true },
});
