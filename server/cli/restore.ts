// npm run restore -- folder: brings a backup back, into an empty database or an empty DATA_DIR.
import { existsSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { restoreDatabase } from '../db/backup/load.ts';
import { connect } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { grantRuntimeRole } from '../db/runtime-role.ts';
import { assertTarget, readEnv, type Env } from '../env/env.ts';
import { ownerMark } from '../installation/installation.marks.ts';
import { isOtherKey, migrateUnderKey, otherKeyMessage } from '../keys/key-check.ts';
import { forOperator, onTarget } from '../start/operator.ts';

/** The operator sets this at the next start: docs/BACKUP.md. */
const decision =
  'It serves reads alone until it is started with RESTORED=drill, for a trial, or with RESTORED=production, which drops ' +
  'the mails that waited in the backup and takes the file storage over.';

await forOperator('Nothing was restored', async () => {
  const backupArgument = process.argv[2];
  if (!backupArgument) throw new Error('Say which backup: npm run restore -- backups/<time>');
  const folder = resolve(backupArgument);
  assertTarget(folder);
  const env = readEnv();
  await onTarget('Restore', env, () => restore(env, folder));
});

async function restore(env: Env, folder: string): Promise<void> {
  const embedded = env.databaseDirectUrl ? undefined : await startEmbedded({ dataDir: env.dataDir });
  // Only the owner of the tables can fill them whole.
  const url = embedded?.url ?? env.migrationUrl ?? env.databaseDirectUrl ?? '';
  try {
    await restoreDatabase(url, folder, {
      refuse: () => assertNoOtherFiles(env, folder),
      complete: async ({ madeAt, tables }) => {
        const files = join(folder, 'files');
        // A file that is there already is newer, and no file is ever changed.
        if (env.storage.kind === 'file' && existsSync(files))
          await cp(files, env.storage.folder, { recursive: true, force: false });
        // The keys that encrypted the restored rows replace those just generated in this empty folder.
        const secrets = join(folder, 'secrets');
        for (const name of await readdir(secrets)) await cp(join(secrets, name), join(env.dataDir, name));
        console.log(`Restored ${tables.length} tables as they were at ${madeAt}.`);
        await migrateRestored(url);
        console.log(decision);
      },
    });
  } finally {
    await embedded?.stop();
  }
}

/**
 * Files of another installation would be mixed with the restored ones; those of the backup's own installation stay,
 * with every mark.
 */
async function assertNoOtherFiles({ storage }: Env, backup: string): Promise<void> {
  if (storage.kind !== 'file' || !existsSync(storage.folder)) return;
  const names = await readdir(storage.folder);
  if (names.every((name) => name === 'lost+found')) return;
  const owner = await ownerOf(storage.folder);
  const savedOwner = await ownerOf(join(backup, 'files'));
  if (owner === undefined || owner !== savedOwner)
    throw new Error(
      `Files are only restored into an empty folder, or into that of the same installation: ${storage.folder} holds others.`,
    );
}

/** Returns the owner that the files of a folder name; undefined without one. */
async function ownerOf(folder: string): Promise<string | undefined> {
  const mark = join(folder, ownerMark);
  return existsSync(mark) ? readFile(mark, 'utf8') : undefined;
}

/** The migrations made since the backup. The key is read again: it may have come back with the backup. */
async function migrateRestored(url: string): Promise<void> {
  const env = readEnv();
  const { encryptionKey, encryptionKeyPrevious: previousKey } = env;
  const { db, pool } = connect({ url, directUrl: url, max: 1 });
  try {
    if (!(await isOtherKey(db, encryptionKey)) || (previousKey !== undefined && !(await isOtherKey(db, previousKey)))) {
      await migrateUnderKey(url, env);
      // Without it the role of DATABASE_URL could read nothing before the first start.
      const { databaseDirectUrl, migrationUrl } = env;
      if (databaseDirectUrl && migrationUrl)
        await grantRuntimeRole(migrationUrl, decodeURIComponent(new URL(databaseDirectUrl).username));
      return;
    }
    console.error(`All is restored, but the next start will refuse it: ${otherKeyMessage}`);
    process.exitCode = 1;
  } finally {
    await pool.end();
  }
}
