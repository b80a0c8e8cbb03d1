import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabases } from '../cluster.ts';
import { connected, megabyte, memoryTaken, signIn, startProduct, waitsDuring } from '../programs.ts';
import { atMost, percentile, type Measurement } from '../statistics.ts';

const rows = 100_000;
const probeEveryMs = 50;
const aloneMs = 4_000;

/** All orders of a customer who has a hundred thousand: the memory they take, and what others wait meanwhile. */
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
  // Warm: the code is compiled, the first thread and its fonts are there.
  for (const format of formats) await take(`format=${format}&to=2000-01-01`);
  const measurements: Measurement[] = [];
  for (const format of formats) {
    const { waits: alone } = await waitsDuring(product, () => pause(aloneMs), probeEveryMs);
    let bytes = 0;
    const taking = async () => (bytes = await take(`format=${format}`));
    let beside = { ms: 0, waits: [0] };
    const taken = await memoryTaken(product, async () => (beside = await waitsDuring(product, taking, probeEveryMs)));
    const note = ` (${(bytes / megabyte).toFixed(1)} MiB in ${(beside.ms / 1000).toFixed(1)} s)`;
    const against = ` (alone ${percentile(alone, 99).toFixed(1)} ms)`;
    measurements.push(
      atMost(`${rows} rows as ${format}: resident memory up by`, taken, 100, 'MiB', note),
      atMost(`another request beside that ${format}: p99`, percentile(beside.waits, 99), 100, 'ms', against),
    );
  }
  return measurements;
}

/** Copies an order of the first customer until there are enough, a minute apart. */
async function giveOrders(database: string): Promise<void> {
  const client = await connected(database);
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
}
