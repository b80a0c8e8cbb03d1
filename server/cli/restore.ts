// npm run restore -- folder [--keep-files]: brings a backup back, into an empty database or an empty DATA_DIR. With
// --keep-files the stored files stay, which know what customers were shown since; only what is missing is added.
import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreDatabase } from '../db/backup/load.ts';
import { connect } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { grantRuntimeRole } from '../db/runtime-role.ts';
import { readEnv, type Env } from '../env/env.ts';
import { isOtherKey, migrateUnderKey, otherKeyMessage } from '../keys/key-check.ts';
import { forOperator } from '../start/operator.ts';

await forOperator('Nothing was restored', async () => {
  const options = { 'keep-files': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [given] = positionals;
  if (!given) throw new Error('Say which backup: npm run restore -- backups/<time>');
  const isDatabaseAlone = values['keep-files'];
  const folder = resolve(given);
  const env = readEnv();
  const embedded = env.databaseDirectUrl ? undefined : await startEmbedded({ dataDir: env.dataDir });
  // Only the owner of the tables can fill them whole.
  const url = embedded?.url ?? env.migrationUrl ?? env.databaseDirectUrl ?? '';
  try {
    await restoreDatabase(url, folder, {
      refuse: () => (isDatabaseAlone ? Promise.resolve() : assertNoFiles(env)),
      complete: async ({ madeAt, tables }) => {
        const files = join(folder, 'files');
        // A file that is there is never older than its copy: its name is used once, and a mark is only renewed.
        if (env.storage.kind === 'file' && existsSync(files))
          await cp(files, env.storage.folder, { recursive: true, force: !isDatabaseAlone });
        // The keys that encrypted the restored rows replace those just generated in this empty folder.
        const secrets = join(folder, 'secrets');
        for (const name of await readdir(secrets)) await cp(join(secrets, name), join(env.dataDir, name));
        console.log(`Restored ${tables.length} tables as they were at ${madeAt}.`);
        await migrateRestored(url);
      },
    });
  } finally {
    await embedded?.stop();
  }
});

/** What no restored row refers to would be removed as left over, or mixed with what comes back. */
async function assertNoFiles({ storage }: Env): Promise<void> {
  if (storage.kind !== 'file' || !existsSync(storage.folder)) return;
  const names = await readdir(storage.folder);
  if (names.some((name) => name !== 'lost+found'))
    throw new Error(
      `Files are only restored into an empty folder: ${storage.folder} already holds some. With --keep-files they stay.`,
    );
}

/** The migrations made since the backup. The key is read again: it may have come back with the backup. */
async function migrateRestored(url: string): Promise<void> {
  const env = readEnv();
  const { encryptionKey, encryptionKeyPrevious: previous } = env;
  const { db, pool } = connect({ url, directUrl: url, max: 1 });
  try {
    if (!(await isOtherKey(db, encryptionKey)) || (previous !== undefined && !(await isOtherKey(db, previous)))) {
      await migrateUnderKey(url, env);
      // Else the role of DATABASE_URL could read nothing before the first start.
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
