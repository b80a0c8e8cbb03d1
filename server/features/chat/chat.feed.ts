import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { Db } from '#server/db/connection.ts';
import type { Log } from '#server/log.ts';
import type { Connection } from '#server/http/socket.connection.ts';
import { readLater } from './chat.messages.queries.ts';
import { presentMessage } from './chat.present.ts';

/** A connection that follows a room: how far it has been told, and which of the messages to come are its own. */
export type Seat = {
  connection: Connection;
  role: 'user' | 'support';
  roomId: string;
  senderName: string;
  /** Nobody looks: what it is told counts as unread. */
  away: boolean;
  /** Number of the last message it knows. */
  sent: number;
  /** Number of the last message that is noted as read by this side, and when it last said that it writes. */
  read: number;
  typedAt: number;
  /** Ids of messages it sent itself: they are acknowledged, not told. */
  own: Set<string>;
};

export type Feed = ReturnType<typeof createFeed>;

/** How many messages are read at once: of what is new, and of what was said before. */
export const pageOfMessages = 200;
export const pageOfHistory = 50;

/**
 * Brings each room's messages to the connections of this process that follow it: every one, once, in their order,
 * whichever process stored them. Events say only that there is something; what it is, is read from the table.
 */
export function createFeed({ db, log }: { db: Db; log: Log }) {
  const rooms = new Map<string, Set<Seat>>();
  const seatsOf = new Map<Connection, Map<string, Seat>>();
  /** Rooms being read now; true when something was added meanwhile. */
  const reading = new Map<string, boolean>();

  /** Reads one page; answers whether there may be more. */
  const bring = async (roomId: string): Promise<boolean> => {
    const waiting = [...(rooms.get(roomId) ?? [])];
    if (waiting.length === 0) return false;
    const rows = await readLater(db, roomId, Math.min(...waiting.map(({ sent }) => sent)), pageOfMessages);
    for (const row of rows) {
      const news = { type: 'new_message', roomId, message: presentMessage(row) } satisfies ChatSocketEvent;
      for (const seat of rooms.get(roomId) ?? []) {
        // One that came while we read and stands further back gets its own reading.
        if (row.seq !== seat.sent + 1) continue;
        seat.sent = row.seq;
        if (!seat.own.delete(row.id)) seat.connection.send(news);
      }
    }
    return rows.length === pageOfMessages;
  };

  const run = async (roomId: string): Promise<void> => {
    try {
      let goOn = true;
      while (goOn) {
        reading.set(roomId, false);
        goOn = (await bring(roomId)) || reading.get(roomId) === true;
      }
    } finally {
      reading.delete(roomId);
    }
  };

  /** Tells the room's followers what they have not been told. A database that is away is asked again at its return. */
  const wake = (roomId: string): void => {
    if (reading.has(roomId)) {
      reading.set(roomId, true);
      return;
    }
    if (!rooms.has(roomId)) return;
    run(roomId).catch((error: unknown) => log.warn({ err: error }, 'messages of a room could not be read'));
  };

  const stand = (seat: Seat): void => {
    rooms.get(seat.roomId)?.delete(seat);
    if (rooms.get(seat.roomId)?.size === 0) rooms.delete(seat.roomId);
    seatsOf.get(seat.connection)?.delete(seat.roomId);
  };

  return {
    wake,
    wakeAll: () => {
      for (const roomId of rooms.keys()) wake(roomId);
    },
    /** Follows a room from `seat.sent` on, instead of whatever this connection had of it. */
    sit: (seat: Seat): void => {
      const held = seatsOf.get(seat.connection) ?? new Map<string, Seat>();
      const before = held.get(seat.roomId);
      if (before) stand(before);
      seatsOf.set(seat.connection, held.set(seat.roomId, seat));
      rooms.set(seat.roomId, (rooms.get(seat.roomId) ?? new Set()).add(seat));
      wake(seat.roomId);
    },
    seat: (connection: Connection, roomId: string): Seat | undefined => seatsOf.get(connection)?.get(roomId),
    /** The room a customer's connection is in. */
    customerSeat: (connection: Connection): Seat | undefined =>
      [...(seatsOf.get(connection)?.values() ?? [])].find(({ role }) => role === 'user'),
    followers: (roomId: string): Iterable<Seat> => rooms.get(roomId) ?? [],
    stand,
    leave: (connection: Connection): void => {
      for (const seat of seatsOf.get(connection)?.values() ?? []) stand(seat);
      seatsOf.delete(connection);
    },
  };
}
