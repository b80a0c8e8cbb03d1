import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';

/** Brand, fees, limits, times and support facts as the desk set them; asked again, for little, whenever a page is opened or looked at again. Times come in the reader's language. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal, conditionalGet: true }),
  staleTime: 15_000,
  refetchOnWindowFocus: true,
  meta: { localized: true },
});
