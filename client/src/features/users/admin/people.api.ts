import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';

export type DeskPerson = Api['GET /api/admin/users']['output'][number];
export type DeskPersonDetails = Api['GET /api/admin/users/:id']['output'];
export type PeopleQuery = NonNullable<Api['GET /api/admin/users']['query']>;
export type PersonOrder = Api['GET /api/admin/transactions']['output'][number];
type Edit = Api['PUT /api/admin/users/:id']['body'];

export const peoplePageSize = 25;
const shownOrders = 5;
const pollMs = 30_000;
const peopleKey = ['admin-people'] as const;

/** One page of people, asked again every 30 s while the tab is seen. */
export const peopleQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: [...peopleKey, 'list', query],
    queryFn: ({ signal }) => callPage('GET /api/admin/users', { query, signal, ...deskCall }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: mayPass,
  });

/** One person with particulars and sessions. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/:id', { params: { id }, signal, ...deskCall }),
    refetchInterval: pollMs,
    retry: mayPass,
  });

/** The newest orders of one person. */
export const ordersOfQuery = (user: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'orders', user],
    queryFn: ({ signal }) =>
      call('GET /api/admin/transactions', { query: { user, pageSize: shownOrders }, signal, ...deskCall }),
    refetchInterval: pollMs,
    retry: mayPass,
  });

/** A write about one person: its answer is shown at once, and the lists are read afresh. */
function usePersonWrite<Input>(id: string, write: (input: Input) => Promise<DeskPersonDetails>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (person) => client.setQueryData(personQuery(id).queryKey, person),
    onSettled: () => client.invalidateQueries({ queryKey: [...peopleKey, 'list'] }),
  });
}

export const useEditPerson = (id: string) =>
  usePersonWrite(id, (body: Edit) => call('PUT /api/admin/users/:id', { params: { id }, body, ...deskCall }));

export const useBlockPerson = (id: string) =>
  usePersonWrite(id, (reason: string) =>
    call('POST /api/admin/users/:id/block', { params: { id }, body: { reason }, ...deskCall }),
  );

export const useUnblockPerson = (id: string) =>
  usePersonWrite(id, () => call('POST /api/admin/users/:id/unblock', { params: { id }, ...deskCall }));

/** Deletes a person for good; what was read about them is forgotten. */
export function useDeletePerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      call('DELETE /api/admin/users/:id', { params: { id }, body: { email }, ...deskCall }),
    onSuccess: () => {
      client.removeQueries({ queryKey: personQuery(id).queryKey });
      return client.invalidateQueries({ queryKey: [...peopleKey, 'list'] });
    },
  });
}
