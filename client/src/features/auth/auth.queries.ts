import { useMutation } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { storeDeviceToken } from '#client/lib/session/device.ts';
import { signOut, startSession } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';

/** Signs in and starts the session in this browser; returns whether the user is an administrator. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (body: Api['POST /api/login']['body']) => {
      const answer = await call('POST /api/login', { body, whenSignedOut: 'fail' });
      await startSession(answer);
      return answer;
    },
  });
}

/** The same for administrators: an account without the role is signed out again and refused like a wrong password. */
export function useAdminSignIn() {
  return useMutation({
    mutationFn: async (body: Api['POST /api/login']['body']) => {
      const answer = await call('POST /api/login', { body, whenSignedOut: 'fail' });
      await startSession(answer);
      if (!answer.isAdmin) await signOut();
      return answer;
    },
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: Api['POST /api/register']['body']) => call('POST /api/register', { body }),
  });
}

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

export function useResendCode() {
  return useMutation({
    mutationFn: (body: Api['POST /api/resend-otp']['body']) => call('POST /api/resend-otp', { body }),
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: Api['POST /api/forgot-password']['body']) => call('POST /api/forgot-password', { body }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: async (body: Api['POST /api/reset-password']['body']) => {
      const { deviceToken } = await call('POST /api/reset-password', { body });
      storeDeviceToken(deviceToken);
    },
  });
}
