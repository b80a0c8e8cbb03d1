import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { changeNotices } from '#shared/mail/mail.telegram.contract.ts';

/**
 * Returns whether the operator has a bot, since when it writes to this user, and when they are notified as a member.
 */
export const telegramQuery = apiQuery('GET /api/telegram', {});

/** Asks for a link that connects a Telegram account. */
export function useLinkTelegram() {
  return useMutation({ mutationFn: () => call('POST /api/telegram', {}) });
}

/** Disconnects the Telegram account. */
export function useUnlinkTelegram() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/telegram', {}),
    onSuccess: () => invalidateRoutes(client, 'GET /api/telegram'),
  });
}

/** Changes quiet hours or digest of the member who is signed in; a missing field does not change. */
export function useChangeNotices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof changeNotices>) => call('PUT /api/telegram', { body }),
    onSuccess: () => invalidateRoutes(client, 'GET /api/telegram'),
  });
}
