import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AgentRoom = Api['GET /api/admin/chat-rooms']['output'][number];
export type CustomerOrder = Api['GET /api/admin/transactions']['output'][number];
export type AgentRequest = Api['GET /api/admin/agent-requests']['output'][number];

const roomsKey = ['chat', 'rooms'] as const;
const pollMs = 15_000;
const roomsAtOnce = 30;

export type RoomFilter = 'open' | 'waiting' | 'closed' | 'all';

/** Conversations, some more at a time; the socket says when to look again. */
export const roomsQuery = (q: string, status: RoomFilter) =>
  infiniteQueryOptions({
    queryKey: [...roomsKey, q, status],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/admin/chat-rooms', {
        query: { page: pageParam, pageSize: roomsAtOnce, status, ...(q && { q }) },
        signal,
        ...adminCall,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * roomsAtOnce < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/** One conversation, whatever the list shows; `known` is what the list knows of it. */
export const roomQuery = (room: string, known: AgentRoom | undefined) =>
  queryOptions({
    queryKey: [...roomsKey, 'one', room],
    queryFn: async ({ signal }) =>
      (await call('GET /api/admin/chat-rooms', { query: { room }, signal, ...adminCall }))[0] ?? null,
    placeholderData: known,
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/** How many conversations wait for an answer. */
export const waitingRoomsQuery = queryOptions({
  queryKey: [...roomsKey, 'waiting'],
  queryFn: async ({ signal }) =>
    (await callPage('GET /api/admin/chat-rooms', { query: { status: 'waiting', pageSize: 1 }, signal, ...adminCall }))
      .total,
  refetchInterval: pollMs,
  retry: shouldRetry,
});

/** Reads the lists afresh. */
export const refreshRooms = (client: QueryClient) => client.invalidateQueries({ queryKey: roomsKey });

const shownOrders = 3;

/** Who a signed-in customer is. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'customer', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/:id', { params: { id }, signal, ...adminCall }),
    retry: shouldRetry,
  });

/** A customer's newest orders. */
export const customerOrdersQuery = (user: string) =>
  queryOptions({
    queryKey: ['chat', 'customer', user, 'orders'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/transactions', { query: { user, pageSize: shownOrders }, signal, ...adminCall }),
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/** What the desk has noted of whoever is in a room. */
export const noteQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['chat', 'note', roomId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/chat-rooms/:roomId/note', { params: { roomId }, signal, ...adminCall }),
    retry: shouldRetry,
  });

export const writeNote = (roomId: string, text: string) =>
  call('PUT /api/admin/chat-rooms/:roomId/note', { params: { roomId }, body: { text }, ...adminCall });

/** Who asked for a person and was not answered yet. */
export const requestsQuery = queryOptions({
  queryKey: ['chat', 'requests'],
  queryFn: ({ signal }) =>
    callPage('GET /api/admin/agent-requests', { query: { status: 'open' }, signal, ...adminCall }),
  refetchInterval: 30_000,
  retry: shouldRetry,
});

export const moveRoom = (roomId: string, how: 'close' | 'reopen') =>
  how === 'close'
    ? call('PUT /api/admin/chat-rooms/:roomId/close', { params: { roomId }, ...adminCall })
    : call('PUT /api/admin/chat-rooms/:roomId/reopen', { params: { roomId }, ...adminCall });

export const handleRequest = (id: string) =>
  call('PUT /api/admin/agent-requests/:id', { params: { id }, body: { handled: true }, ...adminCall });
