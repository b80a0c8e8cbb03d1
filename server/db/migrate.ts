import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import { Client, DatabaseError, escapeLiteral } from 'pg';
import { z } from 'zod';
import { readJsonFile } from '#server/lib/json-file.ts';
import { migrationsDir } from '../env/paths.ts';
import { productVersion } from '../lib/version.ts';
import { answerOf } from './errors.ts';

/** Any number will do, as long as every Landfall process asks for the same one. */
export const migrationLock = 7_205_319;
const minServerVersion = 140_000;

type MigrationOptions = { upTo?: number | undefined; onWait?: (() => void) | undefined };

/**
 * Migrates the database at `url`, and the job library's schema with it; returns how many migrations ran. One process
 * works, others wait (`onWait`). Throws below PostgreSQL 14, or when another build or a newer version migrated it.
 */
export async function migrateDatabase(url: string, { upTo, onWait }: MigrationOptions = {}): Promise<number> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'landfall-migrate',
  });
  await client.connect();
  try {
    await assertServerVersion(client);
    await lockMigrations(client, onWait);
    await assertKnownSchema(client);
    const countBefore = await countMigrations(client);
    await migrateUpTo(client, upTo);
    await runMigrations({ connectionString: url });
    const migrationsRun = (await countMigrations(client)) - countBefore;
    if (migrationsRun > 0) await client.query(`comment on schema drizzle is ${escapeLiteral(productVersion)}`);
    return migrationsRun;
  } finally {
    // The end of the session gives the lock back too.
    await client.end();
  }
}

/**
 * Throws where this build has migrations that the database has not run, for a process whose role may not run them. The
 * message is that of a start on a database of another build.
 */
export async function assertMigrated(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'landfall-start' });
  await client.connect();
  try {
    await assertKnownSchema(client);
    const missingCount =
      readMigrationFiles({ migrationsFolder: migrationsDir }).length - (await countMigrations(client));
    if (missingCount === 0) return;
    throw new Error(
      `DATABASE_URL: ${missingCount} migrations of this build have not run, and this role may not run them. ` +
        'Run npm run migrate with MIGRATION_DATABASE_URL, the role that owns the tables.',
    );
  } finally {
    await client.end();
  }
}

async function lockMigrations(client: Client, onWait?: () => void): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    migrationLock,
  ]);
  if (rows[0]?.isFree) return;
  onWait?.();
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
}

async function migrateUpTo(client: Client, upTo: number | undefined): Promise<void> {
  if (upTo === undefined) return migrateNamed(client, migrationsDir);
  const shortFolder = await mkdtemp(join(tmpdir(), 'landfall-migrations-'));
  try {
    await cp(migrationsDir, shortFolder, { recursive: true });
    const journal = join(shortFolder, 'meta', '_journal.json');
    const { entries, ...rest } = readJsonFile(journal, migrationJournal);
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, upTo) }));
    await migrateNamed(client, shortFolder);
  } finally {
    await rm(shortFolder, { recursive: true, force: true });
  }
}

/** The list that Drizzle reads the names of migrations from; copied as it is. */
const migrationJournal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** Runs the migrations of a folder; an error names the one that failed and quotes PostgreSQL. */
async function migrateNamed(client: Client, folder: string): Promise<void> {
  try {
    await migrate(drizzle(client), { migrationsFolder: folder });
  } catch (error) {
    if (!(error instanceof DrizzleQueryError) || !(error.cause instanceof DatabaseError)) throw error;
    const { query, cause } = error;
    const name = await nameOfMigration(folder, query);
    const reason = answerOf(cause);
    throw new Error(name ? `the migration ${name} failed: ${reason}` : `PostgreSQL says: ${reason}`, {
      cause: error,
    });
  }
}

async function nameOfMigration(folder: string, query: string): Promise<string | undefined> {
  const { entries } = readJsonFile(join(folder, 'meta', '_journal.json'), migrationJournal);
  const files = readMigrationFiles({ migrationsFolder: folder });
  return entries.find((_entry, index) => files[index]?.sql.includes(query))?.tag;
}

async function assertServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  if (Number(rows[0]?.server_version_num) < minServerVersion)
    throw new Error('DATABASE_URL: PostgreSQL 14 or newer is needed.');
}

async function countMigrations(client: Client): Promise<number> {
  if (!(await hasMigrations(client))) return 0;
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return rows[0]?.count ?? 0;
}

async function hasMigrations(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  return rows[0]?.found ?? false;
}

/** Throws unless the migrations that a database has run are the first ones of this version, unchanged. */
async function assertKnownSchema(client: Client): Promise<void> {
  if (!(await hasMigrations(client))) return;
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id');
  const knownHashes = readMigrationFiles({ migrationsFolder: migrationsDir }).map(({ hash }) => hash);
  const stranger = rows.findIndex(({ hash }, index) => hash !== knownHashes[index]);
  if (stranger < 0) return;
  const maker = await describeMaker(client);
  throw new Error(
    stranger === knownHashes.length
      ? `DATABASE_URL: this database was made by a newer Landfall (${maker}). Start that version, or restore a backup.`
      : `DATABASE_URL: this database was made by a build with other migrations (${maker}), which ${productVersion} cannot upgrade. Nothing was changed. Start the build that made it and export the data there, or use an empty database.`,
  );
}

/** The build that ran the last migration, or the day of that migration if no build was recorded. */
async function describeMaker(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string | null; day: string }>(
    `select obj_description('drizzle'::regnamespace) as version,
       to_char(to_timestamp(max(created_at) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD') as day from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.version ?? `its last migration is of ${rows[0]?.day ?? 'an unknown day'}`;
}
