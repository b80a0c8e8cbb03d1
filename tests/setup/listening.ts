import { once } from 'node:events';
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Lets a server listen on this machine; returns its port, a free one unless named. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

export type ListeningServer = Awaited<ReturnType<typeof listening>>;

/** A server on a free port of this machine, by its origin; it is closed with all of its connections. */
export async function listening(server: HttpServer) {
  const port = await listen(server);
  const close = async () => {
    const closePromise = once(server.close(), 'close');
    server.closeAllConnections();
    await closePromise;
  };
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** Listens with a server that answers every request by this function. */
export const serve = (answer: RequestListener) => listening(createServer(answer));

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const { port, close } = await serve(() => undefined);
  await close();
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
