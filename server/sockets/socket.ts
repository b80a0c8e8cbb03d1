import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Env } from '#server/env/env.ts';
import type { Events } from '#server/events/events.ts';
import type { Log } from '#server/lib/log.ts';
import type { Sessions } from '../http/guards/actor.ts';
import { networkOf } from '../http/guards/limits.ts';
import { ipOf } from '../http/request.ts';
import { Connection } from './socket.connection.ts';
import { createMessages } from './socket.messages.ts';
import { createConnectionRegistry } from './socket.registry.ts';
import { watchSessions } from './socket.sessions.ts';

export type SocketDeps = {
  env: Pick<Env, 'trustProxy' | 'production' | 'rateLimitFactor'>;
  publicUrl: string;
  sessions: Sessions;
  events: Pick<Events, 'on' | 'connected'>;
  log: Log;
};

export type Sockets = ReturnType<typeof createSockets>;

const maxFrameBytes = 16 * 1024;
const maxFragmentCount = 64;
/** A dead connection lasts two of these at most: below 65 s. */
const tickMs = 30_000;
const closeTimeoutMs = 2_000;
const socketLimits = { perUser: 5, perIp: 20, framesPerIp: 600, maxConcurrentPerIp: 3, messagesPerMinute: 100 };

/** WebSocket server of the process. Features register what they understand with `on`. */
export function createSockets(deps: SocketDeps) {
  const limits = (limitOf: number) => Math.max(1, Math.round(limitOf * deps.env.rateLimitFactor));
  const registry = createConnectionRegistry({
    perUser: limits(socketLimits.perUser),
    perIp: limits(socketLimits.perIp),
    framesPerIp: limits(socketLimits.framesPerIp),
    maxConcurrentPerIp: limits(socketLimits.maxConcurrentPerIp),
  });
  const messages = createMessages(deps, registry);
  const checkSessions = watchSessions(deps, registry.all);
  const closeListeners: ((connection: Connection) => void)[] = [];
  const server = createServer();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  const welcome = (ws: WebSocket, ip: string) => {
    const connection = new Connection(ws, ip, limits(socketLimits.messagesPerMinute));
    registry.register(connection);
    ws.on('message', (data: Buffer, isBinary) => messages.receive(connection, data, isBinary));
    ws.on('ping', () => {
      if (connection.isOpen && registry.count(connection) === 'flood')
        registry.disconnect(connection, 'too many pings');
    });
    // ws itself closes with the right code after broken and oversize frames.
    ws.on('error', (error) => deps.log.debug({ err: error }, 'socket error'));
    ws.on('close', () => {
      registry.leave(connection);
      for (const listener of closeListeners) listener(connection);
    });
  };
  const refusalOf = (request: IncomingMessage, ip: string): number | undefined => {
    if (request.url?.split('?', 1)[0] !== '/ws') return 404;
    if (!isOwnOrigin(request.headers.origin, deps)) return 403;
    if (isClosing) return 503;
    return registry.hasCapacity(ip) ? undefined : 429;
  };
  const tick = (): void => {
    for (const connection of registry.all) connection.heartbeat();
    registry.sweep();
    checkSessions();
  };

  return {
    on: messages.on,
    signIn: messages.signIn,
    toUser: registry.toUser,
    toMembers: registry.toMembers,
    toAllUsers: registry.toAllUsers,
    /** The listener runs once per connection that ends. */
    onClose: (listener: (connection: Connection) => void): void => void closeListeners.push(listener),
    /** Takes a handshake on /ws. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const ip = networkOf(ipOf(request, deps.env.trustProxy));
      const status = refusalOf(request, ip);
      if (status === undefined) server.handleUpgrade(request, socket, head, (ws) => welcome(ws, ip));
      else refuseHandshake(socket, status);
    },
    /** Runs every 30 s: half-open connections end, sessions are checked. */
    tick,
    start: (): void => {
      timer = setInterval(tick, tickMs).unref();
    },
    /** Asks every browser to reconnect later (1001), and waits until they are gone, 2 s at most. */
    close: async (): Promise<void> => {
      isClosing = true;
      clearInterval(timer);
      await Promise.all([...registry.all].map((connection) => connection.closeForRestart()));
    },
    /** Number of connections to this process. */
    get size(): number {
      return registry.all.size;
    },
  };
}

function createServer(): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false, // 228 KiB a socket against 10.
    maxPayload: maxFrameBytes,
    maxFragments: maxFragmentCount,
    maxBufferedChunks: maxFragmentCount,
    closeTimeout: closeTimeoutMs,
  };
  return new WebSocketServer(options);
}

/** Browsers always name the page that opens a socket: another site's is refused. Other programs name none. */
function isOwnOrigin(origin: string | undefined, { publicUrl, env }: SocketDeps): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  // Locally the same page is reached under several names, and through the development server's port.
  return !env.production && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
}

function refuseHandshake(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy()); // Gone already.
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n` +
      `${status === 429 || status === 503 ? 'Retry-After: 30\r\n' : ''}\r\n`,
  );
}
