import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/call.ts';

export type Room = Api['GET /api/admin/chat-rooms']['output'][number];
export type AgentRequest = Api['GET /api/admin/agent-requests']['output'][number];

/** Leaves a message and an address for the desk. */
export const requestAgent = (body: Api['POST /api/agent-request']['body']) =>
  call('POST /api/agent-request', { body, whenSignedOut: 'fail' });

/** The person's newest order, to say how it stands. */
export async function newestOrder() {
  const { items } = await callPage('GET /api/transactions', {
    query: { page: 1, pageSize: 1 },
    whenSignedOut: 'fail',
  });
  return items[0];
}

/** Conversations; the socket says when to look again. */
export const roomsQuery = (q: string) =>
  queryOptions({
    queryKey: ['chat', 'rooms', q],
    queryFn: ({ signal }) =>
      callPage('GET /api/admin/chat-rooms', { query: { pageSize: 50, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** Who asked for a person and was not answered yet. */
export const requestsQuery = queryOptions({
  queryKey: ['chat', 'requests'],
  queryFn: ({ signal }) => callPage('GET /api/admin/agent-requests', { query: { status: 'open' }, signal }),
  refetchInterval: 30_000,
});

export const moveRoom = (roomId: string, how: 'close' | 'reopen') =>
  how === 'close'
    ? call('PUT /api/admin/chat-rooms/:roomId/close', { params: { roomId } })
    : call('PUT /api/admin/chat-rooms/:roomId/reopen', { params: { roomId } });

export const handleRequest = (id: string) =>
  call('PUT /api/admin/agent-requests/:id', { params: { id }, body: { handled: true } });
