import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { email, idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery, waitingSorts } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { kycStates } from '#shared/users/users.contract.ts';
import { handlingFilters, memberName } from '#shared/users/users.handling.ts';
import { agentStatuses, chatMessageView, roomId, roomToken, teamMessageView } from './chat.socket.ts';

export const agentRequest = z.object({
  email: email(),
  message: text(2000, { min: 1, error: 'chat_message_required' }),
  /** The browser's time of writing; the server stores its own. */
  timestamp: z.string().max(64).optional(),
  /** The conversation that the message came from: answers there are mailed to this address. */
  roomId: roomId.optional(),
  roomToken: roomToken.nullish(),
});
export type AgentRequest = z.input<typeof agentRequest>;

/** Agent status before any conversation is open; no room is looked up for it. */
export const getAgentStatus = endpoint('GET /api/agent-status', {
  access: 'public',
  summary: 'Whether an agent is there now, and whether these are its hours',
  response: z.object({ status: z.enum(agentStatuses), withinHours: z.boolean(), hours: z.string() }),
});

export const requestAgent = endpoint('POST /api/agent-request', {
  access: 'public',
  summary: 'Leaves a message and an address for an administrator; the same one within ten minutes is stored once',
  status: 201,
  body: agentRequest,
  response: z.object({ id: idOf('agentRequest'), message: z.string() }),
  limit: 'mail',
});

/** A file on its way into a conversation. */
const sentFile = z.object({
  /** The sender's own name for the message: sent again under it, it is still stored once. */
  clientMessageId: text(64, { min: 1 }),
  orderId: idOf('order').optional(),
});
const fileUpload = {
  status: 201,
  response: chatMessageView,
  errors: ['not_found', 'conflict', ...fileErrors],
  limit: 'upload',
} as const;
const files = { file: { accept: 'imageOrPdf', maxCount: 1 } } as const;

/**
 * Only for customers with an account: the file counts against their quota, and their data export and erasure include
 * it.
 */
export const sendChatFile = endpoint('POST /api/chat/files', {
  ...fileUpload,
  access: 'customer',
  summary: "Sends a file into the customer's own conversation, which begins with it if there is none",
  form: { fields: sentFile.extend({ roomId }), files },
});

export const adminSendChatFile = endpoint('POST /api/admin/chat-rooms/:roomId/files', {
  ...fileUpload,
  response: teamMessageView,
  may: 'chat.answer',
  summary: 'Sends a file to the customer of a conversation; refused for a visitor, who has no account to see it with',
  params: z.object({ roomId }),
  form: { fields: sentFile, files },
});

export const chatRoomView = z.object({
  roomId: z.string(),
  userId: idOf('user').nullable(),
  userName: z.string().nullable(),
  userEmail: markPersonal('email').nullable(),
  /** False for an address that a visitor merely typed. */
  emailVerified: z.boolean(),
  kycStatus: z.enum(kycStates).nullable(),
  /** Only the newest message not by the bot; the room's own endpoint returns the rest. */
  messages: z.array(teamMessageView),
  lastSeq: z.number(),
  lastActivity: timestamp,
  /** Open; false once closed by an agent. A new message of the customer opens it again. */
  isActive: z.boolean(),
  /** Messages of the customer that no agent has seen. */
  unread: z.number(),
  waitingSince: timestamp.nullable(),
  /** True where the customer asked for an agent, explicitly or by topic, since the room was last closed. */
  wantsAgent: z.boolean(),
  /** True while the customer has the chat open. */
  online: z.boolean(),
  /** The member of the team who answers in this room. */
  assignee: memberName.nullable(),
});
export type ChatRoomView = z.output<typeof chatRoomView>;

export const roomParams = z.object({ roomId });

export const adminListChatRooms = endpoint('GET /api/admin/chat-rooms', {
  may: 'chat.answer',
  summary: 'Conversations with at least one message: those that wait longest first, or by last activity',
  query: pageQuery.extend({
    /** Searches addresses, names and all messages, old ones too. For very common text the total is a lower bound. */
    q: text(maxSearchLength).optional(),
    /** Returns this room only, also before its first message. */
    room: roomId.optional(),
    /** `waiting`: open, last message from the customer. */
    status: z.enum(['open', 'closed', 'waiting', 'all']).default('all'),
    assignee: handlingFilters.assignee,
    sort: z.enum(waitingSorts).default('waiting'),
  }),
  response: z.array(chatRoomView),
  paged: true,
});

export const adminBeginChat = endpoint('POST /api/admin/chat-rooms', {
  may: 'chat.answer',
  summary:
    'The conversation with a customer, their newest one or a new one: what is written there is mailed to who is away',
  body: z.object({ userId: idOf('user') }),
  response: z.object({ roomId: z.string() }),
  errors: ['not_found'],
});

export const adminChatMessages = endpoint('GET /api/admin/chat-rooms/:roomId/messages', {
  may: 'chat.answer',
  summary: 'Messages of a room in their order, the newest unless `before` names a number',
  params: roomParams,
  query: z.object({
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  response: z.array(teamMessageView),
  errors: ['not_found'],
});

const moveRoom = {
  may: 'chat.answer',
  params: roomParams,
  response: 'empty',
  errors: ['not_found'],
} as const;

export const adminCloseChatRoom = endpoint('PUT /api/admin/chat-rooms/:roomId/close', {
  ...moveRoom,
  summary: 'Puts a conversation away; a new message of the customer opens it again',
});
export const adminReopenChatRoom = endpoint('PUT /api/admin/chat-rooms/:roomId/reopen', {
  ...moveRoom,
  summary: 'Takes a closed conversation out again',
});

export const agentRequestView = z.object({
  id: idOf('agentRequest'),
  email: markPersonal('email'),
  message: z.string(),
  timestamp,
  roomId: z.string().nullable(),
  handledAt: timestamp.nullable(),
});
export type AgentRequestView = z.output<typeof agentRequestView>;

export const adminListAgentRequests = endpoint('GET /api/admin/agent-requests', {
  may: 'chat.answer',
  summary: 'Who asked for an agent: open ones first; a search covers addresses and messages',
  query: pageQuery.extend({
    status: z.enum(['open', 'handled', 'all']).default('all'),
    q: text(maxSearchLength).optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
  }),
  response: z.array(agentRequestView),
  paged: true,
});

export const adminHandleAgentRequest = endpoint('PUT /api/admin/agent-requests/:id', {
  may: 'chat.answer',
  summary: 'Marks a request as handled, or as open again',
  body: z.object({ handled: z.boolean() }),
  response: 'empty',
  errors: ['not_found'],
});
