import { call, type Route } from '#client/lib/api/call.ts';
import { useStoredWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminSettings = Api['GET /api/admin/settings']['output'];
export type SettingsChange = Omit<Api['PUT /api/admin/settings']['body'], 'version'>;

/** Everything an administrator can set. */
export const adminSettingsQuery = apiQuery('GET /api/admin/settings', {});

/** The rules by which orders are decided, for every member. */
export const rulesQuery = apiQuery('GET /api/admin/rules', {});

/** Changes settings based on the version that was shown. */
export const useChangeSettings = (...routes: readonly Route[]) =>
  useStoredWrite(
    () => adminSettingsQuery.queryKey,
    ({ change, version }: { change: SettingsChange; version: string }) =>
      call('PUT /api/admin/settings', { body: { ...change, version } }),
    'GET /api/admin/settings',
    'GET /api/admin/rules',
    'GET /api/settings',
    ...routes,
  );
