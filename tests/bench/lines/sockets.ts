import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { BenchDatabases } from '../cluster.ts';
import { atMost, percentile, type Figure } from '../figures.ts';
import { hammer } from '../load.ts';
import { residentBytes, signIn, startProduct, type Product } from '../programs.ts';

const sockets = 10_000;
/** One address opens some 28,000 connections to one port; the limits are lifted by RATE_LIMIT_FACTOR. */
const openedAtOnce = 200;
const moves = 300;
const megabyte = 1024 * 1024;

/** 10,000 browsers that say nothing, and the time a change takes from one process to a customer on another. */
export async function socketLines(databases: BenchDatabases): Promise<Figure[]> {
  const database = await databases.fresh('bench_sockets');
  const here = await startProduct({ DATABASE_URL: database });
  const there = await startProduct({ DATABASE_URL: database });
  try {
    const told = await tellAcross(here, there);
    return [
      atMost('a change told to a socket of another process, beside traffic: p99', percentile(told, 99), 25, 'ms'),
      await idleSockets(here),
    ];
  } finally {
    await Promise.all([here.stop(), there.stop()]);
  }
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

async function idleSockets(product: Product): Promise<Figure> {
  const before = residentBytes(product.pid);
  const open: WebSocket[] = [];
  while (open.length < sockets) {
    open.push(...(await Promise.all(Array.from({ length: openedAtOnce }, () => openSocket(product.url)))));
  }
  const after = residentBytes(product.pid);
  for (const socket of open) socket.terminate();
  const each = ` (${((after - before) / sockets / 1024).toFixed(1)} KiB each; ${(before / megabyte).toFixed(0)} MiB before)`;
  return atMost(`memory of the server with ${sockets} idle sockets`, after / megabyte, 180, 'MiB', each);
}

/**
 * Opens fiat orders' twins in the small book: the desk starts processing pending orders through one process while
 * their customer listens on the other. Answers the milliseconds from the desk's call to the customer's message.
 */
async function tellAcross(here: Product, there: Product): Promise<number[]> {
  const desk = await signIn(here.url, 'admin');
  const pending = await pendingOrders(here, desk);
  const times: number[] = [];
  const traffic = hammer({
    url: here.url,
    shots: [{ path: '/api/crypto-assets' }, { path: '/api/admin/transactions', headers: desk }],
    connections: 2,
    seconds: 20,
    perSecond: 100,
  });
  for (const { id, customer } of pending) {
    const listener = await openSocket(there.url);
    const { authorization } = await signIn(there.url, customer);
    listener.send(JSON.stringify({ type: 'auth', token: authorization.slice('Bearer '.length) }));
    await once(listener, 'message');
    const told = once(listener, 'message');
    const sent = performance.now();
    const moved = await fetch(new URL(`/api/admin/transactions/${id}/status`, here.url), {
      method: 'PUT',
      headers: { ...desk, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'processing' }),
    });
    if (!moved.ok) throw new Error(`PUT status answered ${moved.status}: ${await moved.text()}`);
    await told;
    times.push(performance.now() - sent);
    listener.terminate();
  }
  await traffic;
  return times;
}

interface Pending {
  id: string;
  customer: number;
}

async function pendingOrders({ url }: Product, headers: { authorization: string }): Promise<Pending[]> {
  const response = await fetch(new URL(`/api/admin/transactions?status=pending&pageSize=100`, url), { headers });
  if (!response.ok) throw new Error(`GET /api/admin/transactions answered ${response.status}`);
  const orders = (await response.json()) as { id: string; userEmail: string }[];
  return orders.slice(0, moves).map(({ id, userEmail }) => ({ id, customer: Number(/\d+/.exec(userEmail)?.[0]) }));
}
