import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = {
  /** Origin, e.g. http://127.0.0.1:40123. */
  url: string;
  port: number;
  close: () => Promise<void>;
};

/** A server on a free port of this machine; it is closed with all of its connections. */
export async function listening(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** The same for requests that are answered so. */
export const serve = (answer: RequestListener) => listening(createServer(answer));

/** A port of this machine that a program may take. */
export async function freePort(): Promise<number> {
  const { port, close } = await serve(() => undefined);
  await close();
  return port;
}
