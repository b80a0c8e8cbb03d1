import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { BenchDatabases } from '../cluster.ts';
import { hammer, interleave, type Shot } from '../load.ts';
import {
  connectedClient,
  megabyte,
  memoryTaken,
  signIn,
  startProduct,
  startReference,
  waitsDuring,
} from '../programs.ts';
import { seededId } from '../seed.ts';
import { atLeast, atMost, percentile, type Measurement } from '../statistics.ts';

const customers = [1, 2, 3, 4, 5];
const path = '/api/transactions?pageSize=50';

/**
 * The newest orders of a customer: 50 and ten against plain node:http and pg, which reads one table, and against a
 * program that answers the same; against a small book; and unchanged.
 */
export async function orderListLines(databases: BenchDatabases): Promise<Measurement[]> {
  const largeUrl = await databases.large();
  const large = await startProduct({ DATABASE_URL: largeUrl });
  const smallProduct = await startProduct({ DATABASE_URL: await databases.fresh('bench_list') });
  const plainList = await startReference('plain-list', { DATABASE_URL: largeUrl });
  const sameAnswer = await startReference('same-answer', { DATABASE_URL: largeUrl });
  const load = (url: string, shots: Shot[], expectedStatus = 200) =>
    hammer({ url, shots, connections: 16, seconds: 2, only: expectedStatus });
  const shotsFor = (url: string, numbers = customers) =>
    Promise.all(numbers.map(async (number) => ({ path, headers: (await signIn(url, number)).headers })));
  const shots = await shotsFor(large.url);
  const smallShots = await shotsFor(smallProduct.url);
  const toPlain = async (limit: number, numbers: number[]) => {
    const ownShots = await shotsFor(large.url, numbers);
    const referenceShots = numbers.map((number) => ({ path: `/?user=${seededId(number)}&limit=${limit}` }));
    const loadOwn = () => load(large.url, ownShots);
    const columns = await interleave(loadOwn, () => load(plainList.url, referenceShots));
    for (const shot of ownShots) await assertSameAnswer(large.url, sameAnswer.url, shot);
    const answers = await interleave(loadOwn, () => load(sameAnswer.url, ownShots));
    const note = `${columns.note}, ${answers.ratio.toFixed(2)} x one that answers the same${answers.note}`;
    return { ratio: columns.ratio, note };
  };
  const client = await connectedClient(largeUrl);
  const ofFifty = await toPlain(50, customers);
  const ofTen = await toPlain(10, await customersOfTen(client));
  const ofLarge = () => load(large.url, shots);
  const cost = await interleave(() => load(smallProduct.url, smallShots), ofLarge);
  const byNeed = shots.map((shot) => ({ ...shot, path: `${path}&sort=needs` }));
  const sortedLoad = await interleave(ofLarge, () => load(large.url, byNeed));
  const unchangedShots = await Promise.all(shots.map((shot) => unchangedShot(large.url, shot)));
  const loadUnchanged = () => load(large.url, unchangedShots, 304);
  const poll = await interleave(loadUnchanged, ofLarge);
  const previousScans = await finalScans(client);
  await loadUnchanged();
  const scans = (await finalScans(client)) - previousScans;
  return [
    atLeast('order list of 50, against plain node:http + pg', ofFifty.ratio, 0.9, ofFifty.note),
    atLeast('order list of a customer of ten, against the same', ofTen.ratio, 0.85, ofTen.note),
    atMost('order list at 1,000,000 orders, cost against 1,000', cost.ratio, 1.35, 'x', cost.note),
    atMost('order list by need, cost against newest first', sortedLoad.ratio, 1.6, 'x', sortedLoad.note),
    atLeast('unchanged poll (304), against the full answer', poll.ratio, 6, poll.note),
    atMost('looks into the order book during unchanged polls', scans, 0, 'looks'),
  ];
}

