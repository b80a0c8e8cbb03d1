import { call } from '#client/lib/api/call.ts';
import type { Api } from '#shared/api.ts';

/** Asks for the newsletter; a mail with a link to confirm follows. */
export const subscribe = (body: Api['POST /api/subscribe']['body']) =>
  call('POST /api/subscribe', { body, whenSignedOut: 'fail' });

/** Confirms the subscription that the token of a mail names. */
export const confirmSubscription = (token: string) =>
  call('POST /api/subscribe/confirm', { body: { token }, whenSignedOut: 'fail' });

/** Unsubscribes the reader that the token of a mail names; needs no session. */
export const unsubscribe = (token: string) =>
  call('POST /api/unsubscribe', { query: { token }, whenSignedOut: 'fail' });
