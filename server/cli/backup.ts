// npm run backup [-- folder]: a copy of everything, made while the product runs.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dumpDatabase } from '../db/backup/dump.ts';
import { whenAnnounced, connect, inTx } from '../db/connection.ts';
import { assertTarget, readEnv, type Env } from '../env/env.ts';
import { localSecretFiles } from '../env/local-secrets.ts';
import { recordAudit } from '../features/audit/audit.service.ts';
import { setAuditKey } from '../features/audit/audit.signature.ts';
import { assertSameKey } from '../keys/key-check.ts';
import { codeOf } from '../lib/safe-error.ts';
import { forOperator, onTarget, reachServer } from '../start/operator.ts';

await forOperator('The backup was not made', async () => {
  assertTarget();
  const env = readEnv();
  const folder = resolve(process.argv[2] ?? join('backups', new Date().toISOString().replaceAll(/[:.]/g, '-')));
  await onTarget('Backup', env, () => backUp(env, folder));
});

async function backUp(env: Env, folder: string): Promise<void> {
  const database = await reachServer(env);
  try {
    await makeFolder(folder);
    const { tables } = await dumpDatabase(database.url, folder, () => copyFiles(env, folder));
    console.log(`Backed up ${tables.length} tables to ${folder}`);
    await record(database.url, env).catch(() =>
      console.error('The audit log could not be told, so its age does not count for landfall_backup_age_seconds.'),
    );
    const { storage } = env;
    if (storage.kind === 's3')
      console.log(`Objects in s3://${storage.bucket} are not part of it: keep versions there.`);
  } finally {
    await database.release();
  }
}

/** Records in the audit log that the data was copied; not in a log that another key signs. */
async function record(url: string, { encryptionKey }: Env): Promise<void> {
  const database = connect({ url, directUrl: url, max: 1 });
  try {
    await assertSameKey(database.db, encryptionKey);
    setAuditKey(encryptionKey);
    await inTx(database, (tx) => recordAudit(tx, 'system', 'backup.made'));
    await whenAnnounced(database.pool);
  } finally {
    await database.pool.end();
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
    // A folder that existed may belong to another user of the machine.
    await mkdir(join(folder, 'tables'), { mode: 0o700 });
  } catch (cause) {
    const code = codeOf(cause);
    throw code ? new Error(`${folder} cannot be written (${code}).`, { cause }) : cause;
  }
}

async function copyFiles({ storage, dataDir }: Env, folder: string): Promise<void> {
  if (storage.kind === 'file' && existsSync(storage.folder)) {
    await cp(storage.folder, join(folder, 'files'), { recursive: true });
  }
  await mkdir(join(folder, 'secrets'), { mode: 0o700 });
  for (const { name, from } of localSecretFiles(dataDir)) await cp(from, join(folder, 'secrets', name));
}
