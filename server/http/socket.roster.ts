import type { Connection, OutgoingMessage } from './socket.connection.ts';

export type Roster = ReturnType<typeof createRoster>;

/** Who is connected to this process: everybody, by person and by address. */
export function createRoster(most: { perUser: number; perIp: number }) {
  const all = new Set<Connection>();
  const byUser = new Map<string, Set<Connection>>();
  const perIp = new Map<string, number>();

  return {
    all: all as ReadonlySet<Connection>,
    hasRoom: (ip: string) => (perIp.get(ip) ?? 0) < most.perIp,
    enter: (connection: Connection) => {
      all.add(connection);
      perIp.set(connection.ip, (perIp.get(connection.ip) ?? 0) + 1);
    },
    /** Files a connection under its person; false when that person has enough of them. */
    signIn: (connection: Connection, userId: string): boolean => {
      const tabs = byUser.get(userId) ?? new Set();
      if (!tabs.has(connection) && tabs.size >= most.perUser) return false;
      byUser.set(userId, tabs.add(connection));
      return true;
    },
    leave: (connection: Connection) => {
      if (!all.delete(connection)) return;
      const left = (perIp.get(connection.ip) ?? 1) - 1;
      if (left > 0) perIp.set(connection.ip, left);
      else perIp.delete(connection.ip);
      const userId = connection.actor?.userId ?? '';
      const tabs = byUser.get(userId);
      tabs?.delete(connection);
      if (tabs?.size === 0) byUser.delete(userId);
    },
    /** To every tab this person has open on this process; other processes hear the same event and tell theirs. */
    toUser: (userId: string, message: OutgoingMessage) => tell(byUser.get(userId) ?? [], message),
    toAdmins: (message: OutgoingMessage) =>
      tell(
        [...all].filter(({ actor }) => actor?.role === 'admin'),
        message,
      ),
  };
}

function tell(connections: Iterable<Connection>, message: OutgoingMessage): void {
  const text = JSON.stringify(message);
  for (const connection of connections) connection.sendText(text);
}