/** Five seeded customers, by number, with ten orders in all, like most customers. */
async function customersOfTen(client: Client): Promise<number[]> {
  const numbers = Array.from({ length: 100 }, (_, index) => 101 + index);
  const { rows } = await client.query<{ id: string }>(
    'select user_id as id from orders where user_id = any($1) group by 1 having count(*) = 10',
    [numbers.map(seededId)],
  );
  const matchingNumbers = numbers
    .filter((number) => rows.some(({ id }) => id === seededId(number)))
    .slice(0, customers.length);
  if (matchingNumbers.length < customers.length)
    throw new Error(`only ${matchingNumbers.length} customers have ten orders`);
  return matchingNumbers;
}

/** The program that answers the same is a comparison only as long as it does. */
async function assertSameAnswer(url: string, referenceUrl: string, { path: asked, headers }: Shot): Promise<void> {
  const read = async (base: string): Promise<unknown> => (await fetch(new URL(asked, base), { headers })).json();
  assert.deepEqual(await read(referenceUrl), await read(url), 'the reference answers another list than the product');
}

async function unchangedShot(url: string, { headers }: Shot): Promise<Shot> {
  const etag = (await fetch(new URL(path, url), { headers })).headers.get('etag');
  if (!etag) throw new Error(`GET ${path} carries no ETag`);
  return { path, headers: { ...headers, 'if-none-match': etag } };
}

/** Number of reads of each large table by PostgreSQL so far, by name, as reported by its sessions. */
async function scansOf(client: Client, kinds: string): Promise<Map<string, number>> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; scans: number }>(
    `select relname as name, (${kinds})::int as scans from pg_stat_user_tables
     where relname in ('orders', 'users', 'order_events')`,
  );
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

/**
 * Number of reads of the order book, by index or in full: final once it stops growing, because sessions report within
 * seconds.
 */
