import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useStoredWrite, useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminUser = Api['GET /api/admin/users']['output'][number];
export type AdminUserDetails = Api['GET /api/admin/users/:id']['output'];
export type UsersQuery = NonNullable<Api['GET /api/admin/users']['query']>;
type Edit = Api['PUT /api/admin/users/:id']['body'];

export const usersPageSize = 25;
const pollMs = 30_000;

/** One page of users, fetched every 30 s while the tab is visible. */
export const usersQuery = (query: UsersQuery) =>
  apiQuery(
    'GET /api/admin/users',
    { query },
    { placeholderData: keepPreviousData, refetchInterval: pollMs, refetchOnWindowFocus: 'always' },
  );

/** One user with personal data and sessions. */
export const userQuery = (id: string) =>
  apiQuery('GET /api/admin/users/:id', { params: { id } }, { refetchInterval: pollMs });

/** Path of the chat with a user. */
export const chatPathOf = ({ id }: Pick<AdminUser, 'id'>) => `/admin/agent-chat?user=${id}`;

type NewCustomerBody = Api['POST /api/admin/users']['body'];

/** Enters a customer, and invites them if requested; `failed` is the reason why the invitation failed. */
export function useBringCustomer() {
  const [keys] = useState(createIdempotencyKeys);
  return useWrite(async ({ body, isInvited }: { body: NewCustomerBody; isInvited: boolean }) => {
    const user = await call('POST /api/admin/users', { body, idempotencyKey: keys.keyOf(body) });
    const invitation = isInvited && call('POST /api/admin/users/:id/invite', { params: { id: user.id } });
    const failureText = invitation ? await invitation.then(() => undefined, errorText) : undefined;
    return { user, failed: failureText };
  }, 'GET /api/admin/users');
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A mutation of one user: its answer is shown at once, and the lists are fetched again. */
const useUserMutation = <Input>(id: string, write: (input: Input) => Promise<AdminUserDetails>) =>
  useStoredWrite(() => userQuery(id).queryKey, write, 'GET /api/admin/users');

/** Changes the data of a user. */
export const useEditUser = (id: string) =>
  useUserMutation(id, (body: Edit) => call('PUT /api/admin/users/:id', { params: { id }, body }));

/** Takes back an erasure that has not begun yet. */
export const useTakeBackErasure = (id: string) =>
  useUserMutation(id, () => call('DELETE /api/admin/users/:id/erasure', { params: { id } }));

/** Blocks a user now, to be erased in a day. */
export const useDeleteUser = (id: string) =>
  useWrite(
    (email: string) => call('DELETE /api/admin/users/:id', { params: { id }, body: { email } }),
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
  );
