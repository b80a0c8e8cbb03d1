import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { connect, inTx } from '#server/db/connection.ts';
import { attachEmbedded } from '#server/db/embedded/embedded.ts';
import { setRowKey, signedTables } from '#server/db/signing/signed-rows.ts';
import { signAgain } from '#server/keys/key-rotation.ts';
import { productDataDir } from './product.ts';

/** Runs `work` with the address of the database of the product under test. */
async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const { url, release } = await attachEmbedded(productDataDir());
  try {
    return await work(url);
  } finally {
    await release();
  }
}

/**
 * Runs one statement in the database of the product under test, for what only the passage of time would cause. The
 * triggers that protect stored data allow it. Returns its rows.
 */
export function inTheDatabase(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return withDatabase(async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('set session_replication_role = replica');
      return (await client.query<Record<string, unknown>>(statement, values)).rows;
    } finally {
      await client.end();
    }
  });
}

/** Signs the quotes and orders whose signature a statement removed, with the key of the product under test. */
export async function signInTheDatabase(): Promise<void> {
  setRowKey((await readFile(join(productDataDir(), 'encryption-key'), 'utf8')).trim());
  await withDatabase(async (url) => {
    const { pool } = connect({ url, max: 1 });
    try {
      await inTx({ pool }, async (tx) => {
        for (const table of [signedTables.order, signedTables.quote])
          await signAgain(tx, table, ({ signature }) => !signature);
      });
    } finally {
      await pool.end();
    }
  });
}
