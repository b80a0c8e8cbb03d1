import type { z } from 'zod';
import type { ChatSocketEvent, readEarlier, typing } from '#shared/chat/chat.socket.ts';
import { typingEveryMs } from '#shared/chat/figures.ts';
import type { Tx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import type { EventOf } from '#server/events/domain-events.ts';
import { publish } from '#server/events/publish.ts';
import { NotFound } from '#server/http/refusal.ts';
import type { Connection } from '#server/http/socket.connection.ts';
import { pageOfHistory, type Feed, type Seat } from './chat.feed.ts';
import { readNewest } from './chat.messages.queries.ts';
import type { PresenceBook } from './chat.presence.ts';
import { presentMessage } from './chat.present.ts';
import { markSeen } from './chat.rooms.queries.ts';

// What crosses the line beside the messages themselves: what was said before, who is writing, who has read.

type Needs = {
  deps: Pick<Deps, 'db' | 'inTx'>;
  feed: Pick<Feed, 'seat' | 'followers'>;
  presence: Pick<PresenceBook, 'lastKnown'>;
};

/** A browser's timer may be a little early. */
const typingLeastMs = typingEveryMs * 0.8;

/** Sends a page of what was said before a number to whoever sits in the room. */
export async function tellEarlier(
  { deps, feed }: Needs,
  connection: Connection,
  { roomId, before }: z.output<typeof readEarlier>,
): Promise<void> {
  seatOf(feed, connection, roomId);
  const rows = await readNewest(deps.db, roomId, before, pageOfHistory);
  const messages = rows.map(presentMessage);
  connection.send({ type: 'earlier_messages', roomId, before, messages } satisfies ChatSocketEvent);
}

/** Has the other side told that this one is writing, on whichever process it is; more often than needed is not told. */
export async function noteTyping(
  { deps, feed, presence }: Needs,
  connection: Connection,
  { roomId }: z.output<typeof typing>,
): Promise<void> {
  const seat = seatOf(feed, connection, roomId);
  const now = performance.now();
  if (now - seat.typedAt < typingLeastMs) return;
  seat.typedAt = now;
  if (seat.role === 'user' && presence.lastKnown() === 'offline') return;
  await deps.inTx((tx) => publish(tx, { kind: 'chat_typing', roomId, by: seat.role }));
}

/** Tells those of this process who sit on the other side. */
export function tellTyping({ feed }: Pick<Needs, 'feed'>, { roomId, by }: EventOf<'chat_typing'>): void {
  tellOthers(feed, { roomId, by }, { type: 'typing', roomId, sender: by });
}

/** Notes what a window has shown, never more than it was told, and once. */
export async function noteRead({ deps }: Pick<Needs, 'deps'>, seat: Seat, seq = seat.sent): Promise<void> {
  const read = Math.min(seq, seat.sent);
  if (read <= seat.read) return;
  await deps.inTx((tx) => writeRead(tx, { ...seat, sent: read }));
  seat.read = read;
}

/** The same within a transaction: the other side learns of it when there is news. */
export async function writeRead(tx: Tx, { roomId, role, sent }: Pick<Seat, 'roomId' | 'role' | 'sent'>): Promise<void> {
  if (await markSeen(tx, roomId, role, sent)) await publish(tx, { kind: 'chat_read', roomId, by: role, seq: sent });
}

/** Tells those of this process who sit on the other side. */
export function tellRead({ feed }: Pick<Needs, 'feed'>, { roomId, by, seq }: EventOf<'chat_read'>): void {
  tellOthers(feed, { roomId, by }, { type: 'room_read', roomId, by, seq });
}

/** The place of a connection in a room; a room it does not sit in does not exist for it. */
export function seatOf(feed: Pick<Feed, 'seat'>, connection: Connection, roomId: string): Seat {
  const seat = feed.seat(connection, roomId);
  if (!seat) throw new NotFound('room');
  return seat;
}

function tellOthers(
  feed: Pick<Feed, 'followers'>,
  { roomId, by }: { roomId: string; by: Seat['role'] },
  event: ChatSocketEvent,
): void {
  for (const { connection, role } of feed.followers(roomId)) if (role !== by) connection.send(event);
}
