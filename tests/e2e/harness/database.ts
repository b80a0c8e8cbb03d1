import { Client } from 'pg';
import { inject } from 'vitest';
import { attachEmbedded } from '#server/db/embedded/embedded.ts';

/**
 * One statement in the database of the product under test: for what only the passing of time would bring about. The
 * triggers that keep what was promised let it through. Answers its rows.
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
