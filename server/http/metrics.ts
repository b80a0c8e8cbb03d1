import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type Observed = { server: Server; pool: Pool };
type Routed = IncomingMessage & { route?: { path?: unknown } };

/** From a fast repeat (304) to the slowest request allowed. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Serves Prometheus metrics at /metrics on a port of their own, which must not be reachable from outside: event loop
 * and memory, request durations by route pattern (never an address with ids), the connection pool, open sockets.
 */
export async function serveMetrics(at: { host: string; port: number }, observed: Observed) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  observeRequests(registry, observed.server);
  observePool(registry, observed.pool);
  const server = createServer((request, response) => void answer(registry, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  return {
    server,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
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
  server.on('request', (request: Routed, response: ServerResponse) => {
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
