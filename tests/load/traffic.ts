import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { bankDetails } from '#tests/factories/orders.ts';
import { plainOrder, submit } from '#tests/factories/sales.ts';
import type { World } from './world.ts';

/** How the browser polls: the list of orders, the rates and the session, each every five seconds. */
const polled = ['/api/transactions?page=1&pageSize=20', '/api/crypto-assets', '/api/auth/user'];
const pollMs = 5_000 / polled.length;
const requestTimeoutMs = 20_000;
const retryMs = 300;
/** Callers arrive evenly over this time: a process that was just started compiles what it runs. */
export const rampMs = 60_000;

/** What was answered since the start, or since `takeMinute`. */
export interface Tally {
  polls: number;
  /** Milliseconds of each poll since they were last taken. */
  pollMs: number[];
  /** Number of failed responses by kind. */
  failures: Map<string, number>;
  /** References of acknowledged orders, and the number of orders requested. */
  orders: string[];
  asked: number;
}

export const newTally = (): Tally => ({ polls: 0, pollMs: [], failures: new Map(), orders: [], asked: 0 });

const fail = ({ failures }: Tally, what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);

/**
 * Each customer polls as an open tab does, with the ETag of the last response, and so does the administrator, whom the
 * product signs out after half an hour without a request. Done after `over`.
 */
export async function poll(world: World, tally: Tally, over: AbortSignal): Promise<void> {
  const tokens = [...world.customers.map(({ token }) => token), world.adminToken];
  await Promise.all(tokens.map((token, at) => pollAs(token, world, tally, at, over)));
}

async function pollAs(token: string, world: World, tally: Tally, at: number, over: AbortSignal): Promise<void> {
  const tags = new Map<string, string>();
  const began = performance.now() + (rampMs * at) / world.customers.length;
  for (let turn = 0; ; turn += 1) {
    await pause(Math.max(0, began + turn * pollMs - performance.now()));
    if (over.aborted) return;
    const path = polled[(turn + at) % polled.length] ?? '/';
    const tag = tags.get(path);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(tag !== undefined && { 'if-none-match': tag }),
    };
    const sent = performance.now();
    try {
      const response = await fetch(`${world.productOf(at).url}${path}`, {
        headers,
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.arrayBuffer();
      const newTag = response.headers.get('etag');
      if (newTag !== null) tags.set(path, newTag);
      if (response.status !== 200 && response.status !== 304) fail(tally, `${response.status} ${path}`);
    } catch (error) {
      fail(tally, `no answer ${path}: ${(error as Error).message}`);
    }
    tally.polls += 1;
    tally.pollMs.push(performance.now() - sent);
  }
}

/** A screenshot of a payment as phones make them, some 20 KiB. */
async function aScreenshot(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 220, sigma: 6 } as const;
  return sharp({ create: { width: 360, height: 780, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** When an order is due, in milliseconds from the start: the rate climbs evenly, then stays. */
function dueMs(number: number, perSecond: number): number {
  const evenMs = (number * 1000) / perSecond;
  return evenMs < rampMs / 2 ? Math.sqrt(2 * rampMs * evenMs) : rampMs / 2 + evenMs;
}

/** Orders with proofs at an even rate, each sent again under its key until it is acknowledged. Done after `over`. */
export async function sell(world: World, tally: Tally, perSecond: number, over: AbortSignal): Promise<void> {
  const screenshot = await aScreenshot();
  const inFlight = new Set<Promise<void>>();
  const began = performance.now();
  for (let number = 0; ; number += 1) {
    await pause(Math.max(0, began + dueMs(number, perSecond) - performance.now()));
    if (over.aborted) break;
    const item = sellOnce(world, tally, number % world.customers.length, screenshot).finally(() =>
      inFlight.delete(item),
    );
    inFlight.add(item);
  }
  await Promise.all(inFlight);
}

async function sellOnce(world: World, tally: Tally, at: number, screenshot: Buffer): Promise<void> {
  const seller = world.customers[at];
  if (!seller) return;
  // Readers ignore what comes after the end of the picture.
  const [key, proof] = [randomUUID(), Buffer.concat([screenshot, Buffer.from(randomUUID())])];
  tally.asked += 1;
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    try {
      const { status, body } = await submit(world.productOf(at), seller, plainOrder({ paymentDetails: bankDetails }), {
        key,
        proof,
      });
      if (status === 201) return void tally.orders.push(body.reference);
      fail(tally, `${status} order: ${body.message}`);
    } catch (error) {
      fail(tally, `no answer to an order: ${(error as Error).message}`);
    }
    await pause(retryMs);
  }
}

/** Acknowledged orders that are not in the database exactly once with their one proof. */
export async function lostOrders({ pool }: World, { orders }: Tally): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string }>(
    `select o.reference from orders o join files f on f.order_id = o.id group by o.id having count(*) = 1`,
  );
  const stored = new Set(rows.map(({ reference }) => reference));
  return [
    ...orders.filter((reference) => !stored.has(reference)),
    ...orders.filter((item, at) => orders.indexOf(item) !== at),
  ];
}
