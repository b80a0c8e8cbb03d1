import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';
import { settingsQuery } from '../settings.queries.ts';

export type AdminSettings = Api['GET /api/admin/settings']['output'];
export type SettingsChange = Omit<Api['PUT /api/admin/settings']['body'], 'version'>;

/** Everything the desk can set. */
export const adminSettingsQuery = queryOptions({
  queryKey: ['admin-settings'],
  queryFn: ({ signal }) => call('GET /api/admin/settings', { signal, ...adminCall }),
  retry: shouldRetry,
});

/** Changes settings upon the version that was seen, with the token that proves the password. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ change, version, stepUp }: { change: SettingsChange; version: string; stepUp: string }) =>
      call('PUT /api/admin/settings', { body: { ...change, version }, stepUp, ...adminCall }),
    onSuccess: (settings) => client.setQueryData(adminSettingsQuery.queryKey, settings),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: adminSettingsQuery.queryKey }),
        client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
      ]),
  });
}
