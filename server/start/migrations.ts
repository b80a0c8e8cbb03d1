import { assertMigrated } from '../db/migrate.ts';
import { assertNotOwner, grantRuntimeRole, rightsTo } from '../db/runtime-role.ts';
import type { Env } from '../env/env.ts';
import { migrateUnderKey, openUnderKey } from '../keys/key-check.ts';
import type { Reporter } from '../lib/log.ts';

type Log = Pick<Reporter, 'warn'>;

/**
 * Migrates the database at `url` for a process that serves from it; returns how many migrations ran. The owner of
 * MIGRATION_DATABASE_URL grants the serving role just what requests need; without one, all must be done.
 */
export async function prepareDatabase(url: string, env: Env, log: Log): Promise<number> {
  if (env.migrationUrl) {
    const migrationsRun = await migrateAsOwner(env.migrationUrl, env, log);
    await assertNotOwner(url);
    return migrationsRun;
  }
  const { isMigrated, mayMigrate } = await rightsTo(url);
  if (mayMigrate) return migrateUnderKey(url, env, logWaiting('DATABASE_URL', log));
  if (!isMigrated) throw new Error(noTablesMessage);
  await assertMigrated(url);
  await openUnderKey(url, env);
  return 0;
}

/** Migrates as the owner of the tables, and grants the role of DATABASE_URL what requests and jobs need. */
export async function migrateAsOwner(migrationUrl: string, env: Env, log: Log): Promise<number> {
  const migrationsRun = await migrateUnderKey(migrationUrl, env, logWaiting('MIGRATION_DATABASE_URL', log));
  const serving = env.databaseDirectUrl && decodeURIComponent(new URL(env.databaseDirectUrl).username);
  if (serving) await grantRuntimeRole(migrationUrl, serving);
  return migrationsRun;
}

const noTablesMessage =
  'DATABASE_URL: there are no tables, and this role may not create any. Run npm run migrate with MIGRATION_DATABASE_URL, the ' +
  'role that owns the database, or let this one own it: alter database … owner to …';

const logWaiting = (setting: string, log: Log) => () =>
  log.warn({ setting }, `${setting}: waiting for another process that migrates the database`);
