import type { z } from 'zod';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { assertPermission } from '#server/http/guards/guard.ts';
import { Conflict, NotFound, SignedOut } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import * as frames from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { isWithinHours } from '#shared/settings/settings.business-hours.ts';
import { nameOf } from '../chat.messages.service.ts';
import type { ChatDeps } from '../chat.ports.ts';
import { presenterFor } from '../chat.present.ts';
import { findOwnRoom, openRoom } from '../chat.rooms.service.ts';
import * as ephemeral from './chat.ephemeral.ts';
import * as feeds from './chat.feed.ts';
import * as live from './chat.live.service.ts';
import { createChatPresence, type ChatPresence } from './chat.presence.ts';
import type { RoomRow } from './chat.rooms.queries.ts';

type Chat = { deps: ChatDeps; sockets: Pick<Sockets, 'signIn'>; feed: feeds.Feed; presence: ChatPresence };

/**
 * The chat on /ws: customers and visitors in their own rooms, agents in all of them. It starts and stops with the
 * process.
 */
export function chatSocket(
  deps: ChatDeps,
  sockets: Pick<Sockets, 'on' | 'onClose' | 'signIn'>,
): { start: () => void; stop: () => Promise<void> } {
  const feed = feeds.createFeed(deps);
  const presence = createChatPresence(deps);
  const chat: Chat = { deps, sockets, feed, presence };
  sockets.on('join_as_user', 'public', frames.joinAsUser, (connection, frame) => joinUser(chat, connection, frame));
  sockets.on('join_as_agent', 'public', frames.joinAsAgent, (connection, frame) => joinAgent(chat, connection, frame));
  sockets.on('agent_status', 'chat.answer', frames.agentStatusMessage, (connection, frame) =>
    setStatus(chat, connection, frame),
  );
  sockets.on('send_message', 'public', frames.sendMessage, (connection, frame) => send(chat, connection, frame));
  sockets.on('room_seen', 'public', frames.roomSeen, (connection, { roomId, seq }) =>
    live.recordRead(deps, ephemeral.requireSubscription(feed, connection, roomId), seq),
  );
  sockets.on('read_earlier', 'public', frames.readEarlier, (connection, frame) =>
    ephemeral.sendEarlier(chat, connection, frame),
  );
  sockets.on('typing', 'public', frames.typing, (connection, frame) =>
    ephemeral.publishTyping(chat, connection, frame),
  );
  sockets.on('leave_chat', 'public', frames.leaveChat, (connection) => leave(chat, connection));
  sockets.onClose((connection) => leave(chat, connection));
  deps.events.on('chat_message', (event) => {
    if (event.kind === 'resync') feeds.sendMissed(deps, feed, presence.agents, event.gapMs);
    else feeds.notifyAgents(feed, presence.agents, event);
  });
  deps.events.on('chat_joined', (event) => {
    if (event.kind === 'chat_joined') sendJoined(chat, event).catch(logFailure(deps));
  });
  deps.events.on('chat_typing', (event) => {
    if (event.kind === 'chat_typing') ephemeral.sendTyping(chat, event);
  });
  deps.events.on('chat_read', (event) => {
    if (event.kind === 'chat_read') ephemeral.sendRead(chat, event);
  });
  deps.events.on('chat_closed', (event) => {
    if (event.kind === 'chat_closed') sendClosed(chat, event.roomId);
  });
  return { start: presence.start, stop: presence.stop };
}

async function joinUser(chat: Chat, connection: Connection, frame: z.output<typeof frames.joinAsUser>): Promise<void> {
  const { deps, sockets, feed } = chat;
  if (frame.token !== undefined) await sockets.signIn(connection, frame.token);
  const { roomId: label, roomToken, email, away = false } = frame;
  const claim = { label, roomToken, email, actor: connection.actor, ip: connection.ip };
  const openedRoom = await (frame.create ? openRoom(deps, claim) : findOwnRoom(deps, claim));
  const formerSubscription = feed.customerSubscription(connection);
  if (formerSubscription) feed.unsubscribe(formerSubscription);
  if (!openedRoom) return welcomeReader(chat, connection, label);
  const { room } = openedRoom;
  const senderName = await nameOf(deps, connection.actor);
  await live.enterAsCustomer(chat, connection, { roomId: room.id, away });
  const subscription = feeds.newSubscription(connection, room.id, { role: 'user', senderName, away });
  // The number counts in the room it was named for.
  const after = room.id === label ? frame.after : undefined;
  await sendRoomStatus(chat, subscription, { ...openedRoom, after });
}

/** Sends the agents' status and its changes before the first message, when there is no room to join yet. */
async function welcomeReader(chat: Chat, connection: Connection, roomId: Id<'room'>): Promise<void> {
  const { deps, presence } = chat;
  await live.enterAsReader(chat, connection);
  const status = await presence.status(connection);
  connection.send(
    roomStatus(deps, status, { roomId, room: undefined, roomToken: null, messages: [], lastSeq: 0, readSeq: 0 }),
  );
}

async function joinAgent(
  chat: Chat,
  connection: Connection,
  frame: z.output<typeof frames.joinAsAgent>,
): Promise<void> {
  const { deps, sockets, presence } = chat;
  const agent = frame.token === undefined ? connection.actor : await sockets.signIn(connection, frame.token);
  if (!agent) throw new SignedOut('session_missing');
  assertPermission(agent, 'chat.answer');
  const room = frame.roomId === undefined ? undefined : await live.requireRoom(deps, frame.roomId);
  await live.enterAsAgent(chat, connection, agent, room);
  if (!room) {
    const status = await presence.status(connection);
    connection.send({ type: 'agent_status_update', status } satisfies frames.ChatSocketEvent);
    return;
  }
  const subscription = feeds.newSubscription(connection, room.id, { role: 'support', away: frame.away ?? false });
  await sendRoomStatus(chat, subscription, { room: { ...room, agentName }, roomToken: null, after: frame.after });
}

