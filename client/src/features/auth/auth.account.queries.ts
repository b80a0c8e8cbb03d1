import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callFile } from '#client/lib/api/call.ts';
import { useSend, useWrite } from '#client/lib/api/mutations.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { changeSession } from '#client/lib/session/change-session.ts';
import { clearSession, sessionQuery } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';

type Body<R extends keyof Api> = Api[R]['body'];
export type Device = Api['GET /api/sessions']['output'][number];

/** The user's signed-in devices, this one first. */
export const devicesQuery = apiQuery('GET /api/sessions', {});

/** Returns whether a second factor is on, and how many recovery codes are left. */
export const secondFactorQuery = apiQuery('GET /api/second-factor', {});

/** Changes the user's own password; the list of signed-in devices is fetched again. */
export const useChangePassword = () => useSend('PUT /api/profile/password', 'GET /api/sessions');

/** Asks for a change of the user's email address; the server mails a code to the new one. */
export const useRequestEmailChange = () => useSend('POST /api/profile/email');

/** Confirms the new email address with its code and writes it into the cached session. */
export function useConfirmEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'POST /api/profile/email/confirm'>) => call('POST /api/profile/email/confirm', { body }),
    onSuccess: ({ email }) => changeSession(client, { email }),
  });
}

/** Signs out one device of the user. */
export const useRevokeDevice = () =>
  useWrite((id: string) => call('DELETE /api/sessions/:id', { params: { id } }), 'GET /api/sessions');

/** Signs out every device of the user but this one. */
export const useRevokeOtherDevices = () => useWrite(() => call('DELETE /api/sessions'), 'GET /api/sessions');

/** Starts the setup of a second factor; the answer holds the secret to scan. */
export const useStartSecondFactorSetup = () => useSend('POST /api/second-factor');

/** Turns the second factor on after its first code. */
export const useConfirmSecondFactor = () => useSend('POST /api/second-factor/confirm', 'GET /api/second-factor');

/** Replaces the recovery codes; the old ones end. */
export const useRenewRecoveryCodes = () => useSend('POST /api/second-factor/recovery-codes', 'GET /api/second-factor');

/** Turns the second factor off. */
export const useDisableSecondFactor = () => useSend('DELETE /api/second-factor', 'GET /api/second-factor');

/** Stops a removal of the second factor that has not taken effect yet. */
export const useStopFactorRemoval = () =>
  useWrite(() => call('DELETE /api/second-factor/removal'), 'GET /api/second-factor');

/** Fetches the signed-in member again, as the second factor may be on now; null while it is off. */
export function refreshSession() {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Downloads everything that is stored about the user. */
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
