import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { connect, inTx } from '#server/db/connection.ts';
import { setRowKey, signedTables } from '#server/db/signing/signed-rows.ts';
import { resign } from '#server/keys/key-rotation.ts';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { OrderSocketEvent } from '#shared/orders/orders.socket.ts';
import { callerOf } from '#tests/setup/call.ts';
import type { BenchDatabases } from '../cluster.ts';
import { hammer } from '../load.ts';
import { atTheEnd, benchEncryptionKey, connected, signIn, startProduct } from '../programs.ts';
import { seededId } from '../seed.ts';
import { atMost, median, percentile, type Measurement } from '../statistics.ts';
import { openSocket } from './chat.ts';

const samples = 400;
const warm = Math.round(samples / 10);
const perSecond = 20;
const customers = [1, 2, 3, 4];

/** Time from an action at one process until a socket of another process is notified, beside normal traffic. */
export async function notificationLines(databases: BenchDatabases): Promise<Measurement[]> {
  const database = await databases.fresh('bench_told');
  const ids = await openOrders(database);
  const { url: here } = await startProduct({ DATABASE_URL: database });
  const { url: there } = await startProduct({ DATABASE_URL: database });
  const chat = await chatAcross(here, there);
  const decide = await decideAcross(here, there, ids);
  return [
    await besideTraffic(here, "a chat message, from a socket to another process's socket: p99", chat),
    await besideTraffic(here, "an order's move, from the admin's call to another process's socket: p99", decide),
  ];
}

/** Repeats the action at an even pace while users browse; judges how long each took. */
async function besideTraffic(url: string, what: string, action: (turn: number) => Promise<void>): Promise<Measurement> {
  const { headers } = await signIn(url, 'admin');
  const shots = [{ path: '/api/crypto-assets' }, { path: '/api/admin/transactions', headers }];
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
  const note = ` (median ${median(times).toFixed(1)} ms of ${times.length})`;
  return atMost(what, percentile(times, 99), 25, 'ms', note);
}

/** A visitor's message, until the agent has it. */
async function chatAcross(here: string, there: string): Promise<(turn: number) => Promise<void>> {
  const [visitor, agent] = [await openSocket(here), await openSocket(there)];
  const isStatus = ({ type }: ChatSocketEvent) => type === 'room_status';
  const room = `room_${randomUUID()}`;
  const status = await answerTo([visitor], isStatus, () => send(visitor, { type: 'join_as_user', roomId: room }));
  const roomId = 'roomId' in status ? status.roomId : '';
  const { token } = await signIn(there, 'admin');
  await answerTo([agent], isStatus, () => send(agent, { type: 'join_as_agent', roomId, token }));
  return async (turn) => {
    const text = `message ${turn}`;
    const isIt = (event: ChatSocketEvent) => event.type === 'new_message' && event.message.text === text;
    await answerTo([agent], isIt, () => send(visitor, { type: 'send_message', roomId, text, clientMessageId: text }));
  };
}

/** An admin starts an order, until its customer's tab is notified. */
async function decideAcross(here: string, there: string, ids: string[]): Promise<(turn: number) => Promise<void>> {
  const tabs: WebSocket[] = [];
  for (const customer of customers) {
    const tab = await openSocket(there);
    const known = once(tab, 'message');
    send(tab, { type: 'auth', token: (await signIn(there, customer)).token });
    await known;
    tabs.push(tab);
  }
  const { token } = await signIn(here, 'admin');
  const move = async (id: string) => {
    const sent = { token, json: { status: 'processing' } };
    const { status, body } = await callerOf(here)('PUT', `/api/admin/transactions/${id}/status`, sent);
    if (status !== 200) throw new Error(`PUT status answered ${status}: ${JSON.stringify(body)}`);
  };
  return async (turn) => {
    const id = ids[turn] ?? '';
    const isIt = (event: OrderSocketEvent) => event.type === 'transaction_updated' && event.id === id;
    await answerTo(tabs, isIt, () => move(id));
  };
}

/** Reopens orders of the small book for a decision, and signs them: seeded ones are not, and then not decided; returns their ids. */
async function openOrders(url: string): Promise<string[]> {
  const client = await connected(url);
  await client.query('set session_replication_role = replica'); // History does not run backwards elsewhere.
  const { rows } = await client.query<{ id: string }>(
    `update orders set status = 'pending', version = 1, decided_at = null, admin_notes = null, admin_transaction_id = null
     where user_id = any($1) returning id`,
    [customers.map(seededId)],
  );
  const database = connect({ url, max: 1 });
  atTheEnd(() => database.pool.end());
  setRowKey(benchEncryptionKey);
  await inTx(database, (tx) => resign(tx, signedTables.order, ({ signature }) => !signature));
  return rows.map(({ id }) => id);
}

const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

/** Does something; the first message of any of these sockets, from then on, that fits. */
async function answerTo<Message>(
  sockets: readonly WebSocket[],
  isIt: (message: Message) => boolean,
  act: () => unknown,
): Promise<Message> {
  const answer = new Promise<Message>((resolve) => {
    const listen = (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (!isIt(message)) return;
      for (const socket of sockets) socket.off('message', listen);
      resolve(message);
    };
    for (const socket of sockets) socket.on('message', listen);
  });
  await act();
  return answer;
}
