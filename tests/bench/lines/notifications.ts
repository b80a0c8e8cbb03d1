import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { connect, inTx } from '#server/db/connection.ts';
import { setRowKey, signedTables } from '#server/db/signing/signed-rows.ts';
import { resign } from '#server/keys/key-rotation.ts';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { OrderSocketEvent } from '#shared/orders/orders.socket.ts';
import type { BenchDatabases } from '../cluster.ts';
import { hammer } from '../load.ts';
import { benchEncryptionKey, signIn, startProduct, type Product } from '../programs.ts';
import { atMost, median, percentile, type Measurement } from '../statistics.ts';
import { seededId } from './order-list.ts';

const samples = 400;
const perSecond = 20;
const customers = [1, 2, 3, 4];

/** Time from an action at one process until a socket of another process is notified, beside normal traffic. */
export async function notificationLines(databases: BenchDatabases): Promise<Measurement[]> {
  const database = await databases.fresh('bench_told');
  const ids = await openOrders(database);
  const here = await startProduct({ DATABASE_URL: database });
  const there = await startProduct({ DATABASE_URL: database });
  try {
    const admin = await signIn(here.url, 'admin');
    const output = await besideTraffic(here, admin, await chatAcross(here, there));
    const moved = await besideTraffic(here, admin, await decideAcross(here, there, admin, ids));
    return [
      measurementOf("a chat message, from a socket to another process's socket: p99", output),
      measurementOf("an order's move, from the admin's call to another process's socket: p99", moved),
    ];
  } finally {
    await Promise.all([here.stop(), there.stop()]);
  }
}

function measurementOf(what: string, times: number[]): Measurement {
  const note = ` (median ${median(times).toFixed(1)} ms of ${times.length})`;
  return atMost(what, percentile(times, 99), 25, 'ms', note);
}

/** Repeats the action at an even pace while users browse; returns how long each took. */
async function besideTraffic(
  { url }: Product,
  admin: { authorization: string },
  action: (turn: number) => Promise<void>,
): Promise<number[]> {
  const shots = [{ path: '/api/crypto-assets' }, { path: '/api/admin/transactions', headers: admin }];
  const warm = Math.round(samples / 10);
  const seconds = (samples + warm) / perSecond;
  const traffic = hammer({ url, shots, connections: 2, seconds, perSecond: 100 });
  const times: number[] = [];
  const started = performance.now();
  for (let turn = 0; turn < samples + warm; turn += 1) {
    await pause(Math.max(0, started + (turn * 1000) / perSecond - performance.now()));
    const sent = performance.now();
    await action(turn);
    if (turn >= warm) times.push(performance.now() - sent);
  }
  await traffic;
  return times;
}

/** A visitor's message, until the agent has it. */
async function chatAcross(here: Product, there: Product): Promise<(turn: number) => Promise<void>> {
  const visitor = await openSocket(here.url);
  const room = waitForMessage<ChatSocketEvent>([visitor], ({ type }) => type === 'room_status');
  visitor.send(JSON.stringify({ type: 'join_as_user', roomId: `room_${randomUUID()}` }));
  const status = await room;
  const roomId = 'roomId' in status ? status.roomId : '';
  const agent = await openSocket(there.url);
  const joined = waitForMessage<ChatSocketEvent>([agent], ({ type }) => type === 'room_status');
  const token = tokenOf(await signIn(there.url, 'admin'));
  agent.send(JSON.stringify({ type: 'join_as_agent', roomId, token }));
  await joined;
  return async (turn) => {
    const text = `message ${turn}`;
    const notified = waitForMessage<ChatSocketEvent>(
      [agent],
      (event) => event.type === 'new_message' && event.message.text === text,
    );
    visitor.send(JSON.stringify({ type: 'send_message', roomId, text, clientMessageId: text }));
    await notified;
  };
}

/** An admin starts an order, until its customer's tab is notified. */
async function decideAcross(
  here: Product,
  there: Product,
  admin: { authorization: string },
  ids: string[],
): Promise<(turn: number) => Promise<void>> {
  const tabs: WebSocket[] = [];
  for (const customer of customers) {
    const tab = await openSocket(there.url);
    const known = once(tab, 'message');
    tab.send(JSON.stringify({ type: 'auth', token: tokenOf(await signIn(there.url, customer)) }));
    await known;
    tabs.push(tab);
  }
  return async (turn) => {
    const id = ids[turn] ?? '';
    const isIt = (event: OrderSocketEvent) => event.type === 'transaction_updated' && event.id === id;
    const notified = waitForMessage(tabs, isIt);
    const moved = await fetch(new URL(`/api/admin/transactions/${id}/status`, here.url), {
      method: 'PUT',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'processing' }),
    });
    if (!moved.ok) throw new Error(`PUT status answered ${moved.status}: ${await moved.text()}`);
    await notified;
  };
}

/** Reopens orders of the small book for a decision; returns their ids. */
async function openOrders(database: string): Promise<string[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica'); // History does not run backwards elsewhere.
    const { rows } = await client.query<{ id: string }>(
      `update orders set status = 'pending', version = 1, decided_at = null, admin_notes = null, admin_transaction_id = null
       where user_id = any($1) returning id`,
      [customers.map(seededId)],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
    await signOpenOrders(database);
  }
}

/** Seeded orders carry no signature, and one without is not decided. */
async function signOpenOrders(url: string): Promise<void> {
  const database = connect({ url, max: 1 });
  try {
    setRowKey(benchEncryptionKey);
    await inTx(database, (tx) => resign(tx, signedTables.order, ({ signature }) => !signature));
  } finally {
    await database.pool.end();
  }
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/** The first message of any of these sockets that fits. */
function waitForMessage<Message>(sockets: readonly WebSocket[], isIt: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve) => {
    const listen = (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (!isIt(message)) return;
      for (const socket of sockets) socket.off('message', listen);
      resolve(message);
    };
    for (const socket of sockets) socket.on('message', listen);
  });
}

const tokenOf = ({ authorization }: { authorization: string }) => authorization.slice('Bearer '.length);
