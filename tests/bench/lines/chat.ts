import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket, type ClientOptions } from 'ws';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import type { BenchDatabases } from '../cluster.ts';
import { atTheEnd, megabyte, processorMs, residentBytes, startProduct } from '../programs.ts';
import { atMost, percentile, type Measurement } from '../statistics.ts';

type Fresh = Pick<BenchDatabases, 'fresh'>;

/** A browser's socket at a product, closed at the end. */
export async function openSocket(url: string, options: ClientOptions = { perMessageDeflate: false }) {
  const socket = new WebSocket(socketOf(url), options);
  await once(socket, 'open');
  atTheEnd(() => socket.terminate());
  return socket;
}

/** The memory of the server beside so many sockets, which are opened in groups. */
async function memoryWith(
  database: string,
  [count, atOnce]: [number, number],
  open: (url: string, at: number) => Promise<WebSocket>,
) {
  const product = await startProduct({ DATABASE_URL: database });
  const before = residentBytes(product);
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => open(product.url, from + at)));
  const after = residentBytes(product);
  const each = `${((after - before) / count / 1024).toFixed(1)} KiB each`;
  return { after: after / megabyte, note: ` (${each}; ${(before / megabyte).toFixed(0)} MiB before)` };
}

/** 10,000 browsers that send nothing: one address opens some 28,000 connections to one port; RATE_LIMIT_FACTOR lifts the limits. */
export async function idleSocketLines(databases: Fresh): Promise<Measurement[]> {
  const database = await databases.fresh('bench_sockets');
  const { after, note } = await memoryWith(database, [10_000, 200], (url) => openSocket(url));
  return [atMost('memory of the server with 10000 idle sockets', after, 180, 'MiB', note)];
}

/** Browsers with the chat open that send nothing. */
export async function idleChatLines(databases: Fresh): Promise<Measurement[]> {
  const database = await databases.fresh('bench_chat_idle');
  const { after, note } = await memoryWith(database, [2_000, 50], (url, at) => openChat(url, `idle-${at}`));
  return [atMost('memory of the server with 2000 idle chats', after, 150, 'MiB', note)];
}

const talkers = 40;
/** Visitors may write sixty times in a minute. */
const rounds = 5;
const roundSeconds = 5;
const warmSeconds = 3;

/**
 * Forty visitors who write once a second, with and without a flood in turns: one address after another sends
 * all that its sockets accept. The periods without a flood measure the machine itself.
 */
export async function chatFloodLines(databases: Fresh): Promise<Measurement[]> {
  const product = await startProduct({
    DATABASE_URL: await databases.fresh('bench_chat_flood'),
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: '1',
  });
  const talk = await openTalk(product.url);
  const [calm, beside]: [number[], number[]] = [[], []];
  let frames = 0;
  const work = { calm: 0, beside: 0 };
  await talk.listen(warmSeconds);
  for (let round = 0; round < rounds; round += 1) {
    const before = processorMs(product);
    calm.push(...(await talk.listen(roundSeconds)));
    const between = processorMs(product);
    const flood = startFlood(product.url, `203.0.113.${round}`);
    beside.push(...(await talk.listen(roundSeconds)));
    frames += await flood.stop();
    work.calm += between - before;
    work.beside += processorMs(product) - between;
  }
  talk.end();
  const [of, quiet] = [percentile(beside, 95), percentile(calm, 95)];
  const each = (ms: number) => `${(ms / rounds / roundSeconds / 10).toFixed(0)} %`;
  const note =
    ` (calm ${quiet.toFixed(0)} ms, ${(of / quiet).toFixed(2)} x; ${rounds} floods got ${frames} frames sent;` +
    ` processor of the server ${each(work.calm)}, beside ${each(work.beside)})`;
  return [atMost('a message beside a flood by one: p95 until it is stored', of, 100, 'ms', note)];
}

/** Each visitor sends one message a second, evenly spread, as long as the test listens. */
async function openTalk(url: string) {
  const times: number[] = [];
  const line = { isOpen: true };
  const sockets = await Promise.all(
    Array.from({ length: talkers }, (_, at) => openChat(url, `talk-${at}`, `198.51.100.${at}`)),
  );
  const talking = sockets.map(async (socket, at) => {
    await pause((at * 1_000) / talkers);
    for (let n = 0; line.isOpen; n += 1) {
      const sent = performance.now();
      const message = { roomId: `talk-${at}`, text: `words ${n}`, clientMessageId: `${n}` };
      socket.send(JSON.stringify({ type: 'send_message', ...message }));
      await answerOf(socket, 'message_stored');
      times.push(performance.now() - sent);
      await pause(1_000 - (performance.now() - sent));
    }
    socket.terminate();
  });
  return {
    /** The milliseconds until each message of the next seconds was stored. */
    listen: async (seconds: number): Promise<number[]> => {
      times.length = 0;
      await Promise.race([pause(seconds * 1_000), ...talking]);
      return times.splice(0);
    },
    end: () => {
      line.isOpen = false;
    },
  };
}

/** One address with as many sockets as it gets, each sending until it is thrown out, and coming back; `stop` tells how many frames it sent. */
function startFlood(url: string, address: string): { stop: () => Promise<number> } {
  const script = fileURLToPath(new URL('../references/chat-flood.mjs', import.meta.url));
  const flooder = fork(script, [socketOf(url), address]);
  const stop = async () => {
    flooder.send('stop');
    const [sent] = (await once(flooder, 'message')) as [number];
    return sent;
  };
  return { stop };
}

/** A browser that vanished without closing: it responds to no ping. */
export async function deadSocketLines(databases: Fresh): Promise<Measurement[]> {
  const { url } = await startProduct({ DATABASE_URL: await databases.fresh('bench_chat_dead') });
  const socket = await openSocket(url, { autoPong: false });
  const began = performance.now();
  await once(socket, 'close');
  return [atMost('a dead socket is noticed', (performance.now() - began) / 1000, 65, 's')];
}

async function openChat(url: string, roomId: string, address?: string): Promise<WebSocket> {
  const headers: Record<string, string> = address ? { 'X-Forwarded-For': address } : {};
  const socket = await openSocket(url, { perMessageDeflate: false, headers });
  socket.send(JSON.stringify({ type: 'join_as_user', roomId }));
  await answerOf(socket, 'room_status');
  return socket;
}

async function answerOf(socket: WebSocket, type: string): Promise<void> {
  for (;;) {
    const [data] = (await once(socket, 'message')) as [Buffer];
    const output = JSON.parse(data.toString()) as { type: string };
    if (output.type === type) return;
    if (output.type === 'error') throw new Error(`The server said ${data.toString()}`);
  }
}
