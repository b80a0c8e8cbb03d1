// npm run restore -- folder: brings a backup back, into an empty database or an empty DATA_DIR.
import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadDatabase } from '../db/backup/load.ts';
import { connect } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { readEnv } from '../env.ts';
import { isOtherKey, otherKeyMessage } from '../key-check.ts';
import { forOperator } from '../operator.ts';

await forOperator('Nothing was restored', async () => {
  const given = process.argv[2];
  if (!given) throw new Error('Say which backup: npm run restore -- backups/<time>');
  const folder = resolve(given);
  const env = readEnv();
  const embedded = env.databaseDirectUrl ? undefined : await startEmbedded({ dataDir: env.dataDir });
  const url = embedded?.url ?? env.databaseDirectUrl ?? '';
  try {
    const { madeAt, tables } = await loadDatabase(url, folder);
    const files = join(folder, 'files');
    if (env.storage.kind === 'file' && existsSync(files)) await cp(files, env.storage.folder, { recursive: true });
    // The keys that encrypted the restored rows replace those just generated in this empty folder.
    const secrets = join(folder, 'secrets');
    for (const name of await readdir(secrets)) await cp(join(secrets, name), join(env.dataDir, name));
    console.log(`Restored ${tables.length} tables as they were at ${madeAt}.`);
    await warnOfOtherKey(url);
  } finally {
    await embedded?.stop();
  }
});

/** Read again: what came back from the backup may be the key that the next start takes. */
async function warnOfOtherKey(url: string): Promise<void> {
  const { db, pool } = connect({ url, directUrl: url, max: 1 });
  try {
    if (!(await isOtherKey(db, readEnv().encryptionKey))) return;
    console.error(`All is restored, but the next start will refuse it: ${otherKeyMessage}`);
    process.exitCode = 1;
  } finally {
    await pool.end();
  }
}
