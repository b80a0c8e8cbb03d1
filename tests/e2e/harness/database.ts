import { Client } from 'pg';
import { inject } from 'vitest';
import { attachEmbedded } from '#server/db/embedded/embedded.ts';

/**
 * Runs one statement in the database of the product under test: for what only the passage of time would cause. The
 * triggers that protect stored data allow it. Returns its rows.
 */
export async function inTheDatabase(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { url, release } = await attachEmbedded(inject('productDataDir'));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    return (await client.query<Record<string, unknown>>(statement, values)).rows;
  } finally {
    await client.end();
    await release();
  }
}
