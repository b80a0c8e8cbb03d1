import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { socketOf, Visitor } from '#tests/setup/bad-line.ts';
import type { BenchDatabases } from '../cluster.ts';
import { atMost, percentile, type Figure } from '../figures.ts';
import { residentBytes, signIn, startProduct, type Product } from '../programs.ts';

const rooms = 50;
const messagesEach = 200;
const reconnects = 10;
const idle = 2_000;
const openedAtOnce = 50;
const talkers = 40;
const talkSeconds = 20;
const megabyte = 1024 * 1024;

/** What the chat promises: nothing lost or mixed up, many at once, one who floods, and one who is dead. */
export async function chatLines(databases: Pick<BenchDatabases, 'fresh'>): Promise<Figure[]> {
  const database = await databases.fresh('bench_chat');
  return [
    ...(await badLines(database)),
    await idleChats(database),
    await besideAFlood(await databases.fresh('bench_chat_flood')),
    await deadSocket(database),
  ];
}

/** Two processes on one database; every visitor changes between them ten times, and one of them is killed. */
async function badLines(database: string): Promise<Figure[]> {
  const [here, there] = [
    await startProduct({ DATABASE_URL: database }),
    await startProduct({ DATABASE_URL: database }),
  ];
  const began = performance.now();
  const visitors = Array.from({ length: rooms }, () => new Visitor(messagesEach));
  const acknowledged = () => visitors.reduce((sum, visitor) => sum + visitor.acknowledged.size, 0);
  try {
    visitors.forEach((visitor, at) => visitor.connect(socketOf(at % 2 ? here.url : there.url)));
    await until(() => visitors.every((visitor) => visitor.hasRoom));
    for (let n = 1; n <= reconnects; n += 1) {
      await until(() => acknowledged() > (n * rooms * messagesEach) / (reconnects + 2));
      if (n === reconnects / 2) await here.stop('SIGKILL');
      const isAlone = n >= reconnects / 2;
      visitors.forEach((visitor, at) => visitor.reconnect(socketOf((at + n) % 2 && !isAlone ? here.url : there.url)));
    }
    await until(() => visitors.every((visitor) => visitor.done));
    const seconds = (performance.now() - began) / 1000;
    const desk = await signIn(there.url, 'admin');
    const wrong = await Promise.all(visitors.map((visitor) => wrongIn(there, desk, visitor)));
    const note = ` (${rooms} x ${messagesEach} in ${seconds.toFixed(0)} s)`;
    const what = 'messages lost, doubled, misplaced or out of order: ten reconnects each, one kill -9';
    return [
      atMost(
        what,
        wrong.reduce((sum, count) => sum + count, 0),
        0,
        'messages',
        note,
      ),
    ];
  } finally {
    for (const visitor of visitors) visitor.end();
    await there.stop();
  }
}

/** How many places of a room hold something else than was said there, or another than was acknowledged or heard. */
async function wrongIn({ url }: Product, headers: { authorization: string }, visitor: Visitor): Promise<number> {
  const response = await fetch(new URL(`/api/admin/chat-rooms/${visitor.roomId}/messages?limit=500`, url), { headers });
  const stored = (await response.json()) as ChatMessage[];
  const isRight = ({ text, seq }: ChatMessage, at: number) =>
    seq === at + 1 &&
    text === visitor.wordsOf(seq) &&
    visitor.acknowledged.get(text) === seq &&
    visitor.heard.get(seq)?.text === text;
  return stored.filter((message, at) => !isRight(message, at)).length + Math.abs(messagesEach - stored.length);
}

/** Browsers with the chat open that say nothing. */
async function idleChats(database: string): Promise<Figure> {
  const product = await startProduct({ DATABASE_URL: database });
  const open: WebSocket[] = [];
  try {
    const before = residentBytes(product.pid);
    while (open.length < idle) {
      const opened = Array.from({ length: openedAtOnce }, (_, at) => openChat(product.url, `idle-${open.length + at}`));
      open.push(...(await Promise.all(opened)));
    }
    const after = residentBytes(product.pid);
    const note = ` (${(before / megabyte).toFixed(0)} MiB before)`;
    return atMost(`memory of the server with ${idle} idle chats`, after / megabyte, 150, 'MiB', note);
  } finally {
    for (const socket of open) socket.terminate();
    await product.stop();
  }
}

/** Forty visitors who write once in a second, while one address sends all that its sockets take. */
async function besideAFlood(database: string): Promise<Figure> {
  const product = await startProduct({ DATABASE_URL: database, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  try {
    const calm = await talk(product, 'calm', 5);
    const flood = startFlood(product.url);
    const times = await talk(product, 'beside', talkSeconds);
    const sent = await flood.stop();
    const note = ` (calm ${percentile(calm, 95).toFixed(0)} ms; the flood got ${sent} frames sent)`;
    return atMost('a message beside a flood by one: p95 until it is stored', percentile(times, 95), 100, 'ms', note);
  } finally {
    await product.stop();
  }
}

/** Each visitor writes once in a second, none at the same moment; answers the milliseconds until each was stored. */
async function talk({ url }: Product, name: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const talking = Array.from({ length: talkers }, async (_, at) => {
    await pause((at * 1_000) / talkers);
    const roomId = `${name}-${at}`;
    const socket = await openChat(url, roomId, `198.51.100.${at}`);
    for (let n = 0; n < seconds; n += 1) {
      const sent = performance.now();
      socket.send(JSON.stringify({ type: 'send_message', roomId, text: `words ${n}`, clientMessageId: `${n}` }));
      await answerOf(socket, 'message_stored');
      times.push(performance.now() - sent);
      await pause(1_000);
    }
    socket.terminate();
  });
  await Promise.all(talking);
  return times;
}

/** One address with as many sockets as it gets, each sending until it is thrown out, and coming back. */
function startFlood(url: string): { stop: () => Promise<number> } {
  const flooder = fork(fileURLToPath(new URL('../references/chat-flood.mjs', import.meta.url)), [socketOf(url)]);
  return {
    /** Answers how many frames it sent. */
    stop: async () => {
      flooder.send('stop');
      const [sent] = (await once(flooder, 'message')) as [number];
      return sent;
    },
  };
}

/** A browser that is gone without a word: it answers no ping. */
async function deadSocket(database: string): Promise<Figure> {
  const product = await startProduct({ DATABASE_URL: database });
  try {
    const socket = new WebSocket(socketOf(product.url), { autoPong: false });
    await once(socket, 'open');
    const began = performance.now();
    await once(socket, 'close');
    return atMost('a dead socket is noticed', (performance.now() - began) / 1000, 65, 's');
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
    const said = JSON.parse(data.toString()) as { type: string };
    if (said.type === type) return;
    if (said.type === 'error') throw new Error(`The server said ${data.toString()}`);
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const giveUpAt = performance.now() + 300_000; !holds(); await pause(5))
    if (performance.now() > giveUpAt) throw new Error('Waited five minutes for the chat');
}
