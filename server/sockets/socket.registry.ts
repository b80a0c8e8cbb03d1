import { createSemaphore, type Semaphore } from '#server/lib/semaphore.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { Connection, OutgoingMessage } from './socket.connection.ts';
import { RateWindow, type Verdict } from './socket.rate-window.ts';

export type ConnectionRegistry = ReturnType<typeof createConnectionRegistry>;

/** Time in ms in which an address that flooded opens no new sockets. */
const blockMs = minuteMs;

type Limits = {
  perUser: number;
  perIp: number;
  /** Frames in a minute from all sockets of an address together, past and present. */
  framesPerIp: number;
  /**
   * Number of frames of an address that are handled at the same time, so that the others' wait for the database stays
   * short.
   */
  maxConcurrentPerIp: number;
};
type Address = { sockets: number; frames: RateWindow; semaphore: Semaphore; blockedUntil: number };

/** All connections of this process, by user and by address. */
export function createConnectionRegistry(limits: Limits) {
  const all = new Set<Connection>();
  const byUser = new Map<string, Set<Connection>>();
  const byIp = new Map<string, Address>();
  const addressOf = (ip: string): Address => {
    const entry = byIp.get(ip);
    if (entry) return entry;
    const newcomer = {
      sockets: 0,
      frames: new RateWindow(limits.framesPerIp),
      semaphore: createSemaphore({ maxConcurrent: limits.maxConcurrentPerIp }),
      blockedUntil: 0,
    };
    byIp.set(ip, newcomer);
    return newcomer;
  };

  return {
    // A reader must not change the set.
    all: all as ReadonlySet<Connection>,
    hasCapacity: (ip: string): boolean => {
      const entry = byIp.get(ip);
      return !entry || (entry.sockets < limits.perIp && performance.now() >= entry.blockedUntil);
    },
    register: (connection: Connection) => {
      all.add(connection);
      addressOf(connection.ip).sockets += 1;
    },
    /** Counts one frame for its connection and for its address; the worse of both verdicts holds. */
    count: (connection: Connection): Verdict => {
      const ownCount = connection.count();
      const ofAddress = addressOf(connection.ip).frames.count();
      if (ownCount === 'flood' || ofAddress === 'flood') return 'flood';
      return ownCount === 'welcome' ? ofAddress : ownCount;
    },
    /** Runs the work of a frame when its address has its turn. */
    withPermit: ({ ip }: Connection, work: () => Promise<void>): Promise<void> => addressOf(ip).semaphore(work),
    /** Ends a flooding connection; if it reconnected at once it would only continue. */
    disconnect: (connection: Connection, reason: string) => {
      addressOf(connection.ip).blockedUntil = performance.now() + blockMs;
      connection.disconnect(reason);
    },
    /** Drops addresses that have no connection and have been silent. */
    sweep: () => {
      for (const [ip, { sockets, frames, blockedUntil }] of byIp)
        if (sockets === 0 && frames.isFresh && performance.now() >= blockedUntil) byIp.delete(ip);
    },
    /** Registers a connection under its user; false when that user has too many. */
    signIn: (connection: Connection, userId: Id<'user'>): boolean => {
      // The connection closed while its session was looked up: nothing would remove it again.
      if (!all.has(connection)) return true;
      const tabs = byUser.get(userId) ?? new Set();
      if (!tabs.has(connection) && tabs.size >= limits.perUser) return false;
      byUser.set(userId, tabs.add(connection));
      return true;
    },
    leave: (connection: Connection) => {
      if (!all.delete(connection)) return;
      addressOf(connection.ip).sockets -= 1;
      const userId = connection.actor?.userId ?? '';
      const tabs = byUser.get(userId);
      tabs?.delete(connection);
      if (tabs?.size === 0) byUser.delete(userId);
    },
    /** To every tab of this user on this process; other processes get the same event and notify theirs. */
    toUser: (userId: Id<'user'>, message: OutgoingMessage) => broadcast(byUser.get(userId) ?? [], message),
    /** To every tab of every signed-in user on this process. */
    toAllUsers: (message: OutgoingMessage) =>
      broadcast(
        [...byUser.values()].flatMap((tabs) => [...tabs]),
        message,
      ),
    /** To every member of the team on this process who may do this. */
    toMembers: (permission: Permission, message: OutgoingMessage) =>
      broadcast(
        [...all].filter(({ actor }) => actor?.may.includes(permission)),
        message,
      ),
  };
}

function broadcast(connections: Iterable<Connection>, message: OutgoingMessage): void {
  const text = JSON.stringify(message);
  for (const connection of connections) connection.sendText(text);
}
