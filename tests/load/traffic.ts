import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { aProof, aSeller, plainOrder, submit, tokensOf, type Seller } from '#tests/factories/sales.ts';
import { callerOf } from '#tests/setup/call.ts';
import { aFolder, atTheEnd } from '#tests/setup/endings.ts';
import { Agent, socketOf, Visitor } from '#tests/setup/flaky-connection.ts';
import { benchEncryptionKey, openPool, signIn, startProduct } from '../bench/programs.ts';

type World = Awaited<ReturnType<typeof startProducts>>;

/**
 * Two processes on one new database, with customers who are signed in. Both have an inspector enabled, for the heap.
 */
async function startProducts(count: number) {
  const folder = aFolder();
  const server = await startEmbedded({ dataDir: join(folder, 'database') });
  atTheEnd(() => server.stop());
  const { pool } = openPool(server.url);
  const secrets = { JWT_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: benchEncryptionKey };
  const settings = { ...secrets, DATABASE_URL: server.url, NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  const start = () => startProduct(settings, join(folder, 'data'));
  const products = [await start(), await start()] as const;
  const customers: Seller[] = [];
  while (customers.length < count) customers.push(await aSeller(tokensOf(secrets), pool));
  const { token: adminToken } = await signIn(products[0].url, 'admin');
  /** The process that this customer uses. */
  const productOf = (at: number) => products[at % 2 ? 1 : 0];
  // The administrator's session lasts eight hours.
  return { products, productOf, customers, adminToken, pool, tally: newTally() };
}

/** Answers since the start. */
const newTally = () => ({
  polls: 0,
  /** Milliseconds of each poll since the last report. */
  pollMs: [] as number[],
  /** Number of failed responses by kind. */
  failures: new Map<string, number>(),
  /** References of acknowledged orders, and the number of orders requested. */
  orders: [] as string[],
  asked: 0,
});

export type Running = Awaited<ReturnType<typeof startWorld>>;

/** The processes with their customers, some of whom have the chat open; their answers are counted. */
export async function startWorld(count: number, sockets: number) {
  const world = await startProducts(count);
  return { ...world, talk: await startTalk(world, sockets) };
}

/** How the browser polls: the list of orders, the rates and the session, each every five seconds. */
const polledPaths = ['/api/transactions?page=1&pageSize=20', '/api/crypto-assets', '/api/auth/user'];
const pollMs = 5_000 / polledPaths.length;
const requestTimeoutMs = 20_000;
const retryMs = 300;
/** Callers arrive evenly over this time, as a new process first compiles its code. */
const rampMs = 60_000;

const fail = ({ tally: { failures } }: World, failure: string) =>
  failures.set(failure, (failures.get(failure) ?? 0) + 1);

/**
 * Polls as each customer's open tab does, with the ETag of the last response, and as the administrator, whom the
 * product signs out after half an hour without a request. Resolves after `over`.
 */
export async function poll(world: World, endSignal: AbortSignal): Promise<void> {
  const callers = [...world.customers, { token: world.adminToken }];
  await Promise.all(callers.map(({ token }, index) => pollWithToken(token, world, index, endSignal)));
}

async function pollWithToken(token: string, world: World, at: number, endSignal: AbortSignal): Promise<void> {
  const tags = new Map<string, string>();
  const began = performance.now() + (rampMs * at) / world.customers.length;
  const call = callerOf(world.productOf(at).url);
  for (let turn = 0; ; turn += 1) {
    await pause(Math.max(0, began + turn * pollMs - performance.now()));
    if (endSignal.aborted) return;
    const path = polledPaths[(turn + at) % polledPaths.length] ?? '/';
    const tag = tags.get(path);
    const headers: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag };
    const sentAt = performance.now();
    try {
      const answer = await call('GET', path, { token, headers, signal: AbortSignal.timeout(requestTimeoutMs) });
      const newTag = answer.headers.get('etag');
      if (newTag !== null) tags.set(path, newTag);
      if (answer.status !== 200 && answer.status !== 304) fail(world, `${answer.status} ${path}`);
    } catch (error) {
      fail(world, `no answer ${path}: ${(error as Error).message}`);
    }
    world.tally.polls += 1;
    world.tally.pollMs.push(performance.now() - sentAt);
  }
}

