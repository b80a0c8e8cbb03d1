import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AdminUser = Api['GET /api/admin/users']['output'][number];
export type AdminUserDetails = Api['GET /api/admin/users/:id']['output'];
export type UsersQuery = NonNullable<Api['GET /api/admin/users']['query']>;
export type UserOrder = Api['GET /api/admin/transactions']['output'][number];
type Edit = Api['PUT /api/admin/users/:id']['body'];

export const usersPageSize = 25;
const shownOrders = 5;
const pollMs = 30_000;
const adminUsersKey = ['admin-users'] as const;

/** One page of people, asked again every 30 s while the tab is seen. */
export const usersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: [...adminUsersKey, 'list', query],
    queryFn: ({ signal }) => callPage('GET /api/admin/users', { query, signal, ...adminCall }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: shouldRetry,
  });

/** One person with particulars and sessions. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminUsersKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/:id', { params: { id }, signal, ...adminCall }),
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/** The newest orders of one person. */
export const userOrdersQuery = (user: string) =>
  queryOptions({
    queryKey: [...adminUsersKey, 'orders', user],
    queryFn: ({ signal }) =>
      call('GET /api/admin/transactions', { query: { user, pageSize: shownOrders }, signal, ...adminCall }),
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/** A write about one person: its answer is shown at once, and the lists are read afresh. */
function useUserMutation<Input>(id: string, write: (input: Input) => Promise<AdminUserDetails>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (user) => client.setQueryData(userQuery(id).queryKey, user),
    onSettled: () => client.invalidateQueries({ queryKey: [...adminUsersKey, 'list'] }),
  });
}

export const useEditUser = (id: string) =>
  useUserMutation(id, (body: Edit) => call('PUT /api/admin/users/:id', { params: { id }, body, ...adminCall }));

export const useBlockUser = (id: string) =>
  useUserMutation(id, (reason: string) =>
    call('POST /api/admin/users/:id/block', { params: { id }, body: { reason }, ...adminCall }),
  );

export const useUnblockUser = (id: string) =>
  useUserMutation(id, () => call('POST /api/admin/users/:id/unblock', { params: { id }, ...adminCall }));

/** Deletes a person for good; what was read about them is forgotten. */
export function useDeleteUser(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      call('DELETE /api/admin/users/:id', { params: { id }, body: { email }, ...adminCall }),
    onSuccess: () => {
      client.removeQueries({ queryKey: userQuery(id).queryKey });
      return client.invalidateQueries({ queryKey: [...adminUsersKey, 'list'] });
    },
  });
}
