import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fileStorage } from '#server/adapters/storage/storage.file.ts';
import { inTx } from '#server/db/connection.ts';
import { aStagedFile } from '#tests/factories/files.ts';
import { aUser } from '#tests/factories/orders.ts';
import { aPictureOf } from '#tests/factories/pictures.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { noCopy } from '#tests/setup/installation.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { deleteFullSizes, deleteUnusedFiles } from './files.jobs.ts';
import { findFile } from './files.queries.ts';
import { deleteFiles, insertFile, storeStaged, type FilesDeps } from './files.service.ts';

// Runs no jobs of this database, as after a killed process.
const database = openDatabase();
const folder = openFolder();
const depsOf = () => ({
  db: database.db,
  inTx: ((work) => inTx(database, work)) satisfies FilesDeps['inTx'],
  storage: fileStorage(join(folder, 'files')),
  installation: noCopy,
  uploadsDir: join(folder, 'tmp'),
});

// Deletes the rows of earlier tests, so that no test sees their pictures.
beforeEach(async () => {
  for (const table of ['kyc_requests', 'files', 'unlinked_files']) await database.rows(`delete from ${table}`);
});

/** Too wide to be shown as it was sent, and quickly encoded. */
const wide = [4_100, 200] as const;

/** A document that was decided about eight days ago, and was uploaded before. */
async function aDocument() {
  const deps = depsOf();
  await mkdir(deps.uploadsDir, { recursive: true });
  const { userId: ownerId } = await aUser(database.pool);
  const stagedFile = await aStagedFile(deps.uploadsDir, await aPictureOf(...wide, 'jpeg'), { type: 'image/jpeg' });
  const storedFile = await storeStaged(deps, stagedFile, { purpose: 'kyc', ownerId });
  const { id, filename, fullFilename } = await deps.inTx((tx) => insertFile(tx, storedFile));
  await database.rows(`update files set created_at = now() - interval '9 days' where id = $1`, [id]);
  await database.rows(
    `insert into kyc_requests (user_id, status, document_type, document_file, reviewed_at)
     values ($1, 'approved', 'passport', $2, now() - interval '8 days')`,
    [ownerId, id],
  );
  return { id, filename, full: fullFilename ?? '' };
}

async function areStored(...names: string[]): Promise<boolean[]> {
  const storedObjects = await Promise.all(names.map((name) => depsOf().storage.get(name)));
  for (const bytes of storedObjects) bytes?.stream.destroy();
  return storedObjects.map((bytes) => bytes !== null);
}
const anHourPasses = () => database.rows(`update unlinked_files set since = now() - interval '2 hours'`);
const unlinked = async () =>
  (await database.rows('select filename from unlinked_files')).map(({ filename }) => filename);

test('bytes in full size have a row like the shown ones, so that no sweep deletes them', async () => {
  const { filename, full } = await aDocument();
  expect(await unlinked()).toEqual([]);
  await database.rows(`insert into unlinked_files (filename) values ($1), ($2)`, [filename, full]);
  await anHourPasses();
  await deleteUnusedFiles(depsOf());
  expect(await areStored(filename, full)).toEqual([true, true]);
});

test('a process killed between row and bytes leaves the bytes to the sweep, which may be killed too', async () => {
  const { filename, full } = await aDocument();
  await deleteFullSizes(depsOf());
  expect(await findFile(database.db, { filename })).toMatchObject({ fullFilename: null, fullSize: null });
  expect([await areStored(filename, full), await unlinked()]).toEqual([[true, true], [full]]);
  await deleteFullSizes(depsOf());
  await deleteUnusedFiles(depsOf());
  expect(await areStored(full)).toEqual([true]);

  await anHourPasses();
  const killed = { ...depsOf(), inTx: () => Promise.reject(new Error('killed')) };
  await expect(deleteUnusedFiles(killed)).rejects.toThrow('killed');
  expect([await areStored(filename, full), await unlinked()]).toEqual([[true, false], [full]]);
  await deleteUnusedFiles(depsOf());
  expect([await areStored(filename, full), await unlinked()]).toEqual([[true, false], []]);
});

test('a process that is killed before the commit has deleted nothing', async () => {
  const { full } = await aDocument();
  const killed: FilesDeps['inTx'] = (work) =>
    depsOf().inTx(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  await expect(deleteFullSizes({ ...depsOf(), inTx: killed })).rejects.toThrow('killed');
  expect([await areStored(full), await unlinked()]).toEqual([[true], []]);
});

test('a picture whose row is deleted loses both of its files', async () => {
  const { id, filename, full } = await aDocument();
  await database.rows('delete from kyc_requests where document_file = $1', [id]);
  await depsOf().inTx((tx) => deleteFiles(tx, [id]));
  expect(new Set(await unlinked())).toEqual(new Set([filename, full]));
  await anHourPasses();
  await deleteUnusedFiles(depsOf());
  expect(await areStored(filename, full)).toEqual([false, false]);
});

test('a disk that is full at the second file stores neither', async () => {
  const deps = depsOf();
  const { userId: ownerId } = await aUser(database.pool);
  const stagedFile = await aStagedFile(deps.uploadsDir, await aPictureOf(...wide), { type: 'image/png' });
  const names: string[] = [];
  const put: typeof deps.storage.put = async (name, content, size) => {
    names.push(name);
    if (names.length === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await deps.storage.put(name, content, size);
  };
  const fullDeps = { ...deps, storage: { ...deps.storage, put } };
  await expect(storeStaged(fullDeps, stagedFile, { purpose: 'payment_proof', ownerId })).rejects.toMatchObject({
    code: 'ENOSPC',
  });
  expect(names).toHaveLength(2);
  expect(await areStored(...names)).toEqual([false, false]);
});
