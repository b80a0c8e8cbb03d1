// npm run restore -- folder: brings a backup back, into an empty database or an empty DATA_DIR.
import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadDatabase } from '../db/backup/load.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { readEnv } from '../env.ts';
import { forOperator } from '../operator.ts';

await forOperator('Nothing was restored', async () => {
  const given = process.argv[3];
  if (!given) throw new Error('Say which backup: npm run restore -- backups/<time>');
  const folder = resolve(given);
  const env = readEnv();
  const embedded = env.databaseUrl ? undefined : await startEmbedded({ dataDir: env.dataDir });
  try {
    const { madeAt, tables } = await loadDatabase(embedded?.url ?? env.databaseUrl ?? '', folder);
    const files = join(folder, 'files');
    if (env.storage.kind === 'file' && existsSync(files)) await cp(files, env.storage.folder, { recursive: true });
    // The keys that sealed the restored rows take the place of those this empty folder was just given.
    const secrets = join(folder, 'secrets');
    for (const name of await readdir(secrets)) await cp(join(secrets, name), join(env.dataDir, name));
    console.log(`Restored ${tables.length} tables as they were at ${madeAt}.`);
  } finally {
    await embedded?.stop();
  }
});
