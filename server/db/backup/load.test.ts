import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { messageOfStart } from '#tests/setup/start.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { dumpDatabase } from './dump.ts';
import { restoreDatabase } from './load.ts';
import { manifestName, readVerified } from './manifest.ts';

const folder = openFolder();
const source = openDatabase();
const target = openDatabase(() => createTestDatabase('template1'));

/** A backup of a database with one row that identifies it. */
async function aBackup(name: string): Promise<string> {
  const row = `insert into audit_log (action, actor_role, signature) values ($1, 'system', '\\x00')`;
  await source.pool.query(row, [name]);
  const path = join(folder, name);
  await dumpDatabase(source.url, path, async () => undefined);
  return path;
}

const nothing = async () => undefined;
const restore = (path: string, complete: () => Promise<void> = nothing) =>
  restoreDatabase(target.url, path, { refuse: nothing, complete });
const actions = async () => (await target.pool.query('select action from audit_log order by id')).rows as unknown[];

test('an interrupted restore continues with its own backup only, and the product waits for it', async () => {
  const monday = await aBackup('monday');
  const tuesday = await aBackup('tuesday');
  const failWithFullDisk = () => Promise.reject(new Error('the disk is full'));
  await expect(restore(monday, failWithFullDisk)).rejects.toThrow('the disk is full');
  const { message } = await messageOfStart({ DATA_DIR: join(folder, 'data'), DATABASE_URL: target.url });
  const interrupted =
    /^DATABASE_URL: a restore of the backup of \S+ was interrupted here\. Run npm run restore with it/;
  expect(message).toMatch(interrupted);
  const ofAnother = /^A restore of another backup, of \S+, was interrupted in this database/;
  await expect(restore(tuesday)).rejects.toThrow(ofAnother);
  const completed: string[] = [];
  await restore(monday, async () => void completed.push('files'));
  expect(completed).toEqual(['files']);
  await expect(restore(tuesday)).rejects.toThrow('only restored into an empty database');
  expect(await actions()).toEqual([{ action: 'monday' }]);
});

test('an operator whose backup lost a table reads which file is missing', async () => {
  const table = { name: 'users', columns: ['id'], file: 'users.copy.gz', sha256: '0' };
  const manifest = { madeAt: '2026-11-22T03:00:00.000Z', migrations: [], tables: [table], sequences: [] };
  await writeFile(join(folder, manifestName), JSON.stringify(manifest));
  await expect(readVerified(folder)).rejects.toThrow('users.copy.gz of the backup is missing or cannot be read.');
  await writeFile(join(folder, table.file), 'something else');
  await expect(readVerified(folder)).rejects.toThrow('users.copy.gz in the backup is damaged.');
});
