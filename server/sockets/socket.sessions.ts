import type { Events } from '#server/events/events.ts';
import type { Log } from '#server/lib/log.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { Sessions } from '../http/guards/actor.ts';
import { closeCodes, type Connection } from './socket.connection.ts';

type WatchDeps = { sessions: Sessions; events: Pick<Events, 'on' | 'connected'>; log: Log };

/** Sessions also end by themselves. A member's may end by being idle, so it is asked for at every tick. */
const customerCheckMs = 10 * minuteMs;

/**
 * Ends connections whose session has ended: at once on its event, and by checking regularly for those that expired or
 * whose event was missed. Returns the function to call at every tick.
 */
export function watchSessions({ sessions, events, log }: WatchDeps, all: Iterable<Connection>) {
  const end = (connection: Connection, reason = 'signed out') => connection.close(closeCodes.signedOut, reason);

  const check = async (isChecked: (connection: Connection) => boolean): Promise<void> => {
    // One after the other: checks of thousands of sessions at once would delay other queries.
    for (const connection of all) {
      const { actor } = connection;
      if (!actor || !connection.isOpen || !isChecked(connection)) continue;
      if (await sessions.isSessionValid(actor)) connection.checkedAt = performance.now();
      else end(connection);
    }
  };
  const checkInBackground = (isChecked: (connection: Connection) => boolean): void => {
    check(isChecked).catch((error: unknown) => log.warn({ err: error }, 'sessions of sockets could not be checked'));
  };

  events.on('session_revoked', (event) => {
    if (event.kind === 'resync') return checkInBackground(() => true);
    const { sessionIds = [], userId, reason } = event;
    for (const connection of all) {
      const { actor } = connection;
      if (actor && (actor.userId === userId || sessionIds.includes(actor.sessionId))) end(connection, reason);
    }
  });
  events.on('user_changed', (event) => {
    if (event.kind === 'user_changed') checkInBackground(({ actor }) => actor?.userId === event.userId);
  });

  return (): void => {
    const now = performance.now();
    checkInBackground(
      ({ actor, checkedAt }) =>
        !events.connected || (actor && actor.role !== 'customer') || now - checkedAt > customerCheckMs,
    );
  };
}
