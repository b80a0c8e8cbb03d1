import type { Db } from '#server/db/connection.ts';
import type { Log } from '#server/lib/log.ts';
import { retry } from '#server/lib/retry.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import type { ChatSide, ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { readLater, type MessageRow } from '../chat.messages.queries.ts';
import { presenterFor } from '../chat.present.ts';
import { findRoom, readRoomsSince } from './chat.rooms.queries.ts';

/** A connection subscribed to a room: how far it has received it, and which upcoming messages are its own. */
export type RoomSubscription = {
  connection: Connection;
  role: ChatSide;
  roomId: Id<'room'>;
  senderName: string;
  /** True for a window that is not visible: sent messages count as unread. */
  away: boolean;
  /** Number of the last message it has received, or `fromNextEvent`. */
  sent: number;
  /** Number of the last message recorded as read by this side, and when it last reported typing. */
  read: number;
  typedAt: number;
  /** Ids of messages it sent itself: acknowledged, not echoed. */
  own: Set<string>;
  /** True for an agent who has not entered the room: subscribed for one message, and again with the next. */
  isPassing: boolean;
  /** Number of the last message it is subscribed for; a passing subscription would get later ones twice. */
  until: number;
};

export type Feed = ReturnType<typeof createFeed>;

/** The subscription has all messages announced before it, and their numbers are not known yet. */
export const fromNextEvent = Number.POSITIVE_INFINITY;

/** Wait before a failed read is repeated, in ms; doubled with each failure. */
const minBackoffMs = 200;
const maxBackoffMs = 5_000;

/** Number of messages of one query: of new ones, and of history. */
export const pageOfMessages = 200;
export const pageOfHistory = 50;

/**
 * Delivers each room's messages to its subscribers in this process: every one, once, in order, whichever process stored
 * them. An event only announces that there is something; the messages are read from the table.
 */
export function createFeed({ db, log }: { db: Db; log: Log }) {
  const rooms = new Map<string, Set<RoomSubscription>>();
  const subscriptionsOf = new Map<Connection, Map<string, RoomSubscription>>();
  const passedBy = new WeakMap<Connection, Map<string, number>>();
  /** Rooms being read now; true when something was added meanwhile. */
  const reading = new Map<string, boolean>();

  const recordPassed = ({ connection, roomId, sent }: RoomSubscription) => {
    const ofConnection = passedBy.get(connection) ?? new Map<string, number>();
    passedBy.set(connection, ofConnection.set(roomId, sent));
  };

  /** Reads one page; returns whether there may be more. */
  const deliverPage = async (roomId: Id<'room'>): Promise<boolean> => {
    const waitingSubscriptions = [...(rooms.get(roomId) ?? [])].filter(({ sent, until }) => sent < until);
    if (waitingSubscriptions.length === 0) return false;
    const after = Math.min(...waitingSubscriptions.map(({ sent }) => sent));
    const rows = await readLater(db, { roomId, after, limit: pageOfMessages });
    for (const row of rows) {
      for (const subscription of rooms.get(roomId) ?? []) {
        // A subscriber that joined during the read and is behind gets its own read.
        if (row.seq !== subscription.sent + 1 || row.seq > subscription.until) continue;
        subscription.sent = row.seq;
        if (subscription.isPassing) recordPassed(subscription);
        if (!subscription.own.delete(row.id)) subscription.connection.send(newMessage(row, subscription.role));
      }
    }
    return rows.length === pageOfMessages;
  };

  const run = async (roomId: Id<'room'>): Promise<void> => {
    const page = async () => {
      reading.set(roomId, false);
      return rooms.has(roomId) && ((await deliverPage(roomId)) || reading.get(roomId) === true);
    };
    // No other event announces these messages, so the read is retried until they are sent or no subscriber is left.
    const onError = (err: unknown) => log.warn({ err }, 'messages of a room could not be read; trying again');
    while (await retry(page, { pauseMs: minBackoffMs, maxPauseMs: maxBackoffMs, onError }));
    reading.delete(roomId);
    for (const subscription of rooms.get(roomId) ?? []) if (subscription.isPassing) unsubscribe(subscription);
  };

  /** Sends subscribers of the room the messages they have not received. */
  const deliver = (roomId: Id<'room'>): void => {
    if (reading.has(roomId)) reading.set(roomId, true);
    else if (rooms.has(roomId)) void run(roomId);
  };

  const unsubscribe = (subscription: RoomSubscription): void => {
    rooms.get(subscription.roomId)?.delete(subscription);
    if (rooms.get(subscription.roomId)?.size === 0) rooms.delete(subscription.roomId);
    subscriptionsOf.get(subscription.connection)?.delete(subscription.roomId);
  };

  return {
    deliver,
    deliverAll: () => {
      for (const roomId of rooms.keys()) deliver(roomId);
    },
    /** Number of the last message of a room that this connection was sent in passing. */
    passed: (connection: Connection, roomId: Id<'room'>): number | undefined => passedBy.get(connection)?.get(roomId),
    /** Subscribes to a room from `subscription.sent` on, in place of an earlier subscription of this connection. */
    subscribe: (subscription: RoomSubscription): void => {
      const subscriptionsByRoom = subscriptionsOf.get(subscription.connection) ?? new Map<string, RoomSubscription>();
      const previousSubscription = subscriptionsByRoom.get(subscription.roomId);
      if (previousSubscription) unsubscribe(previousSubscription);
      subscriptionsOf.set(subscription.connection, subscriptionsByRoom.set(subscription.roomId, subscription));
      rooms.set(subscription.roomId, (rooms.get(subscription.roomId) ?? new Set()).add(subscription));
      deliver(subscription.roomId);
    },
    subscription: (connection: Connection, roomId: Id<'room'>): RoomSubscription | undefined =>
      subscriptionsOf.get(connection)?.get(roomId),
    /** The room a customer's connection is in. */
    customerSubscription: (connection: Connection): RoomSubscription | undefined =>
      [...(subscriptionsOf.get(connection)?.values() ?? [])].find(({ role }) => role === 'user'),
    subscribers: (roomId: Id<'room'>): Iterable<RoomSubscription> => rooms.get(roomId) ?? [],
    unsubscribe,
    leave: (connection: Connection): void => {
      for (const subscription of subscriptionsOf.get(connection)?.values() ?? []) unsubscribe(subscription);
      subscriptionsOf.delete(connection);
    },
  };
}

