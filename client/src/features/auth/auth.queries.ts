import { useMutation } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useSend } from '#client/lib/api/mutations.ts';
import { storeDeviceToken } from '#client/lib/session/device.ts';
import { signOut, startSession } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';

type Credentials = Api['POST /api/login']['body'];

async function signIn(body: Credentials) {
  const answer = await call('POST /api/login', { body, whenSignedOut: 'fail' });
  await startSession(answer);
  return answer;
}

/** Signs in and starts the session in this browser; returns whether the user is an administrator. */
export const useSignIn = () => useMutation({ mutationFn: signIn });

/** Signs in a member of the team: an account without the role is signed out again and refused like a wrong password. */
export function useAdminSignIn() {
  return useMutation({
    mutationFn: async (body: Credentials) => {
      const answer = await signIn(body);
      if (!answer.isAdmin) await signOut();
      return answer;
    },
  });
}

/** Registers a customer. */
export const useRegister = () => useSend('POST /api/register');

/** Confirms the mailed code, which starts the session. */
export function useConfirmCode() {
  return useMutation({
    mutationFn: async (body: Api['POST /api/verify-otp']['body']) => {
      const answer = await call('POST /api/verify-otp', { body, whenSignedOut: 'fail' });
      await startSession(answer);
      return answer;
    },
  });
}

/** Mails the code of a registration again. */
export const useResendCode = () => useSend('POST /api/resend-otp');

/** Mails a link to set a new password, if the address has an account. */
export const useForgotPassword = () => useSend('POST /api/forgot-password');

/** Sets a new password by a mailed link and stores the token by which this device is recognised. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (body: Api['POST /api/reset-password']['body']) => {
      const { deviceToken } = await call('POST /api/reset-password', { body });
      storeDeviceToken(deviceToken);
    },
  });
}
