import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { inTx } from '#server/db/connection.ts';
import type { DomainEvent } from '#server/events/domain-events.ts';
import { createEvents, type Events } from '#server/events/events.ts';
import { publish } from '#server/events/publish.ts';
import { recordingLog, sessions, testUsers } from '#tests/setup/platform.ts';
import { refusalsOf, socketClients } from '#tests/setup/sockets.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { Unprocessable } from '../lib/refusal.ts';
import { createSockets, type SocketDeps, type Sockets } from './socket.ts';

const publicUrl = 'https://desk.example.com';
const revoked = new Set<string>();
let sockets: Sockets;
let server: Server, url: string;
let notified: string[] = [];
let logged: Record<string, unknown>[] = [];
const database = openDatabase();
let events: Events;
const { aClient, refusedStatus, goAway } = socketClients(() => url);

/** What another process commits. */
const commit = (event: DomainEvent) => inTx(database, (tx) => publish(tx, event));

async function deps(): Promise<SocketDeps> {
  const stored = recordingLog();
  ({ logged } = stored);
  events = createEvents({ url: database.url, log: stored.log });
  await events.start();
  return {
    env: { trustProxy: 1, production: true, rateLimitFactor: 1 },
    publicUrl,
    log: stored.log,
    events,
    sessions: {
      ...sessions,
      authenticate: async (token) => (revoked.has(token) ? null : sessions.authenticate(token)),
      isSessionValid: async ({ sessionId }) => !revoked.has(sessionId),
    },
  };
}

