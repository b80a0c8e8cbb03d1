import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { portOf } from '#server/lib/port-of.ts';
import { uploadTimeoutMs } from '#shared/reference/limits.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { networkOf } from '../guards/limits.ts';
import { plainIp } from '../request.ts';

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
type Handlers = { handle: RequestListener; upgrade?: Upgrade };

export type Listener = Awaited<ReturnType<typeof listen>>;

type ListenSettings = { host: string; port: number; trustProxy?: number; rateLimitFactor?: number };

const headersTimeout = 10_000;
const bodyTimeout = minuteMs;
/** Longer than the idle time of common reverse proxies, so that the proxy is the one that closes. */
const keepAliveTimeout = 65_000;
const idleTimeout = 75_000;
const maxConnections = 12_000;
/** A quarter of all connections: hundreds of people may share an address, but no address may take every connection. */
const maxOfOneAddress = 3_000;
/** Node checks only every 30 s by default, too late for shorter limits. */
const connectionsCheckingInterval = 5_000;

/**
 * The port at which the program will listen; a free one for 0, which no other program can take until `release`. Throws
 * at once where nothing can listen there, before a database is started.
 */
export async function reservePort({ host, port }: ListenSettings) {
  const server = createServer().listen({ host, port });
  server.on('connection', (socket: Socket) => socket.destroy());
  await once(server, 'listening');
  const close = async () => {
    if (server.listening) await once(server.close(), 'close');
  };
  const reservedPort = portOf(server);
  // A port that others know stays closed until the program is ready: whoever only tries to connect must not find it
  // open.
  if (port !== 0) await close();
  return { port: reservedPort, /** Right before `listen`. */ release: close };
}

/**
 * Opens the port and serves at once; until then a proxy sends requests to another process. `first` may answer a request
 * (health). Behind a trusted proxy one address may have all connections.
 */
export async function listen(
  { host, port, trustProxy = 0, rateLimitFactor = 1 }: ListenSettings,
  first: (request: IncomingMessage, response: ServerResponse) => boolean,
  { handle, upgrade = (_request, socket) => socket.destroy() }: Handlers,
) {
  const inFlight = new Set<ServerResponse>();
  const draining = new AbortController();
  const server = createServer({
    headersTimeout,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout,
    connectionsCheckingInterval,
  });
  server.maxConnections = maxConnections;
  server.timeout = idleTimeout;
  if (trustProxy === 0) limitShares(server, Math.max(1, maxOfOneAddress * rateLimitFactor));

  let arrivedAt = 0;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    arrivedAt = performance.now();
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
    if (draining.signal.aborted) response.shouldKeepAlive = false;
    limitBodyTime(request);
    if (!first(request, response)) handle(request, response);
  });
  server.on('upgrade', upgrade);
  server.listen({ host, port, backlog: 1024 });
  await once(server, 'listening');
  return {
    server,
    port: portOf(server),
    /** Stops accepting, lets requests in flight finish (at most `drainTimeoutMs`), then closes every connection. */
    drain: (drainTimeoutMs: number): Promise<void> => {
      draining.abort();
      return drain(server, { inFlight, arrivedAt: () => arrivedAt }, drainTimeoutMs);
    },
  };
}

type Traffic = {
  inFlight: Set<ServerResponse>;
  /** When the last request came, by performance.now(). */ arrivedAt: () => number;
};

async function drain(server: Server, { inFlight, arrivedAt }: Traffic, drainTimeoutMs: number): Promise<void> {
  // Closes each connection with its next answer. http's own close() cuts idle connections at once, with requests
  // already on their way.
  const whenClosed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  for (const response of inFlight) response.shouldKeepAlive = false;
  // A proxy sends new requests on idle connections that it knows. Once no request has come for a while, it knows none
  // any more.
  const quietMs = 300;
  const start = performance.now();
  const since = (moment: number) => performance.now() - moment;
  const isBusy = () => inFlight.size > 0 || since(arrivedAt()) < quietMs;
  while (since(start) < quietMs || (isBusy() && since(start) < drainTimeoutMs)) await pause(20);
  server.closeAllConnections();
  await whenClosed;
}

/** Hangs up on an address that has `max` connections open already. */
function limitShares(server: Server, max: number): void {
  const connectionCounts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(plainIp(socket.remoteAddress ?? ''));
    const openCount = connectionCounts.get(address) ?? 0;
    if (openCount >= max) {
      socket.destroy();
      return;
    }
    connectionCounts.set(address, openCount + 1);
    socket.once('close', () => {
      const remainingCount = (connectionCounts.get(address) ?? 1) - 1;
      if (remainingCount > 0) connectionCounts.set(address, remainingCount);
      else connectionCounts.delete(address);
    });
  });
}

/** A body other than an upload has 60 s to arrive; the server's own limit is the longer one for uploads. */
function limitBodyTime(request: IncomingMessage): void {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || headers['content-type']?.startsWith('multipart/form-data')) return;
  const timer = setTimeout(() => request.destroy(), bodyTimeout);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}