async function setStatus(
  { deps, presence }: Chat,
  connection: Connection,
  { status }: z.output<typeof frames.agentStatusMessage>,
): Promise<void> {
  const { actor } = connection;
  if (!actor || presence.of(connection)?.role !== 'support') throw new Conflict('conflict', 'agent_not_joined');
  await live.changeStatus(deps, actor.userId, status);
}

async function send(chat: Chat, connection: Connection, frame: z.output<typeof frames.sendMessage>): Promise<void> {
  const { deps, presence } = chat;
  const subscription = await writingSubscription(chat, connection, frame.roomId);
  const { actor, ip } = connection;
  const writing = { subscription, actor, ip, isAgentOnline: presence.lastKnown() !== 'offline' };
  connection.send(await live.sendMessage(deps, writing, frame));
}

/** The subscription that a message is written with: an agent's in any room, a customer's in their own. */
async function writingSubscription(
  { deps, feed, presence }: Chat,
  connection: Connection,
  roomId: Id<'room'>,
): Promise<feeds.RoomSubscription> {
  const isAgent = presence.of(connection)?.role === 'support' && connection.actor?.may.includes('chat.answer') === true;
  if (!isAgent) return ephemeral.requireSubscription(feed, connection, roomId);
  const subscription = await feeds.subscribeAgent(deps.db, feed, connection, roomId);
  if (!subscription) throw new NotFound('room_not_found');
  return subscription;
}

type RoomStatusInput = { room: RoomRow; roomToken: string | null; after: number | undefined };

/** Sends the room's status and missed messages, then delivers new ones. */
async function sendRoomStatus(
  { deps, feed, presence }: Chat,
  subscription: feeds.RoomSubscription,
  { room, roomToken, after }: RoomStatusInput,
): Promise<void> {
  const { connection, roomId, role } = subscription;
  const status = await presence.status(connection);
  const rows = await live.missedMessages(deps, roomId, after);
  subscription.sent = rows.at(-1)?.seq ?? Math.min(after ?? 0, room.lastSeq);
  const messages = rows.map(presenterFor(role));
  const lastSeq = Math.max(room.lastSeq, subscription.sent);
  const readSeq = role === 'user' ? room.agentSeenSeq : room.userSeenSeq;
  connection.send(roomStatus(deps, status, { roomId, room, roomToken, messages, lastSeq, readSeq }));
  if (!connection.isOpen) return;
  feed.subscribe(subscription);
  if (!subscription.away) await live.recordRead(deps, subscription);
}

type RoomStatus = Extract<frames.ChatSocketEvent, { type: 'room_status' }>;
type JoinedRoom = Pick<RoomStatus, 'roomId' | 'roomToken' | 'messages' | 'lastSeq' | 'readSeq'> & {
  room: RoomRow | undefined;
};

/** The status of the agents and of the room, if any, on joining. */
function roomStatus(
  deps: Pick<Platform, 'now'> & SettingsPorts,
  status: frames.AgentStatus,
  joinedRoom: JoinedRoom,
): RoomStatus {
  const { hours } = settingsOf(deps).support;
  const { roomId, room, roomToken, messages, lastSeq, readSeq } = joinedRoom;
  return {
    type: 'room_status',
    roomId,
    exists: room !== undefined,
    roomToken,
    agentOnline: status === 'online',
    agentStatus: status,
    agentName: room?.agentName ?? null,
    wantsAgent: room?.wantsAgent ?? false,
    withinHours: isWithinHours(hours, deps.now()),
    hours,
    email: room?.email ?? null,
    messages,
    lastSeq,
    readSeq,
    closed: room?.closed ?? false,
  };
}

/** The chat of a tab that is closed: what its customer was sent counts as read. */
function leave({ feed, presence }: Chat, connection: Connection): void {
  const subscription = feed.customerSubscription(connection);
  feed.leave(connection);
  presence.leave(connection, async (tx) => {
    if (subscription && !subscription.away) await live.writeRead(tx, subscription);
  });
}

async function sendJoined(
  { deps, feed, presence }: Chat,
  { roomId, by }: { roomId: Id<'room'>; by: 'user' | 'support' },
): Promise<void> {
  if (by === 'support') {
    for (const { connection, role } of feed.subscribers(roomId))
      if (role === 'user')
        connection.send({ type: 'agent_joined', roomId, agentName } satisfies frames.ChatSocketEvent);
    return;
  }
  if (presence.agents.size === 0) return;
  const userEmail = await live.emailOfRoom(deps, roomId);
  for (const connection of presence.agents)
    connection.send({ type: 'user_joined', roomId, userEmail } satisfies frames.ChatSocketEvent);
}

function sendClosed({ feed }: Chat, roomId: Id<'room'>): void {
  for (const { connection, role } of feed.subscribers(roomId))
    if (role === 'user') connection.send({ type: 'room_closed', roomId } satisfies frames.ChatSocketEvent);
}

const logFailure =
  ({ log }: Pick<Platform, 'log'>) =>
  (error: unknown): void =>
    log.warn({ err: error }, 'the agents could not be notified of a visitor');
