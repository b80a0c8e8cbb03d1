import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import type { SignedInActor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import type { AgentStatus, ChatSocketEvent, sendMessage as sendMessageFrame } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { endOfRoom, readLater, readNewest, type MessageRow } from '../chat.messages.queries.ts';
import { storeMessage } from '../chat.messages.service.ts';
import type { ChatDeps } from '../chat.ports.ts';
import { fromNextEvent, pageOfHistory, pageOfMessages, type RoomSubscription } from './chat.feed.ts';
import type { ChatPresence } from './chat.presence.ts';
import { assignAgent, findRoom, markSeen, readStatusOf, setStatusOf, type RoomRow } from './chat.rooms.queries.ts';

type Joining = { deps: Pick<Platform, 'inTx'>; presence: Pick<ChatPresence, 'of' | 'register'> };

/** Registers a customer's window in a room; the agents are notified unless it is not visible. */
export async function enterAsCustomer(
  { deps, presence }: Joining,
  connection: Connection,
  { roomId, away }: { roomId: Id<'room'>; away: boolean },
): Promise<void> {
  const subject = away ? null : roomId;
  await deps.inTx(async (tx) => {
    await presence.register(tx, connection, { role: 'user', subject, userId: null, status: null });
    if (!away) await publish(tx, { kind: 'chat_joined', roomId, by: 'user' });
  });
}

/** Registers a window that has no room yet, and follows the status of the agents alone. */
export async function enterAsReader({ deps, presence }: Joining, connection: Connection): Promise<void> {
  const entry = { role: 'user', subject: null, userId: null, status: null } as const;
  await deps.inTx((tx) => presence.register(tx, connection, entry));
}

/** Registers an agent, with their last status, and assigns them to the room, whose customer is notified once. */
export async function enterAsAgent(
  { deps, presence }: Joining,
  connection: Connection,
  { userId }: Pick<SignedInActor, 'userId'>,
  room: RoomRow | undefined,
): Promise<void> {
  await deps.inTx(async (tx) => {
    if (presence.of(connection)?.role !== 'support') {
      const status = (await readStatusOf(tx, { userId }))?.status ?? 'online';
      await presence.register(tx, connection, { role: 'support', subject: null, userId, status });
    }
    if (room && (await assignAgent(tx, { id: room.id, agentName })))
      await publish(tx, { kind: 'chat_joined', roomId: room.id, by: 'support' });
  });
}

/** Stores the status that an agent has set, and notifies every process. */
export async function changeStatus(
  { inTx }: Pick<Platform, 'inTx'>,
  userId: Id<'user'>,
  status: AgentStatus,
): Promise<void> {
  await inTx(async (tx) => {
    await setStatusOf(tx, { userId, status });
    await publish(tx, { kind: 'chat_agents' });
  });
}

/** Returns a room. Refuses with not_found. */
export async function requireRoom({ db }: Pick<Platform, 'db'>, id: Id<'room'>): Promise<RoomRow> {
  const room = await findRoom(db, { id });
  if (!room) throw new NotFound('room_not_found');
  return room;
}

/** The email address of a room's customer; null for none, and where there is no such room. */
export async function emailOfRoom({ db }: Pick<Platform, 'db'>, id: Id<'room'>): Promise<string | null> {
  return (await findRoom(db, { id }))?.email ?? null;
}

/** A page of the messages after the last one that a window has; without one the newest. */
export function missedMessages(
  { db }: Pick<Platform, 'db'>,
  roomId: Id<'room'>,
  after: number | undefined,
): Promise<MessageRow[]> {
  return after === undefined
    ? readNewest(db, { roomId, before: endOfRoom, limit: pageOfHistory })
    : readLater(db, { roomId, after, limit: pageOfMessages });
}

/** A page of the messages of a room before a number. */
export function earlierMessages(
  { db }: Pick<Platform, 'db'>,
  roomId: Id<'room'>,
  before: number,
): Promise<MessageRow[]> {
  return readNewest(db, { roomId, before, limit: pageOfHistory });
}

/** Notifies every process that a side of a room is typing. */
export async function announceTyping(
  { inTx }: Pick<Platform, 'inTx'>,
  { roomId, role }: Pick<RoomSubscription, 'roomId' | 'role'>,
): Promise<void> {
  await inTx((tx) => publish(tx, { kind: 'chat_typing', roomId, by: role }));
}

/** Records the last message that a window has shown, never more than was sent, and once. */
export async function recordRead(
  { inTx }: Pick<Platform, 'inTx'>,
  subscription: RoomSubscription,
  seq = subscription.sent,
): Promise<void> {
  if (subscription.sent === fromNextEvent) return;
  const readSeq = Math.min(seq, subscription.sent);
  if (readSeq <= subscription.read) return;
  await inTx((tx) => writeRead(tx, { ...subscription, sent: readSeq }));
  subscription.read = readSeq;
}

/** Stores how far a room was read; notifies the other side only when something changed. */
export async function writeRead(
  tx: Tx,
  { roomId, role, sent }: Pick<RoomSubscription, 'roomId' | 'role' | 'sent'>,
): Promise<void> {
  if (await markSeen[role](tx, { id: roomId, seq: sent }))
    await publish(tx, { kind: 'chat_read', roomId, by: role, seq: sent });
}

type Writing = {
  subscription: RoomSubscription;
  actor: SignedInActor | null;
  ip: string;
  isAgentOnline: boolean;
};

type Receipt = Extract<ChatSocketEvent, { type: 'message_stored' }>;

/** Stores what a side has written in its room, and returns its receipt. Refuses with too_many_requests. */
export async function sendMessage(
  deps: ChatDeps,
  { subscription, actor, ip, isAgentOnline }: Writing,
  frame: z.output<typeof sendMessageFrame>,
): Promise<Receipt> {
  const { roomId, role: sender, senderName, own } = subscription;
  const { text, clientMessageId = null, orderId, window, language } = frame;
  if (sender === 'user') await deps.limits.countCall('write', { ip, ...(actor && { userId: actor.userId }) });
  const id = randomUUID();
  // The id is recorded before the message is stored, because its event may arrive before the database's response.
  own.add(id);
  subscription.typedAt = Number.NEGATIVE_INFINITY;
  try {
    const authorId = sender === 'support' && actor ? actor.userId : null;
    const ownFields = { id, roomId, sender, senderName, authorId, text, clientMessageId, ...(orderId && { orderId }) };
    const { message, asksForAgent } = await storeMessage(deps, ownFields, { window, language, isAgentOnline });
    if (message.id !== id) own.delete(id);
    const { seq, warning, createdAt } = message;
    const stored = { roomId, clientMessageId, seq, id: message.id, timestamp: createdAt.toISOString(), warning };
    return { type: 'message_stored', ...stored, asksForAgent };
  } catch (error) {
    own.delete(id);
    throw error;
  }
}
