import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { inTx } from '#server/db/connection.ts';
import type { DomainEvent } from '#server/events/domain-events.ts';
import { createEvents, type Events } from '#server/events/events.ts';
import { publish } from '#server/events/publish.ts';
import { listening, type ListeningServer } from '#tests/setup/listening.ts';
import { recordingLog, sessions, testUsers } from '#tests/setup/platform.ts';
import { refusalsOf, socketClients } from '#tests/setup/sockets.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { Unprocessable } from '../lib/refusal.ts';
import { createSockets, type Sockets } from './socket.ts';

const publicUrl = 'https://desk.example.com';
const revoked = new Set<string>();
/** Looks sessions up at once, or when the test releases them. */
let lookups: (() => void)[] | undefined;
let sockets: Sockets;
let server: ListeningServer;
let notified: string[] = [];
const { log, logged } = recordingLog();
const database = openDatabase();
let events: Events;
const { aClient, refusedStatus, goAway } = socketClients(() => `${server.url.replace('http', 'ws')}/ws`);

/** Events that another process commits. */
const commit = (event: DomainEvent) => inTx(database, (tx) => publish(tx, event));
const authenticate = async (token: string) => {
  if (lookups) await new Promise<void>((resolve) => lookups?.push(resolve));
  return revoked.has(token) ? null : sessions.authenticate(token);
};

beforeEach(async () => {
  events = createEvents({ url: database.url, log });
  await events.start();
  sockets = createSockets({
    env: { trustProxy: 1, production: true, rateLimitFactor: 1 },
    publicUrl,
    log,
    events,
    sessions: { ...sessions, authenticate, isSessionValid: async ({ sessionId }) => !revoked.has(sessionId) },
  });
  sockets.on('say', 'customer', z.object({ text: z.string().max(20) }), (connection, { text }) => {
    notified.push(text);
    connection.send({ type: 'said', text, by: connection.actor?.email });
  });
  sockets.on('slow', 'public', z.object({ text: z.string() }), async (connection, { text }) => {
    await new Promise((resolve) => setImmediate(resolve));
    notified.push(text);
    connection.send({ type: 'said', text });
  });
  sockets.on('lead', 'member', z.object({}), (connection) => connection.send({ type: 'leading' }));
  sockets.on('fail', 'public', z.object({ how: z.string() }), (_connection, { how }) => {
    throw how === 'refusal' ? new Unprocessable('below_minimum', 'email_required') : new TypeError('secret');
  });
  server = await listening(createServer().on('upgrade', sockets.upgrade));
});
afterEach(async () => {
  goAway();
  await sockets.close();
  await events.close();
  await server.close();
  revoked.clear();
  [lookups, notified] = [undefined, []];
});

type TestClient = Awaited<ReturnType<typeof aClient>>;
const as = (name: string) => aClient({ token: name });
const at = (ip: string, token?: string) => ({ token, headers: { 'X-Forwarded-For': ip } });
const several = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));
const sendSlow = (client: TestClient, count: number, text = 'x', from = 0) =>
  several(count, (n) => client.send({ type: 'slow', text: text || String(from + n) }));
const answerTo = async (client: TestClient, message: object) => {
  client.send(message);
  return client.next();
};
const refusedWith = (code: string, changes: object = {}) => ({ type: 'error', code, ...changes });
const expectServed = async (client: TestClient) =>
  expect(await answerTo(client, { type: 'slow', text: 'hi' })).toEqual({ type: 'said', text: 'hi' });

test('a page of another site cannot open a socket, and our page and programs can', async () => {
  expect(await refusedStatus({ origin: 'https://evil.example.com' })).toBe(403);
  expect(await refusedStatus({ origin: 'http://localhost:3000' })).toBe(403);
  expect(await refusedStatus({ path: '/api/ws' })).toBe(404);
  await aClient({ origin: publicUrl });
  await aClient();
  expect(sockets.size).toBe(2);
});

