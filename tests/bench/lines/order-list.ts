import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { BenchDatabases } from '../cluster.ts';
import { expectOnly, hammer, interleave, type Outcome, type Shot } from '../load.ts';
import { signIn, startProduct, startReference, type Product } from '../programs.ts';
import { atLeast, atMost, type Measurement } from '../statistics.ts';

const rounds = 5;
const seconds = 2;
const connections = 16;
const customers = [1, 2, 3, 4, 5];
const path = '/api/transactions?pageSize=50';

/** The newest 50 orders of a customer: against plain node:http and pg, against a small book, and unchanged. */
export async function orderListLines(databases: BenchDatabases): Promise<Measurement[]> {
  const largeUrl = await databases.large();
  const large = await startProduct({ DATABASE_URL: largeUrl });
  const small = await startProduct({ DATABASE_URL: databases.small });
  const plain = await startReference('plain-list', { DATABASE_URL: largeUrl });
  try {
    const ofLarge = await shotsFor(large);
    const ofSmall = await shotsFor(small);
    const load = async (url: string, shots: Shot[], status = 200): Promise<Outcome> => {
      const outcome = await hammer({ url, shots, connections, seconds });
      expectOnly(status, outcome, `${url}${shots[0]?.path}`);
      return outcome;
    };
    const plainShots = customers.map((number) => ({ path: `/?user=${seededId(number)}` }));
    await Promise.all([load(large.url, ofLarge), load(small.url, ofSmall), load(plain.url, plainShots)]); // Warm.

    const toPlain = await interleave(
      rounds,
      () => load(large.url, ofLarge),
      () => load(plain.url, plainShots),
    );
    const cost = await interleave(
      rounds,
      () => load(small.url, ofSmall),
      () => load(large.url, ofLarge),
    );
    const unchanged = await shotsUnchanged(large, ofLarge);
    const poll = await interleave(
      rounds,
      () => load(large.url, unchanged, 304),
      () => load(large.url, ofLarge),
    );
    const scans = await scansDuring(largeUrl, () => load(large.url, unchanged, 304));
    return [
      atLeast('order list of 50, against plain node:http + pg', toPlain.ratio, 1, toPlain.note),
      atMost('order list at 1,000,000 orders, cost against 1,000', cost.ratio, 1.35, 'x', cost.note),
      atLeast('unchanged poll (304), against the full answer', poll.ratio, 6, poll.note),
      atMost('looks into the order book during unchanged polls', scans, 0, 'looks'),
    ];
  } finally {
    await Promise.all([large.stop(), small.stop(), plain.stop()]);
  }
}

async function shotsFor({ url }: Product): Promise<Shot[]> {
  return Promise.all(customers.map(async (number) => ({ path, headers: await signIn(url, number) })));
}

async function shotsUnchanged({ url }: Product, shots: Shot[]): Promise<Shot[]> {
  return Promise.all(
    shots.map(async ({ headers = {} }) => {
      const etag = (await fetch(new URL(path, url), { headers })).headers.get('etag');
      if (!etag) throw new Error(`GET ${path} carries no ETag`);
      return { path, headers: { ...headers, 'if-none-match': etag } };
    }),
  );
}

/** The id of a seeded user. */
export function seededId(number: number): string {
  const hex = createHash('md5').update(`user${number}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** How often PostgreSQL opened the order book, by index or in full, while `work` ran. */
async function scansDuring(database: string, work: () => Promise<unknown>): Promise<number> {
  const before = await finalScans(database);
  await work();
  return (await finalScans(database)) - before;
}

/** Sessions report their stats within seconds: the value is final once it no longer grows. */
async function finalScans(database: string): Promise<number> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const read = async () => {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ scans: string }>(
      `select sum(seq_scan + coalesce(idx_scan, 0)) as scans from pg_stat_user_tables where relname = 'orders'`,
    );
    return Number(rows[0]?.scans);
  };
  try {
    let last = await read();
    for (let calm = 0; calm < 11;) {
      await client.query('select pg_sleep(1)');
      const next = await read();
      calm = next === last ? calm + 1 : 0;
      last = next;
    }
    return last;
  } finally {
    await client.end();
  }
}
