import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { aSeller, tokensOf } from '#tests/factories/sales.ts';
import { atTheEnd } from '#tests/setup/endings.ts';
import { acknowledgedBy, Agent, socketOf, Visitor } from '#tests/setup/flaky-connection.ts';
import type { BenchDatabases } from '../cluster.ts';
import { benchEncryptionKey, openPool, signIn, startProduct, until, type Program } from '../programs.ts';
import { atLeast, atMost, type Measurement } from '../statistics.ts';

const rooms = 50;
const messagesEach = 200;
const messagesPerConnection = 40;
const answerEvery = 5;
const agentReconnectMs = 4_000;
const giveUpMs = 600_000;

/** The sides that answer in a room: the bot, the agent, or the bot until the agent enters in the middle. */
const kinds = ['bot', 'agent', 'both'] as const;
type Room = { kind: (typeof kinds)[number]; customer: Visitor; token: string; connections: number };

/** Two processes on one database. `urlFor` returns a process that serves: while one is down, the other. */
async function startPair(database: string, secrets: Record<string, string>) {
  const start = () => startProduct({ ...secrets, DATABASE_URL: database });
  const products: [Program | undefined, Program] = [await start(), await start()];
  return {
    urlFor: (at: number) => socketOf((at % 2 ? products[1] : (products[0] ?? products[1])).url),
    survivor: products[1].url,
    killAndStart: async () => {
      const killedProduct = products[0];
      products[0] = undefined;
      await killedProduct?.stop('SIGKILL');
      products[0] = await start();
    },
  };
}
type Pair = Awaited<ReturnType<typeof startPair>>;
type Session = Awaited<ReturnType<typeof signIn>>;

/**
 * Customers write to a bot and an agent without a pause and change their process every forty messages, while one
 * process is killed and restarted. The database and both sides are then searched for the acknowledged messages.
 */
export async function chatLines(databases: Pick<BenchDatabases, 'fresh'>): Promise<Measurement[]> {
  const database = await databases.fresh('bench_chat');
  const secrets = { JWT_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: benchEncryptionKey };
  const { pool } = openPool(database, 2);
  const pair = await startPair(database, secrets);
  const talks: Room[] = [];
  for (let at = 0; at < rooms; at += 1) {
    const kind = kinds[at % kinds.length] ?? 'bot';
    const { token } = await aSeller(tokensOf(secrets), pool);
    const customer = new Visitor(messagesEach, { token, ...(kind !== 'agent' && { window: 'chat' as const }) });
    atTheEnd(() => customer.end());
    talks.push({ kind, customer, token, connections: 0 });
  }
  const { token, ok } = await signIn(pair.survivor, 'admin');
  // Answers every fifth message of the rooms they are in.
  const agent = new Agent(token, ({ roomId, sender, text, seq }) => {
    const room = talks.find(({ customer }) => customer.roomId === roomId);
    if (sender !== 'user' || !room || room.kind === 'bot' || seq % answerEvery !== 0) return;
    if (room.kind === 'both' && room.customer.acknowledged.size < messagesEach / 2) return;
    agent.enter(roomId);
    agent.sendMessage(roomId, `answer to ${text}`);
  });
  atTheEnd(() => agent.end());
  const startedAt = performance.now();
  await agent.connect(pair.urlFor(1));
  await talk(pair, talks, agent);
  const seconds = (performance.now() - startedAt) / 1000;
  const wrongMessages = (await Promise.all(talks.map((room) => wrongIn(room, { pool, pair, agent, ok })))).flat();
  for (const { what, text } of wrongMessages.slice(0, 20)) console.error(`${what}: ${text}`);
  const { rows } = await pool.query<{ bot: number; support: number }>(
    `select count(*) filter (where sender = 'bot')::int as bot, count(*) filter (where sender = 'support')::int
     as support
     from chat_messages where room_id = any($1)`,
    [talks.map(({ customer }) => customer.roomId)],
  );
  const { bot, support } = rows[0] ?? { bot: 0, support: 0 };
  const acknowledgedMessages = acknowledgedBy(talks.map(({ customer }) => customer));
  const connections = talks.reduce((sum, room) => sum + room.connections, 0);
  const note =
    ` (${acknowledgedMessages} acknowledged of ${rooms} x ${messagesEach} in ${seconds.toFixed(0)} s; ${bot} answers of the` +
    ` bot, ${support} of the agent, ${connections} reconnects, one kill -9)`;
  return [
    atMost('chat messages lost, doubled or misplaced', wrongMessages.length, 0, 'messages', note),
    atMost('messages sent to the agent twice', agent.repeated, 0, 'messages'),
    atLeast('answers of the bot and of the agent', Math.min(bot, support), 500),
  ];
}

