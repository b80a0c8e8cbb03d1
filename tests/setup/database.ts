import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Database } from '#server/db/connection.ts';
import { withClient } from './client.ts';
import { startedName, templateName, urlWithDatabase } from './template.ts';

export type TestDatabase = Database & {
  /** The rows that a statement answers. */
  rows: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Closes the pool, and removes the database from a foreign server; call it in afterAll. */
  drop: () => Promise<void>;
};

/**
 * Copying files is faster than logging each page; the copies stay until the server ends, as removing each takes as long
 * again.
 */
const asFiles = 'strategy file_copy';

/**
 * A migrated, empty database for one test file (about 40 ms). Make it in beforeAll, drop it in afterAll. From
 * `template1` it has no tables at all, as before the first start.
 */
export async function createTestDatabase(template = templateName): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const isOurs = inject('isTestServerOurs');
  await withClient(inject('testServerUrl'), (client) =>
    client.query(`create database ${name} template ${template} ${isOurs ? asFiles : ''}`),
  );
  const url = urlWithDatabase(inject('testServerUrl'), name);
  // The outcome of a race must not depend on the load of the machine: every query eventually gets a connection.
  const { pool, db } = connect({ url, waitMs: 30_000 });
  return {
    url,
    pool,
    db,
    rows: async (text, values = []) => (await pool.query<Record<string, unknown>>(text, values)).rows,
    drop: async () => {
      await pool.end();
      if (!isOurs)
        await withClient(inject('testServerUrl'), (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

let startPromise: Promise<void> | undefined;

/**
 * Opens a database as after a first start, which `start` makes once for all files of the run, in whichever worker is
 * first.
 */
export async function createStartedDatabase(start: (database: TestDatabase) => Promise<void>): Promise<TestDatabase> {
  startPromise ??= withClient(inject('testServerUrl'), async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${startedName}'))`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [startedName]);
    if (rowCount) return;
    const draft = await createTestDatabase();
    await start(draft);
    // The template stores its own identity: each clone finds out that it is another one, as at a first start.
    await draft.pool.query('delete from installation');
    await draft.pool.end();
    await client.query(`alter database ${new URL(draft.url).pathname.slice(1)} rename to ${startedName}`);
  });
  await startPromise;
  return createTestDatabase(startedName);
}