test('the user of a message comes from the session, never from the message', async () => {
  const visitor = await aClient();
  const ann = await as('ann');
  const root = await as('root');
  const message = { type: 'say', text: 'hi' };
  expect(await answerTo(visitor, { ...message, ref: 'm1' })).toMatchObject(refusedWith('signed_out', { ref: 'm1' }));
  const forgedMessage = { ...message, by: 'root@example.com', role: 'admin' };
  expect(await answerTo(ann, forgedMessage)).toEqual({ type: 'said', text: 'hi', by: 'ann@example.com' });
  expect(await answerTo(ann, { type: 'lead' })).toMatchObject(refusedWith('forbidden'));
  expect(await answerTo(root, { type: 'lead' })).toEqual({ type: 'leading' });
});

test('a forged token, a blocked user and a second user on one socket are disconnected', async () => {
  for (const token of ['forged', 'blocked']) {
    const client = await aClient();
    expect(await answerTo(client, { type: 'auth', token })).toMatchObject({ type: 'error' });
    expect(await client.closed).toBe(4401);
  }
  const ann = await as('ann');
  ann.send({ type: 'auth', token: 'root' });
  expect(await ann.closed).toBe(4401);
});

test('malformed frames are refused, and the connection stays open', async () => {
  const client = await aClient();
  const invalid = ['[]', 'null', '{"type":5}', '{"type":"constructor"}', '{"type":"slow","text":7}'];
  for (const frame of ['{', '['.repeat(8000), ...invalid]) {
    client.ws.send(frame);
    expect(await client.next()).toMatchObject(refusedWith(invalid.includes(frame) ? 'invalid_input' : 'invalid_json'));
  }
  const expectedRefusal = { reason: 'email_required', message: 'Email Required', ref: 'r' };
  const refusal = await answerTo(client, { type: 'fail', how: 'refusal', ref: 'r' });
  expect(refusal).toMatchObject(refusedWith('below_minimum', expectedRefusal));
  expect(await answerTo(client, { type: 'fail', how: 'bug' })).toMatchObject(refusedWith('internal'));
  expect(logged.at(-1)).toMatchObject({ err: { error: 'TypeError' } });
  client.ws.send(Buffer.from('{}'), { binary: true });
  expect(await client.closed).toBe(1003);
});

test('a frame above 16 KiB, or one of thousands of fragments, closes the socket with 1009', async () => {
  const largeClient = await aClient();
  largeClient.ws.send('x'.repeat(16 * 1024 + 1));
  expect(await largeClient.closed).toBe(1009);
  const many = await aClient();
  for (let part = 0; part < 200; part++) many.ws.send('x', { fin: false });
  expect(await many.closed).toBe(1008);
});

test('a flood of messages is throttled and then ended, in order and without delaying others', async () => {
  const otherClient = await aClient();
  const flood = await aClient();
  const refusals = refusalsOf(flood);
  sendSlow(flood, 100, '');
  sendSlow(flood, 1, 'too many');
  sendSlow(flood, 150, '', 100);
  expect(await flood.closed).toBe(1008);
  expect(notified).toEqual(Array.from({ length: notified.length }, (_, n) => String(n)));
  expect(notified.length).toBeLessThanOrEqual(100);
  expect(refusals()).toBe(1);
  await expectServed(otherClient);
});

test('an attacker who floods gains nothing by many sockets', async () => {
  const from = at('203.0.113.9');
  const flood = await aClient(from);
  const neighbour = await aClient(from);
  sendSlow(flood, 250);
  expect(await flood.closed).toBe(1008);
  expect(await refusedStatus(from)).toBe(429);
  await expectServed(neighbour);
  await aClient();

  const crowd = await Promise.all(several(10, () => aClient(at('203.0.113.10'))));
  notified = [];
  const refusals = crowd.map(refusalsOf);
  for (let n = 0; n < 90; n++) for (const item of crowd) sendSlow(item, 1);
  await expect.poll(() => notified.length).toBe(600);
  await expect.poll(() => Math.max(...refusals.map((count) => count()))).toBe(1);
  expect(notified).toHaveLength(600);
});

