import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Platform } from '#server/platform.ts';
import type { Presence } from '#server/sockets/presence.queries.ts';
import { createPresence } from '#server/sockets/presence.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import type { getAgentStatus } from '#shared/chat/chat.contract.ts';
import type { AgentStatus, ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { isWithinHours } from '#shared/settings/settings.business-hours.ts';
import { readAgentStatus } from './chat.rooms.queries.ts';

export type ChatPresence = ReturnType<typeof createChatPresence>;

/**
 * Records which connections of this process have the chat open, and caches the status of the agents of all processes.
 */
export function createChatPresence({ db, inTx, log, events }: Pick<Platform, 'db' | 'inTx' | 'log' | 'events'>) {
  const agents = new Set<Connection>();
  let lastStatus: AgentStatus = 'offline'; // The last status sent to connections here.
  const refresh = async (requesters: ReadonlySet<Connection>): Promise<AgentStatus> => {
    const { status } = await readAgentStatus(db);
    if (status === lastStatus) return status;
    lastStatus = status;
    for (const connection of presence.present.keys())
      if (!requesters.has(connection))
        connection.send({ type: 'agent_status_update', status } satisfies ChatSocketEvent);
    return status;
  };
  const status = shareReads(refresh);
  const presence = createPresence(
    { inTx, log },
    {
      roles: ['user', 'support'],
      onTick: async () => void (await status()),
      onStop: (tx) => publish(tx, { kind: 'chat_agents' }),
    },
  );
  events.on('chat_agents', () => presence.inBackground(() => status()));

  return {
    of: (connection: Connection): Presence | undefined => presence.present.get(connection),
    // A reader must not change the set.
    agents: agents as ReadonlySet<Connection>,
    /** Notes a connection and writes it down in `tx`. */
    register: async (tx: Tx, connection: Connection, details: Omit<Presence, 'connectionId'>): Promise<void> => {
      const isAgent = details.role === 'support';
      if (!connection.isOpen) return;
      if (isAgent) agents.add(connection);
      else agents.delete(connection);
      if ((await presence.register(tx, connection, details)) && isAgent) await publish(tx, { kind: 'chat_agents' });
    },
    lastKnown: (): AgentStatus => lastStatus,
    /** The agents' status; a change is sent to all connections here but those that ask. */
    status,
    /** Removes a connection that has left the chat. */
    leave: (connection: Connection, alsoInTx: (tx: Tx) => Promise<void>): void => {
      agents.delete(connection);
      presence.leave(connection, async (tx, { role }) => {
        if (role === 'support') await publish(tx, { kind: 'chat_agents' });
        await alsoInTx(tx);
      });
    },
    start: presence.start,
    stop: presence.stop,
  };
}

/** Runs reads one after the other, so that an older result is not sent last. Calls before a read begins share it. */
function shareReads(read: (requesters: ReadonlySet<Connection>) => Promise<AgentStatus>) {
  let lastRead: Promise<unknown> = Promise.resolve();
  let nextRead: { requesters: Set<Connection>; result: Promise<AgentStatus> } | undefined;
  return (requester?: Connection): Promise<AgentStatus> => {
    if (!nextRead) {
      const requesters = new Set<Connection>();
      const readNow = () => {
        nextRead = undefined;
        return read(requesters);
      };
      const result = lastRead.then(readNow, readNow);
      lastRead = result;
      nextRead = { requesters, result };
    }
    if (requester) nextRead.requesters.add(requester);
    return nextRead.result;
  };
}

/** Returns if an agent is online in any process, and if the time is within support hours. */
export async function agentPresence(
  deps: Pick<Platform, 'db' | 'now'> & SettingsPorts,
): Promise<z.output<typeof getAgentStatus.response>> {
  const { hours } = settingsOf(deps).support;
  const { status } = await readAgentStatus(deps.db);
  return { status, withinHours: isWithinHours(hours, deps.now()), hours };
}
