import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';

/** Whether the operator has a bot, and since when it writes to this user. */
export const telegramQuery = apiQuery('GET /api/telegram', {});

export function useLinkTelegram() {
  return useMutation({ mutationFn: () => call('POST /api/telegram', {}) });
}

export function useUnlinkTelegram() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/telegram', {}),
    onSuccess: () => invalidateRoutes(client, 'GET /api/telegram'),
  });
}
