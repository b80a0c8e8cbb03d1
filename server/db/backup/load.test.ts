import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from '#server/env/env.ts';
import { startLandfall } from '#server/landfall.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { dumpDatabase } from './dump.ts';
import { restoreDatabase } from './load.ts';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-restore-'));
  source = await createTestDatabase();
  target = await createTestDatabase('template1');
});
afterEach(async () => {
  await source.drop();
  await target.drop();
  await rm(folder, { recursive: true });
});

/** A backup of a database with one row that identifies it. */
async function aBackup(name: string): Promise<string> {
  await source.pool.query(`insert into audit_log (action, actor_role, signature) values ($1, 'system', '\\x00')`, [
    name,
  ]);
  const path = join(folder, name);
  await dumpDatabase(source.url, path, async () => undefined);
  return path;
}

const nothing = async () => undefined;
const restore = (path: string, complete: () => Promise<void> = nothing) =>
  restoreDatabase(target.url, path, { refuse: nothing, complete });
const actions = async () => {
  const { rows } = await target.pool.query<{ action: string }>('select action from audit_log order by id');
  return rows.map(({ action }) => action);
};

/** What an operator reads who starts the product on the restored database. */
const started = () => {
  const own = { PORT: '0', DATA_DIR: join(folder, 'data'), DATABASE_URL: target.url, PASSWORD_COST: '4' };
  const starting = startLandfall(readEnv({ ...own, ENCRYPTION_KEY: testEncryptionKey }), recordingLog().log);
  return starting.then(({ stop }) => stop().then(() => 'started')).catch((error: Error) => error.message);
};

test('a restore that ended among the files goes on with its own backup and no other, and the product does not start before', async () => {
  const [monday, tuesday] = [await aBackup('monday'), await aBackup('tuesday')];
  await expect(restore(monday, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
    'the disk is full',
  );
  expect(await started()).toMatch(
    /^DATABASE_URL: a restore of the backup of \S+ was interrupted here\. Run npm run restore with it again\.$/,
  );
  await expect(restore(tuesday)).rejects.toThrow(
    /^A restore of another backup, of \S+, was interrupted in this database/,
  );
  const completed: string[] = [];
  await restore(monday, async () => void completed.push('files'));
  expect(completed).toEqual(['files']);
  expect(await actions()).toEqual(['monday']);
  await expect(restore(tuesday)).rejects.toThrow('only restored into an empty database');
  expect(await actions()).toEqual(['monday']);
});
