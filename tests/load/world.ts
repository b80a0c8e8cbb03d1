import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { aSeller, tokensOf, type Seller } from '#tests/factories/sales.ts';
import { aFolder, atTheEnd, benchEncryptionKey, signIn, startProduct } from '../bench/programs.ts';

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Two processes on one new database, with customers who are signed in. Both have an inspector enabled, for the heap. */
export async function startWorld(count: number) {
  const folder = aFolder();
  const server = await startEmbedded({ dataDir: join(folder, 'database') });
  atTheEnd(() => server.stop());
  const pool = new Pool({ connectionString: server.url, max: 4 });
  atTheEnd(() => pool.end());
  const secrets = { JWT_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: benchEncryptionKey };
  const settings = { ...secrets, DATABASE_URL: server.url, NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  const start = () => startProduct(settings, join(folder, 'data'));
  const products = [await start(), await start()] as const;
  const customers: Seller[] = [];
  while (customers.length < count) customers.push(await aSeller(tokensOf(secrets), pool));
  const { token: adminToken } = await signIn(products[0].url, 'admin');
  /** The process that this one of the customers uses. */
  const productOf = (at: number) => products[at % 2 ? 1 : 0];
  // The administrator's session lasts eight hours.
  return { products, productOf, customers, adminToken, pool };
}
