import { z } from 'zod';
import { fileView } from '#shared/files/files.contract.ts';
import { idOf, text, timestamp, type IdSchema } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reason } from '#shared/kernel/reason.ts';
import { languageCodes } from '#shared/reference/languages.ts';
import { maxTokenLength } from '#shared/reference/limits.ts';
import { memberName } from '#shared/users/users.handling.ts';
import { maxMessageLength } from './chat.limits.ts';

// The chat sends these events over /ws. Messages hold up to 2,000 characters; a frame at most 16 KiB.

/** The name a browser gives its room, or the one the server gave it. */
export const roomId: IdSchema<'room'> = z.string().regex(/^[\w.:-]{1,100}$/, reason('room_not_found'));
const token = z.string().min(1).max(maxTokenLength).optional();
/** Number of the last message that the other side has: only later ones are sent again. */
const lastSeq = z.number().int().min(0).max(2_147_483_647).optional();

/** The proof that a room is this browser's: 256 bits, given once, with the first room_status. */
export const roomToken = z.string().min(1).max(200);

export const joinAsUser = z.object({
  type: z.literal('join_as_user'),
  /**
   * The address that answers are mailed to when the visitor has gone; a signed-in customer's own address counts
   * instead.
   */
  email: z.string().max(254).nullish(),
  roomId,
  /** Session of a signed-in customer, if the connection has not proven one yet. */
  token,
  roomToken: roomToken.nullish(),
  after: lastSeq,
  /** True while the window is closed or minimised: updates still arrive unread, so answers are mailed as well. */
  away: z.boolean().optional(),
  /** False until something is written: a room that does not exist is then not created, and its status says so. */
  create: z.boolean().default(true),
});

/** The two windows of the dock. They answer differently: the assistant hands over questions that it cannot answer. */
export const chatWindows = ['chat', 'assistant'] as const;
export type ChatWindow = (typeof chatWindows)[number];

/** `sender` and the names come from the connection, never from the message. */
export const sendMessage = z.object({
  type: z.literal('send_message'),
  roomId,
  text: text(maxMessageLength, { min: 1, error: 'chat_message_required' }),
  /** The sender's own name for the message: sent again under it, it is still stored once. */
  clientMessageId: text(64, { min: 1 }).optional(),
  /**
   * The window in which the customer wrote it: its bot answers until an agent has joined. Without a window no bot
   * answers.
   */
  window: z.enum(chatWindows).optional(),
  /** The order it is about: one of the customer's in this room. */
  orderId: idOf('order').optional(),
  /** The bot answers in this language; without one, in that of the customer's account. */
  language: z.enum(languageCodes).optional(),
});

export const joinAsAgent = z.object({
  type: z.literal('join_as_agent'),
  roomId: roomId.optional(),
  token,
  after: lastSeq,
  /** The console's window is hidden: messages sent to it are still unread. */
  away: z.boolean().optional(),
});

/** The chat was closed in this tab, whose connection may stay open for others: the tab leaves every room. */
export const leaveChat = z.object({ type: z.literal('leave_chat') });

/** This side has seen the room up to this number. */
export const roomSeen = z.object({
  type: z.literal('room_seen'),
  roomId,
  seq: z.number().int().min(1).max(2_147_483_647),
});

/** Requests the history before message `before`; answered by `earlier_messages`. */
export const readEarlier = z.object({
  type: z.literal('read_earlier'),
  roomId,
  before: z.number().int().min(1).max(2_147_483_647),
});

/**
 * This side is typing: the other one is notified, and nothing is stored. The browser repeats it every
 * `typingIntervalMs`.
 */
export const typing = z.object({ type: z.literal('typing'), roomId });

export const agentStatuses = ['offline', 'online', 'busy'] as const;
export const agentStatusMessage = z.object({ type: z.literal('agent_status'), status: z.enum(agentStatuses) });

export type AgentStatus = (typeof agentStatuses)[number];

/** The sides of a room; the bot only writes. */
export type ChatSide = 'user' | 'support';

/** One message as both sides read it. */
export const chatMessageView = z.object({
  id: idOf('message'),
  /** Counts from 1 within the room, without gaps. */
  seq: z.number(),
  roomId: z.string(),
  text: z.string(),
  sender: z.enum(['user', 'support', 'bot']),
  senderName: z.string(),
  timestamp,
  isBot: z.boolean(),
  clientMessageId: z.string().nullable(),
  /** An address or account number in the text that is not one of the operator's. */
  warning: z.enum(['foreign_account']).nullable(),
  /** The customer's order it is about. */
  order: z.object({ id: idOf('order'), reference: z.string() }).nullable(),
  /** The file that was sent in place of text. */
  file: fileView.omit({ uploadDate: true }).nullable(),
});

/** A message with the member who wrote it; null for the customer, the bot, and messages older than this field. */
export const teamMessageView = chatMessageView.extend({ by: memberName.nullable() });

export type ChatMessage = z.output<typeof chatMessageView>;
export type TeamMessage = z.output<typeof teamMessageView>;

/** An event from the server. An `error` carries the `ref` of the frame it answers. */
export type ChatSocketEvent =
  | {
      type: 'room_status';
      /** Differs from the requested name if that belongs to another user. */
      roomId: Id<'room'>;
      /** False if it has no message yet and `create` was false: join again before writing. */
      exists: boolean;
      /** Sent only when the room was just created for a visitor, who stores it: it is not sent again. */
      roomToken: string | null;
      agentOnline: boolean;
      agentStatus: AgentStatus;
      agentName: string | null;
      /** The customer asked for an agent, or the assistant handed over, since the room was last closed. */
      wantsAgent: boolean;
      /** False outside the business hours, given as text in `hours`. */
      withinHours: boolean;
      hours: string;
      /** The address that an answer would be mailed to. */
      email: string | null;
      /** The newest messages, or those after the number that the side has named; earlier ones by `read_earlier`. */
      messages: (ChatMessage | TeamMessage)[];
      lastSeq: number;
      /** The number of the last message that the other side has read. */
      readSeq: number;
      closed: boolean;
    }
  | { type: 'agent_joined'; roomId: Id<'room'>; agentName: string }
  /** An agent has closed the conversation; the bot answers again, and a new message reopens it. */
  | { type: 'room_closed'; roomId: Id<'room'> }
  | { type: 'new_message'; roomId: Id<'room'>; message: ChatMessage | TeamMessage }
  /** In their order; fewer than all if the room is long, none if there are none. */
  | { type: 'earlier_messages'; roomId: Id<'room'>; before: number; messages: (ChatMessage | TeamMessage)[] }
  | { type: 'typing'; roomId: Id<'room'>; sender: ChatSide }
  /** The other side has read up to this number. */
  | { type: 'room_read'; roomId: Id<'room'>; by: ChatSide; seq: number }
  /** `asksForAgent`: the message or the assistant's answer calls an agent. */
  | ({ type: 'message_stored'; roomId: Id<'room'>; asksForAgent: boolean } & Pick<
      ChatMessage,
      'clientMessageId' | 'seq' | 'id' | 'timestamp' | 'warning'
    >)
  | { type: 'agent_status_update'; status: AgentStatus }
  | { type: 'user_joined'; roomId: Id<'room'>; userEmail: string | null }
  /** Sent to the team: the new assignee of a room. */
  | { type: 'room_assigned'; roomId: Id<'room'>; assignee: { id: Id<'user'>; name: string } | null };
