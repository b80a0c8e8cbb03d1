import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { BenchDatabases } from '../cluster.ts';
import { residentBytes, startProduct, type Product } from '../programs.ts';
import { atMost, type Measurement } from '../statistics.ts';

const sockets = 10_000;
/** One address opens some 28,000 connections to one port; the limits are lifted by RATE_LIMIT_FACTOR. */
const openedAtOnce = 200;
const megabyte = 1024 * 1024;

/** 10,000 browsers that send nothing. */
export async function socketLines(databases: BenchDatabases): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_sockets') });
  try {
    return [await idleSockets(product)];
  } finally {
    await product.stop();
  }
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

async function idleSockets(product: Product): Promise<Measurement> {
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