/** A screenshot of a payment as phones make them, some 20 KiB. */
async function aScreenshot(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 220, sigma: 6 } as const;
  return sharp({ create: { width: 360, height: 780, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** The time at which an order is due, in milliseconds from the start: the rate climbs evenly, then stays constant. */
function dueMs(number: number, perSecond: number): number {
  const evenMs = (number * 1000) / perSecond;
  return evenMs < rampMs / 2 ? Math.sqrt(2 * rampMs * evenMs) : rampMs / 2 + evenMs;
}

/** Sends orders with proofs at an even rate, each under its key until it is acknowledged. Resolves after `over`. */
export async function sell(world: World, perSecond: number, endSignal: AbortSignal): Promise<void> {
  const screenshot = await aScreenshot();
  const inFlight = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let number = 0; ; number += 1) {
    await pause(Math.max(0, startedAt + dueMs(number, perSecond) - performance.now()));
    if (endSignal.aborted) break;
    const at = number % world.customers.length;
    // Readers ignore what comes after the end of the picture.
    const proof = Buffer.concat([screenshot, Buffer.from(randomUUID())]);
    const noteFailure = (failure: string) => fail(world, failure);
    const sellNow = async () => {
      const sale = { proof, failed: noteFailure, isOver: (attempts: number) => attempts >= 20 };
      const reference = await sellOnce(world.productOf(at), world.customers[at], sale);
      if (reference !== undefined) world.tally.orders.push(reference);
    };
    world.tally.asked += 1;
    const sale = sellNow().finally(() => inFlight.delete(sale));
    inFlight.add(sale);
  }
  await Promise.all(inFlight);
}

type Sale = { proof?: Buffer; failed: (what: string) => void; isOver: (attempts: number) => boolean };

/**
 * Sends one sale with its key until it is acknowledged or `isOver`, like the browser; returns its reference. Any other
 * answer is reported to `failed`.
 */
export async function sellOnce(
  product: { url: string },
  seller: Pick<Seller, 'token'> | undefined,
  { proof = aProof(), failed, isOver }: Sale,
): Promise<string | undefined> {
  if (!seller) return undefined;
  const key = randomUUID();
  for (let attempts = 1; ; attempts += 1) {
    const options = { key, proof, signal: AbortSignal.timeout(requestTimeoutMs) };
    const answer = await submit(product, seller, plainOrder(), options).catch((error: Error) => error);
    if (answer instanceof Error) failed(`no answer to an order: ${answer.message}`);
    else if (answer.status === 201) return answer.body.reference;
    else failed(`${answer.status} order: ${answer.body.message}`);
    if (isOver(attempts)) return undefined;
    await pause(retryMs);
  }
}

/** Orders that were acknowledged, by reference, and are not in the database exactly once with their one proof. */
export async function lostOrders(pool: Pool, references: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string }>(
    `select o.reference from orders o join files f on f.order_id = o.id group by o.id having count(*) = 1`,
  );
  const storedReferences = new Set(rows.map(({ reference }) => reference));
  return references.filter(
    (reference, index) => !storedReferences.has(reference) || references.indexOf(reference) !== index,
  );
}

/** Each customer writes once in eight seconds, and every three seconds one of them loses its connection. */
const everyMs = 8_000;
const breakMs = 3_000;
/** Every tenth message is answered. */
const answerEvery = 10;
export const arrivalMs = 2_000;

/** Customers with the chat open, and an administrator's console at each process; the first of them writes. */
async function startTalk(world: World, sockets: number) {
  let answers = 0;
  const consoles: Agent[] = world.products.map(
    (_, index) =>
      new Agent(world.adminToken, ({ roomId, sender, seq }) => {
        if (index > 0 || sender !== 'user' || seq % answerEvery !== 0) return;
        answers += 1;
        consoles[0]?.enter(roomId);
        consoles[0]?.sendMessage(roomId, `answer ${answers}`);
      }),
  );
  await Promise.all(consoles.map((agent, index) => agent.connect(socketOf(world.productOf(index).url))));
  const visitors = world.customers
    .slice(0, sockets)
    .map(({ token }) => new Visitor(Number.POSITIVE_INFINITY, { token, everyMs }));
  const starts = visitors.map((visitor, index) =>
    setTimeout(() => visitor.connect(socketOf(world.productOf(index).url)), (index * rampMs) / sockets),
  );
  let next = 0;
  const breakTimer = setInterval(() => {
    const at = next % sockets;
    // The next time it connects to the other process.
    visitors[at]?.connect(socketOf(world.productOf(at + Math.floor(next / sockets) + 1).url));
    next += 1;
  }, breakMs);
  return {
    visitors,
    consoles,
    /** Stops new messages; those on their way still arrive. */
    stop: () => {
      clearInterval(breakTimer);
      for (const start of starts) clearTimeout(start);
      for (const visitor of visitors) visitor.pause();
    },
    end: () => {
      for (const line of [...visitors, ...consoles]) line.end();
    },
  };
}

/**
 * Every acknowledged message: the time from its first attempt until the later console had it, or until now, and until
 * it was acknowledged.
 */
export function deliveries({ visitors, consoles }: Running['talk']) {
  return visitors.flatMap((visitor) =>
    [...visitor.acknowledged].map(([text, seq]) => {
      const sentAt = visitor.sentAt.get(text) ?? 0;
      const receivedAt = consoles.map(({ messages }) => {
        const message = messages.get(visitor.roomId)?.get(seq);
        return message?.message.text === text ? message.at : performance.now();
      });
      const acknowledgedMs = (visitor.acknowledgedAt.get(text) ?? 0) - sentAt;
      return { room: visitor.roomId, text, ms: Math.max(...receivedAt) - sentAt, acknowledgedMs };
    }),
  );
}

/** Messages that were acknowledged and are not in the database exactly once. */
export async function lostMessages(pool: Pool, visitors: readonly Visitor[]): Promise<string[]> {
  const { rows } = await pool.query<{ text: string; times: number }>(
    `select text, count(*)::int as times from chat_messages where sender = 'user' group by 1`,
  );
  const timesOf = new Map(rows.map(({ text, times }) => [text, times]));
  return visitors.flatMap(({ acknowledged }) => [...acknowledged.keys()].filter((text) => timesOf.get(text) !== 1));
}
