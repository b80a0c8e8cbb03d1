import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { asksOn, listenTo } from '../db/connection.ts';
import type { Reporter } from '../lib/log.ts';
import { parseEvent, type DomainEvent, type EventKind, type EventOf, type Resync } from './domain-events.ts';
import { listeningName, listListening, notify } from './publish.queries.ts';
import { channel, isAnnounced } from './publish.ts';

export type Events = ReturnType<typeof createEvents>;

type Listener = (event: DomainEvent | Resync) => void;

const firstBackoffMs = 100;
const maxBackoffMs = 5_000;
const everyMs = 10_000;
const timeoutMs = 5_000;
/** A process whose machine lost its power leaves its connection open. */
const silentSeconds = 30;
/** A process that ended announced its last event no longer ago than this. */
const unannouncedMs = minuteMs;

type EventsOptions = {
  url: string;
  log: Reporter;
  /** The name by which PostgreSQL lists the connection. */
  name?: string;
  /** The interval of heartbeats on the connection and of looking for other processes. */
  heartbeatMs?: number;
};

/**
 * Listens for NOTIFY on a connection of its own and reconnects. Every ten seconds it reads which processes listen: one
 * that is gone may have died before it announced a commit, so all read again.
 */
export function createEvents({ url, log, name = listeningName, heartbeatMs = everyMs }: EventsOptions) {
  const { listeners, dispatch } = createListeners(log);
  const closeController = new AbortController();
  let connected = false;
  let running: Promise<void> | undefined;

  const stopWatching = watchOthers(() => {
    for (const kind of listeners.keys())
      if (isAnnounced(kind)) dispatch(kind, { kind: 'resync', gapMs: unannouncedMs });
  });
  const onPayload = (payload: string | undefined, from: number) => {
    const event = parseEvent(payload);
    if (event?.kind === 'process_started') stopWatching.add(from);
    else if (event) dispatch(event.kind, event);
  };
  // Events that were committed before a heartbeat was sent arrive before its answer.
  let receivedUntil = performance.now();
  const onListening = () => {
    connected = true;
    const now = performance.now();
    const gapMs = now - receivedUntil;
    receivedUntil = now;
    stopWatching.clear();
    for (const kind of listeners.keys()) dispatch(kind, { kind: 'resync', gapMs });
  };
  const onHeartbeat = (sentAt: number, livingPids: ReadonlySet<number>) => {
    receivedUntil = sentAt;
    stopWatching.listed(livingPids);
  };

  const listenForever = async (onFirst: () => void) => {
    let backoffMs = firstBackoffMs;
    while (!closeController.signal.aborted) {
      try {
        const onStart = () => {
          backoffMs = firstBackoffMs;
          onListening();
          onFirst();
        };
        await listen({ url, name, heartbeatMs }, closeController.signal, { onPayload, onStart, onHeartbeat });
      } catch (error) {
        log.warn({ err: error }, 'listening for events was interrupted; trying again');
      }
      connected = false;
      await pause(backoffMs * (0.5 + Math.random()), undefined, { signal: closeController.signal }).catch(
        () => undefined,
      );
      backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
    }
  };

  return {
    /**
     * Calls `listener` for each event of this kind that was published by any process, this one too, and with `{ kind:
     * 'resync' }` whenever listening (re)starts, as events may have been missed. Returns the function that
     * unsubscribes.
     */
    on: <Kind extends EventKind>(kind: Kind, listener: (event: EventOf<Kind> | Resync) => void): (() => void) => {
      const kindListeners = listeners.get(kind) ?? new Set();
      // The map has this listener under the kind whose events it takes.
      listeners.set(kind, kindListeners.add(listener as Listener));
      // It is compared only, not called.
      return () => void kindListeners.delete(listener as Listener);
    },
    /** False while the listening connection is down: in-memory caches may then be out of date. */
    get connected(): boolean {
      return connected;
    },
    /** Starts listening; done once PostgreSQL was asked for the first time and answered. */
    start: (): Promise<void> =>
      new Promise((resolve) => {
        running ??= listenForever(resolve);
      }),
    close: async (): Promise<void> => {
      closeController.abort();
      await running;
    },
  };
}

/** Listeners by kind, and the function that hands them an event. */
function createListeners(log: Reporter) {
  const listeners = new Map<EventKind, Set<Listener>>();
  const dispatch = (kind: EventKind, event: DomainEvent | Resync) => {
    for (const listener of listeners.get(kind) ?? []) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: kind }, 'a listener failed');
      }
    }
  };
  return { listeners, dispatch };
}

/** Calls `onGone` when a process no longer listens, identified by the number of its connection. */
function watchOthers(onGone: () => void) {
  let knownPids = new Set<number>();
  return {
    add: (pid: number) => void knownPids.add(pid),
    clear: () => knownPids.clear(),
    listed: (livingPids: ReadonlySet<number>) => {
      const isOneGone = [...knownPids].some((pid) => !livingPids.has(pid));
      knownPids = new Set(livingPids);
      if (isOneGone) onGone();
    },
  };
}

type ListenerCallbacks = {
  /** `from` is the number of the connection that notified. */
  onPayload: (payload: string | undefined, from: number) => void;
  onStart: () => void;
  /** Runs with the time, by performance.now(), at which an answered heartbeat was sent, and with who listened then. */
  onHeartbeat: (sentAt: number, living: ReadonlySet<number>) => void;
};

/** Listens until the connection breaks (throws) or `stop` aborts (returns). */
async function listen(
  { url, name, heartbeatMs }: Required<Pick<EventsOptions, 'url' | 'name' | 'heartbeatMs'>>,
  stop: AbortSignal,
  { onPayload, onStart, onHeartbeat }: ListenerCallbacks,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: name,
  });
  const connectionFailure = new Promise<never>((_resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The listening connection ended.')));
  });
  // The await below handles the rejection; until then it must not count as unhandled.
  connectionFailure.catch(() => undefined);
  try {
    await client.connect();
    client.on('notification', ({ payload, processId }) => onPayload(payload, processId));
    await listenTo(client, channel);
    onStart();
    // Notifies so that the others miss this process, however soon it is killed.
    await notify(asksOn(client), { events: [JSON.stringify({ kind: 'process_started' })] });
    await Promise.race([connectionFailure, sendHeartbeat(client, heartbeatMs, stop, onHeartbeat)]);
  } finally {
    await Promise.race([client.end().catch(() => undefined), pause(timeoutMs, undefined, { ref: false })]);
  }
}

/** A frozen server leaves its sockets open: only an unanswered query shows it. */
async function sendHeartbeat(
  client: Client,
  heartbeatMs: number,
  stop: AbortSignal,
  onHeartbeat: ListenerCallbacks['onHeartbeat'],
): Promise<void> {
  while (!stop.aborted) {
    const sentAt = performance.now();
    const processes = await listListening(asksOn(client), { silentSeconds });
    onHeartbeat(sentAt, new Set(processes.map(({ pid }) => pid)));
    await pause(heartbeatMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
