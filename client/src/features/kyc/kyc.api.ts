import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';

/** What may still be sold without an approved identity. */
export const allowanceQuery = queryOptions({
  queryKey: ['sell-allowance'],
  queryFn: ({ signal }) => call('GET /api/sell-allowance', { signal }),
});
