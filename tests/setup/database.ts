import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connect, type Database } from '#server/db/connection.ts';
import { templateName, urlWithDatabase } from './template.ts';

export type TestDatabase = Database & {
  /** Closes the pool and removes the database; call it in afterAll. */
  drop: () => Promise<void>;
};

/**
 * A migrated, empty database of its own for one test file (about 40 ms). Make it in beforeAll, drop it in afterAll.
 * From `template1` it has no tables at all, as before the first start.
 */
export async function createTestDatabase(template = templateName): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${template}`);
  const url = urlWithDatabase(inject('testServerUrl'), name);
  // The outcome of a race must not depend on the load of the machine: every query gets a connection in the end.
  const { pool, db } = connect({ url, waitMs: 30_000 });
  return {
    url,
    pool,
    db,
    drop: async () => {
      await pool.end();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function onServer(command: string): Promise<void> {
  const client = new Client({ connectionString: inject('testServerUrl') });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
