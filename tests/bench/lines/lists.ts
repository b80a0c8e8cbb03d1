import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { BenchDatabases } from '../cluster.ts';
import { hammer, interleave, type Shot } from '../load.ts';
import { connected, signIn, startProduct, startReference } from '../programs.ts';
import { seededId } from '../seed.ts';
import { atLeast, atMost, type Measurement } from '../statistics.ts';

const customers = [1, 2, 3, 4, 5];
const path = '/api/transactions?pageSize=50';

/** The newest 50 orders of a customer: against plain node:http and pg, against a small book, and unchanged. */
export async function orderListLines(databases: BenchDatabases): Promise<Measurement[]> {
  const largeUrl = await databases.large();
  const large = await startProduct({ DATABASE_URL: largeUrl });
  const small = await startProduct({ DATABASE_URL: databases.small });
  const plain = await startReference('plain-list', { DATABASE_URL: largeUrl });
  const load = (url: string, shots: Shot[], only = 200) => hammer({ url, shots, connections: 16, seconds: 2, only });
  const shotsFor = (url: string) =>
    Promise.all(customers.map(async (number) => ({ path, headers: (await signIn(url, number)).headers })));
  const shots = await shotsFor(large.url);
  const smallShots = await shotsFor(small.url);
  const plainShots = customers.map((number) => ({ path: `/?user=${seededId(number)}` }));
  const ofLarge = () => load(large.url, shots);
  const toPlain = await interleave(ofLarge, () => load(plain.url, plainShots));
  const cost = await interleave(() => load(small.url, smallShots), ofLarge);
  const unchangedShots = await Promise.all(shots.map((shot) => unchangedShot(large.url, shot)));
  const unchanged = () => load(large.url, unchangedShots, 304);
  const poll = await interleave(unchanged, ofLarge);
  const client = await connected(largeUrl);
  const before = await finalScans(client);
  await unchanged();
  const scans = (await finalScans(client)) - before;
  return [
    atLeast('order list of 50, against plain node:http + pg', toPlain.ratio, 1, toPlain.note),
    atMost('order list at 1,000,000 orders, cost against 1,000', cost.ratio, 1.35, 'x', cost.note),
    atLeast('unchanged poll (304), against the full answer', poll.ratio, 6, poll.note),
    atMost('looks into the order book during unchanged polls', scans, 0, 'looks'),
  ];
}

async function unchangedShot(url: string, { headers }: Shot): Promise<Shot> {
  const etag = (await fetch(new URL(path, url), { headers })).headers.get('etag');
  if (!etag) throw new Error(`GET ${path} carries no ETag`);
  return { path, headers: { ...headers, 'if-none-match': etag } };
}

/** How often PostgreSQL has read the tables that are large here so far, by name, as far as sessions have reported it. */
async function scansOf(client: Client, kinds: string): Promise<Map<string, number>> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; scans: number }>(
    `select relname as name, (${kinds})::int as scans from pg_stat_user_tables
     where relname in ('orders', 'users', 'order_events')`,
  );
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

/** How often the order book was opened, by index or in full: final once it no longer grows, as sessions report within seconds. */
async function finalScans(client: Client): Promise<number> {
  const read = async () => (await scansOf(client, 'seq_scan + coalesce(idx_scan, 0)')).get('orders') ?? 0;
  let last = await read();
  for (let calm = 0; calm < 11;) {
    await client.query('select pg_sleep(1)');
    const next = await read();
    calm = next === last ? calm + 1 : 0;
    last = next;
  }
  return last;
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
  const client = await connected(database);
  const { headers } = await signIn(url, 'admin');
  const measurements: Measurement[] = [];
  const before = await scansOf(client, 'seq_scan');
  for (const [what, question] of Object.entries(questions)) {
    const shots = [{ path: `/api/admin/${question}`, headers }];
    await hammer({ url, shots, connections: 1, seconds: 0.5 }); // Warm.
    const { p95 } = await hammer({ url, shots, connections: 4, seconds: 2, only: 200 });
    measurements.push(atMost(`admin: ${what}, p95`, p95, 150, 'ms'));
  }
  await client.query('select pg_sleep(11)'); // By then every session has reported its scans.
  const scanned = [...(await scansOf(client, 'seq_scan'))].filter(([table, scans]) => scans > (before.get(table) ?? 0));
  const note = scanned.length > 0 ? ` (${scanned.map(([table]) => table).join(', ')})` : '';
  return [...measurements, atMost('admin: tables read in full', scanned.length, 0, 'tables', note)];
}
