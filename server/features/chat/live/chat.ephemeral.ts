import type { z } from 'zod';
import type { EventOf } from '#server/events/domain-events.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import { typingIntervalMs } from '#shared/chat/chat.limits.ts';
import type { ChatSocketEvent, readEarlier, typing } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { presenterFor } from '../chat.present.ts';
import type { Feed, RoomSubscription } from './chat.feed.ts';
import * as live from './chat.live.service.ts';
import type { ChatPresence } from './chat.presence.ts';

// Socket traffic besides messages: history, typing and read receipts.

type LiveChat = {
  deps: Pick<Platform, 'db' | 'inTx'>;
  feed: Pick<Feed, 'subscription' | 'subscribers'>;
  presence: Pick<ChatPresence, 'lastKnown'>;
};

/** A browser's timer may be a little early. */
const minTypingIntervalMs = typingIntervalMs * 0.8;

/** Sends a page of messages before a number to a subscriber of the room. */
export async function sendEarlier(
  { deps, feed }: LiveChat,
  connection: Connection,
  { roomId, before }: z.output<typeof readEarlier>,
): Promise<void> {
  const { role } = requireSubscription(feed, connection, roomId);
  const messages = (await live.earlierMessages(deps, roomId, before)).map(presenterFor(role));
  connection.send({ type: 'earlier_messages', roomId, before, messages } satisfies ChatSocketEvent);
}

/** Notifies the other side, in any process, that this one is typing; throttled. */
export async function publishTyping(
  { deps, feed, presence }: LiveChat,
  connection: Connection,
  { roomId }: z.output<typeof typing>,
): Promise<void> {
  const subscription = requireSubscription(feed, connection, roomId);
  const now = performance.now();
  if (now - subscription.typedAt < minTypingIntervalMs) return;
  subscription.typedAt = now;
  if (subscription.role === 'user' && presence.lastKnown() === 'offline') return;
  await live.announceTyping(deps, subscription);
}

/** Sends to the connections of this process on the other side that this side is typing. */
export function sendTyping({ feed }: Pick<LiveChat, 'feed'>, { roomId, by }: EventOf<'chat_typing'>): void {
  sendToOthers(feed, { roomId, by }, { type: 'typing', roomId, sender: by });
}

/** Sends to the connections of this process on the other side how far this side has read. */
export function sendRead({ feed }: Pick<LiveChat, 'feed'>, { roomId, by, seq }: EventOf<'chat_read'>): void {
  sendToOthers(feed, { roomId, by }, { type: 'room_read', roomId, by, seq });
}

/** The subscription of a connection to a room. Refuses with not_found where it has none. */
export function requireSubscription(
  feed: Pick<Feed, 'subscription'>,
  connection: Connection,
  roomId: Id<'room'>,
): RoomSubscription {
  const subscription = feed.subscription(connection, roomId);
  if (!subscription) throw new NotFound('room_not_found');
  return subscription;
}

function sendToOthers(
  feed: Pick<Feed, 'subscribers'>,
  { roomId, by }: { roomId: Id<'room'>; by: RoomSubscription['role'] },
  event: ChatSocketEvent,
): void {
  for (const { connection, role } of feed.subscribers(roomId)) if (role !== by) connection.send(event);
}
