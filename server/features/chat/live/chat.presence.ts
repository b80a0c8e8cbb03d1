import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import type { Platform } from '#server/platform.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import type { getAgentStatus } from '#shared/chat/chat.contract.ts';
import type { AgentStatus, ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { isWithinHours } from '#shared/settings/settings.business-hours.ts';
import {
  deletePresence,
  deleteProcess,
  readAgentStatus,
  renewPresence,
  upsertPresence,
  type Presence,
} from './chat.presence.queries.ts';

type ChatDeps = Pick<Platform, 'db' | 'inTx' | 'log' | 'events'>;

/** The connections of a process that was killed count as gone after this long. */
const leaseSeconds = 15;
const tickMs = 5_000;

export type PresenceRegistry = ReturnType<typeof createPresence>;

/** Records which connections of this process have the chat open, for all processes; caches the agents' status of all. */
export function createPresence({ db, inTx, log, events }: ChatDeps) {
  const processId = randomUUID();
  const present = new Map<Connection, Presence>();
  const agents = new Set<Connection>();
  let lastStatus: AgentStatus = 'offline'; // The last status sent to connections here.
  let timer: NodeJS.Timeout | undefined;
  const inOrder = createSemaphore({ maxConcurrent: 1 });
  const inBackground = (work: () => Promise<unknown>): void =>
    void inOrder(work).catch((error: unknown) => log.warn({ err: error }, 'chat presence could not be written'));

  const refresh = async (requesters: ReadonlySet<Connection>): Promise<AgentStatus> => {
    const status = await readAgentStatus(db);
    if (status === lastStatus) return status;
    lastStatus = status;
    for (const connection of present.keys())
      if (!requesters.has(connection))
        connection.send({ type: 'agent_status_update', status } satisfies ChatSocketEvent);
    return status;
  };
  const status = shareReads(refresh);
  const tick = async (): Promise<void> => {
    if (present.size > 0) await inTx((tx) => renewAll(tx, processId, present));
    await status();
  };
  events.on('chat_agents', () => inBackground(() => status()));

  return {
    of: (connection: Connection): Presence | undefined => present.get(connection),
    agents: agents as ReadonlySet<Connection>,
    /** Notes a connection and writes it down in `tx`. */
    register: async (tx: Tx, connection: Connection, details: Omit<Presence, 'connectionId'>): Promise<void> => {
      const connectionId = present.get(connection)?.connectionId ?? randomUUID();
      const presence = { ...details, connectionId };
      // It may have closed during the room lookup; then nothing would remove it again.
      if (!connection.isOpen) return;
      present.set(connection, presence);
      if (details.role === 'support') agents.add(connection);
      else agents.delete(connection);
      await upsertPresence(tx, processId, [presence], leaseSeconds);
      if (details.role === 'support') await publish(tx, { kind: 'chat_agents' });
    },
    lastKnown: (): AgentStatus => lastStatus,
    /** The agents' status; a change is sent to all connections here but those that ask. */
    status,
    /** Removes a connection that has left the chat. */
    leave: (connection: Connection, alsoInTx: (tx: Tx) => Promise<void>): void => {
      const presence = present.get(connection);
      if (!presence) return;
      present.delete(connection);
      agents.delete(connection);
      inBackground(() =>
        inTx(async (tx) => {
          await deletePresence(tx, presence.connectionId);
          if (presence.role === 'support') await publish(tx, { kind: 'chat_agents' });
          await alsoInTx(tx);
        }),
      );
    },
    start: (): void => {
      timer = setInterval(() => inBackground(tick), tickMs).unref();
    },
    /** Takes the whole process out; done when it is written down. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      inBackground(() =>
        inTx(async (tx) => {
          await deleteProcess(tx, processId);
          await publish(tx, { kind: 'chat_agents' });
        }),
      );
      await inOrder(() => Promise.resolve());
    },
  };
}

/** Runs reads one after the other, so that an older one is not sent last; whoever asks before a read begins shares it. */
function shareReads(read: (requesters: ReadonlySet<Connection>) => Promise<AgentStatus>) {
  let last: Promise<unknown> = Promise.resolve();
  let next: { requesters: Set<Connection>; result: Promise<AgentStatus> } | undefined;
  return (requester?: Connection): Promise<AgentStatus> => {
    if (!next) {
      const requesters = new Set<Connection>();
      const readNow = () => {
        next = undefined;
        return read(requesters);
      };
      const result = last.then(readNow, readNow);
      last = result;
      next = { requesters, result };
    }
    if (requester) next.requesters.add(requester);
    return next.result;
  };
}

/** Writes down that all of a process are still there. */
async function renewAll(tx: Tx, processId: string, present: ReadonlyMap<Connection, Presence>): Promise<void> {
  if ((await renewPresence(tx, processId, leaseSeconds)) >= present.size) return;
  // After an outage, rows that ran out were swept.
  await upsertPresence(tx, processId, [...present.values()], leaseSeconds);
}

/** Whether an agent is online in any process, and whether it is within support hours. */
export async function agentPresence(
  deps: Pick<Platform, 'db' | 'now'> & SettingsPorts,
): Promise<z.output<typeof getAgentStatus.response>> {
  const { hours } = settingsOf(deps).support;
  return { status: await readAgentStatus(deps.db), withinHours: isWithinHours(hours, deps.now()), hours };
}
