import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';
import { settingsQuery } from '../settings.api.ts';

export type DeskSettings = Api['GET /api/admin/settings']['output'];
export type SettingsChange = Omit<Api['PUT /api/admin/settings']['body'], 'version'>;

/** Everything the desk can set. */
export const deskSettingsQuery = queryOptions({
  queryKey: ['admin-settings'],
  queryFn: ({ signal }) => call('GET /api/admin/settings', { signal, ...deskCall }),
  retry: mayPass,
});

/** Changes settings upon the version that was seen, with the token that proves the password. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ change, version, stepUp }: { change: SettingsChange; version: string; stepUp: string }) =>
      call('PUT /api/admin/settings', { body: { ...change, version }, stepUp, ...deskCall }),
    onSuccess: (settings) => client.setQueryData(deskSettingsQuery.queryKey, settings),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: deskSettingsQuery.queryKey }),
        client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
      ]),
  });
}