/** Runs until every message was sent, acknowledged, and received on both sides. */
async function talk(pair: Pair, talks: readonly Room[], agent: Agent): Promise<void> {
  const countAcknowledged = () => acknowledgedBy(talks.map(({ customer }) => customer));
  let killPromise: Promise<void> | undefined;
  let agentDueAt = performance.now() + agentReconnectMs;
  talks.forEach(({ customer }, index) => customer.connect(pair.urlFor(index)));
  for (const giveUpAt = performance.now() + giveUpMs; ; await pause(5)) {
    if (performance.now() > giveUpAt) throw new Error(`Only ${countAcknowledged()} messages were acknowledged`);
    talks.forEach((room, index) => {
      const isDue = room.customer.acknowledged.size >= (room.connections + 1) * messagesPerConnection;
      if (!room.customer.isBroken && !(isDue && !room.customer.done)) return;
      if (isDue) room.connections += 1;
      room.customer.connect(pair.urlFor(index + room.connections));
    });
    if (agent.isBroken || performance.now() > agentDueAt) {
      agentDueAt = performance.now() + agentReconnectMs;
      await agent.connect(pair.urlFor(Math.round(agentDueAt / agentReconnectMs)));
    }
    if (countAcknowledged() > (rooms * messagesEach) / 2) killPromise ??= pair.killAndStart();
    if (talks.every(({ customer }) => customer.done) && agent.isDone) break;
  }
  await killPromise;
}

type WrongMessage = { what: string; text: string };
type Row = Pick<ChatMessage, 'seq' | 'text' | 'sender' | 'isBot'>;
type Places = { pool: Pool; pair: Pair; agent: Agent; ok: Session['ok'] };

/** Messages of one room that are lost, doubled or misplaced. */
async function wrongIn({ customer, token, kind }: Room, { pool, pair, agent, ok }: Places): Promise<WrongMessage[]> {
  const { rows } = await pool.query<Row>(
    `select seq, text, sender, sender = 'bot' as "isBot" from chat_messages where room_id = $1 order by seq`,
    [customer.roomId],
  );
  const ownRows = rows.filter(({ sender }) => sender === 'user');
  const history = await readHistory(ok, customer.roomId, rows.length);
  const reader = new Visitor(0, { token, fromStart: true });
  reader.roomId = customer.roomId;
  reader.connect(pair.urlFor(1));
  // A reader that stays behind is reported by the comparison below.
  await until(() => reader.last >= rows.length, 'late').catch(() => undefined);
  reader.end();
  const socket = agent.messages.get(customer.roomId);
  const isStored = (seqByText: Map<string, number>, { text, seq }: Row) => seqByText.get(text) === seq;
  const isInOrder = (row: Row, at: number) =>
    row.text === customer.textOf(at + 1) && isStored(customer.acknowledged, row);
  const answers = rows.filter(({ sender }) => sender === 'support');
  const checks: Record<string, readonly Row[]> = {
    'not stored once, in order, under its number': ownRows.filter((row, index) => !isInOrder(row, index)),
    'answer not stored under its number': answers.filter((row) => !isStored(agent.acknowledged, row)),
    'number out of line': rows.filter(({ seq }, index) => seq !== index + 1),
    'not in the history of the team': rows.filter((row, index) => !isSame(row, history[index])),
    'not in the history of the customer': rows.filter((row) => !isSame(row, reader.messages.get(row.seq))),
    'another text at the socket of the customer': rows.filter((row) => isOther(row, customer.messages.get(row.seq))),
    'another text at the socket of the team': rows.filter((row) => isOther(row, socket?.get(row.seq)?.message)),
    'a message of the bot in a room of the agent': rows.filter(({ sender }) => kind === 'agent' && sender === 'bot'),
  };
  const missingCount = messagesEach - ownRows.length;
  return [
    ...Object.entries(checks).flatMap(([title, messages]) => messages.map(({ text }) => ({ what: title, text }))),
    ...Array.from({ length: Math.abs(missingCount) }, () => ({ what: 'lost or doubled', text: customer.label })),
  ];
}

const isOther = ({ text }: Row, message: ChatMessage | undefined) => message !== undefined && message.text !== text;
const isSame = (row: Row, { seq, text, sender, isBot }: Partial<ChatMessage> = {}) =>
  isDeepStrictEqual({ seq, text, sender, isBot }, row);

/** The whole room as the administrator reads it, page by page backwards. */
async function readHistory(ok: Session['ok'], roomId: string, length: number): Promise<ChatMessage[]> {
  const all: ChatMessage[] = [];
  for (let beforeSeq = length + 1; beforeSeq > 1;) {
    const path = `admin/chat-rooms/${roomId}/messages?limit=500&before=${beforeSeq}`;
    const page = (await ok('GET', path)) as unknown as ChatMessage[];
    if (page.length === 0) break;
    all.unshift(...page);
    beforeSeq = page[0]?.seq ?? 0;
  }
  return all;
}
