import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client, escapeLiteral } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrationsDir } from '../../env/paths.ts';
import { migrateDatabase } from '../migrate.ts';
import { readUnfinishedRestore, restoreSchema, type UnfinishedRestore } from '../unfinished-restore.ts';
import { hashOf, manifestName, readVerified, type Manifest } from './manifest.ts';

/** A number other than that of migrations, which a restore runs. */
const restoreLock = 7_205_320;

export type RestoreSteps = {
  /** Throws for any further reason why a restore must not begin. */
  refuse: () => Promise<void>;
  /** Runs after the rows are loaded. Runs again when an interrupted restore is repeated. */
  complete: (manifest: Manifest) => Promise<void>;
};

/**
 * Restores a backup into an empty database: the schema of that time, all rows in one transaction, then `complete`; the
 * caller migrates. An interrupted restore is repeated. Throws before a write if the backup is damaged or other tables
 * exist.
 */
export async function restoreDatabase(url: string, folder: string, { refuse, complete }: RestoreSteps): Promise<void> {
  const manifest = await readVerified(folder);
  assertKnownMigrations(manifest);
  const backup = await hashOf(join(folder, manifestName));
  const client = new Client({ connectionString: url, application_name: 'landfall-restore' });
  client.on('error', () => undefined); // The next query is rejected with it.
  await client.connect();
  try {
    // One restore runs at a time; the session of a killed one may still be ending.
    await client.query('select pg_advisory_lock($1)', [restoreLock]);
    const unfinishedRestore = await readUnfinishedRestore(client);
    if (unfinishedRestore) assertSameBackup(unfinishedRestore, backup);
    else {
      await assertEmptyDatabase(client);
      await refuse();
      await mark(client, { backup, madeAt: manifest.madeAt, hasRows: false });
    }
    if (!unfinishedRestore?.hasRows) {
      await migrateDatabase(url, { upTo: manifest.migrations.length });
      await client.query('begin');
      await loadRows(client, folder, manifest);
      await client.query(comment({ backup, madeAt: manifest.madeAt, hasRows: true }));
      await client.query('commit');
    }
    await complete(manifest);
    await client.query(`drop schema ${restoreSchema}`);
  } finally {
    await client.end();
  }
}

async function mark(client: Client, unfinishedRestore: UnfinishedRestore): Promise<void> {
  await client.query('begin');
  await client.query(`create schema ${restoreSchema}`);
  await client.query(comment(unfinishedRestore));
  await client.query('commit');
}

const comment = (unfinishedRestore: UnfinishedRestore) =>
  `comment on schema ${restoreSchema} is ${escapeLiteral(JSON.stringify(unfinishedRestore))}`;

function assertSameBackup(unfinishedRestore: UnfinishedRestore, backup: string): void {
  if (unfinishedRestore.backup !== backup)
    throw new Error(
      `A restore of another backup, of ${unfinishedRestore.madeAt}, was interrupted in this database: ` +
        'finish it with that backup, or create the database (or DATA_DIR) again.',
    );
}

async function loadRows(client: Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  // The guards against rewriting history would refuse the emptying of what migrations put in.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, file } of tables) {
    const rows = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, file)), createGunzip(), rows);
  }
  for (const { name, lastValue } of sequences) await client.query('select setval($1, $2)', [name, lastValue]);
  // No process runs the jobs that ran at the moment of the backup.
  await client.query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by is not null`);
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
}

async function assertEmptyDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_tables where schemaname in ('public', 'drizzle') limit 1`);
  if (rowCount !== 0)
    throw new Error('A backup is only restored into an empty database: this one already holds tables.');
}

function assertKnownMigrations({ migrations }: Manifest): void {
  const migrationFiles = readMigrationFiles({ migrationsFolder: migrationsDir });
  const isOtherVersion = migrations.some((hash, index) => migrationFiles[index]?.hash !== hash);
  if (isOtherVersion)
    throw new Error('This backup was made by another or newer version of Landfall: restore it with that version.');
}
