import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Lets a server listen on this machine; returns its port, a free one unless named. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Lets an HTTP server listen on a free port; `close` ends it with its connections. */
export async function serve(server: HttpServer): Promise<{ url: string; close: () => Promise<void> }> {
  const url = `http://127.0.0.1:${await listen(server)}`;
  const close = async () => {
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  };
  return { url, close };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), 'close');
  return port;
}

/** Waits until something listens on the port. */
export async function accepting(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  for (const giveUpAt = performance.now() + 30_000; !(await isOpen()); await pause(30))
    if (performance.now() > giveUpAt) throw new Error(`Nothing listens on port ${port}.`);
}
