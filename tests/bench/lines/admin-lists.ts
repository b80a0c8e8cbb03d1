import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { BenchDatabases } from '../cluster.ts';
import { expectOnly, hammer } from '../load.ts';
import { signIn, startProduct } from '../programs.ts';
import { atMost, type Measurement } from '../statistics.ts';

const limitMs = 150;

/** Admin queries on 1,000,000 orders and 100,000 users. */
const questions: Record<string, string> = {
  queue: '/api/admin/transactions?status=pending&sort=oldest',
  'newest orders': '/api/admin/transactions',
  'filter by currency and status': '/api/admin/transactions?currency=NGN&status=completed&type=sell',
  'filter by date': `/api/admin/transactions?from=${dayAgo(40)}&to=${dayAgo(33)}`,
  'search by reference': '/api/admin/transactions?q=LF-000A1B2C',
  'search by mail': '/api/admin/transactions?q=customer4711%40bench.test',
  'search by name': '/api/admin/transactions?q=Okafor-1a2',
  'search by hash': `/api/admin/transactions?q=${md5('hash4711')}${md5('more4711')}`,
  'search without a hit': '/api/admin/transactions?q=nothing-like-this',
  'overview of 30 days': '/api/admin/overview',
  'overview of 90 days': '/api/admin/overview?days=90',
  users: '/api/admin/users?pageSize=25',
  'people by name, far down': '/api/admin/users?pageSize=25&sort=name&page=300',
  'people by mail, verified': '/api/admin/users?pageSize=25&sort=email&kyc=approved&status=active',
  'people of a name': '/api/admin/users?q=okafor&sort=name',
  'a person by mail': '/api/admin/users?q=customer4711%40bench.test',
  'people by two letters': '/api/admin/users?q=ad',
  'people nobody is called': '/api/admin/users?q=zq',
};

/** The admin's queue, filters and searches: the slowest time, and whether any of them scans a whole table. */
export async function adminLines(databases: BenchDatabases): Promise<Measurement[]> {
  const url = await databases.large();
  const product = await startProduct({ DATABASE_URL: url });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const headers = await signIn(product.url, 'admin');
    const measurements: Measurement[] = [];
    const before = await fullScans(client);
    for (const [what, path] of Object.entries(questions)) {
      const shots = [{ path, headers }];
      await hammer({ url: product.url, shots, connections: 1, seconds: 0.5 }); // Warm.
      const outcome = await hammer({ url: product.url, shots, connections: 4, seconds: 2 });
      expectOnly(200, outcome, path);
      measurements.push(atMost(`admin: ${what}, p95`, outcome.p95, limitMs, 'ms'));
    }
    await client.query('select pg_sleep(11)'); // By then every session has reported its scans.
    const after = await fullScans(client);
    const scanned = Object.keys(after).filter((table) => (after[table] ?? 0) > (before[table] ?? 0));
    const notified = scanned.length > 0 ? ` (${scanned.join(', ')})` : '';
    return [...measurements, atMost('admin: tables read in full', scanned.length, 0, 'tables', notified)];
  } finally {
    await client.end();
    await product.stop();
  }
}

/** Full scans so far of the tables that are large here. */
async function fullScans(client: Client): Promise<Record<string, number>> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ relname: string; seq_scan: string }>(
    `select relname, seq_scan from pg_stat_user_tables where relname in ('orders', 'users', 'order_events')`,
  );
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
