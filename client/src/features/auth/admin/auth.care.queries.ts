import { useMutation } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';

/** Mails a brought customer a link to set a password. */
export const useInvite = (id: string) =>
  useWrite(
    () => call('POST /api/admin/users/:id/invite', { params: { id } }),
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
  );

/** Sends the customer a link to set a new password. */
export const useSendResetLink = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/admin/users/:id/reset-link', { params: { id } }) });

/** Ends every session of the customer. */
export const useSignOutUser = (id: string) =>
  useWrite(() => call('POST /api/admin/users/:id/sign-out', { params: { id } }), 'GET /api/admin/users/:id');

/** The second factor of a user: if it is on, and when a requested removal takes effect. */
export const factorQuery = (id: string) => apiQuery('GET /api/admin/users/:id/second-factor', { params: { id } });

/** Takes back the removal of the customer's second factor. */
export const useTakeBackRemoval = (id: string) =>
  useWrite(
    () => call('DELETE /api/admin/users/:id/second-factor/removal', { params: { id } }),
    'GET /api/admin/users/:id/second-factor',
    'GET /api/admin/approvals',
  );
