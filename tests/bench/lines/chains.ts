import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { litecoinSource } from '#tests/factories/own-addresses.ts';
import { aSeller, tokensOf, type Seller } from '#tests/factories/sales.ts';
import { testSettings } from '#tests/setup/app.ts';
import { callerOf } from '#tests/setup/call.ts';
import { manyAddresses } from '#tests/setup/many-addresses.ts';
import type { BenchDatabases } from '../cluster.ts';
import { hammer, interleave, rounds } from '../load.ts';
import {
  connectedClient,
  openPool,
  processorMs,
  signIn,
  startProduct,
  startReference,
  until,
  type Program,
} from '../programs.ts';
import { atLeast, atMost, median, type Measurement } from '../statistics.ts';

/** Mines blocks at the node; returns its height. */
async function mineBlocks(node: Program, count: number): Promise<number> {
  const response = await fetch(`${node.url}/mine?count=${count}`);
  return ((await response.json()) as { height: number }).height;
}

const watchedAddresses = 5_000;
/** A wallet scans no further ahead: more than one round gives out. */
const gapLimit = 200;
const roundSeconds = 0.5;
const sellersEach = 100;
const watchSeconds = 36;
/** The block time of Ethereum. */
const blockSeconds = 12;

/** Cost of a quote with an own address compared with the shared one, and of watching 5,000 addresses. */
export async function addressLines(databases: BenchDatabases): Promise<Measurement[]> {
  const url = await databases.fresh('bench_addresses');
  const { pool } = openPool(url);
  const node = await startReference('ethereum-node');
  const chains = { CHAIN_ETHEREUM: node.url, CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0' };
  const settings = { ...testSettings, ...chains, RATE_LIMIT_FACTOR: '1000000' };
  const product = await startProduct({ ...settings, DATABASE_URL: url });
  await addSources(product, pool);
  await mineBlocks(node, 1);
  // No own address is given out before its chain was read to its end.
  const isRead = `select 1 from chain_cursors where ok_at is not null having count(*) = 2`;
  await until(async () => (await pool.query(isRead)).rowCount === 1, 'the chains were not read');
  return [await ownQuoteLine(product, pool), await watchLine(product, node)];
}

/** An account key of Litecoin, and a list for Ethereum to which the rest of the watched addresses is added. */
async function addSources({ url }: Program, pool: Pool): Promise<void> {
  const app = { call: callerOf(url) };
  const { token, stepUp: headers } = await theAdmin(app);
  const addresses = manyAddresses('ethereum', watchedAddresses);
  const list = { kind: 'pool', chain: 'ethereum', coinIds: ['ethereum'], uncheckedAccepted: true };
  const sources = [
    { ...litecoinSource, gapLimit },
    { ...list, addresses: addresses.splice(0, 200) },
  ];
  for (const json of sources) {
    const answer = await app.call('POST', '/api/admin/deposit-sources', { token, headers, json });
    if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  await pool.query(
    `insert into deposit_addresses (source_id, chain, address_index, address, live_at, signature)
     select s.id, 'ethereum', 200 + place, listed.address, now(), ''
     from deposit_sources s, unnest($1::text[]) with ordinality listed (address, place) where s.kind = 'pool'`,
    [addresses],
  );
}

/** Share of one core that the whole process uses while blocks arrive at the chain's fastest rate. */
async function watchLine(product: Program, node: Program): Promise<Measurement> {
  const startedAt = performance.now();
  const msBefore = processorMs(product);
  for (let second = 0; second < watchSeconds; second += blockSeconds) {
    await mineBlocks(node, 1);
    await pause(blockSeconds * 1000);
  }
  const percent = (100 * (processorMs(product) - msBefore)) / (performance.now() - startedAt);
  return atMost(`addresses: ${watchedAddresses} watched, of one core`, percent, 3, '%');
}

async function ownQuoteLine({ url }: Program, pool: Pool): Promise<Measurement> {
  const sellers: Seller[] = [];
  while (sellers.length < 4 * (rounds + 1) * sellersEach) sellers.push(await aSeller(tokensOf(testSettings), pool));
  const loader = (sale: object) => async () => {
    const shots = sellers.splice(0, sellersEach).map(({ token }) => ({
      method: 'POST',
      path: '/api/sell-quotes',
      headers: { authorization: `Bearer ${token}` },
      json: { ...sale, targetCurrency: 'USD' },
    }));
    const outcome = await hammer({ url, shots, connections: 1, seconds: roundSeconds, only: 201 });
    // Marks each as used: a gap is counted from the last paid address.
    await pool.query(`update deposit_addresses set paid_at = now() where chain = 'litecoin' and paid_at is null`);
    return outcome;
  };
  const withAddress = loader({ cryptoId: 'litecoin', cryptoAmount: 1, paymentDetails: bankDetails });
  const loadOwn = loader({ cryptoId: 'litecoin', cryptoAmount: 1 });
  const loadShared = loader({ cryptoId: 'bitcoin', cryptoAmount: 0.01 });
  const quote = await interleave(loadOwn, loadShared);
  const fullQuote = await interleave(withAddress, loadShared);
  const { rows } = await pool.query<{ own: number; quotes: number }>(
    `select count(*) filter (where is_own)::int as own, count(*)::int as quotes from sell_quotes
     where crypto_id = 'litecoin' and payment_details is not null`,
  );
  if (!rows[0]?.own || rows[0].own < rows[0].quotes) throw new Error(`no own address: ${JSON.stringify(rows)}`);
  const note = `${quote.note}, with payee and address ${fullQuote.rate}/s`;
  return atLeast('a quote of a coin with own addresses, against a shared one', quote.ratio, 1 / 1.2, note);
}

/** Both databases contain every transfer since the sales were quoted. */
const sizes = { large: 1_000_000, small: 10_000 };
const openSales = 20;
const blocksMissed = 1_000;

type Reader = Awaited<ReturnType<typeof startReader>>;

/** A product that reads the node's chain, and the height it has read. */
async function startReader(node: Program, url: string, client: Client) {
  const product = await startProduct({ DATABASE_URL: url, CHAIN_ETHEREUM: node.url });
  const height = async () => {
    const { rows } = await client.query<{ height: number | null }>('select height from chain_cursors');
    return rows[0]?.height ?? 0;
  };
  const target = await mineBlocks(node, 0);
  const untilRead = () => until(async () => (await height()) >= target, 'the chain was not read');
  return { ...product, height, untilRead };
}

/**
 * The verdict on a sale beside 1,000,000 stored transfers, and the effect on other requests while a chain catches up.
 */
export async function depositLines(databases: BenchDatabases): Promise<Measurement[]> {
  const node = await startReference('ethereum-node');
  const manyUrl = await databases.fresh('bench_deposits');
  const fewUrl = await databases.fresh('bench_deposits_few');
  const manyClient = await connectedClient(manyUrl);
  const fewClient = await connectedClient(fewUrl);
  const ids = await seedTransfers(manyClient, sizes.large);
  await seedTransfers(fewClient, sizes.small);
  const [large, smallReader] = await Promise.all([
    startReader(node, manyUrl, manyClient),
    startReader(node, fewUrl, fewClient),
  ]);
  const verdicts = await verdictLines(large, smallReader, ids);
  await Promise.all([large.stop(), smallReader.stop()]);
  return [...verdicts, await catchUpLine(node, await startReader(node, manyUrl, manyClient))];
}

/** Open sales of two days at one address; transfers to nine addresses over two years, or as many days as they last. */
async function seedTransfers(client: Client, transfers: number): Promise<string[]> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  // The book has been started: otherwise it would enter each of these transfers, which have no order, before the
  // product is ready.
  await client.query('insert into book_start (at) values (now())');
  await client.query(insertTransfers, [transfers, sizes.large]);
  const { rows } = await client.query<{ id: string }>(openOrders, [openSales]);
  await client.query('vacuum (analyze) chain_transfers, orders');
  return rows.map(({ id }) => id);
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

async function verdictLines(large: Reader, smallReader: Reader, ids: readonly string[]): Promise<Measurement[]> {
  const load = async ({ url }: Program) => {
    const { headers } = await signIn(url, 'admin');
    const shots = ids.map((id) => ({ path: `/api/admin/transactions/${id}/verdict`, headers }));
    return hammer({ url, shots, connections: 1, seconds: 2, only: 200 });
  };
  await Promise.all([large.untilRead(), smallReader.untilRead()]);
  const cost = await interleave(
    () => load(smallReader),
    () => load(large),
  );
  const note = ` (p95 ${median(cost.ofB.map(({ p95 }) => p95)).toFixed(1)} ms)`;
  const title = 'verdict on a sale with 1,000,000 stored transfers';
  return [
    atMost(`${title}: median`, median(cost.ofB.map(({ p50 }) => p50)), 5, 'ms', note),
    atMost(`${title}: cost against 10,000`, cost.ratio, 1.35, 'x', cost.note),
  ];
}

/** Runs the traffic with and without 1,000 blocks to read, alternately. */
async function catchUpLine(node: Program, { url, height, untilRead }: Reader): Promise<Measurement> {
  const { headers } = await signIn(url, 1);
  const shots = [{ path: '/api/crypto-assets' }, { path: '/api/transactions?pageSize=50', headers }];
  const traffic = () => hammer({ url, shots, connections: 4, seconds: 4, perSecond: 200, only: 200 });
  await untilRead();
  await traffic(); // Warms up.
  const lagBlocks: number[] = [];
  const addedMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await traffic();
    const previousHeight = await height();
    const target = await mineBlocks(node, blocksMissed);
    await until(async () => (await height()) > previousHeight, 'no block was read', 5);
    const busy = await traffic();
    addedMs.push(busy.p99 - quiet.p99);
    lagBlocks.push(target - (await height()));
    await until(async () => (await height()) >= target, 'the chain was not read');
  }
  const note = ` (${median(lagBlocks)} blocks left after 4 s)`;
  return atMost('catching up 1,000 blocks adds to the p99 of other requests', median(addedMs), 10, 'ms', note);
}
