import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import type { BenchDatabases } from '../cluster.ts';
import { processorMs, residentBytes, startProduct } from '../programs.ts';
import { atMost, percentile, type Measurement } from '../statistics.ts';

const idle = 2_000;
const openedAtOnce = 50;
const talkers = 40;
/** Visitors may write sixty times in a minute. */
const rounds = 5;
const roundSeconds = 5;
const warmSeconds = 3;
const megabyte = 1024 * 1024;

type Fresh = Pick<BenchDatabases, 'fresh'>;

/** Browsers with the chat open that send nothing. */
export async function idleChatLines(databases: Fresh): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_chat_idle') });
  const open: WebSocket[] = [];
  try {
    const before = residentBytes(product.pid);
    while (open.length < idle) {
      const opened = Array.from({ length: openedAtOnce }, (_, at) => openChat(product.url, `idle-${open.length + at}`));
      open.push(...(await Promise.all(opened)));
    }
    const after = residentBytes(product.pid);
    const note = ` (${(before / megabyte).toFixed(0)} MiB before)`;
    return [atMost(`memory of the server with ${idle} idle chats`, after / megabyte, 150, 'MiB', note)];
  } finally {
    for (const socket of open) socket.terminate();
    await product.stop();
  }
}

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
  try {
    const talk = await openTalk(product.url);
    const [calm, beside]: [number[], number[]] = [[], []];
    let frames = 0;
    const work = { calm: 0, beside: 0 };
    await talk.listen(warmSeconds);
    for (let round = 0; round < rounds; round += 1) {
      const before = processorMs(product.pid);
      calm.push(...(await talk.listen(roundSeconds)));
      const between = processorMs(product.pid);
      const flood = startFlood(product.url, `203.0.113.${round}`);
      beside.push(...(await talk.listen(roundSeconds)));
      frames += await flood.stop();
      work.calm += between - before;
      work.beside += processorMs(product.pid) - between;
    }
    talk.end();
    const [of, quiet] = [percentile(beside, 95), percentile(calm, 95)];
    const each = (ms: number) => `${(ms / rounds / roundSeconds / 10).toFixed(0)} %`;
    const note =
      ` (calm ${quiet.toFixed(0)} ms, ${(of / quiet).toFixed(2)} x; ${rounds} floods got ${frames} frames sent;` +
      ` processor of the server ${each(work.calm)}, beside ${each(work.beside)})`;
    return [atMost('a message beside a flood by one: p95 until it is stored', of, 100, 'ms', note)];
  } finally {
    await product.stop();
  }
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
      socket.send(
        JSON.stringify({ type: 'send_message', roomId: `talk-${at}`, text: `words ${n}`, clientMessageId: `${n}` }),
      );
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

/** One address with as many sockets as it gets, each sending until it is thrown out, and coming back. */
function startFlood(url: string, address: string): { stop: () => Promise<number> } {
  const script = fileURLToPath(new URL('../references/chat-flood.mjs', import.meta.url));
  const flooder = fork(script, [socketOf(url), address]);
  return {
    /** Returns how many frames it sent. */
    stop: async () => {
      flooder.send('stop');
      const [sent] = (await once(flooder, 'message')) as [number];
      return sent;
    },
  };
}

/** A browser that vanished without closing: it responds to no ping. */
export async function deadSocketLines(databases: Fresh): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_chat_dead') });
  try {
    const socket = new WebSocket(socketOf(product.url), { autoPong: false });
    await once(socket, 'open');
    const began = performance.now();
    await once(socket, 'close');
    return [atMost('a dead socket is noticed', (performance.now() - began) / 1000, 65, 's')];
  } finally {
    await product.stop();
  }
}

async function openChat(url: string, roomId: string, address?: string): Promise<WebSocket> {
  const headers = address ? { 'X-Forwarded-For': address } : {};
  const socket = new WebSocket(socketOf(url), { perMessageDeflate: false, headers });
  await once(socket, 'open');
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
