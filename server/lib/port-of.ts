import type { Server } from 'node:net';

/** The port at which a server listens. Throws for one that does not, or that listens at a path. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens at no port.');
  return address.port;
}
