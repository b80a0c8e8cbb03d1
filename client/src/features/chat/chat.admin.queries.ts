import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { adminOrderQuery, newestOrdersQuery } from '#client/features/orders/admin/orders.admin.queries.ts';
import { call } from '#client/lib/api/call.ts';
import { useChange } from '#client/lib/api/mutations.ts';
import { apiPagesQuery, apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import type { WaitingSort } from '#shared/kernel/paging.ts';
import type { SendFile } from './components/Uploads.tsx';

export type AgentRoom = Api['GET /api/admin/chat-rooms']['output'][number];
export type CustomerOrder = Api['GET /api/admin/transactions']['output'][number];
export type AgentRequest = Api['GET /api/admin/agent-requests']['output'][number];

const pollMs = 15_000;
const roomsAtOnce = 30;

export type RoomFilter = 'open' | 'waiting' | 'closed' | 'all';

/** The assignee of the listed conversations; undefined for all. */
export type RoomAssignee = 'me' | 'none' | undefined;

/** Conversations, page by page; a socket message triggers the refetch. */
export const roomsQuery = (q: string, filter: { status: RoomFilter; assignee: RoomAssignee; sort: WaitingSort }) =>
  apiPagesQuery(
    'GET /api/admin/chat-rooms',
    (page) => ({ query: { page, pageSize: roomsAtOnce, ...filter, ...(q && { q }) } }),
    {
      initialPageParam: 1,
      getNextPageParam: ({ total }, pages) => (pages.length * roomsAtOnce < total ? pages.length + 1 : undefined),
      placeholderData: keepPreviousData,
      refetchInterval: pollMs,
    },
  );

const roomPageQuery = (query: NonNullable<Api['GET /api/admin/chat-rooms']['query']>) =>
  apiQuery('GET /api/admin/chat-rooms', { query }, { refetchInterval: pollMs });

/** One conversation, whether or not the list shows it; `known` is its entry in the list. */
export const roomQuery = (room: string, cachedRoom: AgentRoom | undefined) =>
  queryOptions({
    ...roomPageQuery({ room }),
    placeholderData: cachedRoom && { items: [cachedRoom], total: 1 },
    select: ({ items }) => items[0] ?? null,
  });

/** Opens the conversation with a customer, or begins it. */
export const beginChat = (userId: string) => call('POST /api/admin/chat-rooms', { body: { userId } });

/** Sends a file of the team into a room, with the order that it is about, if there is one. */
export const sendAgentFile =
  (roomId: string): SendFile =>
  ({ clientMessageId, file, order }, context) =>
    call('POST /api/admin/chat-rooms/:roomId/files', {
      params: { roomId },
      form: { fields: { clientMessageId, ...(order && { orderId: order.id }) }, files: { file } },
      ...context,
    });

/** Number of conversations that wait for an answer. */
export const waitingRoomsQuery = queryOptions({
  ...roomPageQuery({ status: 'waiting', pageSize: 1 }),
  select: ({ total }) => total,
});

/** Assigns a conversation to a member of the team by id, or unassigns it with null, with a note for the team. */
export function useAssignRoom(roomId: string) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (body: Api['PUT /api/admin/chat-rooms/:roomId/assignee']['body']) =>
      call('PUT /api/admin/chat-rooms/:roomId/assignee', { params: { roomId }, body }),
    onSettled: () => refreshHandling(client),
  });
}

/** Fetches the assignees of the rooms and the team's notes again. */
export const refreshHandling = (client: QueryClient) =>
  invalidateRoutes(client, 'GET /api/admin/chat-rooms', 'GET /api/admin/chat-rooms/:roomId/notes');

/** Fetches the lists of rooms again. */
export const refreshRooms = (client: QueryClient) => invalidateRoutes(client, 'GET /api/admin/chat-rooms');

const maxOrders = 3;

/** The newest orders of a customer, as shown beside the chat. */
export const customerOrdersQuery = (user: string) => newestOrdersQuery(user, maxOrders);

/** An order that a message is about. */
export const attachedOrderQuery = (id: string) => adminOrderQuery(id);

/** Requests for an agent that were not answered yet. */
export const requestsQuery = apiQuery(
  'GET /api/admin/agent-requests',
  { query: { status: 'open' } },
  { refetchInterval: 30_000 },
);

/** Closes a room or opens it again. */
export const moveRoom = (roomId: string, action: 'close' | 'reopen') =>
  action === 'close'
    ? call('PUT /api/admin/chat-rooms/:roomId/close', { params: { roomId } })
    : call('PUT /api/admin/chat-rooms/:roomId/reopen', { params: { roomId } });

/** Marks a customer's request for an agent as handled. */
export const handleRequest = (id: string) =>
  call('PUT /api/admin/agent-requests/:id', { params: { id }, body: { handled: true } });
