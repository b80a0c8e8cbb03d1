import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { BenchDatabases } from '../cluster.ts';
import { expectOnly, hammer, interleave, type Outcome, type Shot } from '../load.ts';
import { signIn, startProduct, startReference, type Product, type Program } from '../programs.ts';
import { atMost, median, type Measurement } from '../statistics.ts';

/** Both hold all that came since the sales were quoted. */
const sizes = { large: 1_000_000, small: 10_000 };
const rounds = 5;
const openSales = 20;
const blocksMissed = 1_000;
const timeoutMs = 120_000;

/** The verdict on a sale beside 1,000,000 stored transfers, and what other requests notice of a chain that is caught up. */
export async function depositLines(databases: BenchDatabases): Promise<Measurement[]> {
  const node = await startReference('ethereum-node', {});
  try {
    const [large, small] = [await databases.fresh('bench_deposits'), await databases.fresh('bench_deposits_few')];
    const ids = await seedTransfers(large, sizes.large);
    await seedTransfers(small, sizes.small);
    return [...(await verdictLines(node, { large, small }, ids)), await catchUpLine(node, large)];
  } finally {
    await node.stop();
  }
}

/** Open sales of two days at one address; transfers to nine addresses over two years, or as many days as they last. */
async function seedTransfers(url: string, transfers: number): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await client.query(insertTransfers, [transfers, sizes.large]);
    const { rows } = await client.query<{ id: string }>(openOrders, [openSales]);
    await client.query('vacuum (analyze) chain_transfers, orders');
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

const ourAddress = `'0x' || lpad((1 + n % 9)::text, 40, 'a')`;

const insertTransfers = `
  insert into chain_transfers (chain, tx_hash, out_index, coin_id, to_address, from_addresses, amount, by_contract,
    block_height, block_hash, block_at, first_seen_at, state)
  select 'ethereum', '0x' || md5('hash' || n) || md5('more' || n), 0, 'ethereum', ${ourAddress}, array['0x1'],
    1 + n % 1000 / 1000.0, false, 20000000 - n, 'block' || n, at, at, 'final'
  from (select n, now() - n * (interval '730 days' / $2::int) as at from generate_series(1, $1::int) n) dated`;

const openOrders = `
  update orders set status = 'pending', version = 1, decided_at = null, admin_notes = null, admin_transaction_id = null,
    crypto_id = 'ethereum', deposit_address = '0x' || lpad('1', 40, 'a'), amount = 1.0 + n / 1000.0,
    transaction_hash = null, created_at = now() - n * interval '1 hour'
  from (select id as chosen, row_number() over (order by reference) as n from orders limit $1) oldest
  where id = chosen returning id`;

async function verdictLines(
  node: Program,
  urls: { large: string; small: string },
  ids: readonly string[],
): Promise<Measurement[]> {
  const start = (url: string) => startProduct({ DATABASE_URL: url, CHAIN_ETHEREUM: node.url });
  const [large, small] = await Promise.all([start(urls.large), start(urls.small)]);
  try {
    const load = async (product: Product): Promise<Outcome> => {
      const headers = await signIn(product.url, 'admin');
      const shots = ids.map((id): Shot => ({ path: `/api/admin/transactions/${id}/verdict`, headers }));
      const outcome = await hammer({ url: product.url, shots, connections: 1, seconds: 2 });
      expectOnly(200, outcome, 'the verdict');
      return outcome;
    };
    await Promise.all([untilRead(urls.large, node), untilRead(urls.small, node)]);
    await Promise.all([load(large), load(small)]); // Warm.
    const all: Outcome[] = [];
    const ofLarge = async () => {
      const outcome = await load(large);
      all.push(outcome);
      return outcome;
    };
    const cost = await interleave(rounds, () => load(small), ofLarge);
    const note = ` (p95 ${median(all.map(({ p95 }) => p95)).toFixed(1)} ms)`;
    const what = 'verdict on a sale with 1,000,000 stored transfers';
    return [
      atMost(`${what}: median`, median(all.map(({ p50 }) => p50)), 5, 'ms', note),
      atMost(`${what}: cost against 10,000`, cost.ratio, 1.35, 'x', cost.note),
    ];
  } finally {
    await Promise.all([large.stop(), small.stop()]);
  }
}

/** The same traffic with and without 1,000 blocks to read, in turns. */
async function catchUpLine(node: Program, database: string): Promise<Measurement> {
  const product = await startProduct({ DATABASE_URL: database, CHAIN_ETHEREUM: node.url });
  try {
    const headers = await signIn(product.url, 1);
    const shots = [{ path: '/api/crypto-assets' }, { path: '/api/transactions?pageSize=50', headers }];
    const traffic = async () => {
      const outcome = await hammer({ url: product.url, shots, connections: 4, seconds: 4, perSecond: 200 });
      expectOnly(200, outcome, 'other requests');
      return outcome;
    };
    await untilRead(database, node);
    await traffic(); // Warm.
    const behind: number[] = [];
    const busy = async () => {
      const before = await heightOf(database);
      const target = await mine(node, blocksMissed);
      while ((await heightOf(database)) === before) await pause(5);
      const outcome = await traffic();
      behind.push(target - (await heightOf(database)));
      await untilRead(database, node);
      return outcome;
    };
    const added: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await traffic();
      added.push((await busy()).p99 - quiet.p99);
    }
    const note = ` (${median(behind)} blocks left after 4 s)`;
    return atMost('catching up 1,000 blocks adds to the p99 of other requests', median(added), 10, 'ms', note);
  } finally {
    await product.stop();
  }
}

/** Mines blocks at the node; returns its height. */
export async function mine(node: Program, count: number): Promise<number> {
  const response = await fetch(`${node.url}/mine?count=${count}`);
  return ((await response.json()) as { height: number }).height;
}

async function untilRead(database: string, node: Program): Promise<void> {
  const target = await mine(node, 0);
  for (const giveUpAt = performance.now() + timeoutMs; (await heightOf(database)) < target; await pause(50)) {
    if (performance.now() > giveUpAt) throw new Error('the chain was not read');
  }
}

/** The newest block that the product has read. */
async function heightOf(database: string): Promise<number> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<{ height: number | null }>('select height from chain_cursors');
    return rows[0]?.height ?? 0;
  } finally {
    await client.end();
  }
}
