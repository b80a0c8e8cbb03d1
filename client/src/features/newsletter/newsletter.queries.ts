import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

/** Asks for the newsletter; a mail with a link to confirm follows. */
export const subscribe = (body: Api['POST /api/subscribe']['body']) =>
  call('POST /api/subscribe', { body, whenSignedOut: 'fail' });

/** What the links of the mails do. */
export const confirmSubscription = (token: string) =>
  call('POST /api/subscribe/confirm', { body: { token }, whenSignedOut: 'fail' });

export const unsubscribe = (token: string) =>
  call('POST /api/unsubscribe', { query: { token }, whenSignedOut: 'fail' });

/** How many people read the newsletter. */
export const subscriberStatsQuery = queryOptions({
  queryKey: ['admin-newsletter'],
  queryFn: ({ signal }) => call('GET /api/admin/newsletter', { signal, ...adminCall }),
  retry: shouldRetry,
});
