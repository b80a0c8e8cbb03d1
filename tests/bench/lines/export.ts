import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { BenchDatabases } from '../cluster.ts';
import { residentBytes, signIn, startProduct, type Product } from '../programs.ts';
import { atMost, percentile, type Measurement } from '../statistics.ts';

const rows = 100_000;
const megabyte = 1024 * 1024;
const probeEveryMs = 50;
const aloneMs = 4_000;

/** All orders of a customer who has a hundred thousand: the memory they take, and what others wait meanwhile. */
export async function exportLines(databases: BenchDatabases): Promise<Measurement[]> {
  const database = await databases.fresh('bench_export');
  await giveOrders(database);
  const product = await startProduct({ DATABASE_URL: database });
  try {
    const headers = await signIn(product.url, 1);
    // Warm: the code is compiled, the first thread and its fonts are there.
    for (const format of ['csv', 'pdf']) await take(product, headers, `format=${format}&to=2000-01-01`);
    return [...(await exportOf(product, headers, 'csv')), ...(await exportOf(product, headers, 'pdf'))];
  } finally {
    await product.stop();
  }
}

async function exportOf(product: Product, headers: Bearer, format: 'csv' | 'pdf'): Promise<Measurement[]> {
  const alone = await waitsDuring(product, pause(aloneMs));
  const before = residentBytes(product.pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentBytes(product.pid))), 10);
  const began = performance.now();
  const taking = take(product, headers, `format=${format}`);
  const beside = await waitsDuring(product, taking);
  const seconds = (performance.now() - began) / 1000;
  const bytes = await taking;
  clearInterval(watch);
  const note = ` (${(bytes / megabyte).toFixed(1)} MiB in ${seconds.toFixed(1)} s)`;
  const against = ` (alone ${percentile(alone, 99).toFixed(1)} ms)`;
  return [
    atMost(`${rows} rows as ${format}: resident memory up by`, (peak - before) / megabyte, 100, 'MiB', note),
    atMost(`another request beside that ${format}: p99`, percentile(beside, 99), 100, 'ms', against),
  ];
}

interface Bearer {
  authorization: string;
}

/** Reads an export to its end without storing it; returns its length. */
async function take({ url }: Product, headers: Bearer, query: string): Promise<number> {
  const response = await fetch(new URL(`/api/transactions/export?${query}`, url), { headers: { ...headers } });
  if (!response.ok || !response.body) throw new Error(`GET export answered ${response.status}`);
  let bytes = 0;
  for await (const piece of response.body) bytes += piece.length;
  return bytes;
}

/** How long other requests take until `work` is done, one after the other, in milliseconds. */
async function waitsDuring(product: Product, work: Promise<unknown>): Promise<number[]> {
  const state = { isDone: false };
  const ended = work.finally(() => (state.isDone = true));
  const waits: number[] = [];
  while (!state.isDone) {
    waits.push(await waited(product));
    await pause(probeEveryMs);
  }
  await ended;
  return waits;
}

async function waited({ url }: Product): Promise<number> {
  const began = performance.now();
  await (await fetch(new URL('/api/crypto-assets', url))).arrayBuffer();
  return performance.now() - began;
}

/** Copies an order of the first customer until there are enough, a minute apart. */
async function giveOrders(database: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    // What PostgreSQL generates cannot be given.
    const { rows: stored } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const columns = stored.map(({ name }) => name);
    await client.query(
      `insert into orders (${columns.join(', ')}) select ${columns.map((name) => `copy.${name}`).join(', ')} from orders t
       cross join generate_series(1, $1::int) n
       cross join lateral jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
         'reference', 'LF-X' || n, 'created_at', t.created_at - n * interval '1 minute', 'transaction_hash', null,
         'admin_transaction_id', 'WIRE-' || n, 'amount', t.amount + n / 1e8::numeric)) copy
       where t.id = (select o.id from orders o join users u on u.id = o.user_id
         where u.email = 'customer1@bench.test' and o.status = 'completed' limit 1)`,
      [rows],
    );
    await client.query('vacuum (analyze) orders');
  } finally {
    await client.end();
  }
}
