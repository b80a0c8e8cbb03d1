import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Gauges by name with their help, and a way to read them all at once; an absent value is left out. */
export type GaugeGroup = {
  help: Readonly<Record<string, string>>;
  read: () => Promise<Readonly<Record<string, number | undefined>>>;
};

/** Features add their gauges with these: few processes are measured, the others do not load the library. */
export type Metrics = { registry: Registry; Gauge: typeof Gauge };

type ObservedParts = {
  server: Server;
  pool: Pool;
  /** Rows that wait in the database. */
  operations: GaugeGroup;
  /** Failures since the start of this process, by place. */
  failures: Readonly<Record<string, number>>;
  /** Adds what features measure. */
  register?: (metrics: Metrics) => void;
};
type RoutedRequestMessage = IncomingMessage & { route?: { path?: unknown } };

/** From a fast repeat (304) to the slowest request allowed. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Serves Prometheus metrics at /metrics on a port that must not be reachable from outside: event loop, memory,
 * durations by route pattern, connections, sockets, and, while the database answers, what waits and what failed.
 */
export async function serveMetrics(at: { host: string; port: number }, observedParts: ObservedParts) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  observeRequests(registry, observedParts.server);
  observePool(registry, observedParts.pool);
  observeFailures(registry, observedParts.failures);
  observedParts.register?.({ registry, Gauge });
  const refresh = observeGroup(registry, observedParts.operations);
  const server = createServer((request, response) => void answer(registry, refresh, request, response));
  server.listen(at);
  await once(server, 'listening');
  return {
    server,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  registry: Registry,
  refresh: () => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  await refresh();
  response.setHeader('Content-Type', registry.contentType);
  response.end(await registry.metrics());
}

function observeRequests(registry: Registry, server: Server): void {
  const duration = new Histogram({
    name: 'landfall_http_request_duration_seconds',
    help: 'How long requests took, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const sockets = new Gauge({ name: 'landfall_sockets_open', help: 'Open WebSockets', registers: [registry] });
  server.on('request', (request: RoutedRequestMessage, response: ServerResponse) => {
    const end = duration.startTimer({ method: request.method });
    response.once('close', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'other';
      end({ route, status: response.statusCode });
    });
  });
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    sockets.inc();
    socket.once('close', () => sockets.dec());
  });
}

function observePool(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: 'landfall_database_connections',
    help: 'Connections of the pool; "waiting" are callers without one',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
    registers: [],
  });
  registry.registerMetric(connections);
}

function observeFailures(registry: Registry, failures: ObservedParts['failures']): void {
  const counter = new Counter({
    name: 'landfall_outside_failures_total',
    help: 'Calls that failed since the start, by where: the file storage or the mail server',
    labelNames: ['where'],
    collect() {
      this.reset();
      for (const [where, count] of Object.entries(failures)) this.inc({ where }, count);
    },
    registers: [],
  });
  registry.registerMetric(counter);
}

/** Less than ten seconds, after which Prometheus ends a scrape. */
const readTimeoutMs = 4_000;

/**
 * Returns the function that updates the gauges; without an answer in time they are absent, as unknown values must be.
 */
function observeGroup(registry: Registry, { help, read }: GaugeGroup): () => Promise<void> {
  const gauges = Object.entries(help).map(([name, text]) => new Gauge({ name, help: text, registers: [registry] }));
  const reachable = new Gauge({
    name: 'landfall_database_reachable',
    help: '1 when the database answered this scrape in time',
    registers: [registry],
  });
  return async () => {
    const values = await Promise.race([read().catch(() => undefined), pause(readTimeoutMs, undefined, { ref: false })]);
    reachable.set(values ? 1 : 0);
    gauges.forEach((gauge, index) => {
      const value = values?.[Object.keys(help)[index] ?? ''];
      // Without labels a gauge that is merely reset would report 0.
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    });
  };
}