async function start(): Promise<void> {
  sockets = createSockets(await deps());
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
  server = createServer();
  server.on('upgrade', sockets.upgrade);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`;
}

beforeEach(() => start());
afterEach(async () => {
  goAway();
  await sockets.close();
  await events.close();
  server.close();
  revoked.clear();
  notified = [];
});

test('a page of another site cannot open a socket, the own page and other programs can', async () => {
  expect(await refusedStatus({ origin: 'https://evil.example.com' })).toBe(403);
  expect(await refusedStatus({ origin: 'http://localhost:3000' })).toBe(403);
  expect(await refusedStatus({ path: '/api/ws' })).toBe(404);
  await aClient({ origin: publicUrl });
  await aClient();
  expect(sockets.size).toBe(2);
});

test('who somebody is comes from the session, whatever the message says', async () => {
  const visitor = await aClient();
  visitor.send({ type: 'say', text: 'hi', ref: 'm1' });
  expect(await visitor.next()).toMatchObject({ type: 'error', code: 'signed_out', ref: 'm1' });
  const ann = await aClient({ token: 'ann' });
  ann.send({ type: 'say', text: 'hi', by: 'root@example.com', role: 'admin' });
  expect(await ann.next()).toEqual({ type: 'said', text: 'hi', by: 'ann@example.com' });
  ann.send({ type: 'lead' });
  expect(await ann.next()).toMatchObject({ type: 'error', code: 'forbidden' });
  const root = await aClient({ token: 'root' });
  root.send({ type: 'lead' });
  expect(await root.next()).toEqual({ type: 'leading' });
});

test('a forged token, a blocked person and a second person on one socket are shown out', async () => {
  for (const token of ['forged', 'blocked']) {
    const client = await aClient();
    client.send({ type: 'auth', token });
    expect(await client.next()).toMatchObject({ type: 'error' });
    expect(await client.closed).toBe(4401);
  }
  const ann = await aClient({ token: 'ann' });
  ann.send({ type: 'auth', token: 'root' });
  expect(await ann.closed).toBe(4401);
});

test('odd frames are answered, not obeyed, and end nothing but themselves', async () => {
  const client = await aClient();
  for (const [frame, code] of [
    ['{', 'invalid_json'],
    ['[]', 'invalid_input'],
    ['null', 'invalid_input'],
    ['{"type":5}', 'invalid_input'],
    ['{"type":"constructor"}', 'invalid_input'],
    ['{"type":"slow","text":7}', 'invalid_input'],
    ['['.repeat(8000), 'invalid_json'],
  ] as const) {
    client.ws.send(frame);
    expect(await client.next()).toMatchObject({ type: 'error', code });
  }
  client.send({ type: 'fail', how: 'refusal', ref: 'r' });
  const refused = { code: 'below_minimum', reason: 'email_required', message: 'Email Required', ref: 'r' };
  expect(await client.next()).toMatchObject({ type: 'error', ...refused });
  client.send({ type: 'fail', how: 'bug' });
  expect(await client.next()).toMatchObject({ type: 'error', code: 'internal' });
  expect(logged.at(-1)).toMatchObject({ err: { error: 'TypeError' } });
  client.ws.send(Buffer.from('{}'), { binary: true });
  expect(await client.closed).toBe(1003);
});

test('a frame above 16 KiB closes with 1009, thousands of fragments close too', async () => {
  const large = await aClient();
  large.ws.send('x'.repeat(16 * 1024 + 1));
  expect(await large.closed).toBe(1009);
  const many = await aClient();
  for (let part = 0; part < 200; part++) many.ws.send('x', { fin: false });
  expect(await many.closed).toBe(1008);
});

test('messages keep their order, a flood is throttled and then ended, and others do not notice', async () => {
  const other = await aClient();
  const flood = await aClient();
  const refused = refusalsOf(flood);
  for (let n = 0; n < 100; n++) flood.send({ type: 'slow', text: String(n) });
  flood.send({ type: 'slow', text: 'too many' });
  for (let n = 100; n < 250; n++) flood.send({ type: 'slow', text: String(n) });
  expect(await flood.closed).toBe(1008);
  expect(notified).toEqual(Array.from({ length: notified.length }, (_, n) => String(n)));
  expect(notified.length).toBeLessThanOrEqual(100);
  expect(refused()).toBe(1);
  other.send({ type: 'slow', text: 'hi' });
  expect(await other.next()).toEqual({ type: 'said', text: 'hi' });
});

test('who floods is disconnected and blocked, and an address cannot send through many sockets what one may not', async () => {
  const from = { headers: { 'X-Forwarded-For': '203.0.113.9' } };
  const flood = await aClient(from);
  const neighbour = await aClient(from);
  for (let n = 0; n < 250; n++) flood.send({ type: 'slow', text: 'x' });
  expect(await flood.closed).toBe(1008);
  expect(await refusedStatus(from)).toBe(429);
  neighbour.send({ type: 'slow', text: 'hi' });
  expect(await neighbour.next()).toEqual({ type: 'said', text: 'hi' });
  await aClient();

  const many = { headers: { 'X-Forwarded-For': '203.0.113.10' } };
  const crowd = await Promise.all(Array.from({ length: 10 }, () => aClient(many)));
  notified = [];
  const refused = crowd.map(refusalsOf);
  for (let n = 0; n < 90; n++) for (const item of crowd) item.send({ type: 'slow', text: 'x' });
  await expect.poll(() => notified.length).toBe(600);
  await expect.poll(() => Math.max(...refused.map((count) => count()))).toBe(1);
  expect(notified).toHaveLength(600);
});

test('one user has five tabs, one address twenty sockets', async () => {
  for (let tab = 0; tab < 5; tab++) await aClient({ token: 'ann', headers: { 'X-Forwarded-For': `203.0.113.${tab}` } });
  const sixth = await aClient();
  sixth.send({ type: 'auth', token: 'ann' });
  expect(await sixth.next()).toMatchObject({ type: 'error', code: 'too_many_requests' });
  expect(await sixth.closed).toBe(4429);
  const from = { headers: { 'X-Forwarded-For': '198.51.100.7' } };
  const twenty = await Promise.all(Array.from({ length: 20 }, () => aClient(from)));
  expect(await refusedStatus(from)).toBe(429);
  twenty[0]?.ws.close();
  await twenty[0]?.closed;
  await expect.poll(() => sockets.size).toBe(24);
  await aClient(from);
});

test('news reach every tab of their owner and the administrators, nobody else', async () => {
  const [ann, annToo, bob, root, visitor] = await Promise.all([
    aClient({ token: 'ann' }),
    aClient({ token: 'ann' }),
    aClient({ token: 'bob' }),
    aClient({ token: 'root' }),
    aClient(),
  ]);
  sockets.toUser(testUsers.ann?.userId ?? '', { type: 'news', n: 1 });
  sockets.toMembers('orders.read', { type: 'queue' });
  expect([await ann.next(), await annToo.next(), await root.next()]).toEqual([
    { type: 'news', n: 1 },
    { type: 'news', n: 1 },
    { type: 'queue' },
  ]);
  for (const client of [bob, visitor]) {
    client.send({ type: 'slow', text: 'first' });
    expect(await client.next()).toEqual({ type: 'said', text: 'first' });
  }
});

test('a session that ends on any process closes its sockets at once', async () => {
  const [ann, bob] = [await aClient({ token: 'ann' }), await aClient({ token: 'bob' })];
  await commit({ kind: 'session_revoked', sessionIds: [testUsers.ann?.sessionId ?? ''] });
  expect(await ann.closed).toBe(4401);
  await commit({ kind: 'session_revoked', userId: testUsers.bob?.userId });
  expect(await bob.closed).toBe(4401);
});

test('a session whose end was missed is found when listening resumes, at a message, and by looking now and then', async () => {
  const [ann, bob, root] = [
    await aClient({ token: 'ann' }),
    await aClient({ token: 'bob' }),
    await aClient({ token: 'root' }),
  ];
  revoked
    .add('ann')
    .add(testUsers.bob?.sessionId ?? '')
    .add(testUsers.root?.sessionId ?? '');
  ann.send({ type: 'say', text: 'late' });
  expect(await ann.closed).toBe(4401);
  expect(notified).toEqual([]);
  sockets.tick();
  expect(await root.closed).toBe(4401);
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'landfall-events%' and datname = current_database()`);
  expect(await bob.closed).toBe(4401);
});

test('a half-open connection is gone after two ticks, a living one stays', async () => {
  const living = await aClient();
  const dead = await aClient({ autoPong: false });
  const pinged = Promise.all([once(living.ws, 'ping'), once(dead.ws, 'ping')]);
  sockets.tick();
  await pinged;
  living.send({ type: 'slow', text: 'pong has arrived before this' });
  await living.next();
  sockets.tick();
  expect(await dead.closed).toBe(1006);
  await expect.poll(() => sockets.size).toBe(1);
  expect(living.ws.readyState).toBe(WebSocket.OPEN);
});

test('a reader who lets a megabyte pile up is cut off', async () => {
  const ann = await aClient({ token: 'ann' });
  ann.ws.pause();
  const text = 'x'.repeat(64 * 1024);
  for (let n = 0; n < 400 && sockets.size > 0; n++) {
    sockets.toUser(testUsers.ann?.userId ?? '', { type: 'news', text });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => sockets.size).toBe(0);
});

test('a restart says 1001 and takes nobody new, and a silent peer does not hold it up', async () => {
  const polite = await aClient();
  const silent = await aClient();
  silent.ws.pause();
  const started = performance.now();
  await sockets.close();
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await polite.closed).toBe(1001);
  expect(await refusedStatus()).toBe(503);
});

test('garbage instead of a handshake disturbs nobody', async () => {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: no\r\n\r\n',
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 400/);
  socket.destroy();
  expect(sockets.size).toBe(0);
});
