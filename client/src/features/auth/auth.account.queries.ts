import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callFile } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { clearSession, sessionQuery } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';

type Body<R extends keyof Api> = Api[R]['body'];
export type Device = Api['GET /api/sessions']['output'][number];

/** The user's signed-in devices, this one first. */
export const devicesQuery = apiQuery('GET /api/sessions', {});

/** Whether a second factor is on, and how many recovery codes are left. */
export const secondFactorQuery = apiQuery('GET /api/second-factor', {});

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'PUT /api/profile/password'>) => call('PUT /api/profile/password', { body }),
    onSuccess: () => invalidateRoutes(client, 'GET /api/sessions'),
  });
}

export function useRequestEmailChange() {
  return useMutation({
    mutationFn: (body: Body<'POST /api/profile/email'>) => call('POST /api/profile/email', { body }),
  });
}

export function useConfirmEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'POST /api/profile/email/confirm'>) => call('POST /api/profile/email/confirm', { body }),
    onSuccess: ({ email }) => client.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, email }),
  });
}

export function useRevokeDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/sessions/:id', { params: { id } }),
    onSettled: () => invalidateRoutes(client, 'GET /api/sessions'),
  });
}

export function useRevokeOtherDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/sessions'),
    onSettled: () => invalidateRoutes(client, 'GET /api/sessions'),
  });
}

export function useStartSecondFactorSetup() {
  return useMutation({ mutationFn: (password: string) => call('POST /api/second-factor', { body: { password } }) });
}

function useRefreshSecondFactor() {
  const client = useQueryClient();
  return () => invalidateRoutes(client, 'GET /api/second-factor');
}

export function useConfirmSecondFactor() {
  const onSuccess = useRefreshSecondFactor();
  return useMutation({
    mutationFn: (code: string) => call('POST /api/second-factor/confirm', { body: { code } }),
    onSuccess,
  });
}

export function useRenewRecoveryCodes() {
  const onSuccess = useRefreshSecondFactor();
  return useMutation({
    mutationFn: (body: Body<'POST /api/second-factor/recovery-codes'>) =>
      call('POST /api/second-factor/recovery-codes', { body }),
    onSuccess,
  });
}

export function useDisableSecondFactor() {
  const onSuccess = useRefreshSecondFactor();
  return useMutation({
    mutationFn: (body: Body<'DELETE /api/second-factor'>) => call('DELETE /api/second-factor', { body }),
    onSuccess,
  });
}

export function useExportPersonalData() {
  return useMutation({
    mutationFn: async (body: Body<'POST /api/profile/data'>) =>
      saveFile(await callFile('POST /api/profile/data', { body })),
  });
}

/** Deletes the account for good; `leave` navigates away, then the session is cleared. */
export function useCloseAccount(leave: () => Promise<void> | void) {
  return useMutation({
    mutationFn: (body: Body<'DELETE /api/profile'>) => call('DELETE /api/profile', { body }),
    onSuccess: async () => {
      await leave();
      clearSession();
    },
  });
}