async function finalScans(client: Client): Promise<number> {
  const readScans = async () => (await scansOf(client, 'seq_scan + coalesce(idx_scan, 0)')).get('orders') ?? 0;
  let lastScans = await readScans();
  for (let calmRounds = 0; calmRounds < 11;) {
    await client.query('select pg_sleep(1)');
    const next = await readScans();
    calmRounds = next === lastScans ? calmRounds + 1 : 0;
    lastScans = next;
  }
  return lastScans;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Admin queries on 1,000,000 orders and 100,000 users. */
const questions: Record<string, string> = {
  queue: 'transactions?status=pending&sort=oldest',
  'newest orders': 'transactions',
  'filter by currency and status': 'transactions?currency=NGN&status=completed&type=sell',
  'filter by date': `transactions?from=${dayAgo(40)}&to=${dayAgo(33)}`,
  'search by reference': 'transactions?q=LF-000A1B2C',
  'search by mail': 'transactions?q=customer4711%40bench.test',
  'search by name': 'transactions?q=Okafor-1a2',
  'search by hash': `transactions?q=${md5('hash4711')}${md5('more4711')}`,
  'search without a hit': 'transactions?q=nothing-like-this',
  'overview of 30 days': 'overview',
  'overview of 90 days': 'overview?days=90',
  users: 'users?pageSize=25',
  'people by name, far down': 'users?pageSize=25&sort=name&page=300',
  'people by mail, verified': 'users?pageSize=25&sort=email&kyc=approved&status=active',
  'people of a name': 'users?q=okafor&sort=name',
  'a person by mail': 'users?q=customer4711%40bench.test',
  'people by two letters': 'users?q=ad',
  'people nobody is called': 'users?q=zq',
};

/** The admin's queue, filters and searches: the slowest time, and whether any of them scans a whole table. */
export async function adminLines(databases: BenchDatabases): Promise<Measurement[]> {
  const database = await databases.large();
  const { url } = await startProduct({ DATABASE_URL: database });
  const client = await connectedClient(database);
  const { headers } = await signIn(url, 'admin');
  const measurements: Measurement[] = [];
  const previousScans = await scansOf(client, 'seq_scan');
  for (const [title, question] of Object.entries(questions)) {
    const shots = [{ path: `/api/admin/${question}`, headers }];
    await hammer({ url, shots, connections: 1, seconds: 0.5 }); // Warms up.
    const { p95 } = await hammer({ url, shots, connections: 4, seconds: 2, only: 200 });
    measurements.push(atMost(`admin: ${title}, p95`, p95, 150, 'ms'));
  }
  await client.query('select pg_sleep(11)'); // By then every session has reported its scans.
  const scannedTables = [...(await scansOf(client, 'seq_scan'))].filter(
    ([table, scans]) => scans > (previousScans.get(table) ?? 0),
  );
  const note = scannedTables.length > 0 ? ` (${scannedTables.map(([table]) => table).join(', ')})` : '';
  return [...measurements, atMost('admin: tables read in full', scannedTables.length, 0, 'tables', note)];
}

const exportedRows = 100_000;
const probeEveryMs = 50;
const aloneMs = 4_000;

/** All orders of a customer with a hundred thousand: the memory that they take, and the wait of others meanwhile. */
export async function exportLines(databases: BenchDatabases): Promise<Measurement[]> {
  const database = await databases.fresh('bench_export');
  await giveOrders(database);
  const product = await startProduct({ DATABASE_URL: database });
  const { headers } = await signIn(product.url, 1);
  /** Reads an export to its end without storing it; returns its length. */
  const take = async (query: string): Promise<number> => {
    const response = await fetch(new URL(`/api/transactions/export?${query}`, product.url), { headers });
    if (!response.ok || !response.body) throw new Error(`GET export answered ${response.status}`);
    let bytes = 0;
    for await (const piece of response.body) bytes += piece.length;
    return bytes;
  };
  const formats = ['csv', 'pdf'];
  // Warms up: the code is compiled, and the first thread with its fonts exists.
  for (const format of formats) await take(`format=${format}&to=2000-01-01`);
  const measurements: Measurement[] = [];
  for (const format of formats) {
    const { waits: waitsAlone } = await waitsDuring(product, () => pause(aloneMs), probeEveryMs);
    let bytes = 0;
    const exportFile = async () => (bytes = await take(`format=${format}`));
    let exportWaits = { ms: 0, waits: [0] };
    const heldMemory = await memoryTaken(
      product,
      async () => (exportWaits = await waitsDuring(product, exportFile, probeEveryMs)),
    );
    const note = ` (${(bytes / megabyte).toFixed(1)} MiB in ${(exportWaits.ms / 1000).toFixed(1)} s)`;
    const comparison = ` (alone ${percentile(waitsAlone, 99).toFixed(1)} ms)`;
    measurements.push(
      atMost(`${exportedRows} rows as ${format}: resident memory up by`, heldMemory, 100, 'MiB', note),
      atMost(`another request beside that ${format}: p99`, percentile(exportWaits.waits, 99), 100, 'ms', comparison),
    );
  }
  return measurements;
}

/** Copies an order of the first customer until there are enough, each a minute apart. */
async function giveOrders(database: string): Promise<void> {
  const client = await connectedClient(database);
  await client.query('set session_replication_role = replica');
  // PostgreSQL takes no value for a generated column.
  const { rows: storedRows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const columns = storedRows.map(({ name }) => name);
  await client.query(
    `insert into orders (${columns.join(', ')}) select ${columns.map((name) => `copy.${name}`).join(', ')} from orders t
     cross join generate_series(1, $1::int) n
     cross join lateral jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
       'reference', 'LF-X' || n, 'created_at', t.created_at - n * interval '1 minute', 'transaction_hash', null,
       'admin_transaction_id', 'WIRE-' || n, 'amount', t.amount + n / 1e8::numeric)) copy
     where t.id = (select o.id from orders o join users u on u.id = o.user_id
       where u.email = 'customer1@bench.test' and o.status = 'completed' limit 1)`,
    [exportedRows],
  );
  await client.query('vacuum (analyze) orders');
}
