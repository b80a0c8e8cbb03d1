import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { recordingLog, sessions, testUsers } from '#tests/setup/platform.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { createSockets } from './socket.ts';

const server = createServer();
let url: string;
const { aClient, goAway } = socketClients(() => url);

/** Sessions are looked up when the test lets them be. */
let lookups: (() => void)[] = [];
let isSlow = true;
const sockets = createSockets({
  env: { trustProxy: 0, production: false, rateLimitFactor: 1 },
  publicUrl: 'http://localhost',
  log: recordingLog().log,
  events: { on: () => () => undefined, connected: true },
  sessions: {
    ...sessions,
    authenticate: async (token) => {
      if (isSlow) await new Promise<void>((resolve) => lookups.push(resolve));
      return sessions.authenticate(token);
    },
  },
});

beforeAll(async () => {
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`;
});
afterEach(goAway);
afterAll(() => void server.close());

test('tabs that close while their session is looked up do not count against their user', async () => {
  const [token] = Object.keys(testUsers);
  for (let tab = 0; tab < 5; tab += 1) {
    const client = await aClient();
    client.send({ type: 'auth', token });
    await expect.poll(() => lookups.length).toBe(1);
    client.ws.terminate();
    await client.closed;
    await expect.poll(() => sockets.size).toBe(0);
    lookups.forEach((found) => found());
    lookups = [];
  }
  isSlow = false;
  const client = await aClient();
  client.send({ type: 'auth', token });
  expect(await client.next()).toEqual({ type: 'auth_ok' });
});
