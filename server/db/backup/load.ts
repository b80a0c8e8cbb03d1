import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrationsDir } from '../../paths.ts';
import { runStatement } from '../connection.ts';
import { migrateDatabase } from '../migrate.ts';
import { readStatement, writeStatement } from '../statements.ts';
import { readVerified, type Manifest } from './manifest.ts';

const anyTable = readStatement({}, `select 1 from pg_tables where schemaname in ('public', 'drizzle') limit 1`);
const setSequence = writeStatement({}, 'select setval($1, $2)');
const unlockJobs = writeStatement(
  {},
  'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by is not null',
);
const unlockQueues = writeStatement(
  {},
  'update graphile_worker._private_job_queues set locked_at = null, locked_by = null',
);

/**
 * Loads a backup into an empty database: first the schema as it was then, then all rows in one transaction. The migrations
 * made since are the caller's, as they need the ENCRYPTION_KEY of the rows. Throws before touching anything when the database holds tables or the backup is damaged.
 */
export async function loadDatabase(url: string, folder: string): Promise<Manifest> {
  const manifest = await readVerified(folder);
  refuseUnknownMigrations(manifest);
  const client = new Client({ connectionString: url, application_name: 'landfall-restore' });
  await client.connect();
  try {
    await refuseFull(client);
    await migrateDatabase(url, manifest.migrations.length);
    await client.query('begin');
    await loadRows(client, folder, manifest);
    await client.query('commit');
  } finally {
    await client.end();
  }
  return manifest;
}

async function loadRows(client: Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  // The guards against rewriting history would refuse the emptying of what migrations put in.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, file } of tables) {
    const rows = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, file)), createGunzip(), rows);
  }
  for (const { name, lastValue } of sequences) await runStatement(client, setSequence, [name, lastValue]);
  // No process runs the jobs that ran at the moment of the backup.
  await runStatement(client, unlockJobs);
  await runStatement(client, unlockQueues);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
}

async function refuseFull(client: Client): Promise<void> {
  const tables = await runStatement(client, anyTable);
  if (tables.length > 0)
    throw new Error(
      'A backup is only restored into an empty database: this one already holds tables. ' +
        'If they are what an interrupted restore left, create the database (or DATA_DIR) again and restore once more.',
    );
}

function refuseUnknownMigrations({ migrations }: Manifest): void {
  const known = readMigrationFiles({ migrationsFolder: migrationsDir });
  const differs = migrations.some((hash, at) => known[at]?.hash !== hash);
  if (differs)
    throw new Error('This backup was made by another or newer version of Landfall: restore it with that version.');
}
