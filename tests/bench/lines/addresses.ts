import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { litecoinSource } from '#tests/factories/own-addresses.ts';
import { aSeller, tokensOf, type Seller } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, testJwtSecret } from '#tests/setup/app.ts';
import { manyAddresses } from '#tests/setup/many-addresses.ts';
import { callerOf } from '#tests/setup/platform.ts';
import type { BenchDatabases } from '../cluster.ts';
import { expectOnly, hammer, interleave, type Outcome } from '../load.ts';
import {
  benchEncryptionKey,
  processorMs,
  startProduct,
  startReference,
  type Product,
  type Program,
} from '../programs.ts';
import { atLeast, atMost, type Measurement } from '../statistics.ts';
import { mine } from './deposits.ts';

const watched = 5_000;
/** A wallet looks no further ahead: more than one round gives out. */
const gapLimit = 200;
const rounds = 5;
const roundSeconds = 0.5;
const sellersEach = 100;
const watchSeconds = 36;
/** Ethereum's. */
const blockSeconds = 12;

/** What a quote with an own address costs beside one with the shared address, and what watching 5,000 addresses costs. */
export async function addressLines(databases: BenchDatabases): Promise<Measurement[]> {
  const url = await databases.fresh('bench_addresses');
  const pool = new Pool({ connectionString: url });
  const node = await startReference('ethereum-node', {});
  const product = await startProduct({
    DATABASE_URL: url,
    JWT_SECRET: testJwtSecret,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    CHAIN_ETHEREUM: node.url,
    CHAIN_LITECOIN: 'simulated',
    WALLET_COOLOFF_HOURS: '0',
  });
  try {
    await addSources(product, pool);
    await mine(node, 1);
    await untilRead(pool);
    return [await quoteLine(product, pool), await watchLine(product, node)];
  } finally {
    await product.stop();
    await node.stop();
    await pool.end();
  }
}

/** An account key of Litecoin, and a list for Ethereum to which the rest of the watched addresses is added. */
async function addSources({ url }: Product, pool: Pool): Promise<void> {
  const app = { call: callerOf(url) };
  const { token, stepUp: headers } = await theAdmin(app);
  const addresses = manyAddresses('ethereum', watched);
  const list = { kind: 'pool', chain: 'ethereum', coinIds: ['ethereum'], uncheckedAccepted: true };
  for (const json of [
    { ...litecoinSource, gapLimit },
    { ...list, addresses: addresses.splice(0, 200) },
  ]) {
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

/** No own address is given out before its chain was read to its end. */
async function untilRead(pool: Pool): Promise<void> {
  const isRead = `select 1 from chain_cursors where ok_at is not null having count(*) = 2`;
  for (const giveUpAt = performance.now() + 120_000; !(await pool.query(isRead)).rowCount; await pause(50)) {
    if (performance.now() > giveUpAt) throw new Error('the chains were not read');
  }
}

/** Share of one core that the whole process takes while blocks come as fast as they do. */
async function watchLine({ pid }: Product, node: Program): Promise<Measurement> {
  const [began, before] = [performance.now(), processorMs(pid)];
  for (let second = 0; second < watchSeconds; second += blockSeconds) {
    await mine(node, 1);
    await pause(blockSeconds * 1000);
  }
  const percent = (100 * (processorMs(pid) - before)) / (performance.now() - began);
  return atMost(`addresses: ${watched} watched, of one core`, percent, 3, '%');
}

async function quoteLine({ url }: Product, pool: Pool): Promise<Measurement> {
  const sellers: Seller[] = [];
  const tokens = tokensOf({ JWT_SECRET: testJwtSecret, ENCRYPTION_KEY: benchEncryptionKey });
  while (sellers.length < (4 * rounds + 3) * sellersEach) sellers.push(await aSeller(tokens, pool));
  // As if each had been used: a gap is counted from the last that was paid.
  const payAll = () =>
    pool.query(`update deposit_addresses set paid_at = now() where chain = 'litecoin' and paid_at is null`);
  const load = async (sale: object): Promise<Outcome> => {
    const shots = sellers.splice(0, sellersEach).map(({ token }) => ({
      method: 'POST',
      path: '/api/sell-quotes',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...sale, targetCurrency: 'USD' }),
    }));
    const outcome = await hammer({ url, shots, connections: 1, seconds: roundSeconds });
    expectOnly(201, outcome, 'the quote');
    await payAll();
    return outcome;
  };
  const withAddress = () => load({ cryptoId: 'litecoin', cryptoAmount: 1, paymentDetails: bankDetails });
  const own = () => load({ cryptoId: 'litecoin', cryptoAmount: 1 });
  const shared = () => load({ cryptoId: 'bitcoin', cryptoAmount: 0.01 });
  for (const warm of [withAddress, own, shared]) await warm();
  const quote = await interleave(rounds, own, shared);
  const given = await interleave(rounds, withAddress, shared);
  const { rows } = await pool.query<{ own: number; quotes: number }>(
    `select count(*) filter (where is_own)::int as own, count(*)::int as quotes from sell_quotes
     where crypto_id = 'litecoin' and payment_details is not null`,
  );
  if (!rows[0]?.own || rows[0].own < rows[0].quotes) throw new Error(`no own address: ${JSON.stringify(rows)}`);
  const note = `${quote.note}, with payee and address ${given.a.toFixed(0)}/s`;
  return atLeast('a quote of a coin with own addresses, against a shared one', quote.ratio, 1 / 1.2, note);
}
