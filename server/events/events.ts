import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { listenTo, ping } from '../db/connection.ts';
import type { Reporter } from '../lib/log.ts';
import { parseEvent, type DomainEvent, type EventKind, type EventOf, type Resync } from './domain-events.ts';
import { channel } from './publish.ts';

export type Events = ReturnType<typeof createEvents>;

type Listener = (event: DomainEvent | Resync) => void;

const firstBackoffMs = 100;
const maxBackoffMs = 5_000;
const heartbeatMs = 10_000;
const timeoutMs = 5_000;

type EventsOptions = {
  url: string;
  log: Reporter;
  /** By which PostgreSQL lists the connection. */
  name?: string;
};

/** Listens for NOTIFY on a connection of its own, and reconnects however often PostgreSQL restarts. */
export function createEvents({ url, log, name }: EventsOptions) {
  const listeners = new Map<EventKind, Set<Listener>>();
  const closing = new AbortController();
  let connected = false;
  let running: Promise<void> | undefined;

  const dispatch = (kind: EventKind, event: DomainEvent | Resync) => {
    for (const listener of listeners.get(kind) ?? []) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: kind }, 'a listener failed');
      }
    }
  };
  const onPayload = (payload: string | undefined) => {
    const event = parseEvent(payload);
    if (event) dispatch(event.kind, event);
  };
  // What was committed before a heartbeat was sent came before its answer.
  let receivedUntil = performance.now();
  const onListening = () => {
    connected = true;
    const now = performance.now();
    const gapMs = now - receivedUntil;
    receivedUntil = now;
    for (const kind of listeners.keys()) dispatch(kind, { kind: 'resync', gapMs });
  };
  const onHeartbeat = (sentAt: number) => {
    receivedUntil = sentAt;
  };

  const listenForever = async (onFirst: () => void) => {
    let backoffMs = firstBackoffMs;
    while (!closing.signal.aborted) {
      try {
        const onStart = () => {
          backoffMs = firstBackoffMs;
          onListening();
          onFirst();
        };
        await listen({ url, name }, closing.signal, { onPayload, onStart, onHeartbeat });
      } catch (error) {
        log.warn({ err: error }, 'listening for events was interrupted; trying again');
      }
      connected = false;
      await pause(backoffMs * (0.5 + Math.random()), undefined, { signal: closing.signal }).catch(() => undefined);
      backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
    }
  };

  return {
    /**
     * Calls `listener` for each event of this kind that was published by any process, this one too, and with
     * `{ kind: 'resync' }` whenever listening (re)starts, as events may have been missed. Returns the function that unsubscribes.
     */
    on: <Kind extends EventKind>(kind: Kind, listener: (event: EventOf<Kind> | Resync) => void): (() => void) => {
      const ofKind = listeners.get(kind) ?? new Set();
      listeners.set(kind, ofKind.add(listener as Listener));
      return () => void ofKind.delete(listener as Listener);
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
      closing.abort();
      await running;
    },
  };
}

type Listening = {
  onPayload: (payload: string | undefined) => void;
  onStart: () => void;
  /** Called with the time, by performance.now(), at which an answered heartbeat was sent. */
  onHeartbeat: (sentAt: number) => void;
};

/** Listens until the connection breaks (throws) or `stop` is asked for (returns). */
async function listen(
  { url, name = 'landfall-events' }: Pick<EventsOptions, 'url' | 'name'>,
  stop: AbortSignal,
  { onPayload, onStart, onHeartbeat }: Listening,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: name,
  });
  const broken = new Promise<never>((_resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The listening connection ended.')));
  });
  // The await below handles it; before that it must not count as unhandled.
  broken.catch(() => undefined);
  try {
    await client.connect();
    client.on('notification', ({ payload }) => onPayload(payload));
    await listenTo(client, channel);
    onStart();
    await Promise.race([broken, sendHeartbeat(client, stop, onHeartbeat)]);
  } finally {
    await Promise.race([client.end().catch(() => undefined), pause(timeoutMs, undefined, { ref: false })]);
  }
}

/** A frozen server leaves its sockets open: only an unanswered query shows it. */
async function sendHeartbeat(client: Client, stop: AbortSignal, onHeartbeat: Listening['onHeartbeat']): Promise<void> {
  while (!stop.aborted) {
    const sentAt = performance.now();
    await ping(client);
    onHeartbeat(sentAt);
    await pause(heartbeatMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