function newMessage(row: MessageRow, side: ChatSide): ChatSocketEvent {
  return { type: 'new_message', roomId: row.roomId, message: presenterFor(side)(row) };
}

/** Returns the feed of a connection that joins a room; `sent` is the last message it already has. */
export function newSubscription(
  connection: Connection,
  roomId: Id<'room'>,
  {
    role,
    sent = 0,
    senderName = agentName,
    away = false,
    isPassing = false,
    until = Number.POSITIVE_INFINITY,
  }: Pick<RoomSubscription, 'role'> &
    Partial<Pick<RoomSubscription, 'sent' | 'senderName' | 'away' | 'isPassing' | 'until'>>,
): RoomSubscription {
  const typedAt = Number.NEGATIVE_INFINITY;
  return { connection, roomId, role, sent, senderName, away, read: 0, typedAt, own: new Set(), isPassing, until };
}

/** The subscription an agent writes with, who may not have entered the room; null for a room that does not exist. */
export async function subscribeAgent(
  db: Pick<Db, 'ask'>,
  feed: Pick<Feed, 'subscription' | 'subscribe'>,
  connection: Connection,
  roomId: Id<'room'>,
): Promise<RoomSubscription | null> {
  const room = feed.subscription(connection, roomId) ?? (await findRoom(db, { id: roomId }));
  // A connection that has closed meanwhile would stay in the feed for ever.
  if (!room || !connection.isOpen) return null;
  // A subscription that would soon end stays, because a message may be on its way to it.
  const passingSubscription = feed.subscription(connection, roomId);
  if (passingSubscription)
    return Object.assign(passingSubscription, { isPassing: false, until: Number.POSITIVE_INFINITY });
  // The feed does not begin at the room's last message, whose event may still be on its way.
  const subscription = newSubscription(connection, roomId, { role: 'support', sent: fromNextEvent });
  feed.subscribe(subscription);
  return subscription;
}

/**
 * Agents are notified of every room, as the console counts those they have not entered. They get the messages after the
 * last one that they were sent: a message may be announced twice.
 */
export function notifyAgents(
  feed: Pick<Feed, 'subscription' | 'subscribe' | 'deliver' | 'passed'>,
  agents: Iterable<Connection>,
  { roomId, seq, last = Number.POSITIVE_INFINITY }: { roomId: Id<'room'>; seq: number; last?: number | undefined },
): void {
  let isRead = false;
  for (const connection of agents) {
    const subscription = feed.subscription(connection, roomId);
    if (!subscription) {
      const sentSeq = feed.passed(connection, roomId) ?? seq - 1;
      feed.subscribe(
        newSubscription(connection, roomId, { role: 'support', sent: sentSeq, isPassing: true, until: last }),
      );
      isRead = true;
    } else if (subscription.sent === fromNextEvent) subscription.sent = seq - 1;
    else if (subscription.isPassing) subscription.until = Math.max(subscription.until, last);
  }
  if (!isRead) feed.deliver(roomId);
}

/** A message was written before its event is published, and may be stored for longer than it took. */
const marginSeconds = 5;
const maxGapSeconds = 600;

/**
 * Sends the missed messages after a time without events: to subscribers those of their room, and to agents those of any
 * room.
 */
export function sendMissed(
  { db, log }: { db: Db; log: Log },
  feed: Feed,
  agents: ReadonlySet<Connection>,
  gapMs: number,
): void {
  feed.deliverAll();
  if (agents.size === 0) return;
  readRoomsSince(db, { seconds: Math.min(gapMs / 1000, maxGapSeconds) + marginSeconds }).then(
    (rooms) => rooms.forEach((room) => notifyAgents(feed, agents, room)),
    (error: unknown) => log.warn({ err: error }, 'agents could not be told what they missed'),
  );
}
