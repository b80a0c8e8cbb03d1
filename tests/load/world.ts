import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { aSeller, tokensOf, type Seller } from '#tests/factories/sales.ts';
import { benchEncryptionKey, signIn, startProduct, type Product } from '../bench/programs.ts';

export interface World {
  products: readonly [Product, Product];
  /** The process that this one of the customers uses. */
  productOf: (at: number) => Product;
  customers: readonly Seller[];
  /** The administrator's session, which lasts eight hours. */
  adminToken: string;
  pool: Pool;
  stop: () => Promise<void>;
}

/** Two processes on one new database, with customers who are signed in. Both have an inspector enabled, for the heap. */
export async function startWorld(customers: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-load-'));
  const server = await startEmbedded({ dataDir: join(folder, 'database') });
  const pool = new Pool({ connectionString: server.url, max: 4 });
  const secrets = { JWT_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: benchEncryptionKey };
  const settings = { ...secrets, DATABASE_URL: server.url, NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  const data = join(folder, 'data');
  const first = await startProduct(settings, data);
  const products = [first, await startProduct(settings, data)] as const;
  const sellers: Seller[] = [];
  while (sellers.length < customers) sellers.push(await aSeller(tokensOf(secrets), pool));
  const { authorization } = await signIn(first.url, 'admin');
  return {
    products,
    productOf: (at) => products[at % 2 ? 1 : 0],
    customers: sellers,
    adminToken: authorization.replace('Bearer ', ''),
    pool,
    stop: async () => {
      for (const product of products) await product.stop();
      await pool.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