test('a user has at most five tabs, and an address twenty sockets', async () => {
  for (let tab = 0; tab < 5; tab++) await aClient(at(`203.0.113.${tab}`, 'ann'));
  const sixth = await aClient();
  expect(await answerTo(sixth, { type: 'auth', token: 'ann' })).toMatchObject(refusedWith('too_many_requests'));
  expect(await sixth.closed).toBe(4429);
  const from = at('198.51.100.7');
  const twenty = await Promise.all(several(20, () => aClient(from)));
  expect(await refusedStatus(from)).toBe(429);
  twenty[0]?.ws.close();
  await twenty[0]?.closed;
  await expect.poll(() => sockets.size).toBe(24);
  await aClient(from);
});

test('messages reach every tab of their owner and the administrators only', async () => {
  const ann = as('ann');
  const annToo = as('ann');
  const bob = as('bob');
  const root = as('root');
  const visitor = aClient();
  const news = { type: 'news', n: 1 };
  const queue = { type: 'queue' };
  await Promise.all([ann, annToo, bob, root, visitor]);
  sockets.toUser(testUsers.ann?.userId ?? '', news);
  sockets.toMembers('orders.read', queue);
  const received = [ann, annToo, root].map(async (client) => (await client).next());
  expect(await Promise.all(received)).toEqual([news, news, queue]);
  for (const client of [bob, visitor]) await expectServed(await client);
});

test('a session that ends on any process closes its sockets at once', async () => {
  const ann = await as('ann');
  const bob = await as('bob');
  await commit({ kind: 'session_revoked', sessionIds: [testUsers.ann?.sessionId ?? ''] });
  expect(await ann.closed).toBe(4401);
  await commit({ kind: 'session_revoked', userId: testUsers.bob?.userId });
  expect(await bob.closed).toBe(4401);
});

test('a session whose end was missed is closed at a message or by the next check', async () => {
  const ann = await as('ann');
  const bob = await as('bob');
  const root = await as('root');
  for (const item of ['ann', testUsers.bob?.sessionId, testUsers.root?.sessionId]) revoked.add(item ?? '');
  ann.send({ type: 'say', text: 'late' });
  expect(await ann.closed).toBe(4401);
  expect(notified).toEqual([]);
  sockets.tick();
  expect(await root.closed).toBe(4401);
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'landfall-events%' and datname = current_database()`);
  expect(await bob.closed).toBe(4401);
});

test('a half-open connection is closed after two ticks, and a living one stays', async () => {
  const living = await aClient();
  const dead = await aClient({ autoPong: false });
  const pinged = Promise.all([once(living.ws, 'ping'), once(dead.ws, 'ping')]);
  sockets.tick();
  await pinged;
  // Its pong arrived before the answer.
  await expectServed(living);
  sockets.tick();
  expect(await dead.closed).toBe(1006);
  await expect.poll(() => sockets.size).toBe(1);
  expect(living.ws.readyState).toBe(WebSocket.OPEN);
});

test('a reader who lets a megabyte pile up is disconnected', async () => {
  const ann = await as('ann');
  ann.ws.pause();
  const text = 'x'.repeat(64 * 1024);
  for (let n = 0; n < 400 && sockets.size > 0; n++) {
    sockets.toUser(testUsers.ann?.userId ?? '', { type: 'news', text });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => sockets.size).toBe(0);
});

test('a restart closes with 1001, accepts no new client, and waits for no silent one', async () => {
  const polite = await aClient();
  const silent = await aClient();
  silent.ws.pause();
  const startedAt = performance.now();
  await sockets.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await polite.closed).toBe(1001);
  expect(await refusedStatus()).toBe(503);
});

test('garbage instead of a handshake disturbs no other client', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: no';
  socket.write(`GET /ws HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 400/);
  socket.destroy();
  expect(sockets.size).toBe(0);
});

test('tabs that close during the look-up of their session do not count against their user', async () => {
  lookups = [];
  for (let tab = 0; tab < 5; tab += 1) {
    const client = await aClient();
    client.send({ type: 'auth', token: 'ann' });
    await expect.poll(() => lookups?.length).toBe(tab + 1);
    client.ws.terminate();
    await client.closed;
    await expect.poll(() => sockets.size).toBe(0);
    lookups[tab]?.();
  }
  lookups = undefined;
  await as('ann');
});
