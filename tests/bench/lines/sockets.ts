import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inTx } from '#server/db/connection.ts';
import { setRowKey, signedTables } from '#server/db/signing/signed-rows.ts';
import { signAgain } from '#server/keys/key-rotation.ts';
import { aLabel, anAgentOn, join, sendText } from '#tests/setup/chat.ts';
import { atTheEnd } from '#tests/setup/endings.ts';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import { tabsOf, type Client } from '#tests/setup/sockets.ts';
import type { BenchDatabases } from '../cluster.ts';
import { hammer } from '../load.ts';
import {
  benchEncryptionKey,
  connectedClient,
  megabyte,
  openPool,
  processorMs,
  residentBytes,
  signIn,
  startProduct,
} from '../programs.ts';
import { seededId } from '../seed.ts';
import { atMost, median, percentile, type Measurement } from '../statistics.ts';

type FreshDatabase = Pick<BenchDatabases, 'fresh'>;

type TabOptions = Parameters<ReturnType<typeof tabsOf>['aClient']>[0];

/** A browser's tab at a product, closed at the end. */
async function openTab(url: string, options: TabOptions = {}) {
  const { aClient, goAway } = tabsOf({ url });
  atTheEnd(goAway);
  return aClient({ perMessageDeflate: false, ...options });
}

/** A full collection has come by then, which V8 makes by itself once a process allocates little. */
const restMs = 60_000;

/** The server's memory with this many browsers, which are opened in groups and then idle. */
async function idleLines(
  database: string,
  { what, count, atOnce, goal }: { what: string; count: number; atOnce: number; goal: number },
  open: (url: string, at: number) => Promise<unknown>,
): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: database });
  const bytesBefore = residentBytes(product);
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => open(product.url, from + index)));
  const bytesAtOnce = residentBytes(product);
  await pause(restMs);
  const inMiB = (bytes: number) => (bytes / megabyte).toFixed(0);
  const note = ` (${inMiB(bytesBefore)} MiB before, ${inMiB(bytesAtOnce)} when the last had come, a minute earlier)`;
  const restingMiB = residentBytes(product) / megabyte;
  return [atMost(`memory of the server with ${count} idle ${what}`, restingMiB, goal, 'MiB', note)];
}

/** One address can open some 28,000 connections to one port; RATE_LIMIT_FACTOR lifts the limits. */
export const idleSocketLines = async ({ fresh }: FreshDatabase) =>
  idleLines(await fresh('bench_sockets'), { what: 'sockets', count: 10_000, atOnce: 200, goal: 180 }, (url) =>
    openTab(url),
  );

/** Measures the same with the chat open. */
export const idleChatLines = async ({ fresh }: FreshDatabase) =>
  idleLines(await fresh('bench_chat_idle'), { what: 'chats', count: 2_000, atOnce: 50, goal: 150 }, (url, at) =>
    openChat(url, `idle-${at}`),
  );

const talkers = 40;
/** Visitors may write sixty times in a minute. */
const rounds = 5;
const roundSeconds = 5;
const warmSeconds = 3;

/**
 * Forty visitors who write once a second, with and without a flood in turns: one address after another sends as much as
 * its sockets accept. The periods without a flood measure the machine itself.
 */
export async function chatFloodLines(databases: FreshDatabase): Promise<Measurement[]> {
  const product = await startProduct({
    DATABASE_URL: await databases.fresh('bench_chat_flood'),
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: '1',
  });
  const talk = await openTalk(product.url);
  const calmMsList: number[] = [];
  const floodedMsList: number[] = [];
  let frames = 0;
  const work = { calm: 0, beside: 0 };
  await talk.listen(warmSeconds);
  for (let round = 0; round < rounds; round += 1) {
    const msBefore = processorMs(product);
    calmMsList.push(...(await talk.listen(roundSeconds)));
    const msBetween = processorMs(product);
    const flood = startFlood(product.url, `203.0.113.${round}`);
    floodedMsList.push(...(await talk.listen(roundSeconds)));
    frames += await flood.stop();
    work.calm += msBetween - msBefore;
    work.beside += processorMs(product) - msBetween;
  }
  talk.end();
  const floodedP95 = percentile(floodedMsList, 95);
  const quiet = percentile(calmMsList, 95);
  const shareOfCore = (ms: number) => `${(ms / rounds / roundSeconds / 10).toFixed(0)} %`;
  const note =
    ` (calm ${quiet.toFixed(0)} ms, ${(floodedP95 / quiet).toFixed(2)} x; ${rounds} floods got ${frames} frames sent;` +
    ` processor of the server ${shareOfCore(work.calm)}, beside ${shareOfCore(work.beside)})`;
  return [atMost('a message beside a flood by one: p95 until it is stored', floodedP95, 100, 'ms', note)];
}

/** Each visitor sends one message per second, evenly spread, while the test listens. */
async function openTalk(url: string) {
  const times: number[] = [];
  const line = { isOpen: true };
  const tabs = await Promise.all(
    Array.from({ length: talkers }, (_, index) => openChat(url, `talk-${index}`, `198.51.100.${index}`)),
  );
  const exchanges = tabs.map(async (tab, index) => {
    await pause((index * 1_000) / talkers);
    for (let n = 0; line.isOpen; n += 1) {
      const sentAt = performance.now();
      await sendText(tab, `talk-${index}`, `words ${n}`, { clientMessageId: `${n}` });
      times.push(performance.now() - sentAt);
      await pause(1_000 - (performance.now() - sentAt));
    }
    tab.ws.terminate();
  });
  return {
    /** The milliseconds until each message of the next seconds was stored. */
    listen: async (seconds: number): Promise<number[]> => {
      times.length = 0;
      await Promise.race([pause(seconds * 1_000), ...exchanges]);
      return times.splice(0);
    },
    end: () => {
      line.isOpen = false;
    },
  };
}

