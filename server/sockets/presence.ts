import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import type { Platform } from '#server/platform.ts';
import * as queries from './presence.queries.ts';
import type { Connection } from './socket.connection.ts';

/** The tabs of a process that was killed count as gone after this long. */
const leaseSeconds = 15;
const tickMs = 5_000;

type Kind = {
  roles: readonly queries.Presence['role'][];
  /**
   * Runs at each tick, with what was open in the tabs of processes that were killed. No other process reports those as
   * gone.
   */
  onTick: (ended: readonly string[]) => Promise<void>;
  /** Runs in the transaction that takes the whole process out. */
  onStop?: (tx: Tx) => Promise<void>;
};

/** Records, for all processes, what the tabs that are connected to this one have open in these roles. */
export function createPresence({ inTx, log }: Pick<Platform, 'inTx' | 'log'>, { roles, onTick, onStop }: Kind) {
  const processId = randomUUID();
  const present = new Map<Connection, queries.Presence>();
  const inOrder = createSemaphore({ maxConcurrent: 1 });
  let timer: NodeJS.Timeout | undefined;
  const inBackground = (work: () => Promise<unknown>): void =>
    void inOrder(work).catch((error: unknown) => log.warn({ err: error }, 'presence could not be written'));
  const renewAll = () =>
    inTx(async (tx) => {
      // After an outage, rows that ran out were swept.
      if ((await queries.renewPresence(tx, { processId, leaseSeconds })).tabs < present.size)
        await queries.upsertPresence(tx, { processId, leaseSeconds, present: [...present.values()] });
      return queries.deleteExpired(tx, roles);
    });

  return {
    // A reader must not change the map.
    present: present as ReadonlyMap<Connection, queries.Presence>,
    /** Runs work that writes presence after the work that began before it. */
    inOrder,
    inBackground,
    /** Notes a connection and writes it down in `tx`. False for one that has closed: nothing would remove it again. */
    register: async (
      tx: Tx,
      connection: Connection,
      details: Omit<queries.Presence, 'connectionId'>,
    ): Promise<boolean> => {
      if (!connection.isOpen) return false;
      const entry = { ...details, connectionId: present.get(connection)?.connectionId ?? randomUUID() };
      present.set(connection, entry);
      await queries.upsertPresence(tx, { processId, leaseSeconds, present: [entry] });
      return true;
    },
    /** Removes a connection that has left. */
    leave: (connection: Connection, alsoInTx: (tx: Tx, left: queries.Presence) => Promise<void>): void => {
      const presence = present.get(connection);
      if (!presence) return;
      present.delete(connection);
      inBackground(() =>
        inTx(async (tx) => {
          await queries.deletePresence(tx, { connectionId: presence.connectionId });
          await alsoInTx(tx, presence);
        }),
      );
    },
    start: (): void => {
      const tick = async () => onTick(present.size > 0 ? await renewAll() : []);
      timer = setInterval(() => inBackground(tick), tickMs).unref();
    },
    /** Takes the whole process out; done when it is written down. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      inBackground(() =>
        inTx(async (tx) => {
          await queries.deleteProcess(tx, { processId });
          await onStop?.(tx);
        }),
      );
      await inOrder(() => Promise.resolve());
    },
  };
}