/**
 * One address with as many sockets as it gets, each of which sends until it is disconnected, and reconnects; `stop`
 * returns the number of sent frames.
 */
function startFlood(url: string, address: string) {
  const script = fileURLToPath(new URL('../references/chat-flood.mjs', import.meta.url));
  const flooder = fork(script, [socketOf(url), address]);
  const stop = async () => {
    flooder.send('stop');
    const [sentCount] = (await once(flooder, 'message')) as [number];
    return sentCount;
  };
  return { stop };
}

/** A browser that vanished without closing: it responds to no ping. */
export async function deadSocketLines(databases: FreshDatabase): Promise<Measurement[]> {
  const { url } = await startProduct({ DATABASE_URL: await databases.fresh('bench_chat_dead') });
  const { closed } = await openTab(url, { autoPong: false });
  const startedAt = performance.now();
  await closed;
  return [atMost('a dead socket is noticed', (performance.now() - startedAt) / 1000, 65, 's')];
}

async function openChat(url: string, roomId: string, address?: string) {
  const tab = await openTab(url, address ? { headers: { 'X-Forwarded-For': address } } : {});
  await join(tab, { roomId });
  return tab;
}

const samples = 400;
const warmUp = samples / 10;
const actionsPerSecond = 20;
const customers = [1, 2, 3, 4];

/** Time from an action at one process until a socket of another process is notified, beside normal traffic. */
export async function notificationLines(databases: BenchDatabases): Promise<Measurement[]> {
  const database = await databases.fresh('bench_told');
  const orders = await openOrders(database);
  const { url: firstUrl } = await startProduct({ DATABASE_URL: database });
  const { url: secondUrl } = await startProduct({ DATABASE_URL: database });
  const chat = await chatAcross(firstUrl, secondUrl);
  const decide = await decideAcross(firstUrl, secondUrl, orders);
  return [
    await besideTraffic(firstUrl, "a chat message, from a socket to another process's socket: p99", chat),
    await besideTraffic(firstUrl, "an order's move, from the admin's call to another process's socket: p99", decide),
  ];
}

/** Repeats the action at an even pace while users browse; judges how long each took. */
async function besideTraffic(
  url: string,
  title: string,
  action: (turn: number) => Promise<void>,
): Promise<Measurement> {
  const { headers } = await signIn(url, 'admin');
  const shots = [{ path: '/api/crypto-assets' }, { path: '/api/admin/transactions', headers }];
  const seconds = (samples + warmUp) / actionsPerSecond;
  const traffic = hammer({ url, shots, connections: 2, seconds, perSecond: 100 });
  const times: number[] = [];
  const startedAt = performance.now();
  for (let turn = 0; turn < samples + warmUp; turn += 1) {
    await pause(Math.max(0, startedAt + (turn * 1000) / actionsPerSecond - performance.now()));
    const sentAt = performance.now();
    await action(turn);
    if (turn >= warmUp) times.push(performance.now() - sentAt);
  }
  await traffic;
  const note = ` (median ${median(times).toFixed(1)} ms of ${times.length})`;
  return atMost(title, percentile(times, 99), 25, 'ms', note);
}

/** A visitor's message, until the agent has it. */
async function chatAcross(firstUrl: string, secondUrl: string): Promise<(turn: number) => Promise<void>> {
  const visitor = await openTab(firstUrl);
  const { roomId } = await join(visitor, { roomId: aLabel() });
  const agent = await anAgentOn(await openTab(secondUrl), (await signIn(secondUrl, 'admin')).token, roomId);
  return async (turn) => {
    const text = `message ${turn}`;
    visitor.send({ type: 'send_message', roomId, text, clientMessageId: text });
    await until(agent, ({ type, message }) => type === 'new_message' && (message as { text: string }).text === text);
  };
}

/** An admin starts an order, until its customer's tab is notified. */
async function decideAcross(
  firstUrl: string,
  secondUrl: string,
  orders: Order[],
): Promise<(turn: number) => Promise<void>> {
  const tabs = new Map<string, Client>();
  for (const customer of customers) {
    const { token } = await signIn(secondUrl, customer);
    tabs.set(seededId(customer), await openTab(secondUrl, { token }));
  }
  const { ok } = await signIn(firstUrl, 'admin');
  return async (turn) => {
    const order = orders[turn];
    const tab = tabs.get(order?.userId ?? '');
    if (!order || !tab) throw new Error(`There is no order for turn ${turn}.`);
    await ok('PUT', `admin/transactions/${order.id}/status`, { json: { status: 'processing' } });
    await until(tab, ({ type, id }) => type === 'transaction_updated' && id === order.id);
  };
}

/** Skips messages until one matches. */
async function until({ next }: Client, isExpected: (message: Record<string, unknown>) => boolean): Promise<void> {
  while (!isExpected(await next()));
}

type Order = { id: string; userId: string };

/** Reopens orders of the small book for a decision and signs them, as seeded orders have no signature; returns them. */
async function openOrders(url: string): Promise<Order[]> {
  const client = await connectedClient(url);
  await client.query('set session_replication_role = replica'); // The product never moves an order backwards.
  const { rows } = await client.query<Order>(
    `update orders set status = 'pending', version = 1, decided_at = null, admin_notes = null,
     admin_transaction_id = null
     where user_id = any($1) returning id, user_id as "userId"`,
    [customers.map(seededId)],
  );
  setRowKey(benchEncryptionKey);
  await inTx(openPool(url, 1), (tx) => signAgain(tx, signedTables.order, ({ signature }) => !signature));
  return rows;
}
